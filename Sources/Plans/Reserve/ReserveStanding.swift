public import Values

/// How a plan stands: what each tier holds, and what it lacks.
///
/// An account that is in several tiers counts once. Such a tier takes of it what it lacks, by priority, and the last that names it has the
/// rest; so an account of 1,000 fills a tier of 600, and counts 400 in the next.
public struct ReserveStanding: Equatable, Sendable {
    /// A tier.
    public struct Tier: Equatable, Sendable {
        /// The tier.
        public let tier: ReserveTier
        /// What each of its accounts counts in it; zero where that is not known.
        public let balances: [FixedDecimal]
        /// Whether it is known what each of its accounts holds, and what is left of them by tiers that come before.
        public let isKnown: Bool
        /// What it holds, as far as that is known.
        public let total: FixedDecimal

        /// What it lacks of its target.
        public var gap: FixedDecimal { total < tier.target ? FixedDecimal(units: tier.target.units - total.units) : .zero }
        /// What it has above its target.
        public var excess: FixedDecimal { total > tier.target ? FixedDecimal(units: total.units - tier.target.units) : .zero }
    }

    /// The plan.
    public let plan: ReservePlan
    /// The tiers, in the order of the plan.
    public let tiers: [Tier]
    /// What each account holds, wherever that is known.
    public let balances: [String: FixedDecimal]
    /// Accounts whose balances are not known, in the order of the plan.
    public let unknown: [String]

    /// A plan with what its accounts hold; an account that has no balance here is one of which that is not known.
    public init(_ plan: ReservePlan, balances: [String: FixedDecimal]) throws(PlanError) {
        self.plan = plan
        self.balances = balances
        unknown = plan.accountNames.filter { balances[$0] == nil }
        var left = balances, last: [String: Int] = [:]
        let order = plan.order
        for place in order {
            for account in plan.tiers[place].accounts { last[account.name] = place }
        }
        var tiers = [Tier?](repeating: nil, count: plan.tiers.count)
        // What a tier takes of an account that it shares is as unknown as what it lacks.
        var unsure = Set(unknown)
        for place in order {
            let isKnown = plan.tiers[place].accounts.allSatisfy { !unsure.contains($0.name) }
            tiers[place] = try Self.stand(plan.tiers[place], &left, isKnown: isKnown) { last[$0] == place }
            if !isKnown { unsure.formUnion(plan.tiers[place].accounts.map(\.name)) }
        }
        self.tiers = tiers.compactMap { $0 }
    }

    /// A tier with what its accounts count in it, which is taken from what is left of them.
    private static func stand(
        _ tier: ReserveTier, _ left: inout [String: FixedDecimal], isKnown: Bool, isLast: (String) -> Bool
    ) throws(PlanError) -> Tier {
        var counted = [FixedDecimal](repeating: .zero, count: tier.accounts.count), total = FixedDecimal.zero
        // What no later tier names counts here wholly, and only then are the others asked for what is lacking.
        for sharing in [false, true] {
            for (place, account) in tier.accounts.enumerated() where isLast(account.name) != sharing {
                guard let balance = left[account.name] else { continue }
                let lacking = try PlanItem.checked { () throws(DecimalError) in try tier.target - total }
                let amount = sharing ? min(balance, max(.zero, lacking)) : balance
                counted[place] = amount
                total = try PlanItem.checked { () throws(DecimalError) in try total + amount }
                left[account.name] = try PlanItem.checked { () throws(DecimalError) in try balance - amount }
            }
        }
        // Both differences are taken again for gaps and excesses, so that they cannot fail there.
        _ = try PlanItem.checked { () throws(DecimalError) in try tier.target - total }
        return Tier(tier: tier, balances: counted, isKnown: isKnown, total: total)
    }

    /// What all accounts hold together, each once, as far as that is known.
    public func total() throws(PlanError) -> FixedDecimal { try PlanItem.sum(tiers.map(\.total)) }
}
