import Ledger
import Values

/// Takes back what a provider did to old prices because of splits since.
///
/// A provider that states all prices for units of today tells 21.944 for a day on which 219.44 was paid and that a split of ten for one
/// followed. A book holds the units of that day, so it needs the price of that day.
struct SplitAdjustment {
    /// The first day of what follows, and by how much a price before it is multiplied: all ratios from that day on.
    private var steps: [(date: Day, new: FixedDecimal, old: FixedDecimal)] = []

    /// With all splits from the first day of the prices up to today. A product out of range is an error.
    init(_ splits: [SplitEvent]) throws(DecimalError) {
        var (new, old) = (FixedDecimal.one, FixedDecimal.one)
        for split in splits.sorted(by: { $0.date > $1.date }) {
            (new, old) = (try new * split.ratio.new, try old * split.ratio.old)
            steps.insert((split.date, new, old), at: 0)
        }
    }

    /// The price of a day as it was on that day. The day of a split is traded after it.
    func price(_ price: FixedDecimal, on day: Day) throws(DecimalError) -> FixedDecimal {
        guard let step = step(day) else { return price }
        return try FixedDecimal.mulDiv(price, step.new, step.old)
    }

    /// The volume of a day, in units of that day.
    func volume(_ volume: FixedDecimal, on day: Day) throws(DecimalError) -> FixedDecimal {
        guard let step = step(day) else { return volume }
        return try FixedDecimal.mulDiv(volume, step.old, step.new)
    }

    /// The prices of a day as they were on that day; `adjusted` is what it says, and stays.
    func day(_ day: PriceDay) throws(DecimalError) -> PriceDay {
        guard step(day.date) != nil else { return day }
        func taken(_ price: FixedDecimal?) throws(DecimalError) -> FixedDecimal? {
            guard let price else { return nil }
            return try self.price(price, on: day.date)
        }
        var result = day
        result.open = try taken(day.open)
        result.high = try taken(day.high)
        result.low = try taken(day.low)
        result.close = try price(day.close, on: day.date)
        if let volume = day.volume { result.volume = try self.volume(volume, on: day.date) }
        return result
    }

    private func step(_ day: Day) -> (date: Day, new: FixedDecimal, old: FixedDecimal)? { steps.first { $0.date > day } }
}
