@testable import Ledger
import Testing
import Values

/// One id, one cost: lots that have parted ways are told apart.
@Suite struct LotNameTests: SmallBook {
    private func activity(
        _ number: Int32, _ kind: ActivityKind, _ account: AccountID, _ quantity: FixedDecimal? = nil, subtype: ActivitySubtype? = nil,
        price: FixedDecimal? = nil, amount: FixedDecimal? = nil, of instrument: InstrumentID? = nil, detail: ActivityDetail? = nil
    ) -> Activity {
        activity(number, kind, account, instrument ?? x, quantity, subtype: subtype, price: price, amount: amount, detail: detail)
    }

    private func move(_ ledger: Ledger, _ day: Int32, _ from: AccountID, _ to: AccountID, _ units: FixedDecimal, lots: [LotChoice] = []) throws {
        try ledger.record(activity(day, .transferOut, from, units, detail: ActivityDetail(group: "move \(day)", lots: lots)))
        try ledger.record(activity(day, .transferIn, to, units, detail: ActivityDetail(group: "move \(day)")))
    }

    /// Ten units at 10, of which four go away, are paid back a part of their cost, and come home.
    private func parted() throws -> (Ledger, purchase: EntryID, part: EntryID) {
        let ledger = try emptyBook(allowShort: false)
        try ledger.record(activity(1, .buy, a, 10, price: 10))
        let purchase = ledger.lastEntry
        try move(ledger, 2, a, b, 4)
        try ledger.record(activity(3, .dividend, b, subtype: .returnOfCapital, amount: 8))
        try move(ledger, 4, b, a, 4)
        let part = try #require(try ledger.lots().last?.id)
        return (ledger, purchase, part)
    }

    @Test func partsHaveIdsOfTheirOwn() throws {
        let (ledger, purchase, part) = try parted()
        #expect(try ledger.lots().map { [$0.remaining, $0.cost] } == [[6, 60], [4, 32]])
        #expect(try ledger.lots().map(\.id) == [purchase, part])
        #expect(part != purchase && part.openingEntry == purchase)
    }

    @Test func exactlyTheLotNamedIsTaken() throws {
        let (ledger, purchase, part) = try parted()
        for (named, gain) in [(part, FixedDecimal(12)), (purchase, 10)] {
            let start = ledger.checkpoint()
            try ledger.record(activity(5, .sell, a, 1, price: 20, detail: ActivityDetail(lots: [LotChoice(named)])))
            #expect(try ledger.gains().map(\.gain) == [gain])
            ledger.rollback(to: start)
        }
        #expect(throws: LedgerError.self) {
            try ledger.record(activity(5, .sell, a, 1, price: 20, detail: ActivityDetail(lots: [LotChoice(EntryID(part.rawValue + 10_000_000_000))])))
        }
    }

    /// What is spun off of units of which others are under way is a lot of its own, and so is what stays.
    @Test func whatIsSpunOffIsToldFromWhatStays() throws {
        let ledger = try emptyBook(allowShort: false)
        try ledger.record(activity(1, .buy, a, 10, price: 10))
        let purchase = ledger.lastEntry
        try ledger.record(activity(2, .transferOut, a, 4, detail: ActivityDetail(group: "away")))
        try ledger.record(activity(3, .adjustment, a, subtype: .spinoff, detail: ActivityDetail(ratio: Ratio(1, for: 4), into: y, share: decimal("0.5"))))
        try ledger.record(activity(4, .transferIn, b, 4, detail: ActivityDetail(group: "away")))
        let lots = try ledger.lots()
        #expect(lots.map(\.cost) == [30, 30, 40])
        #expect(Set(lots.map(\.id)).count == 3)
        #expect(lots.filter { $0.account == b }.map(\.id) == [purchase])
    }

    /// What is spun off everywhere of one lot goes by one id, until units of it come to cost otherwise in one of the accounts.
    @Test func whatIsSpunOffInTwoAccountsIsParted() throws {
        let ledger = try emptyBook(allowShort: false)
        try ledger.record(activity(1, .buy, a, 10, price: 10))
        try move(ledger, 2, a, b, 4)
        try ledger.record(activity(3, .adjustment, .every, subtype: .spinoff, detail: ActivityDetail(ratio: Ratio(1, for: 1), into: y, share: decimal("0.5"))))
        func spunOff() throws -> [OpenLot] { try ledger.lots().filter { $0.instrument == y } }
        #expect(try Set(spunOff().map(\.id)).count == 1)
        try ledger.record(activity(4, .dividend, b, subtype: .returnOfCapital, amount: 8, of: y))
        #expect(try spunOff().map(\.cost) == [30, 12])
        #expect(try Set(spunOff().map(\.id)).count == 2)
    }

    /// What an account tells its units to cost makes lots of their own of those that came from another.
    @Test func unitsOfAnotherCostAsToldAreToldApart() throws {
        let ledger = try emptyBook(allowShort: false)
        try ledger.record(activity(1, .buy, a, 10, price: 10))
        let purchase = ledger.lastEntry
        try move(ledger, 2, a, b, 4)
        try ledger.apply(.account(b, Account(name: "B", currency: .usd, tracking: .holdings)), id: ledger.nextEntry)
        try ledger.record(activity(3, .adjustment, b, 4, subtype: .position, price: 12))
        #expect(try ledger.lots().map(\.cost) == [60, 48])
        #expect(try ledger.lots().map { $0.id == purchase } == [true, false])
    }

    /// A book that named lots before they had ids of their own named the first that was left of the entry.
    @Test func aBareNumberNamesWhatIsLeftOfTheEntry() throws {
        let (ledger, purchase, part) = try parted()
        try ledger.record(activity(5, .sell, a, 6, price: 20, detail: ActivityDetail(lots: [LotChoice(purchase)])))
        try ledger.record(activity(6, .sell, a, 1, price: 20, detail: ActivityDetail(lots: [LotChoice(purchase, quantity: 1)])))
        #expect(try ledger.gains().map(\.cost) == [60, 8])
        #expect(try ledger.gains().map(\.lotID) == [purchase, part] && ledger.gains().map(\.lot) == [purchase, purchase])
        #expect(try ledger.lots().map(\.id) == [part])
    }

    /// Of lots of one entry in one place, the first keeps the entry's number, wherever the others were meanwhile.
    @Test func theFirstOfThemKeepsTheNumber() throws {
        let ledger = try emptyBook(allowShort: false)
        try ledger.record(activity(1, .buy, a, 10, price: 10))
        let purchase = ledger.lastEntry
        try move(ledger, 2, a, b, 4)
        let part = try #require(try ledger.lots().last?.id)
        try move(ledger, 3, a, b, 6)
        let ids = try ledger.lots().map(\.id)
        #expect(ids[0] == part && ids[1] != purchase && ids[1] != part && ids.allSatisfy { $0.openingEntry == purchase })
        try ledger.record(activity(4, .sell, b, 1, price: 20, detail: ActivityDetail(lots: [LotChoice(purchase)])))
        #expect(try ledger.lots().map(\.remaining) == [3, 6])
    }

    /// Whoever names the purchase has all of its units that cost the same, and none that do not.
    @Test func partsOfOneCostAreOneLotToTheirEntry() throws {
        let ledger = try emptyBook(allowShort: false)
        try ledger.record(activity(1, .buy, a, 10, price: 10))
        let purchase = ledger.lastEntry
        try move(ledger, 2, a, b, 4)
        try move(ledger, 3, a, b, 3)
        func sell(_ units: FixedDecimal, named: [FixedDecimal]) throws {
            try ledger.record(activity(4, .sell, b, units, price: 20, detail: ActivityDetail(lots: named.map { LotChoice(purchase, quantity: $0) })))
        }
        #expect(throws: LedgerError.self) { try sell(8, named: [8]) }
        #expect(throws: LedgerError.self) { try sell(8, named: [4, 4]) }
        try sell(6, named: [6])
        #expect(try ledger.lots().filter { $0.account == b }.map(\.remaining) == [1] && ledger.gains().map(\.cost).reduce(0, { try $0 + $1 }) == 60)
        let (other, bought, _) = try parted()
        #expect(throws: LedgerError.self) { try other.record(activity(5, .sell, a, 7, price: 20, detail: ActivityDetail(lots: [LotChoice(bought, quantity: 7)]))) }
    }

    /// Between parts of one cost there may be one of another, which is passed over.
    @Test func partsOfAnotherCostArePassedOver() throws {
        let (ledger, purchase, part) = try parted()
        try move(ledger, 5, a, b, 2)
        try move(ledger, 6, b, a, 2)
        try ledger.record(activity(7, .sell, a, 6, price: 20, detail: ActivityDetail(lots: [LotChoice(purchase, quantity: 1), LotChoice(purchase, quantity: 5)])))
        #expect(try ledger.gains().map(\.cost).reduce(0, { try $0 + $1 }) == 60)
        #expect(try ledger.lots().map(\.id) == [part])
    }

    @Test func unitsSpunOffAreAnotherLot() throws {
        let ledger = try emptyBook(allowShort: false)
        try ledger.record(activity(1, .buy, a, 10, price: 10))
        let detail = ActivityDetail(ratio: Ratio(1, for: 2), into: y, share: decimal("0.25"))
        try ledger.record(activity(2, .adjustment, .every, subtype: .spinoff, detail: detail))
        let ids = try ledger.lots().map(\.id)
        #expect(Set(ids).count == 2)
        try ledger.record(activity(3, .sell, a, 1, price: 20, of: y, detail: ActivityDetail(lots: [LotChoice(ids[1])])))
        #expect(try ledger.gains().map(\.cost) == [5])
        #expect(try ledger.gains().map(\.lotID) == [ids[1]])
    }

    @Test func unitsThatTakeOverALossAreAnotherLot() throws {
        let ledger = try emptyBook(allowShort: false)
        try ledger.apply(.setting(key: "wash_sales", value: "true"), id: ledger.nextEntry)
        try ledger.record(activity(1, .buy, a, 4, price: 10))
        try ledger.record(activity(5, .buy, a, 10, price: 10))
        let second = ledger.lastEntry
        try ledger.record(activity(6, .sell, a, 4, price: 5))
        #expect(try ledger.lots().map { [$0.remaining, $0.cost] } == [[4, 60], [6, 60]])
        let ids = try ledger.lots().map(\.id)
        #expect(ids[0] == second && ids[1] != second)
        try ledger.record(activity(60, .sell, a, 6, price: 20, detail: ActivityDetail(lots: [LotChoice(ids[1])])))
        #expect(try ledger.gains().last?.cost == 60)
    }

    /// A key follows from the entries that parted the lot, whatever is entered before or afterwards.
    @Test func idsStayWhatTheyAre() throws {
        let (ledger, _, part) = try parted()
        try ledger.record(activity(0, .buy, a, 3, price: 9))
        try move(ledger, 1, a, b, 1)
        #expect(try ledger.lots().map(\.id).contains(part))
        #expect(LotName(LotName(EntryID(12), key: LotName.key(of: 57, partedBy: 99)).id).entry == EntryID(12))
    }
}
