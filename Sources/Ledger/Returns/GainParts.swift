public import Values

/// What was there, what moved and where the gain came from over a span; what is not known is nil, and the rest is told all the same.
public struct Attribution: Hashable, Sendable {
    /// The worth that the span opens with.
    public let opening: FixedDecimal?
    /// What was brought in; nil where the worth of some of it is not known.
    public let inflows: FixedDecimal?
    /// What was taken out, from zero up.
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
    /// The worth at the end of what has a price and a rate.
    public let closing: FixedDecimal
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
