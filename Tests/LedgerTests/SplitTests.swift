@testable import Ledger
import Testing
import TestSupport
import Values

/// Splits keep what units are exactly, and options follow what they are on.
@Suite struct SplitTests: SmallBook {
    private let put = InstrumentID(4), call = InstrumentID(5)

    private func split(_ number: Int32, _ new: Int, _ old: Int, of account: AccountID = .every, cash: FixedDecimal? = nil) -> Activity {
        activity(number, .split, account, x, amount: cash, detail: ActivityDetail(ratio: Ratio(FixedDecimal(new), for: FixedDecimal(old))))
    }

    private func book(allowShort: Bool = true) throws -> Ledger {
        let ledger = try emptyBook(allowShort: allowShort)
        for (id, right) in [(put, OptionTerms.Right.put), (call, .call)] {
            let terms = OptionTerms(underlying: x, right: right, strike: 100, expires: try Day("2030-01-17"))
            try ledger.apply(
                .instrument(id, Instrument(symbol: "X300117\(right == .put ? "P" : "C")00100000", kind: .option, currency: .usd, multiplier: 100, option: terms)),
                id: ledger.nextEntry)
        }
        return ledger
    }

    private func use(_ number: Int32, _ subtype: ActivitySubtype, _ option: InstrumentID, _ quantity: FixedDecimal, at price: FixedDecimal) -> Activity {
        activity(number, .adjustment, a, option, quantity, subtype: subtype, price: price, detail: ActivityDetail(into: x))
    }

    // MARK: The exact ratio

    @Test(arguments: ["fifo", "lifo", "average", "pooled"]) func oneForThreeAndBack(method: String) throws {
        let ledger = try book()
        try ledger.apply(.setting(key: "lot_method", value: method), id: ledger.nextEntry)
        try ledger.record(activity(1, .buy, a, x, 10, price: 9))
        try ledger.record(split(2, 1, 3))
        #expect(try ledger.holdings().map(\.quantity) == [decimal("3.333333333333333333")])
        try ledger.record(split(3, 3, 1))
        #expect(try ledger.holdings().map(\.quantity) == [10])
        #expect(try ledger.lots().map { [$0.quantity, $0.remaining, $0.cost] } == [[10, 10, 90]])
    }

    @Test func roundedLotsAddUpToTheRoundedSum() throws {
        let ledger = try book()
        for number in 1...3 { try ledger.record(activity(Int32(number), .buy, a, x, 10, price: 9)) }
        try ledger.record(split(4, 1, 3))
        #expect(try ledger.holdings().map(\.quantity) == [10])
        let start = ledger.checkpoint()
        try ledger.record(activity(5, .sell, a, x, 10, price: 30))
        #expect(try ledger.holdings().isEmpty)
        #expect(try ledger.gains().map(\.cost).reduce(FixedDecimal.zero) { try $0 + $1 } == 270)
        ledger.rollback(to: start)
        try ledger.record(split(5, 3, 1))
        #expect(try ledger.lots().map(\.remaining) == [10, 10, 10])
    }

    @Test func shortLotsTransfersAndMergersKeepIt() throws {
        let ledger = try book()
        try ledger.record(activity(1, .sell, a, y, 10, price: 9))
        try ledger.record(activity(2, .adjustment, .every, y, subtype: .merger, detail: ActivityDetail(ratio: Ratio(1, for: 7), into: x)))
        try ledger.record(split(3, 7, 1))
        #expect(try ledger.holdings().map(\.quantity) == [-10])
        try ledger.record(activity(4, .buy, a, x, 20, price: 9))
        try ledger.record(split(5, 1, 3))
        let third = decimal("3.333333333333333333")
        try ledger.record(activity(6, .transferOut, a, x, third, detail: ActivityDetail(group: "move")))
        try ledger.record(split(7, 1, 7))
        try ledger.record(activity(8, .transferIn, b, x, decimal("0.476190476190476190"), detail: ActivityDetail(group: "move")))
        try ledger.record(split(9, 21, 1))
        #expect(try ledger.holdings().map(\.quantity) == [10])
        #expect(try ledger.lots().map(\.remaining) == [10])
    }

    @Test func aLotThatComesToNothingLeavesItsCost() throws {
        let ledger = try book()
        try ledger.record(activity(1, .buy, a, x, 10, price: 9))
        try ledger.record(activity(2, .buy, a, x, decimal("0.000000000000000002"), amount: 5))
        try ledger.record(split(3, 1, 10))
        #expect(try ledger.lots().map { [$0.remaining, $0.cost] } == [[1, 95]])
    }

    @Test func whatASaleLeavesRoundStaysRound() throws {
        let ledger = try book()
        try ledger.record(activity(1, .buy, a, x, 10, price: 9))
        try ledger.record(split(2, 1, 3))
        try ledger.record(activity(3, .sell, a, x, decimal("0.333333333333333333"), price: 30))
        try ledger.record(split(4, 3, 1))
        #expect(try ledger.holdings().map(\.quantity) == [9])
        try ledger.record(split(5, 1, 2, of: a, cash: 10))
        try ledger.record(split(6, 2, 1))
        #expect(try ledger.holdings().map(\.quantity) == [8])
    }

    /// Some splits and their opposites, in another order, give back each lot to the last digit.
    @Test func splitsAndTheirOppositesChangeNothing() throws {
        var random = SeededRandom.forTest()
        for _ in 0..<60 {
            let ledger = try book()
            var lots: [FixedDecimal] = []
            for number in 1...random.int(1...4) {
                lots.append(FixedDecimal(units: Int128(random.int(1...9_999_999)) * FixedDecimal.unitsPerOne / 1000))
                try ledger.record(activity(Int32(number), .buy, a, x, lots[number - 1], price: 3))
            }
            let ratios = (1...random.int(1...4)).map { _ in (random.int(1...23), random.int(1...23)) }
            var day = Int32(10)
            for (new, old) in ratios + ratios.map({ ($0.1, $0.0) }).shuffled(using: &random) {
                try ledger.record(split(day, new, old))
                let sum = try ledger.lots().reduce(FixedDecimal.zero) { try $0 + $1.remaining }
                #expect(try ledger.holdings().map(\.quantity) == [sum])
                day += 1
            }
            #expect(try ledger.lots().map(\.remaining) == lots, "\(ratios)")
        }
    }

    @Test func pricesOverSplitsAreRoundedOnce() throws {
        let splits = [(1, 3), (3, 1)].enumerated().map { place, ratio in
            RecordedSplit(account: .every, instrument: x, day: Day(number: 18_001 + Int32(place)), ratio: Ratio(FixedDecimal(ratio.0), for: FixedDecimal(ratio.1))!)
        }
        #expect(try splits.units(10, of: x, in: a, asOf: Day(number: 18_000), on: Day(number: 18_010)) == 10)
    }

    // MARK: Options

    @Test func contractsFollowASplit() throws {
        let ledger = try book()
        try ledger.record(activity(1, .sell, a, put, 1, subtype: .sellToOpen, price: 2))
        try ledger.record(split(2, 2, 1))
        let option = try ledger.options()[0]
        #expect([option.contracts, option.terms.strike, option.deliverable] == [-2, 50, 100])
        #expect(try ledger.warnings().isEmpty || !ledger.warnings().map(\.kind).contains("adjusted_option"))
        try ledger.record(use(3, .assignment, put, 2, at: 50))
        #expect(try ledger.holdings().map { [$0.quantity, $0.cost] } == [[200, 9800]])
        #expect(try ledger.cash().map(\.balance) == [-9800])
    }

    /// Recorded at the strike from before, it is of contracts from before.
    @Test func aUseRecordedAtTheOldStrikeIsOfOldContracts() throws {
        let ledger = try book()
        try ledger.record(activity(1, .sell, a, put, 1, subtype: .sellToOpen, price: 2))
        try ledger.record(use(3, .assignment, put, 1, at: 100))
        try ledger.record(split(2, 2, 1))
        #expect(try ledger.holdings().map { [$0.quantity, $0.cost] } == [[200, 9800]])
        #expect(try ledger.options().isEmpty)
    }

    /// What the underlying becomes may be told in any order: the contracts are on what it became last.
    @Test func contractsFollowWhatTheirUnderlyingBecomes() throws {
        let z = InstrumentID(3)
        func change(_ number: Int32, _ from: InstrumentID, _ to: InstrumentID) -> Activity {
            activity(number, .adjustment, a, from, subtype: .symbolChange, detail: ActivityDetail(into: to))
        }
        let ratio = ActivityDetail(ratio: Ratio(3, for: 2))
        let told = [
            activity(1, .buy, a, call, 1, subtype: .buyToOpen, price: 2), change(2, x, y), change(3, y, z), activity(4, .split, a, z, detail: ratio),
        ]
        func orders(_ rest: [Activity]) -> [[Activity]] {
            rest.isEmpty
                ? [[]]
                : rest.indices.flatMap { place in
                    orders(Array(rest[..<place] + rest[(place + 1)...])).map { [rest[place]] + $0 }
                }
        }
        for order in orders(told) {
            let ledger = try book()
            for activity in order { try ledger.record(activity) }
            #expect(try ledger.options().map { [$0.terms.strike, $0.deliverable] } == [[decimal("66.67"), 150]], "\(order.map(\.notes))")
        }
    }

    @Test(arguments: [(3, 2, "66.67", "150"), (1, 10, "100", "10"), (5, 4, "80", "125")])
    func otherSplitsChangeWhatIsDelivered(new: Int, old: Int, strike: String, units: String) throws {
        let ledger = try book()
        try ledger.record(activity(1, .buy, a, call, 1, subtype: .buyToOpen, price: 2))
        try ledger.record(split(2, new, old))
        let option = try ledger.options()[0]
        #expect([option.contracts, option.terms.strike, option.deliverable] == [1, decimal(strike), decimal(units)])
        #expect(try ledger.warnings().map(\.kind).contains("adjusted_option"))
        var draft = ActivityDraft()
        (draft.kind, draft.account, draft.symbol, draft.quantity) = ("exercise", ledger.accounts[0].name, "X300117C00100000", 1)
        let activity = try ledger.resolve(draft, today: Day(number: 18_005))
        try ledger.record(activity)
        #expect(try ledger.holdings().map(\.quantity) == [decimal(units)])
        #expect(try ledger.cash().map(\.balance) == [try -(option.money + 200)])
    }

    @Test func aPremiumForOtherUnitsIsToldByAmount() throws {
        let ledger = try book()
        try ledger.record(activity(1, .buy, a, call, 1, subtype: .buyToOpen, price: 2))
        try ledger.record(split(2, 3, 2))
        var draft = ActivityDraft()
        (draft.kind, draft.account, draft.symbol, draft.quantity, draft.price) = ("sell", ledger.accounts[0].name, "X300117C00100000", 1, 3)
        #expect(throws: LedgerError.adjustedMultiplier(symbol: "X300117C00100000", written: 100, now: 150)) { try ledger.resolve(draft, today: Day(number: 18_005)) }
        // A file that tells but a price is refused as a sentence is.
        let priced = activity(3, .sell, a, call, 1, price: 3), told = activity(3, .sell, a, call, 1, amount: 450)
        let verdicts = try ledger.admit([priced, told], firstID: ledger.nextEntry, dryRun: true)
        #expect(verdicts[0] == .refused(.adjustedMultiplier(symbol: "X300117C00100000", written: 100, now: 150)))
        #expect(verdicts[1] == .admitted(ledger.nextEntry))
        (draft.price, draft.amount) = (nil, 450)
        _ = try ledger.resolve(draft, today: Day(number: 18_005))
    }

    @Test func theSymbolOfAStatementNamesTheContract() throws {
        let ledger = try book()
        try ledger.record(activity(1, .sell, a, put, 1, subtype: .sellToOpen, price: 2))
        try ledger.record(split(2, 4, 1))
        for symbol in ["X300117P00025000", "X     300117P00025000", "X 2030-01-17 25 P"] {
            var draft = ActivityDraft()
            (draft.kind, draft.account, draft.symbol, draft.quantity) = ("assignment", ledger.accounts[0].name, symbol, 4)
            let activity = try ledger.resolve(draft, today: Day(number: 18_005))
            #expect(activity.instrument == put && activity.price == 25)
        }
        var wrong = ActivityDraft()
        (wrong.kind, wrong.account, wrong.symbol, wrong.quantity) = ("assignment", ledger.accounts[0].name, "X300117P00050000", 4)
        #expect(throws: LedgerError.self) { try ledger.resolve(wrong, today: Day(number: 18_005)) }
    }

    @Test func contractsOpenedAfterASplitAreAsWritten() throws {
        let ledger = try book()
        try ledger.record(activity(1, .sell, a, put, 1, subtype: .sellToOpen, price: 2))
        try ledger.record(activity(2, .buy, a, put, 1, subtype: .buyToClose, price: 1))
        try ledger.record(split(3, 2, 1))
        try ledger.record(activity(4, .sell, a, put, 1, subtype: .sellToOpen, price: 2))
        #expect(try ledger.options().map { [$0.contracts, $0.terms.strike] } == [[-1, 100]])
    }

    @Test func contractsOfAMergedCompanyDeliverWhatItBecame() throws {
        let ledger = try book()
        try ledger.record(activity(1, .buy, a, call, 1, subtype: .buyToOpen, price: 2))
        try ledger.record(activity(2, .adjustment, .every, x, subtype: .merger, detail: ActivityDetail(ratio: Ratio(1, for: 2), into: y)))
        #expect(try ledger.options().map { [$0.terms.strike, $0.deliverable] } == [[100, 50]])
        #expect(try ledger.options().map(\.terms.underlying) == [y])
        try ledger.record(activity(3, .split, .every, y, detail: ActivityDetail(ratio: Ratio(2, for: 1))))
        #expect(try ledger.options().map { [$0.contracts, $0.terms.strike, $0.deliverable] } == [[2, 50, 50]])
    }

    /// Whoever told what became of the contracts has told it.
    @Test func contractsThatAreToldApartAreLeft() throws {
        let ledger = try book()
        try ledger.record(activity(1, .buy, a, call, 1, subtype: .buyToOpen, price: 2))
        try ledger.record(activity(2, .split, a, call, detail: ActivityDetail(ratio: Ratio(2, for: 1))))
        try ledger.record(split(2, 2, 1))
        #expect(try ledger.options().map { [$0.contracts, $0.terms.strike] } == [[2, 100]])
    }

    @Test func transferredContractsStayAdjusted() throws {
        let ledger = try book()
        try ledger.record(activity(1, .buy, a, call, 2, subtype: .buyToOpen, price: 2))
        try ledger.record(split(2, 1, 10))
        try ledger.record(activity(3, .transferOut, a, call, 1, detail: ActivityDetail(group: "move")))
        try ledger.record(split(4, 2, 1))
        try ledger.record(activity(5, .transferIn, b, call, 2, detail: ActivityDetail(group: "move")))
        #expect(try ledger.options().map { [$0.contracts, $0.terms.strike, $0.deliverable] } == [[2, 50, 10], [2, 50, 10]])
    }

    @Test func contractsOnTheirWayDeliverWhatTheyHaveBecome() throws {
        let ledger = try book(allowShort: false), move = ActivityDetail(group: "move")
        try ledger.record(activity(1, .buy, a, call, 1, subtype: .buyToOpen, price: 2))
        try ledger.record(activity(2, .transferOut, a, call, 1, detail: move))
        try ledger.record(split(3, 3, 2))
        try ledger.record(activity(4, .transferIn, b, call, 1, detail: move))
        try ledger.record(activity(5, .adjustment, b, call, 1, subtype: .exercise, price: decimal("66.67"), detail: ActivityDetail(into: x)))
        try ledger.record(activity(6, .sell, b, x, 150, price: 90))
        // What comes late lets all of them be looked at again.
        try ledger.record(activity(4, .buy, b, x, 1, price: 60))
        #expect(try ledger.holdings().map(\.quantity) == [1])
    }
}
