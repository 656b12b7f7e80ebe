import Ledger
public import Values

/// A split as a provider reports it.
public struct SplitEvent: Hashable, Sendable {
    /// The first day on which prices are those after the split.
    public var date: Day
    /// Units after the split for units before it: `4:1`.
    public var ratio: Ratio

    public init(date: Day, ratio: Ratio) {
        self.date = date
        self.ratio = ratio
    }
}

/// A dividend as a provider reports it.
public struct DividendEvent: Hashable, Sendable {
    /// The ex-dividend day: who buys on it or later does not get the dividend.
    public var date: Day
    /// The amount for one unit of that day, in the currency of the quotes.
    public var amount: FixedDecimal

    public init(date: Day, amount: FixedDecimal) {
        self.date = date
        self.amount = amount
    }
}

/// Undoes the split adjustment of a provider's prices.
///
/// After a split of ten for one, a provider that adjusts shows 21.944 for an earlier day on which 219.44 was paid. A book holds the
/// units of that day, so it needs the price of that day.
struct SplitAdjustment {
    /// By date: what a price before the date is multiplied with, `new` / `old`. It is the product of all ratios from that date on.
    private var steps: [(date: Day, new: FixedDecimal, old: FixedDecimal)] = []

    /// Takes all splits from the first day of the prices up to today. A product out of range is an error.
    init(_ splits: [SplitEvent]) throws(DecimalError) {
        var (new, old) = (FixedDecimal.one, FixedDecimal.one)
        for split in splits.sorted(by: { $0.date > $1.date }) {
            (new, old) = (try new * split.ratio.new, try old * split.ratio.old)
            steps.insert((split.date, new, old), at: 0)
        }
    }

    /// The price that was paid on a day. On the day of a split the price is already the one after it.
    func price(_ price: FixedDecimal, on day: Day) throws(DecimalError) -> FixedDecimal {
        guard let step = step(day) else { return price }
        return try FixedDecimal.mulDiv(price, step.new, step.old)
    }

    /// The prices of a day as they were paid, and the volume in units of that day; the adjusted close stays as it is.
    func day(_ day: PriceDay) throws(DecimalError) -> PriceDay {
        guard let step = step(day.date) else { return day }
        func unadjusted(_ price: FixedDecimal?) throws(DecimalError) -> FixedDecimal? {
            guard let price else { return nil }
            return try self.price(price, on: day.date)
        }
        var result = day
        result.open = try unadjusted(day.open)
        result.high = try unadjusted(day.high)
        result.low = try unadjusted(day.low)
        result.close = try price(day.close, on: day.date)
        if let volume = day.volume { result.volume = try FixedDecimal.mulDiv(volume, step.old, step.new) }
        return result
    }

    private func step(_ day: Day) -> (date: Day, new: FixedDecimal, old: FixedDecimal)? { steps.first { $0.date > day } }
}

/// Compares the splits that a provider reports with those that a book has.
///
/// If a book lacks a split, it multiplies the units of before with the prices of after: a holding seems to have lost most of its value.
/// So a missing split is pointed out; it is never recorded by itself.
public enum SplitCheck {
    /// Days that two records of one split may lie apart: one may have the record day, another the first day of trade.
    public static let daysApart = 5

    /// The reported splits that the book does not have, in the order given.
    ///
    /// Each recorded split stands for one reported split at most: the nearest of the same ratio, where `8:2` is `4:1`. Splits on or before
    /// `heldFrom`, the day of the first purchase, do not matter to the book. O(n·m), both being few.
    public static func missing(reported: [SplitEvent], recorded: [SplitEvent], heldFrom: Day = .min) -> [SplitEvent] {
        var left = recorded
        return reported.filter { split in
            guard split.date > heldFrom else { return false }
            let candidates = left.indices.filter { abs(left[$0].date.days(to: split.date)) <= daysApart && isSame(left[$0].ratio, split.ratio) }
            guard let nearest = candidates.min(by: { abs(left[$0].date.days(to: split.date)) < abs(left[$1].date.days(to: split.date)) }) else {
                return true
            }
            left.remove(at: nearest)
            return false
        }
    }

    /// Compares by cross products, since a ratio such as 1:3 is no finite decimal.
    private static func isSame(_ a: Ratio, _ b: Ratio) -> Bool {
        guard let left = try? a.new * b.old, let right = try? b.new * a.old else { return a == b }
        return left == right
    }
}
