import Foundation

extension BuiltProgram {
    /// Runs it to its end with its output thrown away, as `run` does, and tells how much memory it held at most, in bytes.
    public static func peakMemory(_ arguments: [String], home: String) throws -> (code: Int32, bytes: Int) {
        guard let path else { throw CocoaError(.fileNoSuchFile) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        for stream in [Int32(1), 2] { posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_WRONLY, 0) }
        let words = ([path] + arguments).map { strdup($0) } + [nil], variables = environment(home: home).map { strdup("\($0)=\($1)") } + [nil]
        defer { for word in words + variables { free(word) } }
        var child = pid_t()
        guard posix_spawn(&child, path, &actions, nil, words, variables) == 0 else { throw CocoaError(.executableLoad) }
        var status: Int32 = 0, usage = rusage()
        wait4(child, &status, 0, &usage)
        return (status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F, usage.ru_maxrss * 1024)
    }
}
