@testable import Ledger
import Testing
import TestSupport
import Values

/// Random books against the oracle, and the laws that hold for every book.
@Suite struct LotPropertyTests {
    @Test(arguments: [false, true]) func booksAgreeWithTheOracle(allowShort: Bool) throws {
        var random = SeededRandom.forTest()
        for _ in 0..<12 {
            let trades = SimpleTrade.random(60, allowShort: allowShort, &random)
            let ledger = try emptyBook(allowShort: allowShort)
            for trade in trades { try ledger.record(trade.activity) }
            let oracle = try #require(Oracle(trades, allowShort: allowShort))
            try compare(ledger, oracle, trades)
        }
    }

    /// Compares gains, lots and cash. Shares of money may be off by the roundings of the shares before them.
    private func compare(_ ledger: Ledger, _ oracle: Oracle, _ trades: [SimpleTrade]) throws {
        func entry(_ id: EntryID) -> Int { Int(ledger.activities.notes(at: ledger.activities.row(of: id)!))! }
        let gains = try ledger.gains()
        try #require(gains.count == oracle.closings.count)
        for (gain, closing) in zip(gains, oracle.closings) {
            #expect((entry(gain.lot), entry(gain.activity)) == (closing.opening, closing.closing))
            #expect(gain.quantity == coins(closing.coins))
            let (opening, close) = (trades[closing.opening], trades[closing.closing])
            #expect(isShare(gain.side == .long ? gain.cost : gain.proceeds, closing.coins, of: opening))
            #expect(isShare(gain.side == .long ? gain.proceeds : gain.cost, closing.coins, of: close))
        }
        var lots: [String] = []
        for lot in try ledger.lots() {
            let opening = trades[entry(lot.id)]
            lots.append("\(entry(lot.id)) \(lot.remaining)")
            let open = (lot.side == .long ? oracle.long : oracle.short)[[opening.account, opening.symbol]]!.filter { $0 == opening.entry }.count
            #expect(isShare(lot.side == .long ? lot.cost : -lot.cost, open, of: opening))
        }
        #expect(lots == openLots(oracle, trades))
        for cash in try ledger.cash() {
            #expect(cash.balance == FixedDecimal(units: Int128(oracle.cash[Int(cash.account.rawValue) - 1]!) * FixedDecimal.unitsPerOne / 10_000))
        }
    }

    private func coins(_ count: Int) -> FixedDecimal { FixedDecimal(units: Int128(count) * FixedDecimal.unitsPerOne / 100) }

    /// Whether money is the share of a trade's money that so many of its coins have, but for a hundred roundings of the last digit.
    private func isShare(_ money: FixedDecimal, _ coins: Int, of trade: SimpleTrade) -> Bool {
        let exactTimesQuantity = Int128(Oracle.money(trade)) * (FixedDecimal.unitsPerOne / 10_000) * Int128(coins)
        return (money.units * Int128(trade.quantity) - exactTimesQuantity).magnitude <= 100 * UInt128(trade.quantity)
    }

    /// The lots that lie open, as `entry quantity`, by account, symbol, side and time.
    private func openLots(_ oracle: Oracle, _ trades: [SimpleTrade]) -> [String] {
        var lines: [String] = []
        for account in 0...1 {
            for symbol in 0...2 {
                for (side, sign) in [(oracle.long, 1), (oracle.short, -1)] {
                    var seen: [Int] = []
                    for coin in side[[account, symbol]] ?? [] where !seen.contains(coin) { seen.append(coin) }
                    for coin in seen {
                        let count = side[[account, symbol]]!.filter { $0 == coin }.count
                        lines.append("\(coin) \(coins(sign * count))")
                    }
                }
            }
        }
        return lines
    }

    @Test(arguments: [false, true]) func lotsConserveUnitsAndMoney(allowShort: Bool) throws {
        var random = SeededRandom.forTest()
        for _ in 0..<12 {
            let trades = SimpleTrade.random(80, allowShort: allowShort, &random)
            let ledger = try emptyBook(allowShort: allowShort)
            for trade in trades { try ledger.record(trade.activity) }
            let (gains, lots) = (try ledger.gains(), try ledger.lots())
            for row in 0..<ledger.activities.count {
                let id = ledger.activities.id(at: row)
                // What came in with a trade went out in gains or lies there still, to the last digit; so does what went out.
                var (units, money) = (FixedDecimal.zero, FixedDecimal.zero)
                for gain in gains where gain.lot == id || gain.activity == id {
                    let isPurchase = (gain.lot == id) == (gain.side == .long)
                    units = try units + gain.quantity
                    money = try money + (isPurchase ? gain.cost : gain.proceeds)
                }
                for lot in lots where lot.id == id {
                    units = try units + lot.remaining.magnitude
                    money = try money + (lot.side == .long ? lot.cost : -lot.cost)
                }
                let trade = trades[row]
                #expect(units == ledger.activities.quantity(at: row))
                #expect(money.units == Int128(Oracle.money(trade)) * (FixedDecimal.unitsPerOne / 10_000))
            }
            try expectSumsAgree(ledger)
        }
    }

    /// The sums that positions keep are those of their lots.
    private func expectSumsAgree(_ ledger: Ledger) throws {
        let lots = try ledger.lots()
        for holding in try ledger.holdings() {
            let own = lots.filter { $0.account == holding.account && $0.instrument == holding.instrument }
            #expect(own.count == holding.openLots)
            #expect(try own.reduce(into: FixedDecimal.zero) { try $0 += $1.remaining } == holding.quantity)
            #expect(try own.reduce(into: FixedDecimal.zero) { try $0 += $1.cost } == holding.cost)
        }
    }

    /// What changes units or nothing, by rule.
    private let movesNoCash: Set = ["unknown", "expiry", "spinoff", "symbol_change", "adjustment", "position"]

    @Test(arguments: [false, true]) func postingsBalance(feesInCost: Bool) throws {
        var random = SeededRandom.forTest()
        var policy = Policy()
        policy.feesInCost = feesInCost
        var buffer = PostingBuffer(policy: policy)
        for _ in 0..<2000 {
            func some(_ range: ClosedRange<Int>) -> FixedDecimal { FixedDecimal(units: Int128(random.int(range)) * 1_234_567_890_123) }
            let rule = random.pick(ActivityRule.all + ActivityRule.variants), kind = rule.kind
            let isPriced = kind == .buy || kind == .sell || !rule.required.isDisjoint(with: [.price])
            let facts = ActivityFacts(
                kind: kind, subtype: kind == .buy && random.chance(oneIn: 3) ? .opening : rule.subtype, date: .epoch,
                position: PositionSlot(rawValue: 0), cashPosition: CashSlot(rawValue: 0), quantity: some(1...1_000_000_000),
                price: some(0...1_000_000_000), amount: random.chance(oneIn: 2) || !isPriced ? some(0...1_000_000) : .absent,
                fee: some(0...100_000), tax: some(0...100_000), multiplier: random.chance(oneIn: 2) ? 1 : 100,
                detail: ActivityDetail(ratio: Ratio(some(1...10_000)), group: "pair", share: FixedDecimal(units: FixedDecimal.unitsPerOne / 4)),
                other: PositionSlot(rawValue: 1), right: random.chance(oneIn: 2) ? .call : .put)
            try buffer.compile(facts)
            #expect(buffer.isBalanced)
            #expect(
                buffer.postings.contains { $0.target == .cash } != movesNoCash.contains(rule.subtype.map(\.rawValue) ?? kind.rawValue)
                    || facts.subtype == ActivitySubtype.opening || kind == .transferIn || kind == .transferOut)
        }
    }
}
