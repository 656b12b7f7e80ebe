public import Values

/// Moves money from tiers that have more than their target to those that have less.
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

    /// What to move: tiers that lack money are filled by priority, and those that have too much give in the order of the plan.
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
        try PlanItem.checked { () throws(DecimalError) in try value.rounded(to: digits, rounding) }.units
    }
}
