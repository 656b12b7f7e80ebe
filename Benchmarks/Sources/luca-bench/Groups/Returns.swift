import Foundation
import Ledger
import LuaSurface
import Scripting
import Storage
import Values
import Worth

/// Worth and returns over time.
let returns = Group(
    name: "returns",
    about: """
        The program itself on a book of 20,000 activities in 6 accounts of 3 currencies, with 40 instruments and their daily closes. The reference \
        is a C program that reads the same files into arrays of doubles and multiplies units by price and rate for each day, and does nothing else. \
        The shares are of one session, each figure asked for the first time and after those above it.
        """
) { settings in
    guard let program = settings.program else { return .skipped("there is no built luca; bin/bench builds it") }
    let bench = try ReturnsBench(program: program, settings)
    // All programs run before a book is loaded here: they would count this process's memory as theirs.
    let rows = try bench.programs()
    return .table(try rows + bench.shares() + bench.session() + [bench.internalRate()])
}

private struct ReturnsBench {
    private let program: String
    private let settings: Settings
    private let folder: String
    private let reference: String
    private let fiveYears: MarketBook
    private let fifteenYears: MarketBook

    /// What is asked for, in one currency: what there is, how it came about, and how well the whole and its parts did.
    private static let figures: [(name: String, code: String)] = {
        typealias Figure = (name: String, code: String)
        let overTime = ["returns", "attribution", "risk", "drawdowns", "calendar_returns", "rolling_returns"]
        let now: [Figure] = ["holdings", "gains", "income", "cash"].map { ($0, "n = #\($0){base='EUR'}") }
        let whole: [Figure] = [("snapshots, daily", "n = #snapshots{base='EUR', every='day'}")] + overTime.map { ($0, question($0)) }
        let parts: [Figure] = ["account", "symbol", "class"].map { (group: String) in
            ("all of them by \(group)", (["snapshots"] + overTime).map { question($0, by: group) }.joined(separator: " "))
        }
        return now + whole + parts
    }()

    private static func question(_ name: String, by group: String? = nil) -> String {
        let benchmark = name == "returns" ? ", benchmark='\(MarketBook.benchmark)'" : ""
        return "n = #\(name){base='EUR'\(benchmark)\(group.map { ", by='\($0)'" } ?? "")}"
    }

    private static let all = figures.map(\.code).joined(separator: "\n")
    private static let daily = "n = #snapshots{base='EUR', every='day'}"

    init(program: String, _ settings: Settings) throws {
        self.program = program
        self.settings = settings
        folder = FileManager.default.temporaryDirectory.appending(path: "luca-bench").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        setenv("LUCA_HOME", folder, 1)
        reference = folder + "/daily_values"
        let source = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Reference/daily_values.c").standardized.path
        guard try spawn(["cc", "-O2", "-o", reference, source]).status == 0 else { throw BenchError(message: "cc cannot compile \(source)") }
        fiveYears = try MarketBook(years: 5, activities: 20_000, in: folder)
        fifteenYears = try MarketBook(years: 15, activities: 20_000, in: folder)
        for files in [fiveYears, fifteenYears] { try make(book(files), files) }
    }

    private func book(_ files: MarketBook) -> String { files.folder + ".luca" }

    private func run(_ arguments: [String], on book: String) -> [String] { [program, "--book", book, "--today", "2024-01-02"] + arguments }

    /// The book of the files, made anew: what another version of luca wrote would be measured otherwise.
    private func make(_ book: String, _ files: MarketBook) throws {
        removeBook(book)
        for arguments in [["run", files.definitions], ["import", "--yes", files.rates], ["import", "--yes", files.quotes], ["import", "--yes", files.activities]] {
            guard try spawn(run(arguments, on: book)).status == 0 else { throw BenchError(message: "luca \(arguments.joined(separator: " ")) failed") }
        }
    }

    private func bound(_ files: MarketBook) -> [String] { [reference, files.quotes, files.activities, files.rates] }

    // MARK: Whole processes

    func programs() throws -> [Row] {
        let (five, bound) = try takeTurns(run(["-e", Self.all], on: book(fiveYears)), bound(fiveYears), turns: settings.runs)
        let (fifteen, longBound) = try takeTurns(run(["-e", Self.daily], on: book(fifteenYears)), self.bound(fifteenYears), turns: settings.runs)
        let (idle, _) = try takeTurns(run(["-e", "1"], on: book(fiveYears)), ["/bin/true"], turns: settings.runs)
        func c(_ cost: ProcessCost) -> Row.Reference { .init(name: "C, same files", measured: .seconds(cost.wall)) }
        return [
            Row("every figure, 5 years, cold", .seconds(five.wall), against: c(bound), budget: .seconds(0.25)),
            Row("every figure, 5 years, peak memory", .bytes(five.peak), against: .init(name: "luca -e 1, same book", measured: .bytes(idle.peak), isOwn: true)),
            Row("daily snapshots, 15 years, cold", .seconds(fifteen.wall), against: c(longBound), budget: .seconds(0.2)),
        ] + (try imports())
    }

    private func imports() throws -> [Row] {
        let book = folder + "/imported.luca", quotes = fiveYears.quotes
        let (measured, bound) = try takeTurns(run(["import", "--yes", quotes], on: book), ["wc", "-l", quotes], turns: settings.runs) {
            removeBook(book)
            _ = try spawn(run(["run", fiveYears.definitions], on: book))
        }
        let count = try String(contentsOfFile: quotes, encoding: .utf8).utf8.count { $0 == UInt8(ascii: "\n") } - 1
        let reading = Row("import \(count) quotes", .seconds(measured.wall), against: .init(name: "wc -l", measured: .seconds(bound.wall)))
        guard let zip = settings.euroRates else { return [reading, Row("import ECB rates since 1999", skipped: "there is no data/ecb in LUCA_SHARED")] }
        guard try spawn(["python3", "-m", "zipfile", "-e", zip, folder]).status == 0 else { throw BenchError(message: "python3 cannot unpack \(zip)") }
        let history = folder + "/eurofxref-hist.csv"
        let (rates, lines) = try takeTurns(run(["import", "--yes", history], on: book), ["wc", "-l", history], turns: settings.runs) { removeBook(book) }
        return [reading, Row("import ECB rates since 1999", .seconds(rates.wall), against: .init(name: "wc -l", measured: .seconds(lines.wall)), budget: .seconds(2))]
    }

    // MARK: In this process

    private func open(_ book: String) throws -> Runtime {
        var configuration = Runtime.Configuration()
        configuration.today = try Day("2024-01-02")
        let runtime = try Runtime(configuration)
        try runtime.openBook(at: book)
        return runtime
    }

    private func evaluate(_ code: String, in runtime: Runtime) throws -> UInt64 {
        _ = try runtime.evaluate(code, name: "=bench", source: "bench")
        return 0
    }

    /// What each figure takes in a session that begins.
    func shares() throws -> [Row] {
        var samples = [[Double]](repeating: [], count: Self.figures.count)
        for turn in 0...settings.runs {
            let runtime = try open(book(fiveYears))
            defer { runtime.close() }
            for (place, figure) in Self.figures.enumerated() {
                let time = try measureOnce { try evaluate(figure.code, in: runtime) }
                if turn > 0 { samples[place].append(time.value) }
            }
        }
        let medians = samples.map(median), whole = Row.Reference(name: "all of them", measured: .seconds(medians.reduce(0, +)), isOwn: true)
        return zip(Self.figures, medians).map { Row($0.name, .seconds($1), against: whole) }
    }

    /// What is asked again in a session: with nothing changed, with a trade on the last day, with one on the first.
    func session() throws -> [Row] {
        let copy = folder + "/session.luca"
        removeBook(copy)
        try FileManager.default.copyItem(atPath: book(fiveYears), toPath: copy)
        let runtime = try open(copy)
        defer { runtime.close() }
        let first = Row.Reference(name: "the first time", measured: try measureOnce { try evaluate(Self.all, in: runtime) }, isOwn: true)
        func trade(_ day: Day) -> String { "buy{date='\(day)', account='A EUR', symbol='S00', quantity=1, price=20}\n" }
        let again = try measure([Subject("again", operations: 1) { try evaluate(Self.all, in: runtime) }], settings)[0]
        let late = try measure([Subject("late", operations: 1) { try evaluate(trade(fiveYears.last) + Self.all, in: runtime) }], settings)[0]
        let early = try measure([Subject("early", operations: 1) { try evaluate(trade(fiveYears.first) + Self.all, in: runtime) }], settings)[0]
        return [
            Row("every figure again, nothing changed", again, against: first, budget: .seconds(0.02)),
            Row("a trade on the last day, and every figure", late, against: first),
            Row("a trade on the first day, and every figure", early, against: first),
        ]
    }

    /// Ten thousand flows, each on a day of its own, against Newton's method as it is written down first.
    func internalRate() throws -> Row {
        var random = Generator(state: 3)
        let flows = (0..<10_000).map { place in
            let amount = Int(random.next() % 1000) + 1
            return CashFlow(day: Day(number: Int32(place)), amount: FixedDecimal(place == 9_999 ? 9_000_000 : -amount))
        }
        let plain = flows.map { (years: Double($0.day.number) / 365, amount: $0.amount.doubleValue) }
        return try row(
            Subject("XIRR of 10,000 flows", operations: 1) {
                guard case .rate(let root) = try InternalRate(of: flows) else { throw BenchError(message: "the flows have no one rate") }
                return root.continuous.bitPattern
            },
            against: Subject("Newton with pow", operations: 1) { Self.newton(plain).bitPattern }, budget: .milliseconds(0.45), settings)
    }

    private static func newton(_ flows: [(years: Double, amount: Double)]) -> Double {
        var rate = 0.1, step = 1.0
        while step.magnitude > 1e-12 {
            var value = 0.0, slope = 0.0
            for flow in flows {
                let worth = flow.amount * pow(1 + rate, -flow.years)
                value += worth
                slope -= flow.years * worth / (1 + rate)
            }
            step = value / slope
            rate -= step
        }
        return rate
    }
}
