import Foundation

/// Whole books: import, questions, one more trade, memory, and how all that grows.
let books = Group(
    name: "books",
    about: """
        The program itself on generated books of 10 k, 100 k and 1 M trades of 50 instruments in 3 accounts; with --large of 10 M too, which are the million of ten families. \
        The reference is a C program that reads the same CSV into int64 and matches lots first in, first out, and does nothing else. \
        Growth is the power of the size by which something grew from one book to the next: n^1 is linear.
        """
) { settings in
    guard let generator = settings.bookGenerator else { return .skipped("there is no book generator; LUCA_BOOK_GENERATOR names it") }
    guard let program = settings.program else { return .skipped("there is no built luca; bin/bench builds it") }
    let bench = try BookBench(generator: generator, program: program, settings)
    let sizes = settings.isLarge ? BookBench.sizes + [BookBench.large] : BookBench.sizes
    // All programs run before a book is loaded here: they would count this process's memory as theirs.
    let measured = sizes.map { bench.run($0) }
    let sessions = zip(sizes, measured).map { size, run in
        step("a session, \(size.name)") { run.book == nil ? [] : try BookSession(bench, size).rows() }
    }
    return .table(zip(measured, sessions).flatMap { $0.rows + $1 } + growthRows(sizes, measured))
}

/// A size of book and what it may cost.
struct Size {
    let name: String
    let trades: Int
    /// So many times the C program.
    var importing: Double?
    /// In bytes.
    var importingPeak: Double?
    /// So many times the C program.
    var cold: Double?
    /// Turns of what takes long.
    let turns: Int
}

/// Generated books, and the program that is measured on them.
struct BookBench {
    static let sizes = [
        Size(name: "10 k", trades: 10_000, turns: 9),
        Size(name: "100 k", trades: 100_000, cold: 8, turns: 7),
        Size(name: "1 M", trades: 1_000_000, importing: 40, importingPeak: 400e6, cold: 8, turns: 3),
    ]
    /// What has no budget of its own: it tells what breaks first.
    static let large = Size(name: "10 M", trades: 10_000_000, turns: 1)

    let generator: String
    let program: String
    let settings: Settings
    /// Where books and files lie.
    let folder: String
    private let reference: String?

    init(generator: String, program: String, _ settings: Settings) throws {
        (self.generator, self.program, self.settings) = (generator, program, settings)
        folder = try benchFolder("luca-bench")
        try FileManager.default.createDirectory(atPath: folder + "/copying", withIntermediateDirectories: true)
        reference = try compileReference("lots", into: folder)
    }

    /// What running the program on a book of a size took.
    struct Run {
        var rows: [Row] = []
        /// Nil where it could not be imported.
        var book: String?
        /// By what grows, its figure.
        var growing: [String: Quantity] = [:]
    }

    func path(_ size: Size) -> String { "\(folder)/\(size.trades).luca" }

    func run(_ size: Size) -> Run {
        var run = Run()
        run.rows += step("import CSV, \(size.name)") { try importing(size, &run) }
        guard run.book != nil else { return run }
        run.rows += step("import CSV with transfers and notes, \(size.name)") { try importingMore(size) }
        run.rows += step("cold start, holdings and gains, \(size.name)") { try asking(size, &run) }
        run.rows += step("memory per activity held, \(size.name)") { try holding(size, &run) }
        run.rows += step("first writing of a day, \(size.name)") { try firstWriting(size) }
        return run
    }

    private func importing(_ size: Size, _ run: inout Run) throws -> [Row] {
        let csv = try csv(size), book = path(size)
        let (cost, c) = try takeTurns([program, "--book", book, "import", "--yes", csv], lots(csv), turns: size.turns) { removeBook(book) }
        (run.book, run.growing["import"], run.growing["memory of an import"]) = (book, .seconds(cost.wall), .bytes(cost.peak))
        return [
            Row("import CSV, \(size.name), with lot check", .seconds(cost.wall), against: against(c), budget: size.importing.map { .times($0) }),
            Row("import CSV, \(size.name), peak memory", .bytes(cost.peak), budget: size.importingPeak.map { .bytes($0) }),
        ]
    }

    /// The same file, in which each row has a note and cash moves between accounts after each twentieth.
    private func importingMore(_ size: Size) throws -> [Row] {
        guard size.importing != nil else { return [] }
        let source = try csv(size), csv = "\(folder)/\(size.trades)/more.csv", book = folder + "/more.luca"
        if !FileManager.default.fileExists(atPath: csv) { try BookFiles.addTransfersAndNotes(to: source, writing: csv) }
        let (cost, c) = try takeTurns([program, "--book", book, "import", "--yes", csv], lots(csv), turns: size.turns) { removeBook(book) }
        removeBook(book)
        return [
            Row("import CSV with transfers and notes, \(size.name)", .seconds(cost.wall), against: against(c), budget: size.importing.map { .times($0) }),
            Row("import CSV with transfers and notes, \(size.name), peak memory", .bytes(cost.peak), budget: size.importingPeak.map { .bytes($0) }),
        ]
    }

    private func asking(_ size: Size, _ run: inout Run) throws -> [Row] {
        let csv = try csv(size), start = [program, "--book", path(size), "-e"]
        let (gains, bound) = try takeTurns(start + ["gains{}:sum('gain')"], lots(csv), turns: size.turns)
        let (both, again) = try takeTurns(start + ["holdings{} gains{}:sum('gain')"], lots(csv), turns: size.turns)
        // The state that the book saved when it was closed answers this; what has happened is not read.
        let (present, whole) = try takeTurns(start + ["holdings{} cash{}"], start + ["holdings{} gains{}:sum('gain')"], turns: size.turns)
        run.growing["cold start and all gains"] = .seconds(gains.wall)
        let withGains = Row.Reference(name: "with gains", measured: .seconds(whole.wall), isOwn: true)
        return [
            Row("cold start, all gains, \(size.name)", .seconds(gains.wall), against: against(bound), budget: size.cold.map { .times($0) }),
            Row("cold start, holdings and gains, \(size.name)", .seconds(both.wall), against: against(again), budget: size.cold.map { .times($0) }),
            Row("cold start, holdings and cash alone, \(size.name)", .seconds(present.wall), against: withGains),
        ]
    }

    /// What the program holds with the book loaded, beyond what it holds with one of a single deposit.
    private func holding(_ size: Size, _ run: inout Run) throws -> [Row] {
        let small = folder + "/one.luca", counted = folder + "/count", question = "return #gains{}"
        _ = try spawn([program, "--book", small, "-e", "account{name='B', currency='USD'} deposit{account='B', amount=1, date='2014-01-01'}"])
        _ = try spawn([program, "--book", path(size), "-e", "local f = io.open('\(counted)', 'w') f:write(#activities{}) f:close()"])
        guard let text = try? String(contentsOfFile: counted, encoding: .utf8), let count = Double(text), count > 0 else {
            throw BenchError(message: "the activities of \(path(size)) cannot be counted")
        }
        let (held, idle) = try takeTurns([program, "--book", path(size), "-e", question], [program, "--book", small, "-e", question], turns: 3)
        run.growing["memory of a loaded book"] = .bytes(held.peak - idle.peak)
        let budget: Budget? = size.trades >= 1_000_000 ? .bytes(110) : nil
        return [Row("memory per activity held, beyond 2.5 MB, \(size.name)", .bytes(max(held.peak - idle.peak - 2.5e6, 0) / count), budget: budget)]
    }

    /// What the first writing of a day costs, with the copy that follows it, beside any other.
    private func firstWriting(_ size: Size) throws -> [Row] {
        setenv("LUCA_HOME", folder + "/copying", 1)
        defer { setenv("LUCA_HOME", folder, 1) }
        let book = path(size)
        let writing = [program, "--book", book, "-e", "account{name='Copied', currency='USD'} deposit{account='Copied', amount=1, date='2014-01-01'}"]
        let (first, _) = try takeTurns(writing, nil, turns: size.turns) { try? FileManager.default.removeItem(atPath: book + ".backups") }
        let (next, _) = try takeTurns(writing, nil, turns: size.turns)
        let other = Row.Reference(name: "the next writing", measured: .seconds(next.wall), isOwn: true)
        return [Row("first writing of a day, with its copy, \(size.name)", .seconds(first.wall), against: other)]
    }

    private func lots(_ csv: String) -> [String]? { reference.map { [$0, csv, "1"] } }

    private func against(_ cost: ProcessCost) -> Row.Reference? { reference == nil ? nil : .init(name: "C, CSV and lots", measured: .seconds(cost.wall)) }

    /// The activities of a book of a size, as CSV; made once.
    func csv(_ size: Size) throws -> String {
        let path = "\(folder)/\(size.trades)/book.csv"
        if FileManager.default.fileExists(atPath: path) { return path }
        if size.trades == Self.large.trades {
            try FileManager.default.createDirectory(atPath: "\(folder)/\(size.trades)", withIntermediateDirectories: true)
            try BookFiles.multiply(try csv(Self.sizes[2]), by: 10, writing: path)
        } else {
            try BookFiles.generate(generator, ["--trades", "\(size.trades)", "--formats", "csv", "--out", "\(folder)/\(size.trades)"])
        }
        return path
    }
}

/// By which power each figure grew from a size to the next.
private func growthRows(_ sizes: [Size], _ measured: [BookBench.Run]) -> [Row] {
    zip(zip(sizes, measured), zip(sizes, measured).dropFirst()).flatMap { before, after -> [Row] in
        let times = Double(after.0.trades) / Double(before.0.trades)
        return after.1.growing.keys.sorted().compactMap { what in
            guard let small = before.1.growing[what], let big = after.1.growing[what], small.value > 0, big.value > 0 else { return nil }
            let exponent = Quantity.exponent(log(big.value / small.value) / log(times))
            // n·log n is n^1.05 at these sizes; the rest is the noise of a busy machine.
            return Row("growth of \(what), \(before.0.name) to \(after.0.name)", exponent, budget: .exponent(1.2))
        }
    }
}
