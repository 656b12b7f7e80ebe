public import Values

/// What the owner of a series put in, took out and gained, in money.
public struct MoneyGain: Hashable, Sendable {
    /// The value that the span opens with.
    public let opening: FixedDecimal
    /// The value that it ends with.
    public let closing: FixedDecimal
    /// Money brought in, the net of each day that is above zero, the opening value not among it.
    public let inflows: FixedDecimal
    /// Money taken out, the net of each day that is below zero, from zero up.
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

/// When on its day the owner's money counts as come in or gone out, which a return of the day depends on.
///
/// Bacon, "Practical Portfolio Performance Measurement and Attribution" (2nd edition, 2008), discusses the choice.
public enum FlowTiming: String, CaseIterable, Hashable, Sendable {
    /// Before anything happens: r = V1 / (V0 + F) - 1.
    case startOfDay = "start"
    /// After everything has happened: r = (V1 - F) / V0 - 1.
    case endOfDay = "end"
    /// Money in before, money out after: r = (V1 + out) / (V0 + in) - 1, as Portfolio Performance does. The default: no day that begins
    /// or ends without money makes a return of all or nothing.
    case split

    /// What is at work on a day and what becomes of it by its end.
    func growth(
        opening: FixedDecimal, flow: FixedDecimal, closing: FixedDecimal
    ) throws(DecimalError) -> (base: FixedDecimal, end: FixedDecimal) {
        switch self {
        case .startOfDay: (try opening + flow, closing)
        case .endOfDay: (opening, try closing - flow)
        case .split: flow.isNegative ? (opening, try closing - flow) : (try opening + flow, closing)
        }
    }
}

/// What was there, what moved and where the gain came from over a span; what is not known is nil, and the rest is told all the same.
public struct Attribution: Hashable, Sendable {
    /// The worth that the span opens with.
    public let opening: FixedDecimal?
    /// All that was brought in, whatever was taken out on the same day; nil where the worth of some of it is not known.
    public let inflows: FixedDecimal?
    /// All that was taken out, from zero up.
    public let outflows: FixedDecimal?
    /// What prices changed: the gain less all other parts.
    public let price: FixedDecimal?
    /// Dividends, interest and other income.
    public let income: FixedDecimal?
    /// What exchange rates changed.
    public let currency: FixedDecimal?
    /// Fees, as a rule below zero.
    public let fees: FixedDecimal?
    /// Taxes, as a rule below zero.
    public let taxes: FixedDecimal?
    /// The whole gain; nil where an end or a flow is not known.
    public let gain: FixedDecimal?
    /// The worth at the end of what has a price and a rate; nil where nothing of it has.
    public let closing: FixedDecimal?
}

/// Where a gain came from. The parts add up to the whole to the last digit; what costs is below zero.
public struct GainParts: Hashable, Sendable {
    /// What prices changed, in the base currency at the opening rates.
    public var price: FixedDecimal
    /// Dividends, interest and other income.
    public var income: FixedDecimal
    /// What exchange rates changed.
    public var currency: FixedDecimal
    /// Fees, as a rule below zero.
    public var fees: FixedDecimal
    /// Taxes, as a rule below zero.
    public var taxes: FixedDecimal

    /// Parts of a gain.
    public init(
        price: FixedDecimal = .zero, income: FixedDecimal = .zero, currency: FixedDecimal = .zero, fees: FixedDecimal = .zero,
        taxes: FixedDecimal = .zero
    ) {
        self.price = price
        self.income = income
        self.currency = currency
        self.fees = fees
        self.taxes = taxes
    }

    /// The whole gain.
    public func total() throws(ReturnsError) -> FixedDecimal {
        try ReturnsError.arithmetic { () throws(DecimalError) in try price + income + currency + fees + taxes }
    }

    /// The parts of two gains together.
    public static func + (a: GainParts, b: GainParts) throws(ReturnsError) -> GainParts {
        try ReturnsError.arithmetic { () throws(DecimalError) in
            GainParts(
                price: try a.price + b.price, income: try a.income + b.income, currency: try a.currency + b.currency,
                fees: try a.fees + b.fees, taxes: try a.taxes + b.taxes)
        }
    }

    /// The change of a holding's worth, split into price and currency.
    ///
    /// With L a worth in the holding's currency and R what one unit of that currency is worth in the base currency:
    /// L1 R1 - L0 R0 = (L1 - L0) R0 + L1 (R1 - R0). The first is the price's part, at the opening rate; the second the currency's, on the
    /// closing worth, so that what both did together counts as currency (other conventions share it out or show it apart; see Bacon, 2008,
    /// on multi-currency attribution). The base worths and the price's part are rounded once each, and the currency's part is what is left,
    /// so both add up exactly. What was bought or sold between is not in it: split a span where units change, and add up the parts.
    public static func change(
        openingLocal: FixedDecimal, openingRate: FixedDecimal, closingLocal: FixedDecimal, closingRate: FixedDecimal
    ) throws(ReturnsError) -> GainParts {
        try ReturnsError.arithmetic { () throws(DecimalError) in
            let total = try closingLocal * closingRate - openingLocal * openingRate
            let price = try (closingLocal - openingLocal) * openingRate
            // Where the rate stands still, a rounding is no effect of it.
            if openingRate == closingRate { return GainParts(price: total) }
            return GainParts(price: price, currency: try total - price)
        }
    }
}
