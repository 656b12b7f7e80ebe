@testable import Ledger
import Testing
import Values

/// Small cases in which the ledger once said otherwise than the oracle.
@Suite struct OracleFindingsTests: SmallBook {
    @Test func salesMayNameLots() throws {
        let ledger = try emptyBook(allowShort: false)
        try ledger.record(activity(1, .buy, a, x, 5, price: 10))
        try ledger.record(activity(2, .buy, a, x, 5, price: 20))
        let second = ledger.lastEntry
        try ledger.record(activity(3, .sell, a, x, 2, price: 30, detail: ActivityDetail(lots: [LotChoice(second)])))
        #expect(try ledger.gains().map(\.gain) == [20])
        #expect(try ledger.lots().map(\.remaining) == [5, 3])
    }

    /// Units that leave take the contribution with them that they cost, and those that come in bring theirs.
    @Test func transfersOfUnitsCountAsContribution() throws {
        let ledger = try emptyBook(allowShort: false)
        try ledger.record(activity(1, .buy, a, x, 5, price: 10))
        try ledger.record(activity(2, .transferOut, a, x, 2, detail: ActivityDetail(group: "move")))
        try ledger.record(activity(3, .transferIn, b, x, 2, detail: ActivityDetail(group: "move")))
        try ledger.record(activity(4, .transferIn, b, x, 1, price: 7))
        #expect(try ledger.cash().map(\.contribution) == [-20, 27])
        #expect(try ledger.cash(on: Day(number: 18_002)).map(\.contribution) == [-20])
    }

    /// A statement that shows ten units owes none any more.
    @Test func aPositionThatIsToldEndsWhatWasSoldShort() throws {
        let ledger = try emptyBook(allowShort: true)
        try ledger.apply(.account(a, Account(name: "A", currency: .usd, allowShort: true, tracking: .holdings)), id: ledger.nextEntry)
        try ledger.record(activity(1, .sell, a, x, 5, price: 10))
        try ledger.record(activity(2, .adjustment, a, x, 10, subtype: .position, price: 11))
        #expect(try ledger.holdings().map(\.quantity) == [10])
        #expect(try ledger.lots().map(\.remaining) == [10])
        #expect(try ledger.cash().map(\.contribution) == [160])
        try ledger.record(activity(3, .sell, a, x, 3, price: 10))
        #expect(try ledger.gains().map(\.gain) == [-3])
    }

    /// Units arrive before they leave again on one day; a transfer that was voided neither brings nor takes any, whoever asks.
    @Test func aVoidedTransferHasNoPartInTheOrderOfItsDay() throws {
        let ledger = try emptyBook(allowShort: false)
        try ledger.record(activity(1, .buy, a, x, 5, price: 10))
        try ledger.record(activity(3, .buy, b, x, 10, price: 20))
        try ledger.record(activity(5, .transferOut, b, x, 1, detail: ActivityDetail(group: "there")))
        try ledger.record(activity(5, .transferIn, a, x, 1, detail: ActivityDetail(group: "there")))
        try ledger.apply(.void(ledger.lastEntry, reason: "it never came"), id: ledger.nextEntry)
        try ledger.record(activity(5, .transferOut, a, x, 1, detail: ActivityDetail(group: "back")))
        try ledger.record(activity(5, .transferIn, b, x, 1, detail: ActivityDetail(group: "back")))
        #expect(try ledger.holdings().map(\.cost) == [40, 200])
        // A day that is over is computed from the first activity on, as a book is that was read in.
        try ledger.record(activity(7, .buy, a, y, 1, price: 1))
        #expect(try ledger.holdings(on: Day(number: 18_005)).map(\.cost) == [40, 200])
    }

    @Test func whatIsSaidOfAnInstrumentEverywhereIsDone() throws {
        let ledger = try emptyBook(allowShort: false)
        try ledger.record(activity(1, .buy, a, x, 5, price: 10))
        try ledger.record(activity(2, .adjustment, .every, x, subtype: .merger, detail: ActivityDetail(ratio: Ratio(3, for: 1), into: y)))
        #expect(try ledger.holdings().map(\.instrument) == [y])
        #expect(try ledger.holdings().map(\.quantity) == [15])
        #expect(try ledger.holdings().map(\.cost) == [50])
    }

    @Test func whatIsSaidBeforehandHoldsForUnitsEnteredLater() throws {
        let ledger = try emptyBook(allowShort: false)
        try ledger.record(activity(5, .split, .every, x, detail: ActivityDetail(ratio: Ratio(2, for: 1))))
        try ledger.record(activity(1, .buy, a, x, 5, price: 10))
        #expect(try ledger.holdings().map(\.quantity) == [10])
    }

    /// What needs units keeps them: a void, an amendment or a late entry that takes them away is refused, not found out when somebody asks.
    @Test(arguments: [false, true]) func whatNeedsUnitsKeepsThem(allowShort: Bool) throws {
        let ledger = try emptyBook(allowShort: allowShort)
        try ledger.record(activity(1, .buy, a, x, 5, price: 10))
        let purchase = ledger.lastEntry
        try ledger.record(activity(2, .dividend, a, x, subtype: .returnOfCapital, amount: 3))
        try ledger.record(activity(6, .buy, a, x, 5, price: 10))
        let before = try ledger.dump()
        let stranded = LedgerError.strandsEvent(
            act: "voiding entry \(purchase.rawValue)", event: "return of capital", account: "A", symbol: "X", date: Day(number: 18_002), entry: EntryID(purchase.rawValue + 1))
        #expect(throws: stranded) {
            try ledger.apply(.void(purchase, reason: ""), id: ledger.nextEntry)
        }
        #expect(throws: LedgerError.self) { try ledger.record(activity(1, .transferOut, a, x, 5)) }
        #expect(throws: LedgerError.self) { try ledger.record(activity(0, .transferOut, a, x, 1)) }
        #expect(throws: LedgerError.self) { try ledger.record(activity(0, .adjustment, a, x, subtype: .merger, amount: 7)) }
        #expect(try ledger.dump() == before)
    }

    @Test func batchesSeeUnitsLeave() throws {
        let ledger = try emptyBook(allowShort: false)
        try ledger.record(activity(1, .buy, a, x, 5, price: 10))
        try ledger.record(activity(9, .buy, a, x, 1, price: 10))
        let batch = [activity(2, .transferOut, a, x, 5), activity(3, .sell, a, x, 5, price: 10)]
        let verdicts = try ledger.admit(batch, firstID: ledger.nextEntry)
        #expect(verdicts[0] == .admitted(ledger.lastEntry))
        #expect(verdicts[1] == .refused(.oversold(account: "A", symbol: "X", date: Day(number: 18_003), held: 0, asked: 5)))
        #expect(try ledger.holdings().map(\.quantity) == [1])
    }

    @Test func averagesAreTakenBack() throws {
        let ledger = try emptyBook(allowShort: false)
        try ledger.apply(.setting(key: "lot_method", value: "average"), id: ledger.nextEntry)
        try ledger.record(activity(1, .buy, a, x, 1, price: 10))
        try ledger.record(activity(2, .buy, a, x, 1, price: 20))
        let before = try ledger.dump(), start = ledger.checkpoint()
        try ledger.record(activity(3, .sell, a, x, 1, price: 30))
        ledger.rollback(to: start)
        #expect(try ledger.dump() == before)
    }

    @Test func unitsAcquiredEarlierAreTakenBack() throws {
        let ledger = try emptyBook(allowShort: false)
        try ledger.record(activity(1, .buy, a, x, 1, price: 10))
        let before = try ledger.dump(), start = ledger.checkpoint()
        try ledger.record(activity(3, .adjustment, a, x, 1, price: 7, detail: ActivityDetail(opened: Day(number: 17_000))))
        ledger.rollback(to: start)
        #expect(try ledger.dump() == before)
    }

    /// Quantities alone would allow it, but the later sale would find the lot that it names gone.
    @Test func lotsThatAreNamedStayOpen() throws {
        let ledger = try emptyBook(allowShort: false)
        try ledger.record(activity(1, .buy, a, x, 5, price: 10))
        let first = ledger.lastEntry
        try ledger.record(activity(2, .buy, a, x, 5, price: 20))
        try ledger.record(activity(4, .sell, a, x, 5, price: 30, detail: ActivityDetail(lots: [LotChoice(first, quantity: 5)])))
        let before = try ledger.dump()
        #expect(throws: LedgerError.self) { try ledger.record(activity(3, .sell, a, x, 1, price: 30)) }
        #expect(try ledger.dump() == before)
    }

    @Test func transfersOfUnitsAreListedAsContributions() throws {
        let ledger = try emptyBook(allowShort: false)
        try ledger.record(activity(1, .buy, a, x, 5, price: 10))
        try ledger.record(activity(2, .transferOut, a, x, 2, detail: ActivityDetail(group: "move")))
        try ledger.record(activity(3, .transferIn, b, x, 2, detail: ActivityDetail(group: "move")))
        #expect(try ledger.contributions().map(\.amount) == [-20, 20])
        #expect(try ledger.contributions(to: Day(number: 18_002)).map(\.account) == [a])
    }

    @Test func aDraftMayNameWhatIsNotHeld() throws {
        let ledger = try emptyBook(allowShort: false)
        try ledger.record(activity(1, .buy, a, x, 5, price: 10))
        let purchase = ledger.lastEntry
        var draft = activity(2, .adjustment, a, x, subtype: .symbolChange, detail: ActivityDetail(into: y))
        draft.status = .draft
        try ledger.record(draft)
        try ledger.apply(.void(purchase, reason: ""), id: ledger.nextEntry)
        #expect(try ledger.holdings().isEmpty)
    }

    /// Units that come in from elsewhere cover what is owed, as a purchase does.
    @Test func whatComesInCoversWhatIsOwed() throws {
        let ledger = try emptyBook(allowShort: true)
        try ledger.record(activity(1, .buy, a, x, 4, price: 10))
        try ledger.record(activity(2, .sell, a, y, 3, price: 50))
        try ledger.record(activity(3, .adjustment, .every, x, subtype: .symbolChange, detail: ActivityDetail(into: y)))
        #expect(try ledger.holdings().map(\.quantity) == [1])
        #expect(try ledger.holdings().map(\.cost) == [10])
        #expect(try ledger.gains().map(\.gain) == [120])
        try ledger.record(activity(4, .sell, b, y, 3, price: 50))
        try ledger.record(activity(5, .transferIn, b, y, 5, price: 40))
        #expect(try ledger.holdings().map(\.quantity) == [1, 2])
        #expect(try ledger.gains().map(\.gain) == [120, 30])
    }

    @Test func cashForNoFractionIsAGain() throws {
        let ledger = try emptyBook(allowShort: false)
        try ledger.record(activity(1, .buy, a, x, 4, price: 10))
        try ledger.record(activity(2, .split, a, x, amount: 7, detail: ActivityDetail(ratio: Ratio(2, for: 1))))
        #expect(try ledger.gains().map(\.gain) == [7])
        #expect(throws: LedgerError.nothingHeld(act: "split", account: "B", symbol: "X", date: Day(number: 18_002))) {
            try ledger.record(activity(2, .split, b, x, amount: 7, detail: ActivityDetail(ratio: Ratio(2, for: 1))))
        }
    }

    @Test func unitsUnderwayAreSplitToo() throws {
        let ledger = try emptyBook(allowShort: false)
        try ledger.record(activity(1, .buy, a, x, 4, price: 10))
        try ledger.record(activity(2, .transferOut, a, x, 4, detail: ActivityDetail(group: "move")))
        try ledger.record(activity(3, .split, .every, x, detail: ActivityDetail(ratio: Ratio(2, for: 1))))
        try ledger.record(activity(4, .adjustment, .every, x, subtype: .symbolChange, detail: ActivityDetail(into: y)))
        try ledger.record(activity(5, .transferIn, b, y, 6, detail: ActivityDetail(group: "move")))
        try ledger.record(activity(6, .transferIn, b, y, 2, detail: ActivityDetail(group: "move")))
        #expect(try ledger.lots().map(\.opened) == [Day(number: 18_001), Day(number: 18_001)])
        #expect(try ledger.lots().map(\.quantity) == [6, 2])
        #expect(try ledger.lots().map(\.openingCost) == [30, 10])
    }

    @Test func averagedUnitsShareAReturnOfCapital() throws {
        let ledger = try emptyBook(allowShort: false)
        try ledger.apply(.setting(key: "lot_method", value: "average"), id: ledger.nextEntry)
        try ledger.record(activity(1, .buy, a, x, 1, price: 10))
        try ledger.record(activity(2, .buy, a, x, 1, price: 1))
        try ledger.record(activity(3, .dividend, a, x, subtype: .returnOfCapital, amount: 4))
        #expect(try ledger.gains().isEmpty)
        #expect(try ledger.holdings().map(\.cost) == [7])
    }

    /// A cost in dollars is none in euros.
    @Test func unitsKeepTheCurrencyOfTheirCost() throws {
        let ledger = try emptyBook(allowShort: false), euro = InstrumentID(4)
        try ledger.apply(.instrument(euro, Instrument(symbol: "E", currency: .eur)), id: ledger.nextEntry)
        try ledger.record(activity(1, .buy, a, x, 4, price: 10))
        for account in [a, .every] {
            #expect(throws: LedgerError.self) {
                try ledger.record(activity(2, .adjustment, account, x, subtype: .symbolChange, detail: ActivityDetail(into: euro)))
            }
        }
        #expect(throws: LedgerError.self) {
            try ledger.record(activity(2, .dividend, a, x, 2, subtype: .dividendInKind, price: 5, detail: ActivityDetail(into: euro)))
        }
        #expect(throws: LedgerError.self) { try ledger.record(activity(2, .dividend, a, euro, 2, subtype: .dividendInKind, price: 5)) }
    }

    @Test func batchesLeaveNamedLotsOpen() throws {
        let ledger = try emptyBook(allowShort: false)
        try ledger.record(activity(1, .buy, a, x, 5, price: 10))
        let first = ledger.lastEntry
        try ledger.record(activity(2, .buy, a, x, 5, price: 20))
        try ledger.record(activity(6, .sell, a, x, 5, price: 30, detail: ActivityDetail(lots: [LotChoice(first, quantity: 5)])))
        let batch = [activity(3, .sell, a, x, 1, price: 30), activity(4, .buy, a, x, 1, price: 30)]
        let verdicts = try ledger.admit(batch, firstID: ledger.nextEntry)
        #expect(verdicts[1] == .admitted(ledger.lastEntry))
        if case .refused(.lotNotOpen) = verdicts[0] {} else { Issue.record("\(verdicts[0])") }
        #expect(try ledger.holdings().map(\.quantity) == [6])
    }
}
