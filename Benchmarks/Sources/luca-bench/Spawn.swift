import Glibc

/// What a process took.
struct ProcessCost {
    let wall: Double
    /// The most memory it held, in bytes.
    let peak: Double
    let status: Int32
}

/// Runs a program to its end, its output thrown away.
func spawn(_ arguments: [String], environment: [String: String] = [:]) throws -> ProcessCost {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    for (name, value) in environment { setenv(name, value, 1) }
    let words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    let clock = ContinuousClock(), start = clock.now
    var child = pid_t()
    guard posix_spawnp(&child, arguments[0], &actions, nil, words, environ) == 0 else {
        throw BenchError(message: "cannot run \(arguments[0])")
    }
    var status: Int32 = 0, usage = rusage()
    wait4(child, &status, 0, &usage)
    return ProcessCost(wall: (clock.now - start) / .seconds(1), peak: Double(usage.ru_maxrss) * 1024, status: status)
}
