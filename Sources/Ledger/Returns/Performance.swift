public import Values

/// How well a scope did between two days, from its daily figures.
///
/// The span is narrowed to the days on which there was something: what was bought in March and sold in May is told of those months, whatever
/// year was asked for. A day whose value is unknown and on which nothing moved is passed over; where money moved on it, or the span begins or
/// ends with it, there is no series and `gap` tells the day.
public struct Performance: Sendable {
    /// The first day that counts.
    public let from: Day
    /// The last day that counts.
    public let to: Day
    /// When money that moves counts as come in or gone out.
    public let timing: FlowTiming
    /// The days that are known, the opening first; nil where values are lacking.
    public let series: ValueSeries?
    /// Why there is no series.
    public let gap: ReturnGap?
    /// What was brought in less what was taken out, units at what they cost; nil where that is not known in the currency.
    public var contribution: FixedDecimal? { sums.isContributionKnown ? sums.contribution : nil }
    private let sums: Sums

    /// The performance from a day to another, both included; nil where there was nothing between them. O(n).
    public init?(_ figures: [DayFigures], from first: Day? = nil, to last: Day, timing: FlowTiming = .split) throws(ReturnsError) {
        let inside = figures.partitioningIndex { $0.day >= first ?? .min }..<figures.partitioningIndex { $0.day > last }
        guard let start = figures[inside].firstIndex(where: \.isActive), let end = figures[inside].lastIndex(where: \.isActive) else { return nil }
        // The first figure of all is the zero before the book's first day, so that only it has none before it.
        let opening = max(start - 1, 0)
        guard opening < end else { return nil }
        (from, to, self.timing) = (figures[opening + 1].day, figures[end].day, timing)
        sums = try Sums(figures[(opening + 1)...end])
        gap = Self.gap(figures[opening...end])
        series = gap == nil ? try Self.series(figures[opening...end]) : nil
    }

    /// What was put in, taken out and gained; nil where values are lacking.
    public func money() throws(ReturnsError) -> MoneyGain? {
        guard let series else { return nil }
        return try MoneyGain(of: series)
    }

    /// Where the gain came from: what rates did to the worth of each evening by the next, what was earned, charged and taxed, and prices the
    /// rest, so that the parts add up to the gain exactly. Nil where values are lacking, or the worth of what was earned or charged.
    public func parts() throws(ReturnsError) -> GainParts? {
        guard sums.areChargesKnown, let money = try money() else { return nil }
        let price = try ReturnsError.arithmetic { () throws(DecimalError) in try money.gain - sums.income - sums.currencyGain + sums.fees + sums.taxes }
        return GainParts(price: price, income: sums.income, currency: sums.currencyGain, fees: -sums.fees, taxes: -sums.taxes)
    }

    /// The chained daily returns; nil where values are lacking.
    public func index() throws(ReturnsError) -> ReturnIndex? {
        guard let series else { return nil }
        return try ReturnIndex(of: series, timing: timing)
    }

    /// The money-weighted return; nil where values are lacking.
    public func internalRate() throws(ReturnsError) -> InternalRate? {
        guard let series else { return nil }
        return try InternalRate(of: series.cashFlows())
    }

    private static func gap(_ figures: ArraySlice<DayFigures>) -> ReturnGap? {
        for (place, figure) in zip(figures.indices, figures) where figure.value == nil || !figure.isFlowKnown {
            // What moved by the end of the opening is part of its value.
            if place == figures.startIndex, figure.value != nil { continue }
            let isEnd = place == figures.startIndex || place == figures.endIndex - 1
            if isEnd || !figure.isFlowKnown || !figure.flow.isZero { return .unknownValue(day: figure.day) }
        }
        return nil
    }

    private static func series(_ figures: ArraySlice<DayFigures>) throws(ReturnsError) -> ValueSeries {
        var points: [ValueSeries.Point] = []
        points.reserveCapacity(figures.count)
        for figure in figures {
            guard let value = figure.value else { continue }
            points.append(ValueSeries.Point(day: figure.day, value: value, flow: figure.flow, isTrading: figure.isTrading))
        }
        return try ValueSeries(points)
    }

    /// What the days come to. One pass over them, as key paths would take most of the time that a question takes.
    private struct Sums {
        var isContributionKnown = true
        var areChargesKnown = true
        var contribution = FixedDecimal.zero
        var income = FixedDecimal.zero
        var currencyGain = FixedDecimal.zero
        var fees = FixedDecimal.zero
        var taxes = FixedDecimal.zero

        init(_ figures: ArraySlice<DayFigures>) throws(ReturnsError) {
            self = try ReturnsError.arithmetic { () throws(DecimalError) in
                var sums = Sums()
                for figure in figures {
                    sums.isContributionKnown = sums.isContributionKnown && figure.isContributionKnown
                    sums.areChargesKnown = sums.areChargesKnown && figure.areChargesKnown
                    try sums.contribution += figure.contribution
                    try sums.income += figure.income
                    try sums.currencyGain += figure.currencyGain
                    try sums.fees += figure.fees
                    try sums.taxes += figure.taxes
                }
                return sums
            }
        }

        private init() {}
    }
}

extension DayFigures {
    /// Whether something was there at the end of the day, or moved on it.
    public var isActive: Bool { value != .zero || !flow.isZero || !isFlowKnown }
}
