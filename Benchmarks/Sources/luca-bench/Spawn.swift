import Foundation

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

/// The medians of two programs that take turns; the first turn warms up and does not count, unless both have run before. Without a second, the first stands for it.
func takeTurns(_ measured: [String], _ other: [String]?, turns: Int, areWarm: Bool = false, before: () throws -> Void = {}) throws -> (ProcessCost, ProcessCost) {
    var first: [ProcessCost] = [], second: [ProcessCost] = []
    for turn in (areWarm ? 1 : 0)...turns {
        try before()
        let cost = try spawn(measured)
        guard cost.status == 0 else { throw BenchError(message: "\(measured.joined(separator: " ")) failed") }
        let reference = try other.map { try spawn($0) } ?? cost
        if turn > 0 {
            first.append(cost)
            second.append(reference)
        }
    }
    return (median(of: first), median(of: second))
}

private func median(of costs: [ProcessCost]) -> ProcessCost {
    ProcessCost(wall: median(costs.map(\.wall)), peak: median(costs.map(\.peak)), status: 0)
}

/// Deletes a book with the files that SQLite keeps beside it.
func removeBook(_ book: String) {
    for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: book + suffix) }
}

/// The time that something takes, once.
func measureOnce(_ body: () throws -> UInt64) rethrows -> Quantity {
    let clock = ContinuousClock(), start = clock.now
    keep(try body())
    return .seconds((clock.now - start) / .seconds(1))
}

/// Where a program is, by a list of folders as `PATH` has it.
func findProgram(_ name: String, in path: String) -> String? {
    path.split(separator: ":").map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
}

/// A file of Benchmarks/Reference.
func referenceFile(_ name: String) -> String {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Reference/\(name)").standardized.path
}

/// A C program of Benchmarks/Reference, compiled into a folder; nil where there is no compiler.
func compileReference(_ name: String, into folder: String) throws -> String? {
    let built = "\(folder)/\(name)"
    return try spawn(["cc", "-O2", "-o", built, referenceFile(name + ".c")]).status == 0 ? built : nil
}

/// A folder of this run's files, where luca keeps its settings too; copies of a day are off, as they are measured by themselves.
func benchFolder(_ name: String) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(path: name).path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    setenv("LUCA_HOME", folder, 1)
    try "backups=off\n".write(toFile: folder + "/settings", atomically: true, encoding: .utf8)
    return folder
}
