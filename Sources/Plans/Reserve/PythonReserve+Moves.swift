extension PythonReserve {
    /// What to move between tiers.
    public func moves() -> [Move] {
        var under = byPriority.filter { $0.gap > 0 }.map { (name: $0.name, left: $0.gap) }
        var over = tiers.filter { $0.total > $0.target }.map { (name: $0.name, left: $0.total - $0.target) }
        var moves: [Move] = [], source = 0, target = 0
        while source < over.count && target < under.count {
            let amount = PythonRound.cents(Python.min(over[source].left, under[target].left))
            if amount > 0 {
                moves.append(Move(from: over[source].name, to: under[target].name, amount: amount))
                over[source].left -= amount
                under[target].left -= amount
            }
            // The two limits meet at half a cent, so one side goes on wherever nothing is moved.
            let isSpent = over[source].left <= 0.005, isFilled = under[target].left <= 0.005
            if isSpent { source += 1 }
            if isFilled { target += 1 }
        }
        return moves
    }

    /// What each tier will have earned after some months; of tiers of one name the last.
    public func forecast(months: Int) -> [(tier: String, growth: Double)] {
        var result: [(tier: String, growth: Double)] = []
        for tier in tiers {
            let growth = tier.accounts.reduce(0) { $0 + $1.growth(months: months) }
            if let known = result.firstIndex(where: { $0.tier == tier.name }) { result[known].growth = growth } else { result.append((tier.name, growth)) }
        }
        return result
    }
}
