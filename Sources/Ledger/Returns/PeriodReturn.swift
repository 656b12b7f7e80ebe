public import Values

/// The time-weighted return of a span of days.
public struct PeriodReturn: Hashable, Sendable {
    /// The first day whose return is in it; the value it starts from is that at the end of the day before.
    public let from: Day
    /// The last day whose return is in it.
    public let to: Day
    /// Whether the series covers the period that was asked for to its ends: false for the months and years that it begins or ends in.
    public let isWhole: Bool
    /// When the owner's money counted as come in or gone out.
    public let timing: FlowTiming
    /// The return over the span, not annualised: 0.1 is 10 %. Nil where there is none.
    public let total: FixedDecimal?
    /// Why there is none.
    public let gap: ReturnGap?

    /// Days in the span, both ends included.
    public var days: Int { from.days(to: to) + 1 }

    /// The return a year that leads to the same end, to twelve digits; nil under a year, as the GIPS standards (2020) have it: it would
    /// tell of months that nobody has seen.
    ///
    /// (1 + r)^(1 / n) - 1 over n whole years by the calendar, leap years or not; over other spans n is the days by 365.
    public var annualized: FixedDecimal? { total.flatMap { Annualizing.annualized($0, from: from, to: to) } }
}
