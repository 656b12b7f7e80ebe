import Values

/// An allocation under way, in units of decimals.
struct AllocationRun {
    private let plan: ReservePlan
    /// Units of the last digit that is paid.
    private let quantum: Int128
    /// What is left of the room of each account; no end where it has none.
    private var room: [String: Int128] = [:]
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
            var limit = allocator.rooms[name].map { max(.zero, $0) } ?? .greatest
            if let cap = plan.cap(of: name) {
                // A cap cannot be kept where nobody knows what is there.
                let left = try allocator.standing.balances[name].map { balance throws(PlanError) in
                    try PlanItem.checked { () throws(DecimalError) in try cap - balance }
                }
                limit = min(limit, max(.zero, left ?? .zero))
            }
            room[name] = limit.units - limit.units % quantum
        }
    }

    /// Gives a tier up to an amount.
    mutating func fill(_ tier: Int, upTo amount: Int128) throws(PlanError) { rest -= try place(min(rest, amount), in: tier) }

    /// Gives a tier all the rest, splitting it together with what the tier got before, so that weights hold for the whole.
    mutating func topUp(_ tier: Int) throws(PlanError) {
        for (account, units) in zip(plan.tiers[tier].accounts, placed[tier]) { room[account.name]! += units }
        let whole = rest + placed[tier].reduce(bare[tier], +)
        placed[tier] = placed[tier].map { _ in 0 }
        bare[tier] = 0
        rest = whole - (try place(whole, in: tier))
    }

    private mutating func put(_ units: Int128, _ tier: Int, _ account: Int) {
        placed[tier][account] += units
        room[plan.tiers[tier].accounts[account].name]! -= units
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
            let units = min(left, room[accounts[preferred].name]!)
            put(units, tier, preferred)
            left -= units
        }
        while left > 0 {
            let open = accounts.indices.filter { room[accounts[$0].name]! > 0 }
            if open.isEmpty { break }
            let weighted = open.filter { accounts[$0].weight > .zero }, takers = weighted.isEmpty ? open : weighted
            let parts = try shares(left, takers.map { weighted.isEmpty ? .one : accounts[$0].weight })
            let full = zip(takers, parts).filter { room[accounts[$0].name]! <= $1 }.map(\.0)
            // Once some are full, the others get more than was reckoned.
            for account in full {
                let units = room[accounts[account].name]!
                put(units, tier, account)
                left -= units
            }
            guard full.isEmpty else { continue }
            for (account, units) in zip(takers, parts) { put(units, tier, account) }
            left = 0
        }
        return amount - left
    }

    /// An amount split by weights, in whole units of the last digit that is paid.
    private func shares(_ amount: Int128, _ weights: [FixedDecimal]) throws(PlanError) -> [Int128] {
        try PlanItem.split(FixedDecimal(units: amount / quantum), weights, digits: FixedDecimal.scale).map { $0.units * quantum }
    }
}
