public import Values

/// What the owner of a series put in, took out and gained, in money.
public struct MoneyGain: Hashable, Sendable {
    /// The value that the span opens with.
    public let opening: FixedDecimal
    /// The value that it ends with.
    public let closing: FixedDecimal
    /// All money brought in, the opening value not among it.
    public let inflows: FixedDecimal
    /// All money taken out, from zero up.
    public let outflows: FixedDecimal
    /// Closing value and money out, less opening value and money in; exact.
    public let gain: FixedDecimal
    /// The gain as a share of the money put in, V0 + inflows; nil where that is not above zero.
    public let share: FixedDecimal?

    /// Adds up a series without a gap. `arithmetic` where a sum does not fit a decimal. O(n).
    public init(of series: ValueSeries) throws(ReturnsError) {
        precondition(series.gap == nil, "what was gained is not known where an end or a flow is not")
        let (opening, closing) = (series.opening.value, series.closing.value)
        (inflows, outflows, gain, share) = try ReturnsError.arithmetic { () throws(DecimalError) in
            var (inflows, outflows) = (FixedDecimal.zero, FixedDecimal.zero)
            for point in series.points.dropFirst() {
                if point.flow.isNegative { try outflows -= point.flow } else { try inflows += point.flow }
            }
            let put = try opening + inflows
            let gain = try closing - opening - (inflows - outflows)
            return (inflows, outflows, gain, put > .zero ? try gain / put : nil)
        }
        (self.opening, self.closing) = (opening, closing)
    }
}
