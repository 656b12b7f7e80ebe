public import Values

/// What a scope was worth at the end of a day, and what moved since the end of the day before; in one currency.
public struct DayFigures: Hashable, Sendable {
    /// The day.
    public let day: Day
    /// Whether something held was priced on the day, so that the change of its value says something of the day.
    public internal(set) var isTrading = false
    /// What of it has a price and a rate is worth at its end: all of it where the value is known.
    public internal(set) var pricedValue = FixedDecimal.zero
    /// Whether all that was there has a price and a rate.
    public internal(set) var isValueKnown = true
    /// Whether things were there at its end that come to nothing together, such as units bought with money that is owed.
    public internal(set) var isOffset = false
    /// What was brought in, less what was taken out, at its worth on the day.
    public internal(set) var flow = FixedDecimal.zero
    /// The same with units at what they cost.
    public internal(set) var contribution = FixedDecimal.zero
    /// Earned.
    public internal(set) var income = FixedDecimal.zero
    /// Charged.
    public internal(set) var fees = FixedDecimal.zero
    /// Paid or withheld as tax.
    public internal(set) var taxes = FixedDecimal.zero
    /// What the change of rates did to what was there at the end of the day before, and what was gained by changing one currency into another
    /// at another rate than the market's.
    public internal(set) var currencyGain = FixedDecimal.zero
    /// Whether the rates are known by which the currency gain is told, and the prices of all that is of another currency; where not, it is of the rest.
    public internal(set) var isCurrencyGainKnown = true
    /// Whether all that moved has a worth in the currency; where not, the flow is of the rest.
    public internal(set) var isFlowKnown = true
    /// Whether what moved has a cost in the currency; where not, the contribution is of the rest.
    public internal(set) var isContributionKnown = true
    /// The first day from which it is known what the units cost that moved on this one, where it was not known then; `.max` where nobody has told.
    public internal(set) var costsKnownFrom: Day?
    /// Whether all that was earned, charged and taxed has a worth in the currency; where not, those figures are of the rest.
    public internal(set) var areChargesKnown = true

    init(day: Day) { self.day = day }

    /// Worth at its end; nil where something held has no price, or a price no rate.
    public var value: FixedDecimal? { isValueKnown ? pricedValue : nil }
}
