import JSON
import Ledger
import TestSupport
import Testing
import Values

@testable import Formats

/// An export of Ghostfolio as luca takes it in.
struct GhostfolioFile {
    let plan: ImportPlan
    let ledger: Ledger

    /// - Parameter activities: each as the members of its object.
    init(_ activities: [String], accounts: String = Self.broker, more: String = "", into ledger: Ledger = Ledger(), today: Day? = nil) throws {
        self.ledger = ledger
        let text =
            #"{"meta":{"date":"2025-08-01T09:00:00.000Z","version":"2.190.0"},"accounts":["# + accounts + #"],"# + more + #""activities":["#
            + activities.map { "{" + $0 + "}" }.joined(separator: ",\n") + #"],"user":{"settings":{"currency":"USD"}}}"#
        let plan = try FormatsTests.plan(text, ImportOptions(fileName: "ghostfolio.json"), context: ImportContext(ledger, today: today))
        #expect(plan.format == "ghostfolio")
        self.plan = plan.refusedCount == 0 ? try record(plan, in: ledger) : plan
    }

    static let broker = #"{"balance":0,"balances":[],"comment":null,"currency":"USD","id":"a1","isExcluded":false,"name":"Broker","platformId":null}"#

    /// The members of an activity of the account a1.
    static func row(
        _ type: String, _ quantity: String, _ price: String, of symbol: String = "ORCL", fee: String = "0", date: String = "2024-03-04T00:00:00.000Z", currency: String = "USD",
        id: String? = nil, account: String = "\"a1\"", comment: String = "null", source: String = "YAHOO"
    ) -> String {
        "\"accountId\":\(account),\"comment\":\(comment),\"currency\":\"\(currency)\",\"dataSource\":\"\(source)\",\"date\":\"\(date)\",\"fee\":\(fee),"
            + (id.map { "\"id\":\"\($0)\"," } ?? "") + "\"quantity\":\(quantity),\"symbol\":\"\(symbol)\",\"tags\":[],\"type\":\"\(type)\",\"unitPrice\":\(price)"
    }

    /// The activities but for the payments that balances imply, in short.
    var facts: [String] {
        ledger.facts.filter { $0.notes != GhostfolioCash.note }.map { activity in
            var words = ["\(activity.date)", activity.kind.rawValue, ledger[activity.account].name]
            if let instrument = activity.instrument { words.append(ledger[instrument].symbol) }
            if let quantity = activity.quantity { words.append("\(quantity)") }
            if let price = activity.price { words.append("@ \(price)") }
            if let amount = activity.amount { words.append("= \(amount)") }
            if !activity.fee.isZero { words.append("fee \(activity.fee)") }
            return (words + [activity.currency.code]).joined(separator: " ")
        }
    }

    /// The cash at the end of a day.
    func cash(on day: String? = nil) throws -> [String] {
        try ledger.cash(on: day.map(FormatsTests.day)).filter { !$0.balance.isZero }.map { "\(ledger[$0.account].name) \($0.currency) \($0.balance)" }
    }

    var messages: [String] { plan.notices.map(\.message) }
}

@Suite("The export of Ghostfolio")
struct GhostfolioTests {
    @Test("Every type becomes what it is here, by the digits of its figures")
    func types() throws {
        let file = try GhostfolioFile(
            [
                GhostfolioFile.row("BUY", "10", "31.2", fee: "1"), GhostfolioFile.row("SELL", "0.30000000000000004", "42.05", fee: "0.5"),
                GhostfolioFile.row("DIVIDEND", "9", "0.12"), GhostfolioFile.row("INTEREST", "1", "2.5", of: "f1"),
                GhostfolioFile.row("FEE", "0", "0", of: "f2", fee: "4.9", source: "MANUAL"),
                GhostfolioFile.row("ITEM", "1", "900", of: "watch"), GhostfolioFile.row("VALUABLE", "1", "1e2", of: "ring"),
                GhostfolioFile.row("LIABILITY", "1", "5000", of: "Loan"),
            ],
            more: #""assetProfiles":[{"symbol":"f2","dataSource":"MANUAL","name":"Account fee","currency":"USD"}],"#)
        #expect(
            file.facts == [
                "2024-03-04 buy Broker ORCL 10 @ 31.2 fee 1 USD", "2024-03-04 sell Broker ORCL 0.30000000000000004 @ 42.05 fee 0.5 USD",
                "2024-03-04 dividend Broker ORCL = 1.08 USD",
                "2024-03-04 interest Broker = 2.5 USD", "2024-03-04 fee Broker = 4.9 USD", "2024-03-04 buy Broker watch 1 @ 900 USD", "2024-03-04 buy Broker ring 1 @ 100 USD",
            ])
        #expect(file.ledger.facts.contains { $0.notes == "Account fee" })
        #expect(file.messages.contains("1 liability left out, for which luca has no place: Loan"))
        #expect(file.plan.verdicts.count(.skipped) == 1)
    }

    @Test("An account in another currency than the book's of its name is refused with its rows, and so is a row of an account that the file lacks")
    func accounts() throws {
        let ledger = Ledger()
        try ledger.apply(.account(AccountID(1), Account(name: "Broker", currency: .eur)), id: ledger.nextID)
        let row = GhostfolioFile.row("BUY", "1", "5", id: "r1")
        #expect(try GhostfolioFile([row], into: ledger).plan.refusals.map(\.kind) == [.badCurrency, .unknownAccount])
        #expect(try GhostfolioFile([GhostfolioFile.row("BUY", "1", "5", id: "r1", account: "\"zz\"")]).plan.refusals.map(\.kind) == [.unknownAccount])
    }

    @Test("Cash is on each day what Ghostfolio tells, and what it costs came from outside")
    func cash() throws {
        let account =
            #"{"balance":150,"balances":[{"date":"2024-03-05T00:00:00.000Z","value":100},{"date":"2024-06-01T00:00:00.000Z","value":150}],"currency":"USD","id":"a1","name":"Broker","platformId":null}"#
        let rows = [
            GhostfolioFile.row("BUY", "10", "31.2", fee: "1", date: "2024-03-04T00:00:00.000Z", id: "r1"),
            GhostfolioFile.row("SELL", "4", "40", date: "2024-04-01T00:00:00.000Z", id: "r2"),
            GhostfolioFile.row("DIVIDEND", "6", "0.5", date: "2024-06-01T00:00:00.000Z", id: "r3"),
        ]
        let file = try GhostfolioFile(rows, accounts: account)
        #expect(
            try ["2024-03-04", "2024-03-05", "2024-04-01", "2024-05-31", "2024-06-01"].map(file.cash) == [
                [], ["Broker USD 100"], ["Broker USD 100"], ["Broker USD 100"], ["Broker USD 150"],
            ])
        #expect(file.messages.contains { $0.contains("5 deposits and withdrawals are added") }, "\(file.messages)")
        // The same file again adds nothing; a later balance and a row of an old day add what they say.
        let again = try GhostfolioFile(rows, accounts: account, into: file.ledger)
        #expect(again.plan.addsNothing, "\(again.plan.summary)")
        let grown = try GhostfolioFile(
            rows + [GhostfolioFile.row("BUY", "1", "300", of: "SPY", date: "2024-03-20T00:00:00.000Z", id: "r4")],
            accounts: account.replacing("\"value\":150", with: "\"value\":175"),
            into: file.ledger)
        #expect(grown.plan.verdicts.count(.add) == 1)
        #expect(try ["2024-03-20", "2024-05-31", "2024-06-01"].map(grown.cash) == [["Broker USD 100"], ["Broker USD 100"], ["Broker USD 175"]])
        #expect(try GhostfolioFile(rows, accounts: account.replacing("\"value\":150", with: "\"value\":175"), into: file.ledger).plan.activities.isEmpty)
    }

    @Test("What somebody recorded in an account is left to them")
    func ownCash() throws {
        let ledger = Ledger()
        try ledger.apply(.account(ledger.nextAccountID, Account(name: "Broker", currency: .usd)), id: ledger.nextID)
        _ = try record(row("2024-01-02,deposit,Broker,,,,,1000,USD,", context: ImportContext(ledger)), in: ledger)
        let file = try GhostfolioFile([GhostfolioFile.row("BUY", "10", "30")], into: ledger)
        #expect(try file.cash() == ["Broker USD 700"])
        #expect(file.messages.contains { $0.contains("follows from what the book has") }, "\(file.messages)")
    }

    @Test(
        "A day is that of the midnight at which it was typed, wherever that was",
        arguments: [
            (["2024-01-14T23:00:00.000Z", "2024-06-14T22:00:00.000Z"], ["2024-01-15", "2024-06-15"]),
            (["2024-01-15T00:00:00.000Z", "2024-06-14T23:00:00.000Z"], ["2024-01-15", "2024-06-15"]),
            (["2024-01-15T05:00:00.000Z", "2024-06-15T04:00:00.000Z"], ["2024-01-15", "2024-06-15"]),
            (["2024-01-14T18:30:00.000Z"], ["2024-01-15"]),
            (
                ["2024-01-14T23:00:00.000Z", "2024-06-14T22:00:00.000Z", "2024-07-15T04:00:00.000Z", "2024-12-15T05:00:00.000Z"],
                ["2024-01-15", "2024-06-15", "2024-07-15", "2024-12-15"]
            ), (["2024-01-14T11:00:00.000Z", "2024-06-14T12:00:00.000Z"], ["2024-01-15", "2024-06-15"]),
            (["2024-01-15T14:03:00.000Z", "2024-01-16T20:59:59.000Z", "2024-01-17T09:00:00.000Z"], ["2024-01-15", "2024-01-16", "2024-01-17"]),
        ])
    func days(moments: [String], days: [String]) throws {
        let file = try GhostfolioFile(moments.map { GhostfolioFile.row("BUY", "1", "1", date: $0) })
        #expect(file.facts.map { String($0.prefix(10)) } == days, "\(file.messages)")
        #expect(file.plan.notices(.timeZone).count == 1)
    }

    @Test("Pence are brought to pounds, with the fee beside them")
    func pence() throws {
        let file = try GhostfolioFile([GhostfolioFile.row("BUY", "100", "71.5", of: "VOD.L", fee: "500", currency: "GBp")])
        #expect(file.facts == ["2024-03-04 buy Broker VOD.L 100 @ 0.715 fee 5 GBP"])
        #expect(try file.cash() == [])
    }

    @Test("Assets that were made up go by their names, with their prices; accounts of one name by their platforms")
    func names() throws {
        let number = "7e91b7d4-1430-4212-8380-289a06c9bbc1"
        let file = try GhostfolioFile(
            [GhostfolioFile.row("BUY", "1", "500000", of: number, account: "null", source: "MANUAL"), GhostfolioFile.row("BUY", "1", "2", account: "\"a2\"")],
            accounts: GhostfolioFile.broker + "," + GhostfolioFile.broker.replacing("a1", with: "a2").replacing("\"platformId\":null", with: "\"platformId\":\"p\""),
            more:
                "\"platforms\":[{\"id\":\"p\",\"name\":\"Bank\",\"url\":\"\"}],\"assetProfiles\":[{\"assetClass\":\"REAL_ESTATE\",\"currency\":\"USD\",\"dataSource\":\"MANUAL\","
                + "\"name\":\"Flat in town\",\"symbol\":\"\(number)\",\"marketData\":[{\"date\":\"2025-01-01T00:00:00.000Z\",\"marketPrice\":510000}]}],")
        #expect(file.facts == ["2024-03-04 buy Ghostfolio Flat in town 1 @ 500000 USD", "2024-03-04 buy Broker (Bank) ORCL 1 @ 2 USD"])
        #expect(file.plan.quotes.count == 1 && file.plan.quotes[0].close == 510_000)
    }

    @Test("Faults are refused with the place of the object, and nothing else is lost")
    func faults() throws {
        for (row, words) in [
            (GhostfolioFile.row("BUYY", "1", "1"), "\"BUYY\" is no type of Ghostfolio's (did you mean \"BUY\"?)"), (GhostfolioFile.row("BUY", "-1", "1"), "-1 is below zero"),
            (GhostfolioFile.row("BUY", "1", "1", date: "yesterday"), "activities[1].date"), (GhostfolioFile.row("BUY", "1", "1", currency: "XQQ"), "XQQ"),
            (GhostfolioFile.row("BUY", "\"one\"", "1"), "activities[1].quantity"),
        ] {
            let file = try GhostfolioFile([row, GhostfolioFile.row("BUY", "1", "1")])
            #expect(file.plan.refusals.count == 1 && file.plan.refusals[0].description.contains(words), "\(file.plan.refusals)")
            #expect(file.plan.verdicts.count(.add) == 1)
        }
        // A sale of what is not held goes short, as there; a day to come is a draft.
        let file = try GhostfolioFile([GhostfolioFile.row("SELL", "2", "10"), GhostfolioFile.row("BUY", "1", "1", date: "2050-06-06T00:00:00.000Z")], today: day("2025-08-01"))
        #expect(try file.ledger.holdings().map(\.quantity) == [-2])
        #expect(file.messages.contains("1 activity of a day to come is a draft, as there"))
    }

    @Test("Damaged exports give a plan or an issue")
    func damage() throws {
        var random = SeededRandom.forTest()
        let original = Array(GhostfolioJSON().example.utf8), noise = Array("\",:{}[]0123456789-eEnulTZ \u{0}\u{FF}".utf8)
        for _ in 0..<SeededRandom.rounds(300) {
            let bytes = random.damaged(original, by: noise)
            do throws(ImportIssue) {
                var plan = try Formats.plan(bytes, options: ImportOptions(fileName: "x.json"), context: ImportContext(Ledger()))
                try? plan.check(against: Ledger())
            } catch {
                #expect(!error.message.isEmpty)
            }
        }
    }
}
