import LuaKit
import Testing
@testable import Scripting

/// The figures of each report that ships, by hand: the arithmetic stands at the book, or beside the test.
@Suite("Reports that ship: figures by hand")
struct ReportFigureTests {
    private func twoCurrencies(_ more: String = "") throws -> ScriptSession { try ReportBook.session(ReportBook.twoCurrencies + "\n" + more) }

    @Test("The dashboard tells each currency by itself, and in one where there are rates")
    func dashboard() throws {
        let report = try ReportText("dashboard", "", twoCurrencies())
        #expect(report.figure("Net worth", "Net worth in USD") == "4,290.00 USD")
        #expect(report.figure("Net worth", "Net worth in EUR") == "5,010.00 EUR")
        // 4,290 less 4,000 that were brought in; 4,195 = 2,995 + 10 × 120 at the beginning of the year, and 95 / 4,195 = 2.26 %.
        #expect(report.figure("Gain in all", "Net worth in USD") == "290.00 USD")
        #expect(report.figure("Gain this year", "Net worth in USD") == "95.00 USD (return +2.26%)")
        // Since the last quote all shares stood at what the last sale paid: 6 × (130 - 125) = 30 on 3,510 + 6 × 125 = 4,260.
        #expect(report.figure("Gain this month", "Net worth in USD") == "30.00 USD (return +0.70%)")
        #expect(report.figure("Dividends and interest", "Income of twelve months in USD") == "20.00 USD (1 payment)")
        #expect(report.text.contains("The accounts are in EUR, USD, and each currency stands by itself"))
        // 5,010 + 4,290 / 1.21 = 8,555.4545…
        let inEuros = try ReportText("dashboard", "base='EUR'", twoCurrencies(ReportBook.rates))
        #expect(inEuros.figure("Net worth", "Net worth") == "8,555.45 EUR")
    }

    @Test("Allocation has shares that add up, cash among them, and tells what is owed or unknown apart")
    func allocation() throws {
        let report = try ReportText("allocation", "", twoCurrencies())
        // 780 / 4,290 = 18.18 %, 3,510 / 4,290 = 81.82 %.
        #expect(report.row("Tech", in: "By class in USD")?["value"] == "780.00")
        #expect(report.row("Tech", in: "By class in USD")?["percent"] == "18.18%")
        #expect(report.row("cash", in: "By class in USD")?["percent"] == "81.82%")
        // 4,290 / 1.21 = 3,545.45 of 8,555.45 are 41.44 %.
        let inEuros = try ReportText("allocation", "by='currency', base='EUR'", twoCurrencies(ReportBook.rates))
        #expect(inEuros.row("USD", in: "By currency")?["value"] == "3,545.45")
        #expect(inEuros.row("USD", in: "By currency")?["percent"] == "41.44%")
        let unknown = try ReportText("allocation", "by='currency', base='EUR'", twoCurrencies())
        #expect(unknown.row("USD", in: "By currency")?["value"] == "")
        #expect(unknown.row("USD", in: "By currency")?["left_out"] == "no rate to EUR")
        #expect(unknown.row("EUR", in: "By currency")?["percent"] == nil)
        let targets = try ReportText("allocation", "", twoCurrencies(#"targets{name="plan", weights={AAA=60, CASH=40}}"#))
        #expect(targets.row("plan", "AAA", in: "Targets: plan")?["drift"] == "-41.82%")
    }

    @Test("Profit and loss add up to the gain, month by month and by where they came from")
    func profit() throws {
        let report = try ReportText("profit", "year=2014, owner='Bob'", twoCurrencies())
        // Prices: 4 × (125 - 120) + 6 × (130 - 120); + 20 dividend - 3 tax - 2 fee.
        for (name, value) in [("Profit or loss", "95.00"), ("Prices", "80.00"), ("Income", "20.00"), ("Fees", "-2.00"), ("Taxes", "-3.00"), ("Closing value", "4,290.00")] {
            #expect(report.figure(name, "The year") == value + " USD")
        }
        // May brings the dividend less its tax; June 10 × (125 - 120) - 2; December 30.
        #expect(report.row("2014-05", in: "The year")?["gain"] == "17.00")
        #expect(report.row("2014-06", in: "The year")?["gain"] == "48.00")
        #expect(report.row("2014-06", in: "The year")?["so_far"] == "65.00")
        #expect(report.row("2014-12", in: "The year")?["so_far"] == "95.00")
        #expect(report.row("2014-06", in: "Realised by month")?["gain"] == "96.00")
    }

    @Test("Positions tell the effective basis: the shares' cost less the premium of open and of closed options")
    func positions() throws {
        let session = try ReportBook.session(
            #"""
            account{name="Depot", currency="USD", allow_short=true} instrument{symbol="KO", currency="USD"}
            instrument{symbol="KOC", kind="option", currency="USD", underlying="KO", right="call", strike=45, expires="2015-01-16", multiplier=100}
            instrument{symbol="KOP", kind="option", currency="USD", underlying="KO", right="put", strike=35, expires="2014-06-20", multiplier=100}
            deposit{account="Depot", amount=9000, date="2014-01-02"} buy{account="Depot", symbol="KO", quantity=100, price=40, date="2014-01-03"}
            record{type="sell", subtype="sell_to_open", account="Depot", symbol="KOP", quantity=1, price=2, date="2014-03-03"}
            record{type="buy", subtype="buy_to_close", account="Depot", symbol="KOP", quantity=1, price=0.5, date="2014-04-03"}
            record{type="sell", subtype="sell_to_open", account="Depot", symbol="KOC", quantity=1, price=1.5, fee=1, date="2014-11-03"}
            dividend{account="Depot", symbol="KO", amount=30, date="2014-05-05"}
            quote{symbol="KO", date="2014-12-31", close=42} quote{symbol="KOC", date="2014-12-31", close=1}
            """#)
        let report = try ReportText("positions", "", session), row = try #require(report.row("KO", in: "Open"))
        // The put left 200 - 50 = 150, the call brought 150 - 1 = 149: 4,000 - 150 - 149 = 3,701, or 37.01 a share. Worth 100 × 42 - 100 × 1, and 200 + 49 are not realised.
        #expect(row["shares"] == "100" && row["cost_basis"] == "4,000.00")
        #expect(report.section("Open").contains("| KO | USD | 1 | 149.00 | 150.00 |"))
        #expect(row["effective_basis"] == "3,701.00" && row["effective_price"] == "37.01")
        #expect(report.section("Open").contains("| KO | USD | 4,100.00 | 249.00 | 0.00 | 30.00 |"))
        let before = try ReportText("positions", "on='2014-01-02'", session)
        #expect(before.text.contains("Nothing is held."))
    }

    @Test("The income calendar has the months, what is left after tax, and the growth of whole years")
    func incomeCalendar() throws {
        let session = try ReportBook.session(
            #"""
            account{name="Giro", currency="EUR"}
            for year, amount in pairs{[2011]=80, [2012]=100, [2013]=125} do interest{account="Giro", amount=amount, date=year .. "-06-30"} end
            interest{account="Giro", amount=60, tax=15, date="2014-03-31"} interest{account="Giro", amount=30, date="2014-06-30"}
            """#)
        let report = try ReportText("income_calendar", "year=2014", session)
        #expect(report.figure("Dividends and interest", "Income") == "90.00 EUR (2 payments)")
        #expect(report.figure("Tax withheld", "Income") == "15.00 EUR")
        #expect(report.figure("After tax", "Income") == "75.00 EUR")
        #expect(report.figure("A month on average", "Income") == "7.50 EUR")
        // 100 / 80 and 125 / 100 are a quarter more each; on its last day 2014 is over, and 90 / 125 is 28 hundredths less.
        #expect(report.row("2012", in: "Growth from year to year")?["growth_percent"] == "25.00%")
        #expect(report.row("2013", in: "Growth from year to year")?["growth_percent"] == "25.00%")
        #expect(report.row("2014", in: "Growth from year to year")?["growth_percent"] == "-28.00%")
    }

    @Test("Reserves have coverage, what is lacking, and the growth of a year")
    func reserves() throws {
        let session = try ReportBook.session(
            #"""
            setting("base_currency", "EUR") account{name="Giro", currency="EUR"} account{name="Tagesgeld", currency="EUR"}
            deposit{account="Giro", amount=1500, date="2014-01-02"} deposit{account="Tagesgeld", amount=1200, date="2014-01-02"}
            tier{name="Buffer", target=2000, priority=1, accounts={"Giro"}} tier{name="Growth", purpose="Growth", target=1000, priority=2, accounts={{account="Tagesgeld", apy="12%"}}}
            """#)
        let report = try ReportText("reserves", "", session)
        // 1,500 of 2,000 and 1,200 of 1,000: 500 is lacking in the buffer, and 2,700 of 3,000 is there.
        #expect(report.figure("Held", "Reserve") == "2,700.00 EUR")
        #expect(report.figure("To be held", "Reserve") == "3,000.00 EUR")
        #expect(report.figure("Lacking in tiers", "Reserve") == "500.00 EUR")
        #expect(report.row("Buffer", "", in: "Reserve")?["gap"] == "500.00")
        // 1,200 × 1.01 ^ 12 = 1,352.19.
        #expect(report.row("Growth", "Tagesgeld", in: "Growth in 12 months: Reserve")?["after"] == "1,352.19")
        #expect(try ReportText("reserves", "plan='Other'", session).text.contains("There is no plan Other; there is Reserve."))
    }

    /// A dollar account with a fee, and a pound account, of which no rate is known. In March 6 dollars and some pounds are paid.
    private static let noRate = #"""
        setting("base_currency", "USD") account{name="Home", currency="USD"} account{name="Abroad", currency="GBP"}
        deposit{account="Home", amount=1000, date="2014-01-02"} deposit{account="Abroad", amount=500, date="2014-01-02"}
        interest{account="Home", amount=6, tax=1, date="2014-03-03"} interest{account="Abroad", amount=5, tax=2, date="2014-03-03"}
        interest{account="Abroad", amount=3, date="2014-04-03"}
        """#

    @Test("A month has its known part as every other total has, and says what is left out")
    func partlyKnownMonths() throws {
        let session = try ReportBook.session(Self.noRate), calendar = try ReportText("income_calendar", "year=2014", session), costs = try ReportText("costs", "year=2014", session)
        #expect(calendar.figure("Dividends and interest", "Income") == "6.00 USD (without 2 payments of unknown amount)")
        #expect(calendar.figure("After tax", "Income") == "5.00 USD (without 2 payments of unknown amount)")
        #expect(try ReportText("dashboard", "", session).section("Income of twelve months").contains("| **total** | **6.00** | **USD** |  |"))
        for (section, amount) in [(calendar.section("Income"), "6.00"), (costs.section("Fees and taxes"), "1.00")] {
            #expect(section.contains("| 2014-03 | \(amount) | USD | 1 of unknown amount |"))
            #expect(section.contains("| **total** | **\(amount)** | **USD** |  |") && section.contains { $0.contains("by month, as far as is known") })
        }
        #expect(calendar.section("Income").contains("| 2014-04 |  | USD | 1 of unknown amount |"))
        #expect(costs.section("By kind").contains { $0.contains("taxes") && $0.contains("1.00") })
    }

    @Test("A worth that lacks something says what, in each row, and is unknown where all of it is lacking")
    func leftOut() throws {
        let session = try ReportBook.session(
            Self.noRate + #" instrument{symbol="UU", currency="USD"} record{type="transfer_in", account="Home", symbol="UU", quantity=7, date="2014-02-03"}"#)
        let profit = try ReportText("profit", "year=2014", session), review = try ReportText("review", "year=2014", session)
        #expect(profit.row("UU", in: "By instrument")?["closing"] == "" && profit.row("UU", in: "By instrument")?["left_out"] == "UU")
        #expect(profit.section("From opening to closing value").contains { $0.hasPrefix("| 2014-12") && $0.contains("1,005.00 | UU, GBP") })
        let end = try #require(review.row("Worth at the end", in: "The year"))
        #expect(end["this_year"] == "1,005.00" && end["left_out"]?.contains("this year UU, GBP") == true)
        #expect(review.section("What lost most").contains("Nothing lost, as far as is known."))
        #expect(try ReportText("dashboard", "symbol='UU'", session).section("Biggest movers of this month").contains("Nothing moved this month, as far as is known."))
        #expect(try ReportText("review", "owner='Bob'", twoCurrencies()).section("What lost most").contains("Nothing lost."))
        let whole = try ReportText("profit", "year=2014, account='Home', symbol='UU'", session)
        #expect(whole.figure("Closing value", "The year")?.hasPrefix("unknown") == true)
        #expect(try !ReportText("profit", "year=2014, owner='Bob'", twoCurrencies()).text.contains("left_out"))
    }

    @Test("Where parts of a known gain are unknown, the steps to the closing value have it as one")
    func unknownParts() throws {
        let report = try ReportText(
            "profit", "year=2014",
            ReportBook.session(
                #"""
                setting("base_currency", "USD") account{name="Home", currency="USD"} deposit{account="Home", amount=1000, date="2014-01-02"}
                interest{account="Home", amount=7, date="2014-02-03"}
                interest{account="Home", amount=5, currency="GBP", date="2014-05-05"} fee{account="Home", amount=5, currency="GBP", date="2014-05-05"}
                """#))
        #expect(report.figure("Income", "The year") == "unknown" && report.figure("Profit or loss", "The year") == "7.00 USD")
        let steps = report.section("From opening to closing value")
        for line in ["| Brought in | 1,000.00 | USD |", "| Profit or loss | 7.00 | USD |", "| Closing value | 1,007.00 | USD |"] { #expect(steps.contains(line)) }
    }

    @Test("A gain in words has the digits of its currency")
    func gainInWords() throws {
        let session = try ReportBook.session(
            #"""
            account{name="Depot", currency="USD"} instrument{symbol="FF", currency="USD"} deposit{account="Depot", amount=1000, date="2013-01-02"}
            buy{account="Depot", symbol="FF", quantity=1.2345, price=100, date="2013-02-01"}
            quote{symbol="FF", date="2013-12-31", close=100.111} quote{symbol="FF", date="2014-12-30", close=90.333}
            """#)
        // 1.2345 × (90.333 - 100.111) = -12.070941.
        #expect(try ReportText("savings", "", session).figure("In a year", "Accounts") == "-12.07 USD (gain -12.07 USD)")
    }
}
