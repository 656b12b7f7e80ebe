import Foundation

/// What encryption costs: opening, questions, an import.
let encryption = Group(
    name: "encryption",
    about: """
        Encrypted books beside plain ones with the same entries, in turns. What opening an encrypted book costs, Argon2id above all, is a row of its own and \
        taken off the others.
        """
) { settings in
    guard let generator = settings.bookGenerator else { return .skipped("there is no book generator; LUCA_BOOK_GENERATOR names it") }
    guard let program = settings.program else { return .skipped("there is no built luca; bin/bench builds it") }
    return .table(try EncryptionBench(try BookBench(generator: generator, program: program, settings), settings).rows())
}

private struct EncryptionBench {
    private let bench: BookBench
    private let settings: Settings

    init(_ bench: BookBench, _ settings: Settings) throws {
        (self.bench, self.settings) = (bench, settings)
        let passphrase = bench.folder + "/passphrase"
        try "a passphrase of a benchmark\n".write(toFile: passphrase, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: passphrase)
        setenv("LUCA_PASSPHRASE_FILE", passphrase, 1)
    }

    func rows() throws -> [Row] {
        let empty = try pair("empty") { _ = try spawn([bench.program, "--book", $0, "-e", "account{name='B', currency='USD'}"]) }
        let (opening, plain) = try turns(empty, ["-e", "1"], max(settings.runs, 9))
        let argon = opening.wall - plain.wall
        let start = Row("luca -e 1, encrypted", .seconds(opening.wall), against: .init(name: "plain", measured: .seconds(plain.wall), isOwn: true))
        return [start, try holdings(less: argon), try importing(into: empty, less: argon)]
    }

    private func holdings(less opening: Double) throws -> Row {
        let size = BookBench.sizes[1], csv = try bench.csv(size)
        let books = try pair("hundred") { _ = try spawn([bench.program, "--book", $0, "import", "--yes", csv]) }
        let (measured, plain) = try turns(books, ["-e", "return #holdings{}, gains{}:sum('gain')"], 9)
        return row("cold start, holdings and gains, \(size.name), encrypted", measured, less: opening, plain)
    }

    private func importing(into empty: (encrypted: String, plain: String), less opening: Double) throws -> Row {
        let size = BookBench.sizes[2], csv = try bench.csv(size)
        let targets = (encrypted: bench.folder + "/import-encrypted.luca", plain: bench.folder + "/import-plain.luca")
        let (measured, plain) = try turns(targets, ["import", "--yes", csv], size.turns) {
            for (target, source) in [(targets.encrypted, empty.encrypted), (targets.plain, empty.plain)] {
                removeBook(target)
                try FileManager.default.copyItem(atPath: source, toPath: target)
            }
        }
        return row("import CSV, \(size.name), encrypted", measured, less: opening, plain)
    }

    /// A book as it is made, and a copy of it that is encrypted.
    private func pair(_ name: String, _ make: (String) throws -> Void) throws -> (encrypted: String, plain: String) {
        let paths = (encrypted: "\(bench.folder)/\(name)-encrypted.luca", plain: "\(bench.folder)/\(name)-plain.luca")
        for path in [paths.encrypted, paths.plain] { removeBook(path) }
        try make(paths.plain)
        try FileManager.default.copyItem(atPath: paths.plain, toPath: paths.encrypted)
        guard try spawn([bench.program, "lock", paths.encrypted]).status == 0 else { throw BenchError(message: "\(paths.encrypted) cannot be encrypted") }
        return paths
    }

    private func turns(
        _ books: (encrypted: String, plain: String), _ arguments: [String], _ count: Int, before: () throws -> Void = {}
    ) throws -> (ProcessCost, ProcessCost) {
        try takeTurns([bench.program, "--book", books.encrypted] + arguments, [bench.program, "--book", books.plain] + arguments, turns: count, before: before)
    }

    private func row(_ what: String, _ measured: ProcessCost, less opening: Double, _ plain: ProcessCost) -> Row {
        Row(what, .seconds(measured.wall - opening), against: .init(name: "plain", measured: .seconds(plain.wall), isOwn: true), budget: .times(1.3))
    }
}
