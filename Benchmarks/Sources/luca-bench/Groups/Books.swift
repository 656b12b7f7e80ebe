import Foundation
import Ledger
import LuaSurface
import Scripting
import Storage
import Values

/// Whole books: start, import, questions, one more trade, memory.
let books = Group(
    name: "books",
    about: """
        The program itself on generated books of 10 k, 100 k and 1 M trades. The reference is a C program that reads the same CSV into int64 and \
        matches lots first in, first out, and does nothing else; that of a start is /bin/true.
        """
) { settings in
    guard let generator = settings.bookGenerator else { return .skipped("there is no book generator; LUCA_BOOK_GENERATOR names it") }
    guard let program = settings.program else { return .skipped("there is no built luca; bin/bench builds it") }
    let bench = try BookBench(generator: generator, program: program, settings)
    // All programs run before a book is loaded here: they would count this process's memory as theirs.
    let start = [try bench.start(), try bench.sandbox()], runs = try BookBench.sizes.map { try bench.run($0) }
    let sessions = try zip(BookBench.sizes, runs).map { try bench.session($0, after: $1) }
    return .table(start + zip(runs, sessions).flatMap { $0.rows + $1 })
}

/// A size of book and what it may cost.
struct Size {
    let name: String
    let trades: Int
    let importing: Double?
    let importingPeak: Double?
    let cold: Double
    /// Turns of what takes long.
    let turns: Int
}

/// Generated books, and the program that is measured on them.
struct BookBench {
    static let sizes = [
        Size(name: "10 k", trades: 10_000, importing: nil, importingPeak: nil, cold: 0.03, turns: 9),
        Size(name: "100 k", trades: 100_000, importing: 0.6, importingPeak: nil, cold: 0.12, turns: 7),
        Size(name: "1 M", trades: 1_000_000, importing: 6, importingPeak: 600 * 1024 * 1024, cold: 1.0, turns: 3),
    ]

    private let generator: String
    let program: String
    private let settings: Settings
    /// Where books and files lie.
    let folder: String
    private let reference: String?

    init(generator: String, program: String, _ settings: Settings) throws {
        self.generator = generator
        self.program = program
        self.settings = settings
        folder = FileManager.default.temporaryDirectory.appending(path: "luca-bench").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        setenv("LUCA_HOME", folder, 1)
        // The copy of a day is measured by itself.
        try "backups=off\n".write(toFile: folder + "/settings", atomically: true, encoding: .utf8)
        try FileManager.default.createDirectory(atPath: folder + "/copying", withIntermediateDirectories: true)
        let source = URL(filePath: generator).deletingLastPathComponent().appending(path: "fifo_ref.c").path
        let built = folder + "/fifo_ref"
        let isBuilt = (try? spawn(["cc", "-O2", "-o", built, source]))?.status == 0
        reference = isBuilt ? built : nil
    }

    func start() throws -> Row {
        let book = folder + "/small.luca"
        _ = try spawn([program, "--book", book, "-e", "account{name='B', currency='USD'} deposit{account='B', amount=1, date='2014-01-01'}"])
        let (measured, reference) = try takeTurns([program, "--book", book, "-e", "1"], ["/bin/true"], turns: max(settings.runs, 15))
        return Row("luca -e 1, cold, small book", .seconds(measured.wall), against: .init(name: "/bin/true", measured: .seconds(reference.wall)), budget: .milliseconds(15))
    }

    /// A line of a stranger's script, against the same in luca's own process: at most three times that.
    func sandbox() throws -> Row {
        let book = folder + "/small.luca", script = folder + "/line.lua"
        try "return #holdings{}".write(toFile: script, atomically: true, encoding: .utf8)
        let start = [program, "--book", book, "run"]
        let (measured, plain) = try takeTurns(start + ["--sandbox", script], start + [script], turns: max(settings.runs, 15))
        return Row("a line in the sandbox", .seconds(measured.wall), against: .init(name: "luca run of the same", measured: .seconds(plain.wall)), budget: .milliseconds(45))
    }

    /// What running the program on a book of a size took.
    struct Run {
        let rows: [Row]
        /// What the program holds with the book loaded, beyond what it holds with an empty one.
        let peak: Double
        let book: String
    }

    func run(_ size: Size) throws -> Run {
        let csv = try csv(size), book = "\(folder)/\(size.trades).luca"
        let matching = reference.map { [$0, csv, "1"] }
        let (importing, c) = try takeTurns([program, "--book", book, "import", csv], matching, turns: size.turns) { removeBook(book) }
        func against(_ cost: ProcessCost) -> Row.Reference? { matching == nil ? nil : .init(name: "C, CSV and lots", measured: .seconds(cost.wall)) }
        var rows = [Row("import CSV, \(size.name), with lot check", .seconds(importing.wall), against: against(c), budget: size.importing.map { .seconds($0) })]
        rows.append(Row("import CSV, \(size.name), peak memory", .bytes(importing.peak), budget: size.importingPeak.map { .bytes($0) }))
        let question = "holdings{} gains{}:sum('gain')"
        let (cold, again) = try takeTurns([program, "--book", book, "-e", question], matching, turns: size.turns)
        rows.append(Row("cold start, holdings and gains, \(size.name)", .seconds(cold.wall), against: against(again), budget: .seconds(size.cold)))
        // The state that the book saved when it was closed answers this; what has happened is not read.
        let (present, whole) = try takeTurns([program, "--book", book, "-e", "holdings{} cash{}"], [program, "--book", book, "-e", question], turns: size.turns)
        rows.append(Row("cold start, holdings and cash alone, \(size.name)", .seconds(present.wall), against: .init(name: "with gains", measured: .seconds(whole.wall))))
        let (held, idle) = try takeTurns([program, "--book", book, "-e", "return #gains{}"], [program, "--book", folder + "/small.luca", "-e", "return #gains{}"], turns: 3)
        rows.append(try firstWriting(book, size))
        return Run(rows: rows, peak: held.peak - idle.peak, book: book)
    }

    /// What the first writing of a day costs, with the copy that follows it, beside any other.
    private func firstWriting(_ book: String, _ size: Size) throws -> Row {
        setenv("LUCA_HOME", folder + "/copying", 1)
        defer { setenv("LUCA_HOME", folder, 1) }
        let writing = [program, "--book", book, "-e", "account{name='Copied', currency='USD'} deposit{account='Copied', amount=1, date='2014-01-01'}"]
        let (first, _) = try takeTurns(writing, nil, turns: size.turns) { try? FileManager.default.removeItem(atPath: book + ".backups") }
        let (next, _) = try takeTurns(writing, nil, turns: size.turns)
        return Row("first writing of a day, with its copy, \(size.name)", .seconds(first.wall), against: .init(name: "the next writing", measured: .seconds(next.wall)))
    }

    /// What a question and a trade cost once the book is loaded, and what an activity takes in memory.
    func session(_ size: Size, after run: Run) throws -> [Row] {
        var configuration = Runtime.Configuration()
        configuration.today = try Day("2030-01-01")
        let runtime = try Runtime(configuration)
        defer { runtime.close() }
        try runtime.openBook(at: run.book)
        func evaluate(_ code: String) throws -> UInt64 {
            _ = try runtime.evaluate(code, name: "=bench", source: "bench")
            return 0
        }
        let cold = try measureOnce { try evaluate("holdings{} gains{}:sum('gain')") }
        let next = try measure([Subject("next question", operations: 1) { try evaluate("holdings{} gains{}:sum('gain')") }], settings)[0]
        let symbol = try runtime.requireBook().ledger.instruments[0].symbol, account = try runtime.requireBook().ledger.accounts[0].name
        let trade = "buy{date='2029-01-02', account='\(account)', symbol='\(symbol)', quantity=1, price=10} "
        let recording = try measure([Subject("record one", operations: 1) { try evaluate(trade + "return #holdings{}") }], settings)[0]
        // In turns, so that a trade pays for what a branch before it left behind.
        let both = try measure(
            [
                Subject("trade", operations: 1) { try evaluate(trade + "return #holdings{}") },
                Subject("what if", operations: 1) { try evaluate("return whatif(function() \(trade) return #holdings{} end)") },
            ], settings)
        let branched = Row(
            "whatif with one trade, \(size.name)", both[1], against: .init(name: "the trade itself, in turn", measured: both[0]),
            budget: size.trades == 1_000_000 ? .seconds(both[0].value + 0.010) : nil)
        let first = Row.Reference(name: "the first question", measured: cold)
        let activities = try runtime.requireBook().ledger.activities.count
        return [
            Row("memory per activity held, \(size.name)", .bytes(run.peak / Double(activities)), budget: .bytes(120)),
            Row("next question in the session, \(size.name)", next, against: first, budget: size.trades == 100_000 ? .milliseconds(5) : nil),
            Row("record one trade and show holdings, \(size.name)", recording, against: first, budget: size.trades == 1_000_000 ? .milliseconds(5) : nil),
            branched,
        ]
    }

    /// The activities of a book of a size, as CSV; made once.
    func csv(_ size: Size) throws -> String {
        let path = "\(folder)/\(size.trades)/book.csv"
        if FileManager.default.fileExists(atPath: path) { return path }
        let cost = try spawn(["python3", generator, "--trades", "\(size.trades)", "--formats", "csv", "--out", "\(folder)/\(size.trades)"])
        guard cost.status == 0 else { throw BenchError(message: "the book generator failed") }
        return path
    }
}
