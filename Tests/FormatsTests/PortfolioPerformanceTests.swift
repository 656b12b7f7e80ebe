import Ledger
import TestSupport
import Testing
import Values

@testable import Formats

@Suite("Files of Portfolio Performance")
struct PortfolioPerformanceTests {
    @Test(
        "A trade that is written within its account's transaction, and one within its portfolio's, are one activity each, in either style of references", arguments: [false, true])
    func trades(numbered: Bool) throws {
        let file = try PortfolioPerformanceSample(numbered ? PortfolioPerformanceSample.numbered : PortfolioPerformanceSample.paths)
        #expect(
            file.facts == [
                "2024-01-02 deposit Depot = 1000 EUR", "2024-01-03 buy Depot ABC 2 @ 50 fee 1 tax 0.5 EUR", "2024-02-01 sell Depot ABC 1 @ 60.25 fee 1 EUR",
                "2024-03-01 dividend Depot ABC = 2 tax 0.5 EUR",
            ], "\(file.plan.refusals) \(file.messages)")
        #expect(try file.cash() == ["Depot EUR 959.25"])
        #expect(file.plan.quotes.count == 2 && file.plan.quotes[0].close == decimal("50.12345678"))
        // The account is the cash of the portfolio, and no row is lost: two securities, portfolio, account, two prices, four activities.
        #expect(file.plan.verdicts.count == 10)
        let again = try PortfolioPerformanceSample(numbered ? PortfolioPerformanceSample.numbered : PortfolioPerformanceSample.paths, into: file.ledger)
        #expect(again.plan.activities.isEmpty && again.plan.newAccounts.isEmpty && again.plan.newInstruments.isEmpty, "\(again.plan.summary)")
    }

    @Test("Every type of an account's transaction moves the cash that it tells")
    func types() throws {
        let types = [
            ("DEPOSIT", 10000), ("INTEREST", 700), ("INTEREST_CHARGE", 300), ("FEES", 150), ("FEES_REFUND", 50), ("TAXES", 40), ("TAX_REFUND", 15), ("REMOVAL", 2000),
            ("DIVIDENDS", 99),
        ]
        let rows =
            types.map { PortfolioPerformanceSample.row($0.0, "\($0.1)") } + [
                PortfolioPerformanceSample.row("INTEREST", "800", more: "<units><unit type=\"TAX\"><amount currency=\"EUR\" amount=\"200\"/></unit></units>")
            ]
        let file = try PortfolioPerformanceSample(PortfolioPerformanceSample.client(account: rows))
        #expect(try file.cash() == ["Cash EUR 91.74"], "\(file.plan.refusals)")
        #expect(file.facts.contains("2024-01-02 interest Cash = 10 tax 2 EUR"))
        #expect(file.facts.contains("2024-01-02 interest Cash = -3 EUR") && file.facts.contains("2024-01-02 fee Cash = -0.5 EUR"))
        #expect(file.messages.contains("1 dividend does not tell what paid it, and is a credit"))
    }

    @Test("An entry that was amended into another account does not take the whole account with it; a row that moves nothing by now is refused with its entry")
    func amended() throws {
        let rows = [("1000000", "a"), ("2000000", "b"), ("3000000", "c")].map { PortfolioPerformanceSample.row("DEPOSIT", $0.0, id: $0.1) }
        let first = try PortfolioPerformanceSample(PortfolioPerformanceSample.client(account: rows)), ledger = first.ledger
        try ledger.apply(.account(ledger.nextAccountID, Account(name: "Other", currency: .eur)), id: ledger.nextID)
        var moved = ledger.activities.activity(at: 0)
        (moved.account, moved.detail) = (try #require(ledger.account(named: "Other")), (moved.detail ?? ActivityDetail()).amending(ledger.activities.id(at: 0)))
        try ledger.apply(.activity(moved), id: ledger.nextID)
        let again = try PortfolioPerformanceSample(PortfolioPerformanceSample.client(account: rows), into: ledger)
        #expect(again.plan.activities.isEmpty, "\(again.plan.summary)")
        #expect(try again.cash() == ["Cash EUR 50000", "Other EUR 10000"])
        let emptied = rows.prefix(2) + [PortfolioPerformanceSample.row("DEPOSIT", "0", id: "c")]
        #expect(try PortfolioPerformanceSample(PortfolioPerformanceSample.client(account: Array(emptied)), into: ledger).plan.refusals.map(\.kind) == [.changedRow])
    }

    @Test("What a list refers to and the file lacks is refused with its line; classes may refer as deep as they like")
    func references() throws {
        let rows = [PortfolioPerformanceSample.row("DEPOSIT", "100", id: "a"), "<account-transaction reference=\"../account-transaction[7]\"/>"]
        #expect(try PortfolioPerformanceSample(PortfolioPerformanceSample.client(account: rows)).plan.refusals.map(\.message) == ["it refers to something that is not in the file"])
        let depth = 60_000, classes = (0..<depth).map { "<c id=\"\($0 + 10)\"><name>n</name><children><classification reference=\"\($0 + 11)\"/></children></c>" }.joined()
        let taxonomies = "<taxonomies><taxonomy><name>Asset class</name><root reference=\"10\"/></taxonomy></taxonomies><extra>\(classes)</extra></client>"
        let text = PortfolioPerformanceSample.client(account: rows.dropLast()).replacing("</client>", with: taxonomies)
        #expect(try PortfolioPerformanceSample(text).cash() == ["Cash EUR 1"])
    }

    @Test("A trade in another currency moves the cash of the account to the cent, and is priced where its security is")
    func foreign() throws {
        let units = """
            <units><unit type="GROSS_VALUE"><amount currency="EUR" amount="9133"/><forex currency="USD" amount="10000"/><exchangeRate>0.9133</exchangeRate></unit>\
            <unit type="FEE"><amount currency="EUR" amount="267"/></unit></units>
            """
        let file = try PortfolioPerformanceSample(PortfolioPerformanceSample.client(trade: ("BUY", "9400", "300000000", units), currency: "USD"))
        #expect(try file.cash() == ["Depot EUR -94"], "\(file.plan.refusals)")
        let buy = try #require(file.ledger.facts.first)
        #expect(buy.currency == .usd)
        let gross = try buy.amount ?? (buy.quantity ?? .zero) * (buy.price ?? .zero)
        #expect(try (gross - 100).magnitude < decimal("0.000001"), "\(buy)")
        #expect(buy.fee > decimal("2.92") && buy.fee < decimal("2.93"))
    }

    @Test("Accounts that serve several portfolios stay accounts of their own, and send what is bought")
    func shared() throws {
        let text = PortfolioPerformanceSample.paths.replacing(
            "</portfolios>",
            with:
                "<portfolio><uuid>p2</uuid><name>Other</name><isRetired>false</isRetired><referenceAccount reference=\"../../../accounts/account\"/><transactions/></portfolio></portfolios>"
        )
        let file = try PortfolioPerformanceSample(text)
        #expect(try file.cash() == ["Konto EUR 959.25"], "\(file.plan.refusals) \(file.facts)")
        #expect(file.facts.contains("2024-01-03 transfer_out Konto = 101.5 EUR") && file.facts.contains("2024-01-03 transfer_in Depot = 101.5 EUR"))
        #expect(file.facts.count == 8)
        #expect(try PortfolioPerformanceSample(text, into: file.ledger).plan.activities.isEmpty)
        // Where the book has them as one, they stay one though a portfolio came.
        let before = try PortfolioPerformanceSample(PortfolioPerformanceSample.paths)
        let after = try PortfolioPerformanceSample(text, into: before.ledger)
        #expect(after.plan.activities.isEmpty && after.plan.newAccounts.map(\.name) == ["Other"], "\(after.plan.summary) \(after.plan.refusals)")
        // And after they were called otherwise.
        let renamed = try PortfolioPerformanceSample(
            PortfolioPerformanceSample.paths.replacing(">Depot<", with: ">Broker<").replacing(">ABC<", with: ">ABC.DE<"), into: before.ledger)
        #expect(renamed.plan.activities.isEmpty && renamed.plan.newAccounts.isEmpty && renamed.plan.newInstruments.isEmpty, "\(renamed.plan.summary) \(renamed.plan.refusals)")
    }

    @Test("Transfers are pairs: of cash, of cash in two currencies, of units with their cost; deliveries come from outside")
    func transfers() throws {
        let file = try PortfolioPerformanceSample(PortfolioPerformanceSample.transfers)
        #expect(try file.cash().sorted() == ["Dollars USD 110", "One EUR 300", "Two EUR 100"], "\(file.plan.refusals) \(file.facts)")
        #expect(
            try file.ledger.holdings(on: nil).map { "\(file.ledger[$0.account].name) \($0.quantity)" }.sorted() == ["One (portfolio) 6", "Second 3"], "\(file.facts)")
        let sent = file.ledger.facts.filter { $0.kind == .transferOut && $0.instrument != nil }.compactMap { $0.detail?.group }
        #expect(sent.count == 2 && sent.contains("outside") && sent.contains("transfer u1"))
        #expect(try PortfolioPerformanceSample(PortfolioPerformanceSample.transfers, into: file.ledger).plan.activities.isEmpty)
    }

    @Test("A file that has grown adds what is new")
    func grown() throws {
        let before = try PortfolioPerformanceSample(PortfolioPerformanceSample.client(account: [PortfolioPerformanceSample.row("DEPOSIT", "10000", id: "a")]))
        let rows = [PortfolioPerformanceSample.row("DEPOSIT", "10000", id: "a"), PortfolioPerformanceSample.row("DEPOSIT", "10000", id: "b")]
        let after = try PortfolioPerformanceSample(PortfolioPerformanceSample.client(account: rows), into: before.ledger)
        #expect(after.plan.activities.count == 1)
        #expect(try after.cash() == ["Cash EUR 200"])
    }

    @Test("What luca has no place for is told by name and count; classes of assets have one")
    func rest() throws {
        let more = """
            <watchlists><watchlist><name>W</name></watchlist></watchlists><plans><investment-plan><name>P</name></investment-plan><investment-plan><name>Q</name></investment-plan></plans>
            <taxonomies><taxonomy><id>t1</id><name>Asset Classes</name><root><name>Asset Classes</name><children><classification><name>Equity</name>
            <assignments><assignment><investmentVehicle class="security" reference="../../../../../../../../securities/security"/><weight>10000</weight></assignment></assignments>
            </classification></children></root></taxonomy><taxonomy><id>t2</id><name>Regions</name></taxonomy></taxonomies><novelty><x>1</x></novelty>
            """
        let file = try PortfolioPerformanceSample(PortfolioPerformanceSample.paths.replacing("</client>", with: more + "</client>"))
        for sentence in [
            "1 watch list left out, for which luca has no place", "2 savings plans left out, for which luca has no place",
            "1 part <novelty> of the file left out, for which luca has no place",
            "1 taxonomy left out, of which luca has one, the class of an asset: \"Regions\"",
        ] {
            #expect(file.messages.contains(sentence), "\(file.messages)")
        }
        #expect(file.ledger.instruments.map(\.assetClass) == ["Equity"])
    }

    @Test("Faults are refused, each with its line, and nothing else is lost")
    func faults() throws {
        let good = PortfolioPerformanceSample.row("DEPOSIT", "100", id: "g")
        for (row, words) in [
            (PortfolioPerformanceSample.row("DEPOSITT", "100"), "\"DEPOSITT\" is no type of a transaction (did you mean \"DEPOSIT\"?)"),
            (PortfolioPerformanceSample.row("DEPOSIT", "-100"), "-1 is below zero"), (PortfolioPerformanceSample.row("DEPOSIT", "1.5"), "a whole number of its last digits"),
            (PortfolioPerformanceSample.row("DEPOSIT", "100", date: "31.12.2024"), "\"31.12.2024\" is no date"),
            (PortfolioPerformanceSample.row("DEPOSIT", "100", currency: "XQQ"), "XQQ"), (PortfolioPerformanceSample.row("BUY", "100"), "no portfolio tells which units"),
            (
                PortfolioPerformanceSample.row("INTEREST", "100", more: "<units><unit type=\"FEEE\"><amount currency=\"EUR\" amount=\"1\"/></unit></units>"),
                "\"FEEE\" is no unit of a transaction"
            ),
        ] {
            let file = try PortfolioPerformanceSample(PortfolioPerformanceSample.client(account: [row, good]))
            #expect(file.plan.refusals.count == 1 && file.plan.refusals[0].description.contains(words), "\(file.plan.refusals)")
            #expect(file.plan.verdicts.count(.add) == 1)
        }
        // A reference to nothing, and a transaction that nothing lists.
        let dangling = PortfolioPerformanceSample.paths.replacing("<account reference=\"../../../..\"/>", with: "<account reference=\"../../../../account[9]\"/>")
        #expect(try PortfolioPerformanceSample(dangling).plan.refusals.map(\.message) == ["it does not tell which account paid"])
        for (text, words) in [
            ("<client><version>12</version></client>", "does not tell the currencies"), ("<client>", "it is no XML that is read"),
            ("<client><version>x</version></client>", "version of its form"),
            ("<client><version>71</version><ledger><entry/></ledger></client>", "its transactions are in <ledger>"),
            ("<?xml version=\"1.0\"?><!DOCTYPE client><client/>", "declares a type of document"),
            ("PORTFOLIO\u{0}\u{1}\u{2}", "encrypted file of Portfolio Performance"), ("PPPBV1\u{8}\u{42}", "binary file of Portfolio Performance"),
        ] {
            do throws(ImportIssue) {
                _ = try plan(text)
                Issue.record("\(text) is read")
            } catch {
                #expect("\(error.message) \(error.hint)".contains(words), "\(error)")
            }
        }
    }

    @Test("References that lead in a circle, and classes within themselves, come to an end")
    func circles() throws {
        let text = PortfolioPerformanceSample.paths
            .replacing(
                "</client>",
                with:
                    "<taxonomies><taxonomy><name>Asset Classes</name><root><name>R</name><children><classification reference=\"../..\"/></children></root></taxonomy></taxonomies></client>"
            )
            .replacing("<name>Konto</name>", with: "<name reference=\"../other\"/><other reference=\"../name\"/>")
        #expect(try PortfolioPerformanceSample(text).plan.refusedCount == 0)
    }

    @Test("Damaged bytes are a plan or an issue, never a trap")
    func damage() {
        var random = SeededRandom.forTest()
        let noise = Array("<>/=\"[].0123456789aeELT &;\n\u{0}\u{FF}".utf8)
        for text in [PortfolioPerformanceSample.paths, PortfolioPerformanceSample.numbered, PortfolioPerformanceSample.transfers] {
            for _ in 0..<SeededRandom.rounds(150) {
                let bytes = random.damaged(Array(text.utf8), by: noise)
                do throws(ImportIssue) {
                    let ledger = Ledger()
                    var plan = try Formats.plan(bytes, options: ImportOptions(format: "portfolio-performance"), context: ImportContext(ledger))
                    try? plan.check(against: ledger)
                    #expect(plan.refusals.allSatisfy { !$0.message.isEmpty && $0.line != nil })
                } catch {
                    #expect(!error.message.isEmpty)
                }
            }
        }
    }

    @Test("A book that chance made says as XML what it says recorded directly; twice, and grown")
    func random() throws {
        var random = SeededRandom.forTest()
        for _ in 0..<SeededRandom.rounds(20) {
            var book = try PortfolioPerformanceBook(&random)
            let file = try PortfolioPerformanceSample(book.xml)
            #expect(file.plan.refusedCount == 0, "\(file.plan.refusals)")
            #expect(file.facts.sorted() == book.facts.sorted())
            #expect(try PortfolioPerformanceSample(book.xml, into: file.ledger).plan.activities.isEmpty)
            try book.grow(&random)
            let grown = try PortfolioPerformanceSample(book.xml, into: file.ledger)
            #expect(grown.facts.sorted() == book.facts.sorted(), "\(grown.plan.refusals)")
        }
    }
}
