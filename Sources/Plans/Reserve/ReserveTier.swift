public import JSON
public import Values

/// A part of a reserve: what it is for, how much it shall hold, and where it is kept.
public struct ReserveTier: Equatable, Sendable {
    /// What it is called.
    public var name: String
    /// What it is for.
    public var purpose: String
    /// How much it shall hold.
    public var target: FixedDecimal
    /// The lower, the sooner it is filled.
    public var priority: FixedDecimal
    /// The account that is filled first; nil where weights alone tell.
    public var preferred: String?
    /// Where it is kept.
    public var accounts: [ReserveAccount]
    /// What a file said beside that, kept as it was.
    public var further: [JSONValue.Member]

    /// A tier.
    public init(
        name: String, purpose: String = "", target: FixedDecimal = .zero, priority: FixedDecimal = .one, preferred: String? = nil,
        accounts: [ReserveAccount] = [], further: [JSONValue.Member] = []
    ) {
        self.name = name
        self.purpose = purpose
        self.target = target
        self.priority = priority
        self.preferred = preferred
        self.accounts = accounts
        self.further = further
    }

    /// Whether it takes what is left over: `Tier 4` stands in its name or `Growth` in its purpose, in these very letters.
    public var isGrowth: Bool { Self.isGrowth(name: name, purpose: purpose) }

    static func isGrowth(name: String, purpose: String) -> Bool {
        name.utf8.contains("Tier 4".utf8) || purpose.utf8.contains("Growth".utf8)
    }
}
