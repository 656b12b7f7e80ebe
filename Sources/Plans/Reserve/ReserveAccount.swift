public import JSON
public import Values

/// An account of a tier, by its name.
public struct ReserveAccount: Equatable, Sendable {
    /// What it is called.
    public var name: String
    /// What the Reserve Manager calls it, where the book has another name for it: there, accounts of two tiers may have one name.
    public var programName: String?
    /// Its part in proportion to the others' weights; below zero counts as zero.
    public var weight: FixedDecimal
    /// The most that it may hold; nil where there is no end.
    public var cap: FixedDecimal?
    /// What it earns in a year, in percent.
    public var apy: FixedDecimal
    /// Anything worth remembering.
    public var notes: String
    /// What a file said beside that, kept as it was.
    public var further: [JSONValue.Member]

    /// An account.
    public init(
        name: String, weight: FixedDecimal = .one, cap: FixedDecimal? = nil, apy: FixedDecimal = .zero, notes: String = "",
        further: [JSONValue.Member] = []
    ) {
        self.name = name
        self.weight = weight
        self.cap = cap
        self.apy = apy
        self.notes = notes
        self.further = further
    }

    /// What a file of the Reserve Manager calls it.
    public var nameInProgram: String { programName ?? name }
}
