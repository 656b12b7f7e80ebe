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
        /// The tier; nil for money that no account has room for.
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

    /// The plan and its balances before.
    public let standing: ReserveStanding
    /// Further limits of accounts, such as contribution limits.
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
        var run = try AllocationRun(self, cash: try PlanError.checked { () throws(DecimalError) in try cash.rounded(to: digits, .floor) })
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
        try PlanError.checked { () throws(DecimalError) in try standing.tiers[place].gap.rounded(to: digits, .ceiling) }.units
    }
}

/// An allocation under way, in units of decimals.
private struct AllocationRun {
    private let plan: ReservePlan
    /// Units of the last digit that is paid.
    private let quantum: Int128
    /// What is left of each cap and of each limit, in units.
    private var pools: [Int128] = []
    /// The places in `pools` of the caps and limits of each account.
    private var poolsOf: [String: [Int]] = [:]
    /// All of the money.
    let cash: Int128
    /// What is not placed yet.
    private(set) var rest: Int128
    /// What is placed, by tier and account.
    private(set) var placed: [[Int128]]
    /// What tiers without accounts get, by tier.
    private(set) var bare: [Int128]

    /// An allocation of which nothing is placed yet.
    init(_ allocator: ReserveAllocator, cash: FixedDecimal) throws(PlanError) {
        plan = allocator.standing.plan
        self.cash = cash.units
        rest = cash.units
        placed = plan.tiers.map { [Int128](repeating: 0, count: $0.accounts.count) }
        bare = [Int128](repeating: 0, count: plan.tiers.count)
        quantum = (0..<(FixedDecimal.scale - allocator.digits)).reduce(1) { power, _ in power * 10 }
        for name in plan.accountNames {
            guard let cap = plan.cap(of: name) else { continue }
            // A cap cannot be kept where nobody knows what is there.
            let left = try allocator.standing.balances[name].map { balance throws(PlanError) in
                try PlanError.checked { () throws(DecimalError) in try cap - balance }
            }
            add(left ?? .zero, for: [name])
        }
        for limit in allocator.limits { add(limit.room, for: limit.accounts) }
    }

    private mutating func add(_ room: FixedDecimal, for accounts: Set<String>) {
        for name in accounts { poolsOf[name, default: []].append(pools.count) }
        pools.append(max(0, room.units) / quantum * quantum)
    }

    /// What may still be placed in an account.
    private func room(_ name: String) -> Int128 { poolsOf[name]?.map { pools[$0] }.min() ?? .max }

    /// Gives a tier up to an amount.
    mutating func fill(_ tier: Int, upTo amount: Int128) throws(PlanError) { rest -= try place(min(rest, amount), in: tier) }

    /// Gives a tier all the rest, splitting it together with what the tier got before, so that weights hold for the whole.
    mutating func topUp(_ tier: Int) throws(PlanError) {
        for (account, units) in zip(plan.tiers[tier].accounts, placed[tier]) { take(-units, from: account.name) }
        let whole = rest + placed[tier].reduce(bare[tier], +)
        placed[tier] = placed[tier].map { _ in 0 }
        bare[tier] = 0
        rest = whole - (try place(whole, in: tier))
    }

    private mutating func put(_ units: Int128, _ tier: Int, _ account: Int) {
        placed[tier][account] += units
        take(units, from: plan.tiers[tier].accounts[account].name)
    }

    private mutating func take(_ units: Int128, from name: String) {
        for pool in poolsOf[name] ?? [] { pools[pool] -= units }
    }

    /// Places as much of an amount in the accounts of a tier as they have room for; returns how much.
    private mutating func place(_ amount: Int128, in tier: Int) throws(PlanError) -> Int128 {
        let accounts = plan.tiers[tier].accounts
        guard !accounts.isEmpty else {
            bare[tier] += amount
            return amount
        }
        var left = amount
        if let preferred = plan.tiers[tier].preferred.flatMap({ name in accounts.firstIndex { $0.name == name } }) {
            let units = min(left, room(accounts[preferred].name))
            put(units, tier, preferred)
            left -= units
        }
        while left > 0 {
            let open = accounts.indices.filter { room(accounts[$0].name) > 0 }
            if open.isEmpty { break }
            let weighted = open.filter { accounts[$0].weight > .zero }, takers = weighted.isEmpty ? open : weighted
            let parts = try shares(left, takers.map { weighted.isEmpty ? .one : accounts[$0].weight })
            let full = zip(takers, parts).filter { room(accounts[$0].name) <= $1 }
            // Once some are full, the others get more than was reckoned. Those of one limit may fill it only together.
            for (account, part) in full.isEmpty ? Array(zip(takers, parts)) : full {
                let units = min(part, room(accounts[account].name))
                put(units, tier, account)
                left -= units
            }
        }
        return amount - left
    }

    /// An amount split by weights, in whole units of the last digit that is paid.
    private func shares(_ amount: Int128, _ weights: [FixedDecimal]) throws(PlanError) -> [Int128] {
        try FixedDecimal.parts(of: FixedDecimal(units: amount / quantum), by: weights).map { $0.units * quantum }
    }
}
