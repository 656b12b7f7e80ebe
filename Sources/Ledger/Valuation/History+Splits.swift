import Values

extension History {
    /// Units that became more or fewer at the beginning of a day.
    struct Split: Hashable, Sendable {
        let day: Day
        let ratio: Ratio
    }

    /// How many units of a price's day some units of a later day are: a price from before a split is for a unit of then.
    ///
    /// A price of the day of the split itself is for a unit after it.
    func units(_ quantity: FixedDecimal, of place: Int, asOf priced: Day, on day: Day) throws(DecimalError) -> FixedDecimal {
        guard let splits = splits[place] else { return quantity }
        return try Self.units(quantity, splits, asOf: priced, on: day)
    }

    static func units(_ quantity: FixedDecimal, _ splits: [Split], asOf priced: Day, on day: Day) throws(DecimalError) -> FixedDecimal {
        try Ratio.undone(splits.lazy.filter { $0.day > priced && $0.day <= day }.map(\.ratio), on: quantity)
    }
}
