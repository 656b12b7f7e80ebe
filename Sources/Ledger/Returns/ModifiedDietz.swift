public import Values

/// The gain of a span as a share of the money that was there on average: a money-weighted return without an equation to solve.
///
/// R = (V1 - V0 - F) / (V0 + Σ wᵢ Fᵢ), where wᵢ is the part of the span that a flow was there: (D - dᵢ) / D at the end of its day, and
/// one day more at its start (Dietz, "Pension Funds: Measuring Investment Performance", 1966, modified; Bacon, "Practical Portfolio
/// Performance Measurement and Attribution", 2nd edition, 2008). It is not annualised.
public struct ModifiedDietz: Hashable, Sendable {
    /// When the owner's money counts as come in or gone out.
    public let timing: FlowTiming
    /// The return over the span, rounded once; nil where the average capital is not above zero.
    public let total: FixedDecimal?
    /// What was there on average.
    public let averageCapital: FixedDecimal
    /// Why there is no return.
    public let gap: ReturnGap?

    /// The return of a series. `arithmetic` where a figure does not fit a decimal. O(n).
    ///
    /// - Parameter least: average capital below it is none.
    public init(of series: ValueSeries, timing: FlowTiming = .split, leastCapital least: FixedDecimal = .zero) throws(ReturnsError) {
        let gain = try MoneyGain(of: series).gain
        let days = series.days
        self.timing = timing
        guard days > 0 else {
            (total, averageCapital, gap) = (nil, series.opening.value, .noDays)
            return
        }
        averageCapital = try ReturnsError.arithmetic { () throws(DecimalError) in
            // Flow-days are whole multiples of exact flows, so that only the division rounds.
            var flowDays = FixedDecimal.zero
            for point in series.points.dropFirst() where !point.flow.isZero {
                let isThere = timing == .startOfDay || (timing == .split && !point.flow.isNegative)
                try flowDays += point.flow * FixedDecimal(point.day.days(to: series.closing.day) + (isThere ? 1 : 0))
            }
            return try series.opening.value + flowDays / FixedDecimal(days)
        }
        guard averageCapital > .zero, averageCapital >= least else {
            (total, gap) = (nil, .noAverageCapital(averageCapital))
            return
        }
        let capital = averageCapital
        total = try ReturnsError.arithmetic { () throws(DecimalError) in try gain / capital }
        gap = nil
    }
}
