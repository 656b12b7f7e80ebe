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
