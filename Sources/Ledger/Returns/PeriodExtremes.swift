public import Values

/// The best and the worst of many periods.
public struct PeriodExtremes: Hashable, Sendable {
    /// The highest return, the first of equals.
    public let best: PeriodReturn
    /// The lowest return, the first of equals.
    public let worst: PeriodReturn
    /// How many returns there are; periods that have none, as nothing was there to earn it, and those that are not whole do not count.
    public let count: Int
    /// How many of them are above zero.
    public let positive: Int

    /// The share of returns above zero, from 0 to 1 and rounded to eighteen digits.
    public var positiveShare: FixedDecimal? { try? FixedDecimal(positive) / FixedDecimal(count) }

    /// The extremes of whole periods; nil where none has a return, or where that of one is unknown, which might be the best or the worst. O(n).
    public init?(of periods: some Sequence<PeriodReturn>) {
        var (best, worst): (PeriodReturn?, PeriodReturn?) = (nil, nil)
        var (highest, lowest) = (FixedDecimal.zero, FixedDecimal.zero), (count, positive) = (0, 0)
        for period in periods where period.isWhole {
            if case .unknownValue = period.gap { return nil }
            guard let total = period.total else { continue }
            if count == 0 || total > highest { (best, highest) = (period, total) }
            if count == 0 || total < lowest { (worst, lowest) = (period, total) }
            count += 1
            if total > .zero { positive += 1 }
        }
        guard let best, let worst else { return nil }
        (self.best, self.worst, self.count, self.positive) = (best, worst, count, positive)
    }
}
