import Ledger
public import Values

/// How well a scope did between two days, from its daily figures.
///
/// The span is narrowed to the days on which there was something, be it that it came to nothing with what was owed: what was bought in March and sold
/// in May is told of those months, whatever year was asked for, and what became worthless to the day on which it did.
/// What is less than half the currency's smallest unit is nothing: the rounding of a conversion is no capital.
///
/// A day whose value is unknown and on which nothing moved is passed over: no time-weighted return begins or ends with it, and figures that are
/// made of each day's return are unknown. Where money moved on it, no time-weighted return leads over it either;
/// months and years that do not need it have theirs. What was gained, the internal rate and the Dietz return need the values of both ends and all flows,
/// and no value in between; `gap` tells the day for which they are lacking.
public struct Performance: Sendable {
    /// The first day that counts.
    public let from: Day
    /// The last day that counts.
    public let to: Day
    /// When money that moves counts as come in or gone out.
    public let timing: FlowTiming
    /// The days, the opening first; those whose value is unknown only where it is needed.
    public let series: ValueSeries
    /// Why it is not known what was gained: an end without a value, or a flow without one.
    public let gap: ReturnGap?
    /// What of it has a price and a rate is worth at the end: all of it where the value is known.
    public let pricedClosing: FixedDecimal
    /// The same; nil where nothing of it has a price and a rate, so that it is unknown and not nothing.
    public var knownClosing: FixedDecimal? { series.closing.isValueKnown || !pricedClosing.isZero ? pricedClosing : nil }
    /// Capital below this is none.
    public let leastCapital: FixedDecimal
    /// What was brought in less what was taken out, units at what they cost; nil where that is not known in the currency.
    public var contribution: FixedDecimal? { sums.isContributionKnown && areCostsKnown ? sums.contribution : nil }
    /// Whether somebody told by the last day what the units cost that came or went without being traded.
    public var areCostsKnown: Bool { sums.costsKnownFrom <= to }
    private let sums: Sums

    /// The performance from a day to another, both included; nil where there was nothing between them. O(n).
    ///
    /// - Parameter currency: that of the figures, half of whose smallest unit is the least capital there can be; nil for any.
    public init?(
        _ figures: [DayFigures], from first: Day? = nil, to last: Day, timing: FlowTiming = .split, in currency: Currency? = nil
    ) throws(ReturnsError) {
        let inside = figures.partitioningIndex { $0.day >= first ?? .min }..<figures.partitioningIndex { $0.day > last }
        let least = currency?.halfSmallestUnit ?? .zero
        // What fell to nothing of itself on a day was there when the day began.
        func isActive(_ place: Int) -> Bool {
            figures[place].isActive(above: least) || place > 0 && figures[place - 1].hasWorth(above: least)
        }
        guard let start = inside.first(where: isActive), let end = inside.last(where: isActive) else { return nil }
        // The first figure of all is the zero before the book's first day, so that only it has none before it.
        let opening = max(start - 1, 0)
        guard opening < end else { return nil }
        (from, to, self.timing) = (figures[opening + 1].day, figures[end].day, timing)
        sums = try Sums(figures[(opening + 1)...end])
        series = try Self.series(figures[opening...end])
        gap = series.gap
        (pricedClosing, leastCapital) = (figures[end].pricedValue, least)
    }

    /// What was put in, taken out and gained; nil where an end or a flow is unknown.
    public func money() throws(ReturnsError) -> MoneyGain? {
        gap == nil ? try MoneyGain(of: series) : nil
    }

    /// The first day on which something came in and went out in a currency without a rate, and that currency; nil where all of it is known.
    public var unratedSides: (day: Day, currency: Currency)? { sums.unratedSides }

    /// Where the gain came from, as far as it is known: what needs a value, a flow or a rate that is lacking is nil, and the rest is told.
    public func attribution() throws(ReturnsError) -> Attribution {
        let money = try money(), areFlowsKnown = unratedSides == nil && series.points.dropFirst().allSatisfy(\.isFlowKnown)
        let inflows = areFlowsKnown ? try ReturnsError.arithmetic { () throws(DecimalError) in try sums.flow + sums.taken } : nil
        let areChargesKnown = sums.areChargesKnown, isCurrencyKnown = areChargesKnown && sums.isCurrencyGainKnown
        return Attribution(
            opening: series.opening.isValueKnown ? series.opening.value : nil, inflows: inflows, outflows: areFlowsKnown ? sums.taken : nil,
            price: isCurrencyKnown ? try parts()?.price : nil, income: areChargesKnown ? sums.income : nil,
            currency: isCurrencyKnown ? sums.currencyGain : nil, fees: areChargesKnown ? -sums.fees : nil, taxes: areChargesKnown ? -sums.taxes : nil,
            gain: money?.gain, closing: knownClosing)
    }

    /// Where the gain came from: what rates did to the worth of each evening by the next, what was earned, charged and taxed, and prices the
    /// rest, so that the parts add up to the gain exactly. Nil where values or rates are lacking, or the worth of what was earned or charged.
    public func parts() throws(ReturnsError) -> GainParts? {
        guard sums.areChargesKnown, sums.isCurrencyGainKnown, let money = try money() else { return nil }
        let price = try ReturnsError.arithmetic { () throws(DecimalError) in try money.gain - sums.income - sums.currencyGain + sums.fees + sums.taxes }
        return GainParts(price: price, income: sums.income, currency: sums.currencyGain, fees: -sums.fees, taxes: -sums.taxes)
    }

    /// The chained daily returns, broken where values are lacking.
    public func index() throws(ReturnsError) -> ReturnIndex { try ReturnIndex(of: series, timing: timing, leastCapital: leastCapital) }

    /// The gain as a share of the money that was there on average; nil where an end or a flow is unknown.
    public func dietz() throws(ReturnsError) -> ModifiedDietz? {
        gap == nil ? try ModifiedDietz(of: series, timing: timing, leastCapital: leastCapital) : nil
    }

    /// The money-weighted return; nil where an end or a flow is unknown.
    public func internalRate() throws(ReturnsError) -> InternalRate? {
        guard gap == nil else { return nil }
        let flows = series.cashFlows(), least = leastCapital
        // Where nothing but rests of roundings moved, no money did.
        return try InternalRate(of: flows.contains { $0.amount.magnitude >= least } ? flows : [])
    }

    private static func series(_ figures: ArraySlice<DayFigures>) throws(ReturnsError) -> ValueSeries {
        var points: [ValueSeries.Point] = [], passedOver: [ValueSeries.UnknownDay] = []
        points.reserveCapacity(figures.count)
        for (place, figure) in zip(figures.indices, figures) {
            let isEnd = place == figures.startIndex || place == figures.endIndex - 1
            if !figure.isValueKnown, !isEnd, figure.isFlowKnown, figure.flow.isZero {
                passedOver.append(ValueSeries.UnknownDay(day: figure.day, isTrading: figure.isTrading))
                continue
            }
            points.append(
                ValueSeries.Point(
                    day: figure.day, value: figure.value ?? .zero, flow: figure.flow, isTrading: figure.isTrading && figure.isValueKnown,
                    isValueKnown: figure.isValueKnown, isFlowKnown: figure.isFlowKnown))
        }
        return ValueSeries(points, passedOver: passedOver)
    }

    /// What the days come to. One pass over them, as key paths would take most of the time that a question takes.
    private struct Sums {
        var isContributionKnown = true
        var areChargesKnown = true
        var isCurrencyGainKnown = true
        var costsKnownFrom = Day.min
        var unratedSides: (day: Day, currency: Currency)?
        var flow = FixedDecimal.zero
        var taken = FixedDecimal.zero
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
                    sums.costsKnownFrom = max(sums.costsKnownFrom, figure.costsKnownFrom ?? .min)
                    sums.areChargesKnown = sums.areChargesKnown && figure.areChargesKnown
                    sums.isCurrencyGainKnown = sums.isCurrencyGainKnown && figure.isCurrencyGainKnown
                    if sums.unratedSides == nil, let currency = figure.unratedSides { sums.unratedSides = (figure.day, currency) }
                    try sums.flow += figure.flow
                    try sums.taken += figure.taken
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
    /// Whether something was there at the end of the day, be it that it came to nothing, or moved on it.
    public var isActive: Bool { isActive(above: .zero) }

    /// The same of what is no less than an amount; unknown is something.
    func isActive(above least: FixedDecimal) -> Bool {
        hasWorth(above: least) || isOffset || !isFlowKnown || flow.counts(above: least) || hasGain(above: least)
    }

    /// Whether something was earned, charged or gained by rates, so that parts of a book add up to the whole.
    private func hasGain(above least: FixedDecimal) -> Bool {
        !areChargesKnown || income.counts(above: least) || fees.counts(above: least) || taxes.counts(above: least) || currencyGain.counts(above: least)
    }

    /// Whether units were brought in or taken out that cost something, be it that they were worth nothing on the day; unknown is something.
    public var bringsCost: Bool { !contribution.isZero || !isContributionKnown || costsKnownFrom != nil }

    /// Whether something was there at the end of the day, and no less than an amount; unknown is something.
    fileprivate func hasWorth(above least: FixedDecimal) -> Bool { !isValueKnown || pricedValue.counts(above: least) }
}

extension FixedDecimal {
    fileprivate func counts(above least: FixedDecimal) -> Bool { !isZero && magnitude >= least }
}
