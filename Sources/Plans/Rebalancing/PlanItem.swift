public import Values

/// Something that money is in, what it is worth, and how large a part of the whole it is to be.
public struct PlanItem: Hashable, Sendable {
    /// What it is called: a tier, an account, a symbol.
    public let name: String
    /// What it is worth now, zero or more.
    public let value: FixedDecimal
    /// Its part of the whole in proportion to the others' weights, zero or more: percentages, parts of one, or any numbers.
    public let weight: FixedDecimal

    /// An item and its target.
    public init(_ name: String, value: FixedDecimal, weight: FixedDecimal) {
        self.name = name
        self.value = value
        self.weight = weight
    }
}
