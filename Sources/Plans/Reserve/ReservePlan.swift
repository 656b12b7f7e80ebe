public import JSON
public import Values

/// Money put aside in tiers: which are filled first, up to what, and in which accounts they are kept.
///
/// A plan holds no balances: accounts go by their names, and whoever asks passes in what each holds.
public struct ReservePlan: Equatable, Sendable {
    /// What it is called.
    public var name: String
    /// The code of the currency that targets and caps are in.
    public var currency: String
    /// The tiers, in the order in which they were named.
    public var tiers: [ReserveTier]
    /// What a file said beside that, kept as it was.
    public var further: [JSONValue.Member]

    /// A plan.
    public init(name: String, currency: String, tiers: [ReserveTier] = [], further: [JSONValue.Member] = []) {
        self.name = name
        self.currency = currency
        self.tiers = tiers
        self.further = further
    }

    /// The places of the tiers by priority; those of one priority as they were named.
    public var order: [Int] {
        tiers.indices.sorted { (tiers[$0].priority, $0) < (tiers[$1].priority, $1) }
    }

    /// The place of the tier that takes what is left over: the first by priority that is one for growth.
    public var growth: Int? { order.first { tiers[$0].isGrowth } }

    /// The place of the first tier of a name.
    public func place(ofTier name: String) -> Int? { tiers.firstIndex { $0.name == name } }

    /// The names of all accounts, each once, in the order in which they are named.
    public var accountNames: [String] {
        var seen = Set<String>()
        return tiers.flatMap(\.accounts).map(\.name).filter { seen.insert($0).inserted }
    }

    /// The most that an account may hold: the least of what its tiers say; nil where none says anything.
    ///
    /// It counts once, in however many tiers the account is.
    public func cap(of account: String) -> FixedDecimal? {
        tiers.flatMap(\.accounts).filter { $0.name == account }.compactMap(\.cap).min()
    }

    /// Six tiers to begin with, without targets and accounts.
    public static func ready(name: String, currency: String) -> ReservePlan {
        let tiers = [
            ("Buffer", "Everyday buffer for the bills of a month"), ("Emergency", "Emergencies and months without income"),
            ("Projects", "Large expenses that are planned"), ("Growth", "Growth and income for the long term"),
            ("Taxes", "Taxes that will fall due"), ("Holding", "Money whose purpose is not settled yet"),
        ].enumerated().map { place, tier in ReserveTier(name: tier.0, purpose: tier.1, priority: FixedDecimal(place + 1)) }
        return ReservePlan(name: name, currency: currency, tiers: tiers)
    }
}

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
