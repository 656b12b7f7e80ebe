import LuaKit
import Testing
@testable import Scripting

/// A report that ships, as Markdown: its figures, and the rows of its tables.
struct ReportText {
    /// The whole text.
    let text: String

    /// Runs a report with arguments as Lua has them.
    init(_ name: String, _ arguments: String = "", _ session: ScriptSession) throws {
        text = try session.text("report.\(name){\(arguments)}:markdown()").replacing("\\_", with: "_")
    }

    /// The lines below a heading, up to the next one.
    func section(_ heading: String) -> [String] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard let start = lines.firstIndex(of: "## " + heading) else { return [] }
        return Array(lines[(start + 1)...].prefix { !$0.hasPrefix("## ") })
    }

    /// A figure of a section, with what is said of it: `290.00 USD (+7.25%)`, without the mark of a gain or a loss.
    func figure(_ name: String, _ heading: String) -> String? {
        guard let line = section(heading).first(where: { $0.hasPrefix("- \(name): ") }) else { return nil }
        let value = line.dropFirst(name.count + 4)
        return String(value.hasPrefix("▲ ") || value.hasPrefix("▼ ") ? value.dropFirst(2) : value)
    }

    /// The cells of the first row of a section that begins with a cell, or with these cells, by column; nil where there is no such row.
    func row(_ first: String..., in heading: String) -> [String: String]? {
        var columns: [String] = []
        for line in section(heading) where line.hasPrefix("|") {
            let cells = line.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false).map { $0.filter { $0 != "*" }.trimmed }
            if cells.allSatisfy({ !$0.isEmpty && $0.allSatisfy { "-:".contains($0) } }) { continue }
            if Array(cells.prefix(first.count)) == first { return Dictionary(zip(columns, cells)) { first, _ in first } }
            // A table begins behind a line that is none of a table, with its columns.
            if columns.isEmpty || cells.contains(where: Self.names.contains) { columns = cells }
        }
        return nil
    }

    /// Columns that tell the heading of a table from its rows.
    private static let names: Set = ["currency", "amount", "twr", "year", "value", "balance", "percent"]
}

extension String {
    /// The text without blanks at its ends.
    fileprivate var trimmed: String { String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
}

/// The books that the tests of reports ask.
enum ReportBook {
    /// The reports of several parts that ship.
    static let reports = [
        "allocation", "costs", "dashboard", "income_calendar", "positions", "profit", "reserves", "returns", "review", "savings", "statement", "tax_year",
    ]

    /// Ann has euros in one account, Bob dollars and shares in another; no currency is the book's, and no rate is known.
    ///
    /// Bob: 4,000 - (10 × 100 + 5) = 2,995; + 20 - 3 = 3,012; + 4 × 125 - 2 = 3,510 in cash. A share cost 1,005 / 10 = 100.50; four were sold for 498 and cost 402, so 96 were gained;
    /// six cost 603 and are worth 6 × 130 = 780. Ann: 5,000 + 12 - 2 = 5,010.
    static let twoCurrencies = """
        account{name="Giro", type="cash", currency="EUR", owner="Ann", portfolio="Home", opened="2013-01-01"}
        account{name="Depot", type="securities", currency="USD", owner="Bob", portfolio="Growth", opened="2013-01-01"}
        instrument{symbol="AAA", name="Alpha", kind="stock", currency="USD", class="Tech"}
        deposit{account="Giro", amount=5000, date="2013-01-02"} deposit{account="Depot", amount=4000, date="2013-01-02"}
        buy{account="Depot", symbol="AAA", quantity=10, price=100, fee=5, date="2013-02-01"}
        quote{symbol="AAA", date="2013-12-31", close=120} quote{symbol="AAA", date="2014-12-30", close=130}
        dividend{account="Depot", symbol="AAA", amount=20, tax=3, date="2014-05-05"}
        sell{account="Depot", symbol="AAA", quantity=4, price=125, fee=2, date="2014-06-02"}
        interest{account="Giro", amount=12, tax=2, date="2014-07-01"}
        """

    /// Rates for it: a euro is 1.30, then 1.38, then 1.21 dollars.
    static let rates = """
        rate{from="EUR", to="USD", date="2013-01-02", rate=1.3} rate{from="EUR", to="USD", date="2013-12-31", rate=1.38} rate{from="EUR", to="USD", date="2014-12-30", rate=1.21}
        """

    /// What a report has to answer, whatever it is asked of.
    static let special: [(name: String, source: String)] = [
        ("nothing", ""), ("one deposit", #"account{name="Savings", type="deposit", currency="EUR"} deposit{account="Savings", amount=1000, date="2014-03-03"}"#),
        ("an account without an entry", #"account{name="Savings", type="deposit", currency="EUR"}"#),
        (
            "an account told by its worth",
            #"""
            account{name="ISA", currency="GBP", tracking="value", owner="Ann"}
            value{account="ISA", amount=9000, date="2013-12-31"} value{account="ISA", amount=10250, date="2014-06-30"}
            """#
        ),
        (
            "no price",
            #"""
            account{name="Depot", currency="USD"} instrument{symbol="ZZZ", currency="USD"} deposit{account="Depot", amount=100, date="2014-01-02"}
            record{type="transfer_in", account="Depot", symbol="ZZZ", quantity=7, date="2014-03-03"}
            """#
        ),
        ("two currencies", twoCurrencies), ("no rate", twoCurrencies + #" setting("base_currency", "EUR")"#),
        ("rates", twoCurrencies + rates + #" setting("base_currency", "EUR")"#),
        ("only the future", #"account{name="Savings", currency="EUR"} recurring{name="rent", every="month", day=1, record={type="deposit", account="Savings", amount=5}}"#),
    ]

    /// A session on a book, on the last day of 2014.
    static func session(_ source: String) throws -> ScriptSession {
        let session = try ScriptSession()
        if !source.isEmpty { try session.run(source) }
        return session
    }
}
