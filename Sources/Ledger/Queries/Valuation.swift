public import Values

/// What a holding is worth at a price. A figure that cannot be known without the price is nil, never zero.
public struct Valuation: Hashable, Sendable {
    /// Quantity times price and multiplier; nil without a price, or where it is beyond the largest amount.
    public let marketValue: FixedDecimal?
    /// Market value less cost; nil without a price.
    public let unrealizedGain: FixedDecimal?
    /// The unrealised gain as a share of the cost's size; nil without a price or a cost.
    public let unrealizedShare: FixedDecimal?

    /// The price is for one unit, in the currency of the holding. What is more than any amount may be is unknown, as without a price.
    public init(quantity: FixedDecimal, cost: FixedDecimal, multiplier: FixedDecimal, price: FixedDecimal?) {
        let value = price.flatMap { price in Bound.amount.known { () throws(DecimalError) in try quantity * price * multiplier } }
        let gain = value.flatMap { try? $0 - cost }
        marketValue = value
        unrealizedGain = gain
        unrealizedShare = gain.flatMap { cost.isZero ? nil : try? $0 / cost.magnitude }
    }
}
