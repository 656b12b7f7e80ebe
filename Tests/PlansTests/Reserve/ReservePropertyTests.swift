import Plans
import TestSupport
import Testing
import Values

/// What holds of every allocation.
@Suite("Properties of allocations")
struct ReservePropertyTests {
    private struct Sample {
        var plan: ReservePlan
        var balances: [String: FixedDecimal]
        var rooms: [String: FixedDecimal]
        var cash: FixedDecimal
    }

    private static let names = ["a", "b", "c", "d", "e"]

    private func cents(_ random: inout SeededRandom, _ most: Int) -> FixedDecimal {
        FixedDecimal(units: Int128(random.int(0...most)) * 10_000_000_000_000_000)
    }

    private func sample(_ random: inout SeededRandom) -> Sample {
        var plan = ReservePlan(name: "P", currency: "USD")
        for place in 0..<random.int(1...3) {
            var tier = ReserveTier(
                name: "T\(place)", purpose: random.chance(oneIn: 3) ? "Growth" : "", target: cents(&random, 20_000),
                priority: FixedDecimal(random.int(1...3)))
            for name in Self.names where random.chance(oneIn: 3) {
                tier.accounts.append(
                    ReserveAccount(
                        name: name, weight: FixedDecimal(random.pick([-1, 0, 1, 1, 2, 5])), cap: random.chance(oneIn: 2) ? cents(&random, 9000) : nil))
            }
            tier.preferred = random.chance(oneIn: 3) ? random.pick(Self.names) : nil
            plan.tiers.append(tier)
        }
        var rooms: [String: FixedDecimal] = [:]
        if random.chance(oneIn: 4) { rooms[random.pick(Self.names)] = cents(&random, 3000) }
        let balances = Dictionary(uniqueKeysWithValues: Self.names.map { ($0, random.chance(oneIn: 2) ? .zero : cents(&random, 8000)) })
        return Sample(plan: plan, balances: balances, rooms: rooms, cash: cents(&random, 40_000))
    }

    /// What may still be put into an account at first.
    private func room(_ sample: Sample, _ name: String) -> Int128 {
        let cap = sample.plan.cap(of: name).map { max(0, $0.units - sample.balances[name]!.units) } ?? .max
        return min(cap, sample.rooms[name].map(\.units) ?? .max)
    }

    @Test("Of random plans: whole to the cent, within caps, by priority, weights proportional within a cent")
    func properties() throws {
        var random = SeededRandom.forTest("reserve properties")
        for _ in 0..<SeededRandom.rounds(20_000) {
            let sample = sample(&random)
            let standing = try ReserveStanding(sample.plan, balances: sample.balances)
            let rows = try ReserveAllocator(standing, limits: sample.rooms.map { .init(accounts: [$0], room: $1) }).allocate(sample.cash)
            var sum: Int128 = 0, byAccount: [String: Int128] = [:], isGood = true
            for row in rows {
                sum += row.amount.units
                isGood = isGood && row.amount > .zero && row.amount.units % 10_000_000_000_000_000 == 0
                if let account = row.account { byAccount[account, default: 0] += row.amount.units }
            }
            isGood = isGood && sum == sample.cash.units && byAccount.allSatisfy { $0.value <= room(sample, $0.key) }
            isGood = isGood && Set(rows.map { "\($0.tier ?? "-")|\($0.account ?? "-")" }).count == rows.count
            isGood = isGood && keepsPriority(sample, standing, rows, byAccount) && keepsWeights(sample, rows, byAccount)
            #expect(isGood, "\(sample) gave \(rows)")
            if !isGood { break }
        }
    }

    /// Whether each tier has what it lacks, or has no room left, or no money was left for any after it.
    private func keepsPriority(
        _ sample: Sample, _ standing: ReserveStanding, _ rows: [ReserveAllocator.Row], _ byAccount: [String: Int128]
    ) -> Bool {
        var isExhausted = false
        let growth = sample.plan.growth
        for place in sample.plan.order {
            let tier = sample.plan.tiers[place]
            let got = rows.filter { $0.tier == tier.name }.reduce(Int128(0)) { $0 + $1.amount.units }
            if got > 0 && isExhausted && place != growth { return false }
            let isFull = !tier.accounts.isEmpty && tier.accounts.allSatisfy { room(sample, $0.name) == byAccount[$0.name, default: 0] }
            let gap = standing.tiers[place].gap.units
            if got > gap && place != growth { return false }
            if got < gap && !isFull { isExhausted = true }
        }
        let unplaced = rows.contains { $0.tier == nil }
        let isGrowthFull =
            growth.map { place in
                !sample.plan.tiers[place].accounts.isEmpty
                    && sample.plan.tiers[place].accounts.allSatisfy { room(sample, $0.name) == byAccount[$0.name, default: 0] }
            } ?? true
        return !unplaced || (!isExhausted && isGrowthFull)
    }

    /// Whether accounts with room left got money in proportion to their weights, beside the one that is preferred.
    private func keepsWeights(_ sample: Sample, _ rows: [ReserveAllocator.Row], _ byAccount: [String: Int128]) -> Bool {
        for tier in sample.plan.tiers {
            let open = tier.accounts.filter { account in
                account.name != tier.preferred && account.weight > .zero && room(sample, account.name) > byAccount[account.name, default: 0]
            }
            let amounts = open.map { account in rows.first { $0.tier == tier.name && $0.account == account.name }?.amount.units ?? 0 }
            for (a, amountA) in zip(open, amounts) {
                for (b, amountB) in zip(open, amounts) {
                    // Each is off by less than a cent, so their cross products are off by less than the weights in cents.
                    let difference = amountA * (b.weight.units / FixedDecimal.unitsPerOne) - amountB * (a.weight.units / FixedDecimal.unitsPerOne)
                    let tolerance = (a.weight.units + b.weight.units) / 100
                    if abs(difference) > tolerance { return false }
                }
            }
        }
        return true
    }

    private func abs(_ value: Int128) -> Int128 { value < 0 ? -value : value }

    @Test("Equal accounts in another order get the same amounts")
    func permutations() throws {
        var random = SeededRandom.forTest("reserve permutations")
        for _ in 0..<5000 {
            let cap = random.chance(oneIn: 2) ? cents(&random, 5000) : nil, target = cents(&random, 30_000), cash = cents(&random, 40_000)
            let weights = (0..<random.int(2...5)).map { _ in random.pick([1, 2, 5] as [FixedDecimal]) }
            func amounts(_ order: [Int]) throws -> [[Int128]] {
                let accounts = order.map { ReserveAccount(name: "\($0)", weight: weights[$0], cap: cap) }
                let plan = ReservePlan(name: "P", currency: "USD", tiers: [ReserveTier(name: "Tier 4", target: target, accounts: accounts)])
                let balances = Dictionary(uniqueKeysWithValues: accounts.map { ($0.name, FixedDecimal.zero) })
                let rows = try ReserveAllocator(ReserveStanding(plan, balances: balances)).allocate(cash)
                // Those of one weight are equal, but for their names and places.
                return [1, 2, 5].map { weight in
                    order.filter { weights[$0] == weight }.map { place in rows.first { $0.account == "\(place)" }?.amount.units ?? 0 }.sorted()
                }
            }
            // Equal accounts change places among themselves.
            var order = Array(weights.indices)
            for a in order.indices {
                for b in order.indices where weights[order[a]] == weights[order[b]] && random.chance(oneIn: 2) { order.swapAt(a, b) }
            }
            #expect(try amounts(order) == amounts(Array(weights.indices)))
        }
    }
}
