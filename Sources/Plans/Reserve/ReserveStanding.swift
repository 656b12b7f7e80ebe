public import Values

/// A reserve plan with its balances: what each tier holds, and what it lacks of its target.
///
/// An account that is in several tiers counts once. Such a tier takes of it what it lacks, by priority, and the last that names it has the
/// rest; so an account of 1,000 fills a tier of 600, and counts 400 in the next.
public struct ReserveStanding: Equatable, Sendable {
    /// A tier with its balances.
    public struct Tier: Equatable, Sendable {
        /// The tier.
        public let tier: ReserveTier
        /// How much of each of its accounts counts in the tier; zero where the balance is not known.
        public let balances: [FixedDecimal]
        /// Whether the balances of all its accounts are known, and what tiers that come before take of them.
        public let isKnown: Bool
        /// What the tier holds, as far as that is known.
        public let total: FixedDecimal

        /// What the tier lacks of its target; zero where it lacks nothing.
        public var gap: FixedDecimal { total < tier.target ? FixedDecimal(units: tier.target.units - total.units) : .zero }
        /// What the tier holds above its target; zero where it holds no more.
        public var excess: FixedDecimal { total > tier.target ? FixedDecimal(units: total.units - tier.target.units) : .zero }
    }

    /// The plan.
    public let plan: ReservePlan
    /// The tiers, in the order of the plan.
    public let tiers: [Tier]
    /// The balance of each account, wherever it is known.
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
                let lacking = try PlanError.checked { () throws(DecimalError) in try tier.target - total }
                let amount = sharing ? min(balance, max(.zero, lacking)) : balance
                counted[place] = amount
                total = try PlanError.checked { () throws(DecimalError) in try total + amount }
                left[account.name] = try PlanError.checked { () throws(DecimalError) in try balance - amount }
            }
        }
        // Both differences are taken again for gaps and excesses, so that they cannot fail there.
        _ = try PlanError.checked { () throws(DecimalError) in try tier.target - total }
        return Tier(tier: tier, balances: counted, isKnown: isKnown, total: total)
    }

    /// What all accounts hold together, each once, as far as that is known.
    public func total() throws(PlanError) -> FixedDecimal { try FixedDecimal.sum(of: tiers.map(\.total)) }
}

/// Proposes moves of money from tiers above their targets to tiers below theirs.
public enum ReserveRebalancer {
    /// Money that goes from one tier to another.
    public struct Move: Hashable, Sendable {
        /// The tier that has too much.
        public let from: String
        /// The tier that has too little.
        public let to: String
        /// How much, above zero.
        public let amount: FixedDecimal
    }

    /// The moves: tiers that lack money are filled by priority, and those that have too much give in the order of the plan.
    ///
    /// Amounts have so many fractional digits. Tiers of which it is not known what they hold are left alone.
    public static func moves(_ standing: ReserveStanding, digits: Int = 2) throws(PlanError) -> [Move] {
        var under: [(name: String, units: Int128)] = [], over: [(name: String, units: Int128)] = []
        for place in standing.plan.order where standing.tiers[place].isKnown {
            under.append((standing.tiers[place].tier.name, try rounded(standing.tiers[place].gap, digits, .ceiling)))
        }
        for tier in standing.tiers where tier.isKnown { over.append((tier.tier.name, try rounded(tier.excess, digits, .floor))) }
        under.removeAll { $0.units == 0 }
        over.removeAll { $0.units == 0 }
        var moves: [Move] = [], source = 0, target = 0
        while source < over.count && target < under.count {
            let units = min(over[source].units, under[target].units)
            moves.append(Move(from: over[source].name, to: under[target].name, amount: FixedDecimal(units: units)))
            over[source].units -= units
            under[target].units -= units
            if over[source].units == 0 { source += 1 }
            if under[target].units == 0 { target += 1 }
        }
        return moves
    }

    private static func rounded(_ value: FixedDecimal, _ digits: Int, _ rounding: Rounding) throws(PlanError) -> Int128 {
        try PlanError.checked { () throws(DecimalError) in try value.rounded(to: digits, rounding) }.units
    }
}

/// What accounts will earn, compounded monthly.
public enum ReserveForecast {
    /// The longest forecast: a century.
    public static let mostMonths = 1200

    /// The balance now (the first item) and at the end of each month.
    ///
    /// Each month adds a twelfth of the yield of a year, and takes it where that is below zero; where the balance is zero or below, nothing is added.
    public static func series(balance: FixedDecimal, apy: FixedDecimal, months: Int) throws(PlanError) -> [FixedDecimal] {
        guard (0...mostMonths).contains(months) else {
            throw PlanError(.badArgument, "a forecast cannot be over \(months) months", hint: "use 0 to \(mostMonths)")
        }
        guard balance > .zero, !apy.isZero else { return [FixedDecimal](repeating: balance, count: months + 1) }
        return try PlanError.checked { () throws(DecimalError) in
            let month = try FixedDecimal.one + apy / 1200
            var factor = FixedDecimal.one, values = [balance]
            for _ in 0..<months {
                factor = try factor * month
                values.append(try balance * factor)
            }
            return values
        }
    }

    /// What a balance earns in some months; zero where balance, yield or months are zero or below, as the desktop program has it.
    public static func growth(balance: FixedDecimal, apy: FixedDecimal, months: Int) throws(PlanError) -> FixedDecimal {
        guard months > 0, apy > .zero else { return .zero }
        let last = try series(balance: balance, apy: apy, months: months)[months]
        return try PlanError.checked { () throws(DecimalError) in try last - balance }
    }
}
