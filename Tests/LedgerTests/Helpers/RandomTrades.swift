import Ledger
import TestSupport
import Values

extension SimpleTrade {
    /// Trades of random days, in the order of entry, each numbered by its place. Without shorts none sells more than is there.
    static func random(_ count: Int, allowShort: Bool, _ random: inout SeededRandom) -> [SimpleTrade] {
        var trades: [SimpleTrade] = []
        while trades.count < count {
            let trade = SimpleTrade(
                day: random.int(0...60), entry: trades.count, account: random.int(0...1), symbol: random.int(0...2),
                isBuy: random.int(0...99) < 55, quantity: random.chance(oneIn: 4) ? random.int(1...700) : 100 * random.int(1...7),
                price: random.int(1...9000), fee: random.chance(oneIn: 2) ? 0 : random.int(1...300))
            // Without shorts, a trade that would not do is not made.
            if allowShort || Oracle.fits(trades + [trade]) { trades.append(trade) }
        }
        return trades
    }

    /// The trade as an activity whose notes tell its entry.
    var activity: Activity {
        Activity(
            date: Day(number: 18_000 + Int32(day)), kind: isBuy ? .buy : .sell, account: AccountID(Int32(account + 1)),
            instrument: InstrumentID(Int32(symbol + 1)), quantity: FixedDecimal(units: Int128(quantity) * FixedDecimal.unitsPerOne / 100),
            price: FixedDecimal(units: Int128(price) * FixedDecimal.unitsPerOne / 100),
            fee: FixedDecimal(units: Int128(fee) * FixedDecimal.unitsPerOne / 100), currency: .usd, notes: "\(entry)")
    }
}

extension Ledger {
    var nextEntry: EntryID { EntryID(lastEntry.rawValue + 1) }

    func record(_ activity: Activity) throws { try apply(.activity(activity), id: nextEntry) }
}
