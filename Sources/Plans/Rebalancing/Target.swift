public import Values

/// A part that something is to have of what it belongs to: an instrument, a group of instruments, or a target of further ones.
public struct Target: Hashable, Sendable {
    /// A symbol, or the name of a class, tag, portfolio or kind; of a target of others, any name.
    public var name: String
    /// Its part in proportion to the weights beside it, zero or more: percentages, parts of one, or any numbers.
    public var weight: FixedDecimal
    /// How far it may be away; nil for the band of the whole.
    public var band: Band?
    /// What to buy for a group of which nothing is held yet; nil where nothing was named.
    public var buy: String?
    /// The targets within it; none for an instrument or a group of instruments.
    public var members: [Target]

    /// A target and its weight.
    public init(_ name: String, weight: FixedDecimal, band: Band? = nil, buy: String? = nil, members: [Target] = []) {
        (self.name, self.weight, self.band, self.buy, self.members) = (name, weight, band, buy, members)
    }
}
