import Ledger
import TestSupport
import Testing
import Values

@testable import Formats

@Suite("An export of Ghostfolio that has grown or was corrected")
struct GhostfolioAgainTests {
    /// The account a1 with balances of its days, and what it has now.
    private static func broker(_ balances: [(day: String, value: Int)], now: Int) -> String {
        let list = balances.map { "{\"date\":\"\($0.day)T00:00:00.000Z\",\"value\":\($0.value)}" }.joined(separator: ",")
        return "{\"balance\":\(now),\"balances\":[\(list)],\"currency\":\"USD\",\"id\":\"a1\",\"name\":\"Broker\",\"platformId\":null}"
    }

    private static func buy(_ price: String = "250", id: String = "r1") -> String { GhostfolioFile.row("BUY", "10", price, date: "2025-05-10T00:00:00.000Z", id: id) }

    @Test("A balance of a day in the past that comes later, or is another by now, brings cash to it on each day, and is told")
    func balances() throws {
        let first = try GhostfolioFile([Self.buy()], accounts: Self.broker([("2025-01-01", 100)], now: 100)), ledger = first.ledger
        #expect(try first.cash() == ["Broker USD 100"])
        let told = Self.broker([("2025-01-01", 100), ("2025-04-30", 500)], now: 500), grown = try GhostfolioFile([Self.buy()], accounts: told, into: ledger)
        #expect(try ["2025-01-01", "2025-04-29", "2025-04-30", "2025-05-10"].map(grown.cash) == [["Broker USD 100"], ["Broker USD 100"], ["Broker USD 500"], ["Broker USD 500"]])
        #expect(grown.messages.contains { $0.hasPrefix("by the book the cash of \"Broker\" on 2025-04-30 is 400 USD short of what Ghostfolio tells, and is brought to it") })
        #expect(try GhostfolioFile([Self.buy()], accounts: told, into: ledger).plan.addsNothing)
        let corrected = try GhostfolioFile([Self.buy()], accounts: Self.broker([("2025-01-01", 70), ("2025-04-30", 500)], now: 500), into: ledger)
        #expect(try ["2025-01-01", "2025-04-30", "2025-05-10"].map(corrected.cash) == [["Broker USD 70"], ["Broker USD 500"], ["Broker USD 500"]])
        #expect(corrected.messages.contains { $0.contains("on 2025-01-01 is 30 USD more than what Ghostfolio tells") }, "\(corrected.messages)")
    }

    @Test("An account of cash alone that is called otherwise by now is the one whose balances the book has; one that tells others is a new account")
    func renamedCash() throws {
        func account(_ name: String, _ balances: [(day: String, value: Int)]) -> String {
            let list = balances.map { "{\"date\":\"\($0.day)T00:00:00.000Z\",\"value\":\($0.value)}" }.joined(separator: ",")
            return "{\"balance\":\(balances.last?.value ?? 0),\"balances\":[\(list)],\"currency\":\"USD\",\"id\":\"a2\",\"name\":\"\(name)\",\"platformId\":null}"
        }
        let told = [("2025-01-01", 50), ("2025-02-01", 70)].map { (day: $0.0, value: $0.1) }, grown = told + [(day: "2025-03-01", value: 90)]
        func file(_ name: String, _ balances: [(day: String, value: Int)], into ledger: Ledger) throws -> GhostfolioFile {
            try GhostfolioFile([Self.buy()], accounts: Self.broker([("2025-01-01", 100)], now: 100) + "," + account(name, balances), into: ledger)
        }
        let ledger = Ledger()
        _ = try file("Cash", told, into: ledger)
        let renamed = try file("Tagesgeld", grown, into: ledger)
        #expect(try renamed.cash().sorted() == ["Broker USD 100", "Cash USD 90"], "\(renamed.messages)")
        #expect(renamed.messages.contains("\"Tagesgeld\" is \"Cash\" in the book, whose entries it has"), "\(renamed.messages)")
        let other = Ledger()
        _ = try file("Cash", told, into: other)
        let new = try file("Tagesgeld", [(day: "2025-01-01", value: 50), (day: "2025-02-01", value: 71)], into: other)
        #expect(try new.cash().sorted() == ["Broker USD 100", "Cash USD 70", "Tagesgeld USD 71"])
    }

    @Test("Accounts that swap their names, and a new one that takes an old name, are known by their activities")
    func swappedNames() throws {
        func account(_ id: String, _ name: String) -> String { #"{"balance":0,"balances":[],"currency":"USD","id":"\#(id)","name":"\#(name)","platformId":null}"# }
        func file(_ names: [(id: String, name: String)], _ ids: [(row: String, account: String)], into ledger: Ledger) throws -> GhostfolioFile {
            let rows = ids.map { GhostfolioFile.row("BUY", "10", "250", date: "2025-05-10T00:00:00.000Z", id: $0.row, account: "\"\($0.account)\"") }
            return try GhostfolioFile(rows, accounts: names.map { account($0.id, $0.name) }.joined(separator: ","), into: ledger)
        }
        let ledger = Ledger()
        _ = try file([("a1", "One"), ("a2", "Two")], [("r1", "a1"), ("r2", "a2")], into: ledger)
        let swapped = try file([("a1", "Two"), ("a2", "One")], [("r1", "a1"), ("r2", "a2")], into: ledger)
        #expect(swapped.plan.addsNothing && swapped.plan.refusedCount == 0, "\(swapped.plan.refusals)")
        let taken = try file([("a1", "Uno"), ("a2", "Two"), ("a3", "One")], [("r1", "a1"), ("r2", "a2"), ("r3", "a3")], into: ledger)
        #expect(taken.plan.refusedCount == 0 && ledger.accounts.map(\.name) == ["One", "Two", "One 2"], "\(taken.plan.refusals)")
    }

    @Test("Of two accounts of one name, the first stays what it is in the book where it gets another name")
    func renamedNamesake() throws {
        func file(_ name: String, into ledger: Ledger) throws -> GhostfolioFile {
            let second = #"{"balance":0,"balances":[],"currency":"USD","id":"a2","name":"Depot","platformId":null}"#
            let first = Self.broker([], now: 0).replacing("Broker", with: name)
            let rows = [Self.buy(), Self.buy(id: "r2").replacing("\"a1\"", with: "\"a2\"")]
            return try GhostfolioFile(rows, accounts: "\(first),\(second)", into: ledger)
        }
        let ledger = Ledger(), before = try file("Depot", into: ledger)
        #expect(ledger.accounts.map(\.name) == ["Depot", "Depot 2"], "\(before.plan.refusals)")
        let again = try file("Hauptdepot", into: ledger)
        #expect(again.plan.addsNothing && again.plan.refusedCount == 0, "\(again.plan.refusals)")
        #expect(again.messages.contains { $0.hasPrefix("\"Hauptdepot\" is \"Depot\" in the book") })
    }

    @Test("Where an entry was amended or voided, the payment that was made up for it no longer fits, and the file brings cash back")
    func amended() throws {
        let told = Self.broker([("2025-05-10", 100)], now: 100), ledger = try GhostfolioFile([Self.buy()], accounts: told).ledger
        let changed = try GhostfolioFile([Self.buy("251")], accounts: told, into: ledger)
        #expect(changed.plan.refusals.map(\.kind) == [.changedRow])
        #expect(changed.messages.contains { $0.hasPrefix("where an entry is amended or voided, import the file again") }, "\(changed.messages)")
        let row = try #require((0..<ledger.activities.count).first { ledger.activities.kind(at: $0) == .buy })
        var activity = ledger.activities.activity(at: row)
        activity.price = 251
        activity.detail = (activity.detail ?? ActivityDetail()).amending(ledger.activities.id(at: row))
        let amended = ledger.nextID
        try ledger.apply(.activity(activity), id: amended)
        let again = try GhostfolioFile([Self.buy("251")], accounts: told, into: ledger)
        #expect(try again.cash() == ["Broker USD 100"])
        #expect(again.messages.contains { $0.contains("on 2025-05-10 is 10 USD short of what Ghostfolio tells") }, "\(again.messages)")
        try ledger.apply(.void(amended, reason: "never happened"), id: ledger.nextID)
        let voided = try GhostfolioFile([Self.buy("251")], accounts: told, into: ledger)
        #expect(try voided.cash() == ["Broker USD 100"])
        #expect(voided.messages.contains { $0.contains("on 2025-05-10 is 2510 USD more than what Ghostfolio tells") }, "\(voided.messages)")
        #expect(try GhostfolioFile([Self.buy("251")], accounts: told, into: ledger).plan.addsNothing)
    }

    @Test("Where entries of somebody's own move the cash as well, what differs is told, and nothing is made up for the past")
    func others() throws {
        let ledger = try GhostfolioFile([Self.buy()], accounts: Self.broker([("2025-01-01", 100)], now: 100)).ledger
        _ = try record(row("2025-02-01,deposit,Broker,,,,,50,USD,", context: ImportContext(ledger)), in: ledger)
        let grown = try GhostfolioFile([Self.buy()], accounts: Self.broker([("2025-01-01", 100), ("2025-04-30", 500)], now: 500), into: ledger)
        #expect(grown.plan.activities.isEmpty)
        #expect(try grown.cash() == ["Broker USD 150"])
        #expect(grown.messages.contains { $0.contains("on 2025-04-30 is 350 USD short of what Ghostfolio tells; since somebody recorded payments of that account") })
    }

    @Test("A payment that somebody took out does not come back; one that went with its activity leaves nothing behind")
    func takenOut() throws {
        let told = Self.broker([("2025-01-01", 100), ("2025-05-10", 100)], now: 100)
        func entry(_ ledger: Ledger, _ fits: (Activity) -> Bool) throws -> EntryID {
            let table = ledger.activities
            return table.id(at: try #require((0..<table.count).first { fits(table.activity(at: $0)) }))
        }
        let ledger = try GhostfolioFile([Self.buy()], accounts: told).ledger
        try ledger.apply(.void(entry(ledger) { $0.kind == .deposit && $0.amount == 100 }, reason: "never came"), id: ledger.nextID)
        let again = try GhostfolioFile([Self.buy()], accounts: told, into: ledger)
        #expect(again.plan.addsNothing && again.messages.contains { $0.contains("on 2025-01-01 is 100 USD short of what Ghostfolio tells") }, "\(again.messages)")
        let other = try GhostfolioFile([Self.buy()], accounts: told).ledger
        for kind in [ActivityKind.buy, .deposit] {
            try other.apply(.void(entry(other) { $0.kind == kind && $0.date == day("2025-05-10") }, reason: "never came"), id: other.nextID)
        }
        #expect(try GhostfolioFile([Self.buy()], accounts: told, into: other).plan.addsNothing && other.cash().map(\.balance) == [100])
    }

    @Test("All balances are figures to compare, and what an account has now is one where it is told beside them")
    func figures() throws {
        let file = try GhostfolioFile([Self.buy()], accounts: Self.broker([("2025-01-01", 100), ("2025-06-30", 120)], now: 120))
        #expect(file.plan.balances.map(\.amount) == [100, 120, 120])
        var plan = file.plan
        try plan.checkBalances(file.ledger)
        #expect(plan.notices.count == file.plan.notices.count, "\(plan.notices)")
        var other = try GhostfolioFile([Self.buy()], accounts: Self.broker([("2025-01-01", 100)], now: 130)).plan
        try other.checkBalances(file.ledger)
        #expect(other.notices.last?.message == "\"Broker\" holds 120 USD at the end of 2025-08-01 by the book, and 130 by line 1 of the file")
    }

    @Test("Rows of the book keep their days where one with a time of day comes, and the new row is a moment")
    func days() throws {
        let rows = [("r1", "2024-01-02T23:00:00.000Z"), ("r2", "2024-12-31T23:00:00.000Z")].map { GhostfolioFile.row("BUY", "1", "5", date: $0.1, id: $0.0) }
        let ledger = try GhostfolioFile(rows).ledger, more = rows + [GhostfolioFile.row("BUY", "2", "5", date: "2024-01-05T14:33:12.000Z", id: "r3")]
        let grown = try GhostfolioFile(more, into: ledger)
        #expect(grown.plan.refusedCount == 0 && grown.plan.verdicts.count(.add) == 1, "\(grown.plan.refusals)")
        #expect(grown.facts.map { String($0.prefix(10)) } == ["2024-01-03", "2024-01-05", "2025-01-01"])
        #expect(grown.messages.contains("2 activities that the book has keep the days that they have there"), "\(grown.messages)")
        #expect(try GhostfolioFile(more, into: ledger).plan.addsNothing && GhostfolioFile(rows, into: ledger).plan.addsNothing)
    }

    private static let number = "77777777-7777-4777-8777-777777777777"
    private static let profile =
        "\"assetProfiles\":[{\"assetClass\":\"COMMODITY\",\"assetSubClass\":\"PRECIOUS_METAL\",\"currency\":\"USD\",\"dataSource\":\"MANUAL\",\"name\":\"Gold\",\"symbol\":\"\(number)\","
        + "\"marketData\":[{\"date\":\"2024-06-03T00:00:00.000Z\",\"marketPrice\":2300}]}],"

    @Test("Two assets that are called the same are two, and each stays what it is in the book")
    func assets() throws {
        let coins = GhostfolioFile.row("BUY", "2", "2000", of: Self.number, id: "r1", source: "MANUAL"), shares = GhostfolioFile.row("BUY", "1", "17", of: "GOLD", id: "r2")
        let both = try GhostfolioFile([coins, shares], more: Self.profile)
        #expect(both.facts == ["2024-03-04 buy Broker Gold 2 2 @ 2000 USD", "2024-03-04 buy Broker GOLD 1 @ 17 USD"])
        #expect(both.messages.contains { $0.contains("\(Self.number) (MANUAL) is Gold 2 here") }, "\(both.messages)")
        #expect(both.plan.quotes.count == 1 && both.ledger[both.plan.quotes[0].instrument].symbol == "Gold 2")
        #expect(try GhostfolioFile([coins, shares], more: Self.profile, into: both.ledger).plan.activities.isEmpty)
        #expect(try GhostfolioFile([coins], more: Self.profile, into: both.ledger).plan.activities.isEmpty)
        let first = try GhostfolioFile([coins], more: Self.profile), second = try GhostfolioFile([coins, shares], more: Self.profile, into: first.ledger)
        #expect(second.facts == ["2024-03-04 buy Broker Gold 2 @ 2000 USD", "2024-03-04 buy Broker GOLD 2 1 @ 17 USD"])
        // So are two of one symbol whose prices come from two places.
        let sources = try GhostfolioFile([GhostfolioFile.row("BUY", "1", "17", of: "GOLD"), GhostfolioFile.row("BUY", "1", "2000", of: "GOLD", source: "MANUAL")])
        #expect(sources.ledger.instruments.map(\.symbol) == ["GOLD", "GOLD 2"])
    }

    @Test("An account that is called otherwise by now is the one whose activities the book has, and a new name beside the old one is a new account")
    func renamed() throws {
        let ledger = try GhostfolioFile([Self.buy()], accounts: Self.broker([("2025-01-01", 100)], now: 100)).ledger
        let renamed = Self.broker([("2025-01-01", 100)], now: 100).replacing("Broker", with: "New")
        let file = try GhostfolioFile([Self.buy(), Self.buy(id: "r2")], accounts: renamed, into: ledger)
        #expect(file.messages.contains("\"New\" is \"Broker\" in the book, whose entries it has"), "\(file.messages)")
        #expect(file.plan.verdicts.count(.alreadyThere) == 2 && file.ledger.accounts.map(\.name) == ["Broker"])
        #expect(try file.ledger.holdings().map(\.quantity) == [20] && file.cash() == ["Broker USD 100"])
        #expect(try GhostfolioFile([Self.buy(), Self.buy(id: "r2")], accounts: renamed, into: ledger).plan.addsNothing)
        // An activity that went to another account is not counted there as well.
        let both = GhostfolioFile.broker + "," + GhostfolioFile.broker.replacing("a1", with: "a2").replacing("Broker", with: "Other")
        let moved = try GhostfolioFile([GhostfolioFile.row("BUY", "10", "250", date: "2025-05-10T00:00:00.000Z", id: "r1", account: "\"a2\"")], accounts: both, into: ledger)
        #expect(moved.plan.refusals.map(\.kind) == [.changedRow], "\(moved.plan.refusals)")
    }

    @Test("Two accounts whose names differ in case are two")
    func accounts() throws {
        let accounts = ["Depot", "depot"].enumerated().map { place, name in
            "{\"balance\":\(place + 1)00,\"balances\":[{\"date\":\"2024-01-01T00:00:00.000Z\",\"value\":\(place + 1)00}],\"currency\":\"USD\",\"id\":\"a\(place + 1)\",\"name\":\"\(name)\"}"
        }.joined(separator: ",")
        let rows = ["a1", "a2"].map { GhostfolioFile.row("BUY", "1", "5", id: "r-\($0)", account: "\"\($0)\"") }, file = try GhostfolioFile(rows, accounts: accounts)
        #expect(try file.cash() == ["Depot USD 100", "depot 2 USD 200"])
        #expect(file.messages.contains { $0.contains("the one of the id a2 is \"depot 2\" here") }, "\(file.messages)")
        #expect(try GhostfolioFile(rows, accounts: accounts, into: file.ledger).plan.addsNothing)
    }

    @Test("Prices are in the currency of the asset's profile, and a symbol that is traded in two currencies is refused with what to do")
    func currencies() throws {
        let file = try GhostfolioFile([GhostfolioFile.row("BUY", "1", "2000", of: Self.number, currency: "EUR", source: "MANUAL")], more: Self.profile)
        #expect(file.ledger.instruments.map(\.currency.code) == ["EUR"] && file.plan.quotes.map(\.currency.code) == ["USD"])
        let rows = [GhostfolioFile.row("BUY", "1", "5", currency: "EUR"), GhostfolioFile.row("BUY", "1", "5")]
        let plan = try GhostfolioFile(rows, more: "\"assetProfiles\":[{\"symbol\":\"ORCL\",\"dataSource\":\"YAHOO\",\"currency\":\"USD\"}],").plan
        #expect(plan.refusals.map(\.column) == ["activities[1].currency"])
        #expect(plan.refusals.first?.message.hasPrefix("ORCL is in USD, and this trade in EUR") == true)
        #expect(plan.refusals.first?.hint.hasPrefix("in Ghostfolio, give this activity the currency USD") == true)
    }

    @Test("What luca has no place for is told by count")
    func rest() throws {
        let file = try GhostfolioFile(
            [GhostfolioFile.row("BUY", "1", "5").replacing("\"tags\":[]", with: "\"tags\":[\"zz\"]")],
            accounts: GhostfolioFile.broker.replacing("\"comment\":null", with: "\"comment\":\"mine\""),
            more:
                "\"assetProfiles\":[{\"symbol\":\"ORCL\",\"dataSource\":\"YAHOO\",\"comment\":\"a\",\"url\":\"http://x\",\"isin\":\"US68389X1054\",\"sectors\":[{\"name\":\"Tech\"}]}],"
        )
        let told =
            "1 comment of an account, 1 comment of an asset, 1 ISIN, CUSIP or FIGI, 1 web address of an asset, 1 list of sectors, "
            + "1 tag of an activity whose name the file does not tell left out, for which luca has no place"
        #expect(file.messages.contains(told), "\(file.messages)")
    }
}
