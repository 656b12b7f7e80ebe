import LuaKit
import Testing
@testable import Scripting

/// What the reports that ship tell of a tag, and of less than the book: no more, and no less.
@Suite("Reports that ship: tags, and parts of a book")
struct ReportTagTests {
    /// A fund whose class is cash beside an account that is told by its worth.
    private static let told = #"""
        setting("base_currency", "USD") account{name="Depot", currency="USD"} account{name="Told", currency="USD", tracking="value"}
        instrument{symbol="MM", kind="fund", currency="USD", class="cash"} quote{symbol="MM", date="2014-12-30", close=1}
        deposit{account="Depot", amount=1000, date="2014-01-02"} buy{account="Depot", symbol="MM", quantity=100, price=1, date="2014-01-03"}
        value{account="Told", amount=700, date="2014-05-05"} tag{symbol="MM", tag="near cash"}
        """#

    /// Two accounts with the same shares; a sale and a dividend in one have the tag that the other has. 4 × (12 - 10) = 8 were gained.
    private static let special = #"""
        setting("base_currency", "USD") account{name="Home", currency="USD"} account{name="Away", currency="USD"}
        instrument{symbol="XX", currency="USD"} quote{symbol="XX", date="2014-12-30", close=15}
        deposit{account="Home", amount=1000, date="2014-01-02"} deposit{account="Away", amount=1000, date="2014-01-02"}
        buy{account="Home", symbol="XX", quantity=10, price=10, date="2014-01-03"} buy{account="Away", symbol="XX", quantity=20, price=10, date="2014-02-03"}
        dividend{account="Home", symbol="XX", amount=5, tax=1, date="2014-05-05"} sell{account="Home", symbol="XX", quantity=4, price=12, fee=0, date="2014-06-02"}
        interest{account="Away", amount=3, date="2014-07-01"} withdraw{account="Away", amount=100, date="2014-08-01"}
        tag{account="Away", tag="special"} tag{id=activities{type="sell"}[1].id, tag="special"} tag{id=activities{type="dividend"}[1].id, tag="special"}
        tag{symbol="XX", tag="tech"}
        """#

    @Test("An allocation of an instrument has nothing of accounts that are told by their worth", arguments: ["tag='near cash'", "symbol='MM'"])
    func allocationOfInstrument(asked: String) throws {
        let session = try ReportBook.session(Self.told)
        for text in [try ReportText("allocation", "by='class', " + asked, session), try ReportText("dashboard", asked, session)] {
            #expect(!text.text.contains("told by their owner") && !text.text.contains("600.00"))
        }
        #expect(try ReportText("allocation", "by='class', " + asked, session).row("cash", in: "By class")?["value"] == "100.00")
        // 900 in cash and the fund of 100; with the tag on the account alone, its worth is apart.
        #expect(try ReportText("allocation", "by='class'", session).row("told by their owner", in: "By class")?["value"] == "700.00")
        #expect(try ReportText("allocation", "by='class'", session).row("cash", in: "By class")?["value"] == "1,000.00")
    }

    @Test("A tag on an account and on activities counts both where it was sold, paid or charged")
    func accountAndActivities() throws {
        let session = try ReportBook.session(Self.special)
        #expect(try ReportText("tax_year", "tag='special'", session).row("XX", in: "Gains by instrument")?["gain"] == "8.00")
        // 5 in the one account by its tag, 3 in the other by that of the account.
        #expect(try ReportText("income_calendar", "tag='special'", session).figure("Dividends and interest", "Income") == "8.00 USD (2 payments)")
        #expect(try ReportText("costs", "tag='special'", session).figure("Taxes", "Fees and taxes") == "1.00 USD (1 tax payment)")
        let review = try ReportText("review", "tag='special'", session)
        #expect(review.row("XX", in: "Who paid most")?["amount"] == "5.00" && review.row("XX", in: "What was sold")?["gain"] == "8.00")
        #expect(try ReportText("profit", "tag='special'", session).row("2014-06", in: "Realised by month")?["gain"] == "8.00")
        // 1,000 - 200 + 3 - 100 in cash and 20 × 15.
        #expect(review.figure("Worth at the end", "The year") == "1,003.00 USD")
        #expect(review.text.contains("The tag special is on activities, too: what was sold, paid and charged counts them; worth and returns are of the accounts that have it."))
        #expect(try !ReportText("review", "tag='tech'", session).text.contains("is on activities, too"))
        for name in ["dashboard", "savings", "returns", "allocation", "positions"] {
            #expect(try ReportText(name, "tag='special'", session).text.hasPrefix("# "), "\(name)")
        }
    }

    @Test("Activities with the tag in an account of another currency, and before the account had anything, stand in the report")
    func activitiesElsewhere() throws {
        let session = try ReportBook.session(ReportBook.twoCurrencies + #" tag{account="Giro", tag="own"} tag{id=activities{type="sell"}[1].id, tag="own"}"#)
        let profit = try ReportText("profit", "tag='own'", session)
        #expect(profit.row("2014-06", in: "Realised by month in USD")?["gain"] == "96.00")
        #expect(profit.figure("Closing value", "The year in EUR") == "5,010.00 EUR")
        #expect(profit.section("The year in USD").contains("Nothing was there in this year."))
        #expect(try ReportText("review", "tag='own'", session).row("AAA", in: "What was sold in USD")?["gain"] == "96.00")
    }

    @Test("The savings tracker sets what has the tag beside the same before its last entry")
    func savings() throws {
        let session = try ReportBook.session(Self.special), savings = try ReportText("savings", "tag='tech'", session)
        // In Home ten were held before four were sold, at 10 each; 6 × 15 - 10 × 10. In Away none, before 20 were bought.
        #expect(savings.row("Home", in: "Accounts")?["updated"] == "2014-06-02" && savings.row("Home", in: "Accounts")?["since_update"] == "-10.00")
        #expect(savings.row("Away", in: "Accounts")?["updated"] == "2014-02-03" && savings.row("Away", in: "Accounts")?["since_update"] == "300.00")
        #expect(savings.section("Goals").contains("Goals are of whole accounts, and no account has the tag tech."))
    }

    @Test("A statement is of whole accounts, and refuses a tag that none has")
    func statement() throws {
        let session = try ReportBook.session(Self.special)
        #expect(try session.message("report.statement{tag='tech'}").contains("a statement is of whole accounts, and no account has the tag tech"))
        let special = try ReportText("statement", "tag='special'", session)
        #expect(special.text.contains("## Away") && !special.text.contains("## Home") && special.text.contains("what has the tag special elsewhere is not in it"))
    }

    @Test("An allocation by currency of a tag on accounts and instruments has the accounts' cash")
    func allocationByCurrency() throws {
        let session = try ReportBook.session(Self.special + #" instrument{symbol="ZZ", currency="USD"} tag{symbol="ZZ", tag="both"} tag{account="Away", tag="both"}"#)
        #expect(try ReportText("allocation", "by='currency', tag='both'", session).row("USD", in: "By currency")?["value"] == "1,003.00")
        #expect(try ReportText("allocation", "by='currency', tag='tech'", session).row("USD", in: "By currency")?["value"] == "390.00")
    }

    @Test("What is of the whole book says so where less is asked for, and follows a tag")
    func wholeBook() throws {
        let session = try ReportBook.session(
            Self.special + #"""

                goal{name="near", amount=5000, by="2020-12-31", account="Home"} goal{name="far", amount=5000, by="2020-12-31", account="Away"}
                targets{name="plan", weights={XX=50, CASH=50}}
                """#)
        let tagged = try ReportText("savings", "tag='special'", session)
        #expect(tagged.section("Goals").contains { $0.contains("far") } && !tagged.section("Goals").contains { $0.contains("near") })
        #expect(try ReportText("savings", "account='Away'", session).section("Goals of the whole book").contains { $0.contains("near") })
        let dashboard = try ReportText("dashboard", "account='Away'", session)
        #expect(dashboard.section("Due within thirty days").contains("Rules of the whole book:") && dashboard.text.contains("## Warnings of the whole book"))
        #expect(try ReportText("dashboard", "tag='special'", session).text.contains("## Warnings\n"))
        // 300 of the 1,003 in Away are shares, 29.91 %.
        #expect(try ReportText("allocation", "tag='special'", session).row("plan", "XX", in: "Targets: plan")?["weight"] == "29.91%")
        let ofSymbol = try ReportText("allocation", "symbol='XX'", session)
        #expect(!ofSymbol.text.contains("## Targets") && ofSymbol.text.contains("Targets are of all that is held, and not shown beside an instrument."))
    }

    @Test("Positions of a tag say which options do not have it themselves, and have no options of others")
    func positions() throws {
        let session = try ReportBook.session(
            Self.special + #"""

                for _, symbol in ipairs{"XXC", "XXD"} do
                  instrument{symbol=symbol, kind="option", currency="USD", underlying="XX", right="call", strike=30, expires="2015-01-16"}
                  record{type="sell", subtype="sell_to_open", account="Away", symbol=symbol, quantity=1, price=2, date="2014-09-01"}
                end
                tag{symbol="XXD", tag="covered calls"}
                """#)
        #expect(try ReportText("positions", "tag='tech'", session).text.contains("Told with what they are options on, though without the tag tech: XXC, XXD."))
        #expect(try !ReportText("positions", "symbol='XX'", session).text.contains("Told with what they are options on"))
        #expect(try !ReportText("positions", "tag='covered calls'", session).text.contains("XXC"))
        #expect(try ReportText("dashboard", "tag='covered calls'", session).section("Due within thirty days").contains { $0.contains("XXD") })
    }
}
