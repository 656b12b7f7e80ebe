import Foundation
import LuaSurface
import Scripting
import Values

/// Every report of the program, on a book as people have them.
let reports = Group(
    name: "reports",
    about: """
        Each report as text, on a book of 20,000 activities in 6 accounts of 3 currencies, with 40 instruments and five years of their daily closes: by a program of its own, and again \
        in a session that has shown it. The reference is a start of the same program on the same book, `luca -e 1`. Told are the slowest, and those over budget.
        """
) { settings in
    guard let program = settings.program else { return .skipped("there is no built luca; bin/bench builds it") }
    let bench = try ReportBench(program, settings), names = try bench.names()
    let cold = names.map { name in (name, step("report \(name), cold") { [try bench.cold(name)] }) }
    let again = try bench.again(names)
    return .table(told(cold, "the slowest of \(names.count) reports, cold") + told(again, "the slowest of \(names.count) reports, again"))
}

/// The slowest row under one name, so that it can be compared whichever it is, and each that failed or is over budget.
private func told(_ rows: [(name: String, rows: [Row])], _ title: String) -> [Row] {
    let all = rows.flatMap(\.rows), slowest = all.max { ($0.measured?.value ?? 0) < ($1.measured?.value ?? 0) }
    guard let slowest, let time = slowest.measured else { return all }
    let name = slowest.what.split(separator: ",").first.map(String.init) ?? ""
    let summary = Row(title, time, against: slowest.reference, budget: slowest.budget)
    return [summary] + all.filter { !$0.isWithin || $0.what.hasPrefix(name + ",") }
}

private struct ReportBench {
    private let program: String
    private let settings: Settings
    private let files: MarketBook
    private let book: String
    private let result: String

    init(_ program: String, _ settings: Settings) throws {
        (self.program, self.settings) = (program, settings)
        let folder = try benchFolder("luca-bench")
        files = try MarketBook(years: 5, activities: 20_000, in: folder)
        (book, result) = (files.folder + "-reports.luca", folder + "/reports")
        removeBook(book)
        for arguments in [["run", files.definitions], ["import", "--yes", files.rates], ["import", "--yes", files.quotes], ["import", "--yes", files.activities]] {
            guard try spawn(own + arguments).status == 0 else { throw BenchError(message: "luca \(arguments.joined(separator: " ")) failed") }
        }
        guard try spawn(own + ["-e", "setting('base_currency', 'EUR')"]).status == 0 else { throw BenchError(message: "the base currency cannot be set") }
    }

    private var own: [String] { [program, "--book", book, "--today", "2024-01-02", "--no-init"] }

    /// As `luca report` lists them: a line for each, its name before a colon.
    func names() throws -> [String] {
        guard try spawn(["sh", "-c", "'\(program)' report >'\(result)'"]).status == 0 else { throw BenchError(message: "the reports cannot be listed") }
        let names = try String(contentsOfFile: result, encoding: .utf8).matches(of: /^([a-z_]+):/.anchorsMatchLineEndings()).map { String($0.1) }
        guard !names.isEmpty else { throw BenchError(message: "luca report lists none") }
        return names
    }

    func cold(_ name: String) throws -> Row {
        let (cost, idle) = try takeTurns(own + ["report", name], own + ["-e", "1"], turns: min(settings.runs, 5))
        let start = Row.Reference(name: "luca -e 1", measured: .seconds(idle.wall), isOwn: true)
        return Row("report \(name), cold", .seconds(cost.wall), against: start, budget: .seconds(0.25))
    }

    /// Each once more, in a session that has shown all of them.
    func again(_ names: [String]) throws -> [(name: String, rows: [Row])] {
        var configuration = Runtime.Configuration()
        configuration.today = try Day("2024-01-02")
        let runtime = try Runtime(configuration)
        defer { runtime.close() }
        try runtime.openBook(at: book)
        func evaluate(_ name: String) throws -> UInt64 {
            _ = try runtime.evaluate("local text = report.find('\(name)'){}:markdown()", name: "=bench", source: "bench")
            return 0
        }
        return names.map { name in
            (
                name,
                step("report \(name), again") {
                    let first = try measureOnce { try evaluate(name) }
                    let next = try measure([Subject(name, operations: 1) { try evaluate(name) }], settings)[0]
                    return [Row("report \(name), again", next, against: .init(name: "the first time", measured: first, isOwn: true), budget: .seconds(0.02))]
                }
            )
        }
    }
}
