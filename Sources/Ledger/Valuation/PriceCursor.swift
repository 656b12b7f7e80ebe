import Values

/// Reads a series of prices forward, a day at a time.
struct PriceCursor {
    private let series: PriceSeries
    private var next = 0

    init(_ series: PriceSeries?) { self.series = series ?? PriceSeries([]) }

    /// The last price on or before a day, which must not be before the day asked for last; nil before the first. Amortised O(1).
    mutating func price(onOrBefore day: Day) -> PriceSeries.Price? {
        while next < series.prices.count, series.prices[next].date <= day { next += 1 }
        return next == 0 ? nil : series.prices[next - 1]
    }
}

/// Reads steps forward, a day at a time.
struct StepCursor {
    private let steps: [History.Step]
    private var next = 0

    init(_ steps: [History.Step]) { self.steps = steps }

    /// The figure at the end of a day, which must not be before the day asked for last; nil where it is the same as then. Amortised O(1).
    mutating func newFigure(at day: Day) -> FixedDecimal? {
        next < steps.count && steps[next].day <= day ? figure(at: day) : nil
    }

    /// The figure at the end of a day, which must not be before the day asked for last; zero before the first. Amortised O(1).
    mutating func figure(at day: Day) -> FixedDecimal {
        while next < steps.count, steps[next].day <= day { next += 1 }
        return next == 0 ? .zero : steps[next - 1].figure
    }
}
