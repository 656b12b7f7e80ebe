public import Values

/// What a holding is worth at a price. A figure that cannot be known without the price is nil, never zero.
public struct Valuation: Hashable, Sendable {
    /// Quantity times price and multiplier; nil without a price.
    public let marketValue: FixedDecimal?
    /// Market value less cost; nil without a price.
    public let unrealizedGain: FixedDecimal?
    /// The unrealised gain as a share of the cost's size; nil without a price or a cost.
    public let unrealizedShare: FixedDecimal?

    /// The price is for one unit, in the currency of the holding.
    public init(quantity: FixedDecimal, cost: FixedDecimal, multiplier: FixedDecimal, price: FixedDecimal?) throws(LedgerError) {
        guard let price else {
            (marketValue, unrealizedGain, unrealizedShare) = (nil, nil, nil)
            return
        }
        (marketValue, unrealizedGain, unrealizedShare) = try LedgerError.arithmetic { () throws(DecimalError) in
            let value = try quantity * price * multiplier
            let gain = try value - cost
            return (value, gain, cost.isZero ? nil : try gain / cost.magnitude)
        }
    }
}
