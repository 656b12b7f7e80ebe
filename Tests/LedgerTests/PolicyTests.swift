@testable import Ledger
import Testing
import Values
@testable import Worth

/// What settings make part of a cost, and what raises a cost without units.
@Suite struct PolicyTests: SmallBook {
    private func activity(
        _ number: Int32, _ kind: ActivityKind, _ account: AccountID, _ quantity: FixedDecimal? = nil, subtype: ActivitySubtype? = nil, price: FixedDecimal? = nil,
        amount: FixedDecimal? = nil, fee: FixedDecimal = 0, tax: FixedDecimal = 0, group: String = ""
    ) -> Activity {
        activity(
            number, kind, account, x, quantity, subtype: subtype, price: price, amount: amount, fee: fee, tax: tax,
            detail: group.isEmpty ? nil : ActivityDetail(group: group))
    }

    private func book(_ settings: [String: String]) throws -> Ledger {
        let ledger = try emptyBook(allowShort: false)
        for (key, value) in settings { try ledger.apply(.setting(key: key, value: value), id: ledger.nextEntry) }
        return ledger
    }

    @Test(arguments: [("false", "true", "101", "297", "8"), ("true", "true", "106", "294", "0"), ("true", "false", "105", "297", "0"), ("false", "false", "100", "300", "8")])
    func taxesOfTrades(taxes: String, fees: String, cost: String, proceeds: String, apart: String) throws {
        let ledger = try book(["taxes_in_cost": taxes, "fees_in_cost": fees])
        try ledger.record(activity(1, .buy, a, 10, price: 10, fee: 1, tax: 5))
        #expect(try ledger.holdings().map(\.cost) == [decimal(cost)])
        try ledger.record(activity(2, .sell, a, 10, price: 30, fee: 3, tax: 3))
        #expect(try ledger.cash().map(\.balance) == [188])
        #expect(try ledger.cash().map(\.taxes) == [decimal(apart)])
        #expect(try ledger.gains().map(\.cost) == [decimal(cost)])
        #expect(try ledger.charges().reduce(FixedDecimal.zero) { try $0 + $1.amount } == 12)
    }

    @Test func feesOfTransfers() throws {
        for (setting, cost, contributions) in [("false", "30", ["-30", "30"]), ("true", "35", ["-33", "33"])] {
            let ledger = try book(["transfer_fees_in_cost": setting])
            try ledger.record(activity(1, .buy, a, 10, price: 10))
            try ledger.record(activity(2, .transferOut, a, 3, fee: 3, group: "move"))
            try ledger.record(activity(2, .transferIn, b, 3, fee: 2, group: "move"))
            #expect(try ledger.holdings().map(\.cost) == [70, decimal(cost)])
            #expect(try ledger.cash().map(\.balance) == [-103, -2])
            #expect(try ledger.cash().map(\.contribution) == contributions.map(decimal))
        }
    }

    @Test func notionalDistributionsRaiseTheCost() throws {
        let ledger = try book([:])
        try ledger.record(activity(1, .buy, a, 10, price: 10))
        try ledger.record(activity(2, .dividend, a, subtype: .notionalDistribution, amount: 12, tax: 3))
        #expect(try ledger.holdings().map { [$0.quantity, $0.cost, $0.income] } == [[10, 112, 12]])
        #expect(try ledger.cash().map(\.balance) == [-103])
        #expect(throws: LedgerError.self) { try ledger.record(activity(3, .dividend, b, subtype: .notionalDistribution, amount: 12)) }
    }

    @Test func theLongestDrawdownMayHaveToEnd() {
        let ended = Drawdown(depth: -1, peak: Day(number: 1), trough: Day(number: 2), recovery: Day(number: 5), days: 4)
        let lasting = Drawdown(depth: -1, peak: Day(number: 9), trough: Day(number: 10), recovery: nil, days: 40)
        #expect([ended, lasting].longest(recovered: false) == lasting)
        #expect([ended, lasting].longest(recovered: true) == ended)
        #expect([lasting].longest(recovered: true) == nil)
    }
}
