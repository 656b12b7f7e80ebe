import LuaKit
import Testing
@testable import Scripting

/// Tables whose columns have to lead to what stands beside them.
@Suite("Reports that ship: figures beside one another agree")
struct ReportSumsTests {
    /// Five shares sold with a loss of 60, after which five were bought again; two sold with a gain.
    private static let washed =
        ReportBook.twoCurrencies.replacing("owner=\"Bob\"", with: "owner=\"Ann\"") + """

            setting("wash_sales", true) deposit{account="Giro", amount=3000, date="2014-01-02"}
            buy{account="Giro", symbol="SAP", quantity=10, price=120, date="2014-01-08"}
            sell{account="Giro", symbol="SAP", quantity=5, price=108, date="2014-10-01"} buy{account="Giro", symbol="SAP", quantity=5, price=107, date="2014-10-10"}
            """

    @Test("Where a loss was not allowed, its column stands beside proceeds, cost and gain; elsewhere there is none")
    func washes() throws {
        let reports = [
            ("review", "year=2014", "What was sold in EUR"), ("profit", "year=2014", "Realised by month in EUR"), ("positions", "", "SAP in EUR"),
            ("tax_year", "year=2014", "Gains by instrument"),
            ("tax_year", "year=2014", "Gains lot by lot"),
        ]
        let session = try ReportBook.session(#"instrument{symbol="SAP", currency="EUR"} "# + Self.washed), plain = try ReportBook.session(ReportBook.twoCurrencies)
        for (name, arguments, heading) in reports {
            #expect(try ReportText(name, arguments, session).section(heading).contains { $0.hasPrefix("|") && $0.contains("| wash |") }, "\(name): \(heading)")
            #expect(try !ReportText(name, arguments, plain).text.contains("wash |"), "\(name)")
        }
        for source in ["report.gains{year=2014}", "command.run \"gains by symbol 2014\""] {
            #expect(try session.text("table.concat((\(source)):columns(), \" \")").hasSuffix("proceeds cost_basis gain wash"), "\(source)")
            #expect(try plain.text("table.concat((\(source)):columns(), \" \")").hasSuffix("proceeds cost_basis gain"), "\(source)")
        }
    }

    @Test("The columns beside a gain add up to it: what neither prices nor income brought stands in one of its own")
    func sources() throws {
        let review = try ReportText("review", "year=2014, account=\"Depot\"", ReportBook.session(ReportBook.twoCurrencies))
        let row = try #require(review.row("AAA", in: "What gained most"))
        // From 120 to 125 for four and to 130 for six: 80; 20 came in; 2 was paid for the sale and 3 withheld.
        #expect(row["gain"] == "95.00" && row["price_gain"] == "80.00" && row["income"] == "20.00" && row["other"] == "-5.00")
        #expect(review.section("What gained most").contains("Other is what currencies gained or lost, less fees and taxes."))
        let told = try ReportText("review", "year=2014", ReportBook.session(ReportBook.special[3].source))
        #expect(
            told.row("told by their owner", in: "What gained most") == [
                "symbol": "told by their owner", "gain": "1,250.00", "price_gain": "1,250.00", "income": "0.00", "closing": "10,250.00", "currency": "GBP",
            ])
        #expect(told.section("Notes").contains("- Entries of 2014 behind these figures: 0, and 1 value told by the owners of accounts."))
    }

    @Test("What an owner told is no cash, and cash that earned something is named among what gained")
    func toldAndCash() throws {
        let session = try ReportBook.session(
            ReportBook.special[3].source
                + #" account{name="Pot", currency="GBP"} deposit{account="Pot", amount=100, date="2014-01-02"} interest{account="Pot", amount=3, date="2014-02-02"}"#)
        let rows = "snapshots{by=\"symbol\", on=today()}"
        #expect(try session.text("table.concat(\(rows):list(\"symbol\"), \", \")") == "cash, told by their owner")
        #expect(try session.text("\(rows)[1].value .. \" \" .. \(rows)[2].value .. \" \" .. snapshots{on=today()}[1].value") == "103 10250 10353")
        #expect(try session.text("table.concat(snapshots{by=\"symbol\", on=today(), account=\"ISA\"}:list(\"symbol\"), \", \")") == "told by their owner")
        #expect(try session.text("table.concat(snapshots{by=\"class\", on=today(), account=\"Pot\"}:list(\"class\"), \", \")") == "cash")
        let profit = try ReportText("profit", "year=2014", session)
        #expect(profit.row("cash", in: "By instrument")?["closing"] == "103.00" && profit.row("told by their owner", in: "By instrument")?["closing"] == "10,250.00")
    }

    @Test("The dashboard says that there is nothing to warn of only where no figure lacks anything")
    func warnings() throws {
        let none = "There is nothing to warn of.", some = "What these figures lack is told in the notes."
        for (source, sentence) in [(ReportBook.special[1].source, none), (ReportBook.special[6].source, some)] {
            #expect(try ReportText("dashboard", "", ReportBook.session(source)).section("Warnings").contains(sentence))
        }
    }

    @Test("A plan that wants nothing yet draws nothing")
    func emptyPlans() throws {
        let reserves = try ReportText("reserves", "", ReportBook.session(#"account{name="Pot", currency="EUR"} plan{ready=true}"#))
        #expect(reserves.figure("Covered", "Reserve") == "nothing to be held" && !reserves.text.contains("target and what is held"))
    }
}
