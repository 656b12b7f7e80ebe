public import JSON
public import Values

/// Reserves in tiers: how much each is to hold, which are filled first, and in which accounts they are kept.
///
/// A plan holds no balances: accounts go by their names, and whoever asks passes in what each holds.
public struct ReservePlan: Equatable, Sendable {
    /// The name of the plan.
    public var name: String
    /// The code of the currency that targets and caps are in.
    public var currency: String
    /// The tiers, in the order in which they were named.
    public var tiers: [ReserveTier]
    /// Members of a document that luca does not know, kept as they were.
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

    /// A plan to begin with: six tiers without targets and accounts.
    public static func ready(name: String, currency: String) -> ReservePlan {
        let tiers = [
            ("Buffer", "Everyday buffer for the bills of a month"), ("Emergency", "Emergencies and months without income"),
            ("Projects", "Large expenses that are planned"), ("Growth", "Growth and income for the long term"),
            ("Taxes", "Taxes that will fall due"), ("Holding", "Money whose purpose is not settled yet"),
        ].enumerated().map { place, tier in ReserveTier(name: tier.0, purpose: tier.1, priority: FixedDecimal(place + 1)) }
        return ReservePlan(name: name, currency: currency, tiers: tiers)
    }
}

/// A tier of a reserve plan: what it is for, how much it is to hold, and in which accounts.
public struct ReserveTier: Equatable, Sendable {
    /// The name of the tier.
    public var name: String
    /// What the money is for.
    public var purpose: String
    /// How much the tier is to hold, in the currency of the plan.
    public var target: FixedDecimal
    /// Tiers with lower numbers are filled first.
    public var priority: FixedDecimal
    /// The account that is filled first; nil where money is split by weights alone.
    public var preferred: String?
    /// The accounts that the tier is kept in.
    public var accounts: [ReserveAccount]
    /// Members of a document that luca does not know, kept as they were.
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

    /// Whether the tier takes what is left over: `Tier 4` stands in its name or `Growth` in its purpose, in these very letters.
    public var isGrowth: Bool { Self.isGrowth(name: name, purpose: purpose) }

    /// Whether a tier of this name and purpose takes what is left over.
    static func isGrowth(name: String, purpose: String) -> Bool {
        name.utf8.contains("Tier 4".utf8) || purpose.utf8.contains("Growth".utf8)
    }
}

/// An account of a tier.
public struct ReserveAccount: Equatable, Sendable {
    /// The name of the account in the book.
    public var name: String
    /// Its name in the desktop program Reserve Manager where that is another: there, accounts of two tiers may have the same name.
    public var programName: String?
    /// Its share of the tier in proportion to the weights of the others; a weight below zero counts as zero.
    public var weight: FixedDecimal
    /// The most that the account may hold; nil for no limit.
    public var cap: FixedDecimal?
    /// The yield in a year, in percent: 4.5 for 4.5 %.
    public var apy: FixedDecimal
    /// Notes of the owner.
    public var notes: String
    /// Members of a document that luca does not know, kept as they were.
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

    /// The name of the account in a file of the Reserve Manager.
    public var nameInProgram: String { programName ?? name }
}
