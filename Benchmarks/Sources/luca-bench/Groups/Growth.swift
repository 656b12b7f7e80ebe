import Foundation

/// How time and memory grow with the size of a book.
let growth = Group(
    name: "growth",
    about: """
        Each verb n, 2n and 4n times in one act, each import of as many rows, and every question of books of n, 2n and 4n activities of several \
        shapes, by the program itself. A figure is the exponent by which the last doubling grew over the one before it, so that what a start costs \
        is no part of it: n^1 is linear. Told are those that grow faster than the budget, and how many were measured; what takes less than a few \
        milliseconds at 4n has no exponent.
        """
) { settings in
    guard let program = settings.program else { return .skipped("there is no built luca; bin/bench builds it") }
    let bench = try GrowthBench(program)
    let names = try bench.names()
    var figures: [GrowthBench.Figure] = [], failures: [Row] = []
    for (kind, name) in names {
        do {
            switch kind {
            case "verb": figures += try bench.measure(name, sizes: [1000, 2000, 4000])
            case "import": figures += try bench.measure("import " + name, sizes: [4000, 8000, 16_000])
            default: figures += try bench.ask(name, sizes: [1000, 2000, 4000])
            }
        } catch let error as BenchError {
            failures.append(Row(name, skipped: error.message))
        }
    }
    let told = figures.filter { !$0.row.isWithin }.map(\.row) + failures
    let missing = try bench.namesNotMeasured()
    let rest = missing.isEmpty ? [] : [Row("functions that no case names: \(missing.joined(separator: " "))", skipped: "add them to Benchmarks/Growth/growth.lua")]
    let worst = figures.max { $0.exponent < $1.exponent }
    return .table([Row("the steepest of \(figures.count) figures, \(worst?.name ?? "")", .exponent(worst?.exponent ?? 0))] + told + rest)
}

private struct GrowthBench {
    /// How something grew.
    struct Figure {
        let name: String
        let exponent: Double
        let row: Row
    }

    /// n·log n grows by about n^1.1 at these sizes; the rest is the noise of a busy machine.
    private static let greatestExponent = 1.4
    /// A case is measured this often at most.
    private static let runs = 3
    /// What takes less than this in all, or grows by less, has no exponent that could be told from noise.
    private static let leastTime = 0.02, leastMemory = 12.0 * 1024 * 1024

    private let program: String
    private let folder: String
    private let script: String

    init(_ program: String) throws {
        self.program = program
        folder = FileManager.default.temporaryDirectory.appending(path: "luca-growth").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        setenv("LUCA_HOME", folder, 1)
        // The copy of a day would count as a part of what is measured.
        try "backups=off\n".write(toFile: folder + "/settings", atomically: true, encoding: .utf8)
        script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Growth/growth.lua").standardized.path
    }

    /// The cases of the script, with their kinds.
    func names() throws -> [(kind: String, name: String)] { try run("names", 1, fresh: true).filter { $0.name != "peak" }.map { ($0.name, $0.text) } }

    /// A verb or an import at three sizes: its time, and the memory of all.
    func measure(_ name: String, sizes: [Int]) throws -> [Figure] { try figures(name) { try sizes.map { try run(name, $0, fresh: true) } } }

    /// All questions of books of one shape.
    func ask(_ shape: String, sizes: [Int]) throws -> [Figure] {
        try figures(shape) {
            try sizes.map { size in
                _ = try run(shape, size, fresh: true)
                return try run("ask " + shape, size, fresh: false)
            }
        }
    }

    /// The figures of a case. Where one is beyond the budget, which a busy machine may have made, the case is measured again, and the least of each counts.
    private func figures(_ name: String, _ measure: () throws -> [[Line]]) throws -> [Figure] {
        var results = try measure()
        for _ in 1..<Self.runs where figures(name, results).contains(where: { !$0.row.isWithin }) {
            results = zip(results, try measure()).map { best, again in
                best.map { line in
                    guard let other = again.first(where: { $0.name == line.name }), line.value >= 0, other.value >= 0 else { return line }
                    return other.value < line.value ? other : line
                }
            }
        }
        return figures(name, results)
    }

    private func figures(_ name: String, _ results: [[Line]]) -> [Figure] {
        results[0].compactMap { line in
            let values = results.map { lines in lines.first { $0.name == line.name }?.value ?? -1 }
            let isMemory = line.name == "peak", least = isMemory ? Self.leastMemory : Self.leastTime
            guard values.allSatisfy({ $0 >= 0 }), values[2] - values[0] > least, values[1] > values[0] else { return nil }
            let exponent = log2((values[2] - values[1]) / (values[1] - values[0]))
            let what = line.name == name ? name : "\(name): \(line.name)"
            let last: Quantity = isMemory ? .bytes(values[2]) : .seconds(values[2])
            let row = Row(what, .exponent(exponent), against: Row.Reference(name: "at 4n, \(last.text)", measured: .exponent(1)), budget: .exponent(Self.greatestExponent))
            return Figure(name: what, exponent: exponent, row: row)
        }
    }

    /// A line of what the script tells.
    private struct Line {
        let name: String
        let text: String
        /// Seconds, or bytes of the peak; below zero where it failed.
        var value: Double { Double(text) ?? -1 }
    }

    private func run(_ name: String, _ size: Int, fresh: Bool) throws -> [Line] {
        let book = folder + "/growth.luca", result = folder + "/result"
        if fresh { removeBook(book) }
        let cost = try spawn([program, "--book", book, "run", script, name, "\(size)", result])
        guard cost.status == 0 else { throw BenchError(message: "growth.lua \(name) \(size) failed") }
        return try String(contentsOfFile: result, encoding: .utf8).split(separator: "\n").map { line in
            let parts = line.split(separator: "\t", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
            return Line(name: parts[0], text: parts.count > 1 ? parts[1] : "")
        }
    }

    /// Functions of the Lua surface that the script names nowhere, but for those that compute nothing of a book.
    func namesNotMeasured() throws -> [String] {
        let text = try String(contentsOfFile: script, encoding: .utf8)
        let meta = URL(filePath: script).deletingLastPathComponent().appending(path: "../../stdlib/meta").standardized.path
        let pattern = /^function ([a-z_.]+)\(/.anchorsMatchLineEndings()
        let files = try FileManager.default.contentsOfDirectory(atPath: meta).sorted()
        let names = try files.flatMap { file in
            try String(contentsOfFile: meta + "/" + file, encoding: .utf8).matches(of: pattern).map { String($0.1) }
        }
        return names.filter { !Self.bookless.contains($0) && !text.contains($0) }
    }

    /// Values, networking, definitions, and what is of the session or of files alone.
    private static let bookless: Set = [
        "D", "decimal", "money", "date", "days", "months", "help", "show", "run", "quit", "open", "backup", "backups", "recorded_since", "export", "sync", "providers",
        "provider.search", "provider.define", "report.define", "report.run", "command.define", "importer.define", "rebalance.rule",
        "delete_account", "undo", "plan", "recurring.resume", "recurring.remove", "recurring.history", "recurring.calendar", "recurring.calendars",
    ]
}
