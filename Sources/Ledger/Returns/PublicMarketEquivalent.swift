public import Values

/// What the same money, put into a benchmark on the same days, would have become.
///
/// The index comparison method of Long & Nickels, "A Private Investment Benchmark" (1996): the opening value and every flow buy or sell
/// units of the benchmark at its price of the day, and what is left at the end is worth Σ flow · P(end) / P(day). A withdrawal larger
/// than what is there leaves the benchmark sold short, as the method is known to; `shortSince` says so.
public struct PublicMarketEquivalent: Hashable, Sendable {
    /// What would be there at the end; below zero where it was sold short. Nil without a price.
    public let closing: FixedDecimal?
    /// What would have been gained; nil without a price.
    public let gain: FixedDecimal?
    /// The gain that the series made above this one; nil without a price.
    public let gainAbove: FixedDecimal?
    /// The internal rate of the same flows with the hypothetical end; nil without a price.
    public let internalRate: InternalRate?
    /// The first day on which more is taken out than the benchmark would have made of the money; nil where there always is enough.
    public let shortSince: Day?
    /// A day with a flow, or the last day, for which there is no price.
    public let missingPrice: Day?

    /// The equivalent of a series, its opening value put in first. The price is that of a day, or the last one before it, in the currency
    /// of the series; `badPrice` where one is zero or below. O(n) prices.
    public init(of series: ValueSeries, price: (Day) -> FixedDecimal?) throws(ReturnsError) {
        let money = try MoneyGain(of: series)
        let outcome = try Self.units(series, price)
        (shortSince, missingPrice) = (outcome.shortSince, outcome.missingPrice)
        guard let closing = outcome.closing else {
            (self.closing, gain, gainAbove, internalRate) = (nil, nil, nil, nil)
            return
        }
        self.closing = closing
        (gain, gainAbove) = try ReturnsError.arithmetic { () throws(DecimalError) in
            (try closing - money.closing + money.gain, try money.closing - closing)
        }
        var flows = series.cashFlows()
        flows[flows.count - 1] = CashFlow(day: series.closing.day, amount: closing)
        internalRate = try InternalRate(of: flows)
    }

    private static func units(
        _ series: ValueSeries, _ price: (Day) -> FixedDecimal?
    ) throws(ReturnsError) -> (closing: FixedDecimal?, shortSince: Day?, missingPrice: Day?) {
        guard let last = try checked(price, series.closing.day) else { return (nil, nil, series.closing.day) }
        var (worth, units, shortSince): (FixedDecimal, FixedDecimal, Day?) = (.zero, .zero, nil)
        for (place, point) in series.points.enumerated() {
            let flow = place == 0 ? point.value : point.flow
            if flow.isZero { continue }
            guard let bought = try checked(price, point.day) else { return (nil, nil, point.day) }
            try ReturnsError.arithmetic { () throws(DecimalError) in
                try worth += FixedDecimal.mulDiv(flow, last, bought)
                try units += flow / bought
            }
            // A purchase and its sale at the same worth may leave the roundings of each.
            if units.units < -Int128(place + 1), shortSince == nil { shortSince = point.day }
        }
        return (worth, shortSince, nil)
    }

    private static func checked(_ price: (Day) -> FixedDecimal?, _ day: Day) throws(ReturnsError) -> FixedDecimal? {
        guard let found = price(day) else { return nil }
        guard found > .zero else { throw .badPrice(day: day, price: found) }
        return found
    }
}
