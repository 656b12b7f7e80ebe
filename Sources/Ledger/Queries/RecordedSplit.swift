public import Values

/// A split as it counts for prices from before it.
public struct RecordedSplit: Hashable, Sendable {
    /// The account whose units it changed; `.every` for all.
    public let account: AccountID
    /// What was split.
    public let instrument: InstrumentID
    /// The first day on which a price is of a unit after it.
    public let day: Day
    /// New units for old.
    public let ratio: Ratio
}

extension [RecordedSplit] {
    /// How many units of a price's day some units that an account holds on a later day are: a price from before a split is for a unit of then.
    public func units(
        _ quantity: FixedDecimal, of instrument: InstrumentID, in account: AccountID, asOf priced: Day, on day: Day
    ) throws(DecimalError) -> FixedDecimal {
        func counts(_ split: RecordedSplit) -> Bool {
            split.instrument == instrument && (split.account == account || split.account == .every) && split.day > priced && split.day <= day
        }
        return try Ratio.undone(lazy.filter(counts).map(\.ratio), on: quantity)
    }
}

extension [RecordedSplit] {
    /// The splits of an instrument whichever account holds it: told of several accounts, a split is one all the same.
    public func ofEveryAccount(_ instrument: InstrumentID) -> [RecordedSplit] {
        var splits: [RecordedSplit] = []
        for split in self where split.instrument == instrument && !splits.contains(where: { $0.day == split.day && $0.ratio == split.ratio }) {
            splits.append(RecordedSplit(account: .every, instrument: instrument, day: split.day, ratio: split.ratio))
        }
        return splits
    }
}

extension Ledger {
    /// The splits that count up to a day, in order of days; nil for all. O(splits).
    public func splits(through last: Day? = nil) -> [RecordedSplit] {
        var splits: [RecordedSplit] = []
        for row in activities.splits.map(Int.init) where activities.counts(at: row) {
            let (account, held) = activities.slots.positions[activities.position(at: row).index]
            guard let instrument = held, let ratio = activities.detail(at: row)?.ratio, activities.date(at: row) <= last ?? .max else { continue }
            splits.append(RecordedSplit(account: account, instrument: instrument, day: activities.date(at: row), ratio: ratio))
            // Contracts of an option become as many, so prices of it are for other contracts, too.
            guard ratio.whole != nil else { continue }
            for option in activities.slots.options(on: instrument) {
                splits.append(RecordedSplit(account: account, instrument: option, day: activities.date(at: row), ratio: ratio))
            }
        }
        return splits.sorted { $0.day < $1.day }
    }
}
