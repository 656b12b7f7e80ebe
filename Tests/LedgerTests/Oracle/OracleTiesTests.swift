@testable import Ledger
import Testing
import Values

/// Small cases of lots that depend on those of other accounts, in which the ledger once said otherwise than the oracle.
@Suite struct OracleTiesTests: SmallBook {
    /// A book with a setting in which both accounts bought ten units, at 10 and at 20.
    private func book(_ key: String, _ value: String) throws -> Ledger {
        let ledger = try emptyBook(allowShort: false)
        try ledger.apply(.setting(key: key, value: value), id: ledger.nextEntry)
        try ledger.record(activity(1, .buy, a, x, 10, price: 10))
        try ledger.record(activity(2, .buy, b, x, 10, price: 20))
        return ledger
    }

    @Test func splitsTakeNothingOutOfAPool() throws {
        let ledger = try book("lot_method", "pooled")
        try ledger.record(activity(3, .split, .every, x, detail: ActivityDetail(ratio: Ratio(2, for: 1))))
        #expect(try ledger.holdings().map(\.cost) == [100, 200])
        try ledger.record(activity(4, .sell, a, x, 20, price: 10))
        #expect(try ledger.gains().map(\.cost) == [150])
    }

    /// The last digit, which is rounded, is that of the same account whichever was entered first.
    @Test func aPoolIsPartedTheSameWhicheverAccountWasFirst() throws {
        let costs = try [[a, b, AccountID(3)], [AccountID(3), b, a]].map { accounts in
            let ledger = try emptyBook(allowShort: false)
            try ledger.apply(.account(AccountID(3), Account(name: "C", currency: .usd)), id: ledger.nextEntry)
            try ledger.apply(.setting(key: "lot_method", value: "pooled"), id: ledger.nextEntry)
            // Six units that cost 10 together.
            for account in accounts { try ledger.record(activity(1, .buy, account, x, account == AccountID(3) ? 4 : 1, price: account == AccountID(3) ? 2 : 1)) }
            try ledger.record(activity(2, .sell, AccountID(3), x, 1, price: 10))
            return try ledger.holdings().map(\.cost)
        }
        #expect(costs[0] == costs[1])
    }

    @Test func unitsSpunOffFromStayInThePool() throws {
        let ledger = try book("lot_method", "pooled")
        try ledger.record(activity(3, .adjustment, a, x, subtype: .spinoff, detail: ActivityDetail(ratio: Ratio(1, for: 1), into: y, share: decimal("0.5"))))
        #expect(try ledger.holdings().map(\.cost) == [50, 50, 200])
    }

    @Test func aPoolSharesAReturnOfCapital() throws {
        let ledger = try book("lot_method", "pooled")
        try ledger.record(activity(3, .dividend, a, x, subtype: .returnOfCapital, amount: 110))
        #expect(try ledger.gains().isEmpty)
        #expect(try ledger.holdings().map(\.cost) == [40, 150])
    }

    /// What is told by account leaves all accounts at once, whichever comes first.
    @Test(arguments: [1, 2]) func whatLeavesAllAccountsIsEvenedOutBefore(account: Int) throws {
        let ledger = try book("lot_method/account=\(account)", "pooled")
        try ledger.record(activity(3, .adjustment, .every, x, subtype: .symbolChange, detail: ActivityDetail(into: y)))
        #expect(try ledger.holdings().map(\.cost) == [150, 150])
    }

    /// What is said of every account takes nothing out of one that holds nothing, even if it once did.
    @Test func accountsWithoutUnitsEvenOutNothing() throws {
        let ledger = try book("lot_method/account=1", "pooled")
        try ledger.record(activity(3, .transferOut, a, x, 10))
        try ledger.record(activity(4, .buy, b, x, 10, price: 40))
        let before = try ledger.lots().map(\.cost)
        try ledger.record(activity(5, .adjustment, .every, x, subtype: .symbolChange, detail: ActivityDetail(into: y)))
        #expect(try ledger.lots().map(\.cost) == before)
    }

    /// An option that is used trades its underlying by the underlying's method.
    @Test func theUnderlyingGoesByItsOwnMethod() throws {
        let ledger = try book("lot_method/instrument=1", "pooled"), put = InstrumentID(4)
        let terms = OptionTerms(underlying: x, right: .put, strike: 30, expires: .max)
        try ledger.apply(.instrument(put, Instrument(symbol: "XP", kind: .option, currency: .usd, multiplier: 10, option: terms)), id: ledger.nextEntry)
        try ledger.record(activity(3, .buy, a, put, 1, price: 1))
        try ledger.record(activity(4, .adjustment, a, put, 1, subtype: .exercise, price: 30, detail: ActivityDetail(into: x)))
        #expect(try ledger.gains().filter { $0.instrument == x }.map(\.cost) == [150])
    }
}

extension OracleTiesTests {
    /// Forty bought long ago in each account, and the units that may replace those sold at a loss of 2 each.
    private func washedBook(_ purchases: [Activity]) throws -> Ledger {
        let ledger = try emptyBook(allowShort: false)
        try ledger.apply(.setting(key: "wash_sales", value: "true"), id: ledger.nextEntry)
        try ledger.record(activity(1, .buy, a, x, 40, price: 10))
        try ledger.record(activity(1, .buy, b, x, 40, price: 10))
        for purchase in purchases { try ledger.record(purchase) }
        return ledger
    }

    private func lots(_ ledger: Ledger) throws -> [String] {
        try ledger.lots().filter { $0.opened > Day(number: 18_001) }.map { "\(ledger[$0.account].name) \($0.remaining)@\($0.cost)" }
    }

    /// Of units in several accounts those bought first replace first.
    @Test func unitsBoughtFirstReplaceFirst() throws {
        let ledger = try washedBook([activity(101, .buy, a, x, 10, price: 8), activity(100, .buy, b, x, 10, price: 8)])
        try ledger.record(activity(110, .sell, a, x, 10, price: 8))
        #expect(try lots(ledger) == ["A 10@80", "B 10@100"])
    }

    /// Units of a purchase that replaced none yet may replace others.
    @Test func theRestOfAPurchaseReplacesOthers() throws {
        let ledger = try washedBook([activity(100, .sell, a, x, 10, price: 8), activity(101, .buy, b, x, 25, price: 8)])
        try ledger.record(activity(102, .sell, a, x, 10, price: 8))
        #expect(try ledger.gains().map(\.wash) == [20, 20])
        #expect(try lots(ledger) == ["B 10@100", "B 10@100", "B 5@40"])
    }

    @Test func lossesMoveOnPastDaysToo() throws {
        let ledger = try washedBook([activity(100, .sell, a, x, 10, price: 8), activity(101, .buy, b, x, 10, price: 8)])
        try ledger.record(activity(110, .buy, a, x, 1, price: 8))
        #expect(try ledger.holdings(on: Day(number: 18_105)).map(\.cost) == [300, 500])
        var costs: [FixedDecimal] = []
        try ledger.visit([Day(number: 18_105)]) { costs = $1.holdings().map(\.cost) }
        #expect(costs == [300, 500])
    }

    /// Who bought an option is not assigned, and who sold one does not exercise it.
    @Test(arguments: [ActivitySubtype.assignment, .exercise]) func optionsAreUsedByThoseWhoMay(subtype: ActivitySubtype) throws {
        let ledger = try emptyBook(allowShort: true), call = InstrumentID(4)
        let terms = OptionTerms(underlying: x, right: .call, strike: 30, expires: .max)
        try ledger.apply(.instrument(call, Instrument(symbol: "XC", kind: .option, currency: .usd, multiplier: 10, option: terms)), id: ledger.nextEntry)
        try ledger.record(activity(3, subtype == .assignment ? .buy : .sell, a, call, 1, price: 1))
        let use = activity(4, .adjustment, a, call, 1, subtype: subtype, price: 30, detail: ActivityDetail(into: x))
        #expect(throws: LedgerError.self) { try ledger.record(use) }
        let verdicts = try ledger.admit([use], firstID: ledger.nextEntry)
        if case .admitted = verdicts[0] { Issue.record("admitted") }
    }

    /// A unit replaces once, however short the other was held.
    @Test func unitsReplaceOnceEvenForADay() throws {
        let ledger = try washedBook([activity(100, .buy, a, x, 40, price: 10)])
        let sold = LotChoice(ledger.lastEntry, quantity: 10)
        try ledger.record(activity(100, .sell, a, x, 10, price: 8, detail: ActivityDetail(lots: [sold])))
        try ledger.record(activity(101, .buy, b, x, 10, price: 8))
        try ledger.record(activity(101, .transferOut, b, x, 10, detail: ActivityDetail(group: "move", lots: [LotChoice(ledger.lastEntry)])))
        try ledger.record(activity(102, .transferIn, a, x, 10, detail: ActivityDetail(group: "move")))
        try ledger.record(activity(103, .sell, a, x, 10, price: 8, detail: ActivityDetail(lots: [sold])))
        #expect(try ledger.gains().map(\.wash) == [20, 0])
    }
}
