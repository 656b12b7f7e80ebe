import Foundation
import LuaKit
import LuaSurface
import Scripting
import TestSupport
import Testing
import Values
@testable import REPL

/// The first screen of each query on the sample book, at widths that terminals have, in `Tests/REPLTests/Screens`.
///
/// `LUCA_UPDATE=1` writes them anew.
@Suite("The first screen of every query")
struct ScreenTests {
    /// Lines of a usual terminal.
    private static let height = 24

    /// What the sample book lacks for some queries to have rows.
    private static let preparation = [
        "rate EUR USD 1.2155 on 2014-12-31", "watch ORCL above 50 below 30", "plan{ready=true}",
        #"tier{name="Emergency", target=20000, accounts={{account="Savings", apy="3.9%"}}}"#, #"tier{name="Growth", target=250000, accounts={"Brokerage"}}"#,
        #"goal{name="House", amount=750000, by="2020-12-31"}"#, #"goal{name="A year at sea with the children", amount=60000, by="2016-06-30", account="Savings"}"#,
        #"limit{name="IRA", account="Roth IRA", amount=5500, years={[2012]=5000}}"#, "every month on the 1st deposit 500 to Savings",
        #"recurring{name="savings plan", every="month", on="first working day", from="2014-12-01", record={type="buy", symbol="ORCL", account="Brokerage", amount=500}}"#,
        #"targets{name="core", weights={ORCL=60, NVDA=40}, band="5/25"}"#,
    ]

    /// A question for each query.
    private static let queries = [
        "holdings", "holdings in EUR", "gains", "gains in EUR", "activities", "trades", "lots", "income", "fees", "contributions", "cash", "values", "warnings",
        #"snapshots{from="2014-12-01", by="account"}"#, "net worth", "returns", "returns{by=\"account\"}", "attribution", "attribution{by=\"account\"}", "risk{by=\"account\"}",
        "drawdowns{}", "calendar_returns{}", "rolling_returns{}", "explain_return{year=2014}", "yields{}", "income_forecast{}", "quotes", "rates", "accounts", "instruments",
        "portfolios", "currencies", "settings", "options{}", "watch", "providers()", "history 27", #"explain{symbol="ORCL", account="Brokerage"}"#, "plans", "tiers",
        #"tiers{by="account"}"#, "allocate(5000)", "tier_transfers{}", "forecast{months=12}", "goals", "limits{}", "targets{}", #"rebalance{targets="core"}"#,
        #"rebalance{targets="core"}:preview()"#, "recurring.list{}", #"recurring.due{to="2015-02-28"}"#, "recurring.next{}", #"recurring.history{name="savings plan"}"#,
        "recurring.calendars()", #"recurring.calendar{name="nyse", year=2015}"#, "report", "report holdings", "report income", #"sql("select * from activities")"#,
        #"compare(holdings{on="2013-12-31"}, holdings{})"#, "find oracle",
        // What is tagged here has a column of its own from then on.
        #"tag{symbol={"ORCL", "NVDA"}, account="Savings", id=418, tag={"tech", "for the children"}}"#, "tags", "holdings by tag", "instruments{}",
    ]

    @Test("It is as it was last looked at", arguments: [60, 80, 120, 200])
    func screens(width: Int) throws {
        let path = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().path + "/Screens/\(width).txt"
        let shown = try Self.played(width).map { query, lines in (["luca> " + query] + lines).map { $0 + "\n" }.joined() }.joined(separator: "\n")
        if ProcessInfo.processInfo.environment["LUCA_UPDATE"] == "1" { try shown.write(toFile: path, atomically: true, encoding: .utf8) }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == shown, "LUCA_UPDATE=1 writes it anew")
    }

    @Test("No line of a table is wider than the terminal, and none that is needed is left out", arguments: [40, 60, 72, 80, 100, 120, 160])
    func widths(width: Int) throws {
        for (query, lines) in try Self.played(width) {
            for line in lines where !line.hasPrefix("warning") && !line.hasPrefix("notice") { #expect(line.count <= width, "\(query): \(line)") }
        }
    }

    @Test("At 80 columns holdings tell what a person looks for, and gains the gain")
    func whatMatters() throws {
        let screens = Dictionary(try Self.played(80)) { first, _ in first }
        let holdings = try #require(screens["holdings"]).prefix(2).joined(separator: " ")
        for word in ["symbol", "account", "quantity", "market_", "unrealized_", "gain", "percent", "weight"] { #expect(holdings.contains(word), "\(holdings)") }
        #expect(try #require(screens["gains"]?.first).contains("gain"))
    }

    @Test("Every query that gives a frame and needs no argument is among them")
    func complete() throws {
        let runtime = try Runtime(Runtime.Configuration())
        let asked = Set(Self.queries.flatMap { $0.split { !$0.isLetter && $0 != "_" && $0 != "." }.map(String.init) })
        // Verbs, whose answers are rows of activities; sync and search, which ask a server; rules of one's own.
        let others: Set = [
            "undo", "redo", "sync", "provider.search", "recurring.run", "recurring.approve", "import", "transfer", "exchange",
            // What they find is of the machine.
            "doctor", "backups",
        ]
        for record in runtime.functions.records.values where record.returns == "frame" && !record.name.hasPrefix("report.") && !record.parameters.contains(where: \.isRequired) {
            #expect(asked.contains(record.name) || others.contains(record.name), "\(record.name) has no screen")
        }
    }

    /// The queries with the lines that each prints, as many as a screen has.
    private static func played(_ width: Int) throws -> [(String, [String])] {
        var configuration = Runtime.Configuration()
        configuration.today = try Day("2014-12-31")
        configuration.isOffline = true
        var seconds: Int64 = 0
        configuration.clock = {
            seconds += 1
            return Instant(microseconds: 1_767_222_000_000_000 + seconds * 1_000_000)
        }
        let runtime = try Runtime(configuration), output = RecordedOutput()
        defer { runtime.close() }
        try runtime.openMemoryBook(named: "demo")
        try runtime.fillDemoBook()
        let session = ShellSession(RuntimeInterpreter(runtime), output: output, display: Display(), isInteractive: true)
        for line in [".width \(width)", ".mode auto", ".rows 200"] { session.feed(line) }
        for line in preparation {
            _ = output.take()
            guard session.feed(line) == .done else { throw ManualMistake(line: "\(line): \(output.take())") }
        }
        _ = output.take()
        return queries.map { query in
            session.feed(query)
            let lines = output.take().split(separator: "\n", omittingEmptySubsequences: false).dropLast().map { String($0.reversed().drop { $0 == " " }.reversed()) }
            return (query, lines.count > height ? lines.prefix(height - 1) + ["(\(lines.count - height + 1) more lines)"] : lines)
        }
    }
}
