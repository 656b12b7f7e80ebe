import LuaKit
import Testing
@testable import Scripting

/// The figures of the reports of a year or of spans, by hand.
@Suite("Reports that ship: figures of years and spans, by hand")
struct ReportYearTests {
    private func twoCurrencies(_ more: String = "") throws -> ScriptSession { try ReportBook.session(ReportBook.twoCurrencies + "\n" + more) }

    @Test("The savings tracker has the change since the last update and in spans, with and without what was brought in")
    func savings() throws {
        let session = try ReportBook.session(
            #"""
            account{name="ISA", currency="GBP", tracking="value"} account{name="Savings", currency="GBP", type="deposit"}
            value{account="ISA", amount=9000, date="2013-12-01"} value{account="ISA", amount=10000, date="2014-11-01"} value{account="ISA", amount=10250, date="2014-12-10"}
            deposit{account="Savings", amount=500, date="2013-01-02"} deposit{account="Savings", amount=200, date="2014-10-15"} interest{account="Savings", amount=7, date="2014-12-20"}
            """#)
        let report = try ReportText("savings", "", session)
        let isa = try #require(report.row("ISA", in: "Accounts")), savings = try #require(report.row("Savings", in: "Accounts"))
        // Thirty days before the 31st of December is the 1st, ninety days the 2nd of October, 365 days the 31st of December 2013.
        #expect(isa["value"] == "10,250.00" && isa["updated"] == "2014-12-10" && isa["since_update"] == "250.00")
        #expect(report.text.contains("| ISA | 250.00 | 1,250.00 | 1,250.00 | GBP |"))
        #expect(savings["value"] == "707.00" && savings["since_update"] == "7.00")
        #expect(report.text.contains("| Savings | 7.00 | 207.00 | 207.00 | GBP |"))
        #expect(report.figure("In ninety days", "Accounts") == "1,457.00 GBP (gain 1,257.00 GBP)")
        #expect(report.text.contains("| Savings | 7.00 | 7.00 | 7.00 | GBP |"))
    }

    @Test("Returns are those of the accounts, by month and by year")
    func returns() throws {
        let session = try ReportBook.session(ReportBook.special[3].source)
        let report = try ReportText("returns", "year=2014", session)
        // 10,250 / 9,000 - 1.
        #expect(report.figure("Time-weighted", "In all") == "13.89%")
        #expect(report.figure("Gain", "In all") == "1,250.00 GBP")
        #expect(report.row("2014", in: "By year and month")?["jun"] == "13.89%")
        #expect(report.row("2014", in: "By year and month")?["jul"] == "0.00%")
        #expect(report.section("Falls from a peak").contains("There was none."))
    }

    @Test("A tax year has its gains lot by lot, short and long, and begins where it is said to")
    func taxYear() throws {
        let session = try twoCurrencies(
            #"buy{account="Depot", symbol="AAA", quantity=1, price=110, date="2014-06-20"} sell{account="Depot", symbol="AAA", quantity=7, price=120, date="2014-07-01"}"#)
        let report = try ReportText("tax_year", "year=2014", session)
        // The six that were left cost 603 and bring 720, the one that was bought in June costs 110 and brings 120: 96 + 117 long, 10 short.
        #expect(report.figure("Long-term gains", "Gains") == "213.00 USD")
        #expect(report.figure("Short-term gains", "Gains") == "10.00 USD")
        #expect(report.row("dividend", in: "Dividends, interest and other income")?["tax"] == "3.00")
        #expect(report.row("taxes", "Depot", in: "Taxes withheld and paid")?["amount"] == "3.00")
        #expect(report.section("Gains lot by lot").filter { $0.hasPrefix("| AAA |") }.count == 3)
        #expect(report.text.contains("Wash sales are not looked for"))
        let british = try ReportText("tax_year", "year=2014, begins='06-15'", session)
        #expect(british.text.contains("2014-06-15 to 2015-06-14"))
        #expect(british.section("Gains lot by lot").filter { $0.hasPrefix("| AAA |") }.count == 2)
        #expect(try session.message("report.tax_year{begins='june'}").contains("begins must be a month and a day, got"))
    }

    @Test("Costs are told by kind, and in proportion to the average of the month-ends")
    func costs() throws {
        let session = try ReportBook.session(
            #"""
            account{name="Giro", currency="EUR"} deposit{account="Giro", amount=1200, date="2013-12-31"}
            fee{account="Giro", amount=12, date="2014-12-31"} tax{account="Giro", amount=3, date="2014-12-31"}
            """#)
        let report = try ReportText("costs", "year=2014", session)
        // (11 × 1,200 + 1,185) / 12 = 1,198.75, and 12 / 1,198.75 = 1.00 %.
        #expect(report.figure("Fees", "Fees and taxes") == "12.00 EUR (1 fee)")
        #expect(report.figure("Taxes", "Fees and taxes") == "3.00 EUR (1 tax payment)")
        #expect(report.figure("Fees, of what all was worth", "Fees and taxes")?.hasPrefix("1.00%") == true)
        #expect(report.row("account fees", in: "By kind")?["amount"] == "12.00")
        #expect(try ReportText("costs", "year=2013", session).text.contains("Nothing was charged."))
    }

    @Test("A statement leads from the opening to the closing balance, movement by movement")
    func statement() throws {
        let report = try ReportText("statement", "year=2014", twoCurrencies())
        #expect(report.row("2014-01-01", "opening balance", in: "Depot, Bob")?["balance"] == "2,995.00")
        #expect(report.row("2014-05-05", "dividend", in: "Depot, Bob")?["balance"] == "3,012.00")
        #expect(report.row("2014-06-02", "sold", in: "Depot, Bob")?["amount"] == "498.00")
        #expect(report.row("2014-12-31", "closing balance", in: "Depot, Bob")?["balance"] == "3,510.00")
        #expect(report.row("AAA", in: "Depot, Bob")?["market_value"] == "780.00")
        #expect(report.row("2014-12-31", "closing balance", in: "Giro, Ann")?["balance"] == "5,010.00")
        #expect(!report.text.contains("do not lead to"))
    }

    @Test("A statement with several currencies in an account has a balance for each")
    func statementOfExchange() throws {
        let session = try ReportBook.session(
            #"""
            account{name="Giro", currency="EUR"} deposit{account="Giro", amount=100, date="2014-01-02"} rate{from="EUR", to="USD", date="2014-01-02", rate=1.3}
            exchange{account="Giro", amount=50, to="USD", date="2014-02-03", fee=1}
            """#)
        let report = try ReportText("statement", "year=2014", session)
        // 100 - 50 - 1 euros, and 50 × 1.3 dollars.
        let closing = report.section("Giro").filter { $0.contains("closing balance") }
        #expect(closing.count == 2 && closing[0].contains("| 49.00 | EUR |") && closing[1].contains("| 65.00 | USD |"))
        #expect(!report.text.contains("do not lead to"))
    }

    @Test("The review sets a year beside the one before")
    func review() throws {
        let report = try ReportText("review", "year=2014, owner='Bob'", twoCurrencies())
        // 2013: 4,000 came in, and prices brought 10 × (120 - 100), less the fee of 5.
        let gain = try #require(report.row("Gain in all", in: "The year")), end = try #require(report.row("Worth at the end", in: "The year"))
        #expect(gain["this_year"] == "95.00" && gain["year_before"] == "195.00")
        #expect(end["this_year"] == "4,290.00" && end["year_before"] == "4,195.00")
        #expect(report.figure("Gain", "The year") == "95.00 USD (return +2.26%)")
        #expect(report.row("AAA", in: "What gained most")?["gain"] == "95.00")
        #expect(report.text.contains("Entries of 2014 behind these figures: 2."))
    }
}
