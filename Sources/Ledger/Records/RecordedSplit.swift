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

extension ActivityTable {
    /// What is split by the activity of a row: its instrument, and options on it that become as many contracts, whose prices are for other
    /// contracts then, too.
    func splits(at row: Int) -> [RecordedSplit] {
        let (account, held) = slots.positions[position(at: row).index], day = date(at: row)
        guard let instrument = held, let ratio = detail(at: row)?.ratio else { return [] }
        var splits = [RecordedSplit(account: account, instrument: instrument, day: day, ratio: ratio)]
        guard ratio.whole != nil else { return splits }
        for option in slots.options(on: instrument) {
            // Whether an account has held any is nothing to a price.
            let holders = account == .every ? slots.holders(of: option) : slots.find(account, option).map { [$0] } ?? []
            let following = holders.filter { !isToldApart($0, on: day) }
            if following.count == holders.count {
                splits.append(RecordedSplit(account: account, instrument: option, day: day, ratio: ratio))
            } else {
                splits += following.map { RecordedSplit(account: slots.positions[$0.index].account, instrument: option, day: day, ratio: ratio) }
            }
        }
        return splits
    }

    /// Whether the book tells by itself what became of contracts on a day on which something happened to what they are on: a split, a merger or a
    /// change of symbol of the option.
    func isToldApart(_ slot: PositionSlot, on day: Day) -> Bool {
        guard let option = slots.positions[slot.index].instrument, slots.isChanged(option) else { return false }
        var isTold = false
        for own in [slot] + (slots.find(.every, option).map { [$0] } ?? []) {
            forEachRow(in: own) { other in
                if date(at: other) == day, counts(at: other), changesUnits(at: other) { isTold = true }
            }
        }
        return isTold
    }

    /// Whether a row is a split, a merger or a change of symbol.
    func changesUnits(at row: Int) -> Bool {
        kind(at: row) == .split || subtype(at: row) == .merger || subtype(at: row) == .symbolChange
    }
}
