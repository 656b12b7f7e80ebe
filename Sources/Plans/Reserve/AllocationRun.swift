import Values

/// An allocation under way, in units of decimals.
struct AllocationRun {
    private let plan: ReservePlan
    /// Units of the last digit that is paid.
    private let quantum: Int128
    /// What is left of each cap and of each limit.
    private var pools: [Int128] = []
    /// By account: the pools that what is placed in it comes out of.
    private var poolsOf: [String: [Int]] = [:]
    /// All of the money.
    let cash: Int128
    /// What has found no place yet.
    private(set) var rest: Int128
    /// By tier and account.
    private(set) var placed: [[Int128]]
    /// By tier: what it gets without having an account.
    private(set) var bare: [Int128]

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
                try PlanItem.checked { () throws(DecimalError) in try cap - balance }
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
        try PlanItem.split(FixedDecimal(units: amount / quantum), weights, digits: FixedDecimal.scale).map { $0.units * quantum }
    }
}
