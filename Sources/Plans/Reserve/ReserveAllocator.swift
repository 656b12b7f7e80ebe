public import Values

/// Gives new money to the tiers of a plan and to their accounts.
///
/// By priority each tier gets what it lacks, as long as there is money and room in its accounts; what is left goes to the tier for growth.
/// A tier of which it is not known what it holds gets nothing.
/// Within a tier the preferred account comes first, up to its room; the rest is split by weight among the accounts that have room, and what
/// one has no room for goes to the others. Where none that has a weight has room, those without one share in equal parts.
///
/// The room of an account is what its cap leaves, and what else limits it, alone or with others; it counts once, in however many tiers the
/// account is, and falls by what is placed. The rows add up to the money, to the last digit; what found no place is a row of its own, without a tier.
public struct ReserveAllocator: Equatable, Sendable {
    /// Money for an account.
    public struct Row: Equatable, Sendable {
        /// The tier; nil for what found no place.
        public let tier: String?
        /// The account; nil in a tier that has none.
        public let account: String?
        /// How much, above zero.
        public let amount: FixedDecimal

        /// A row.
        public init(tier: String?, account: String?, amount: FixedDecimal) {
            (self.tier, self.account, self.amount) = (tier, account, amount)
        }
    }

    /// What may still be paid into some accounts together, whatever their caps.
    public struct Limit: Hashable, Sendable {
        /// The names of the accounts.
        public let accounts: Set<String>
        /// How much; below zero counts as nothing.
        public let room: FixedDecimal

        /// A limit.
        public init(accounts: Set<String>, room: FixedDecimal) { (self.accounts, self.room) = (accounts, room) }
    }

    /// How the plan stands before.
    public let standing: ReserveStanding
    /// What else limits accounts.
    public let limits: [Limit]
    /// Fractional digits of the amounts: two for most currencies.
    public let digits: Int

    /// An allocator whose amounts have so many fractional digits, 0 to 18.
    public init(_ standing: ReserveStanding, limits: [Limit] = [], digits: Int = 2) throws(PlanError) {
        guard (0...FixedDecimal.scale).contains(digits) else {
            throw PlanError(.badArgument, "amounts cannot have \(digits) fractional digits", hint: "use 0 to \(FixedDecimal.scale)")
        }
        self.standing = standing
        self.limits = limits
        self.digits = digits
    }

    /// Where the money goes, account by account: tiers by priority, accounts in the order of the plan.
    public func allocate(_ cash: FixedDecimal) throws(PlanError) -> [Row] {
        guard !cash.isNegative else {
            throw PlanError(.badArgument, "\(cash) cannot be allocated", hint: "give an amount above zero")
        }
        var run = try AllocationRun(self, cash: try PlanItem.checked { () throws(DecimalError) in try cash.rounded(to: digits, .floor) })
        let plan = standing.plan
        for place in plan.order where run.rest > 0 && standing.tiers[place].isKnown { try run.fill(place, upTo: try lacking(place)) }
        if run.rest > 0, let growth = plan.growth, standing.tiers[growth].isKnown { try run.topUp(growth) }
        var rows: [Row] = []
        func add(_ tier: String?, _ account: String?, _ units: Int128) {
            if units > 0 { rows.append(Row(tier: tier, account: account, amount: FixedDecimal(units: units))) }
        }
        for place in plan.order {
            let tier = plan.tiers[place]
            for (account, units) in zip(tier.accounts, run.placed[place]) { add(tier.name, account.name, units) }
            add(tier.name, nil, run.bare[place])
        }
        // What is finer than the digits cannot be paid in anywhere.
        add(nil, nil, cash.units - run.cash + run.rest)
        precondition(rows.reduce(Int128(0)) { $0 + $1.amount.units } == cash.units, "rows add up to the money")
        return rows
    }

    /// The rows of each tier added up.
    public static func byTier(_ rows: [Row]) -> [Row] {
        var sums: [(tier: String?, units: Int128)] = []
        for row in rows {
            if sums.last?.tier == row.tier, !sums.isEmpty { sums[sums.count - 1].units += row.amount.units } else { sums.append((row.tier, row.amount.units)) }
        }
        return sums.map { Row(tier: $0.tier, account: nil, amount: FixedDecimal(units: $0.units)) }
    }

    /// What a tier lacks, rounded up so that it reaches its target.
    private func lacking(_ place: Int) throws(PlanError) -> Int128 {
        try PlanItem.checked { () throws(DecimalError) in try standing.tiers[place].gap.rounded(to: digits, .ceiling) }.units
    }
}
