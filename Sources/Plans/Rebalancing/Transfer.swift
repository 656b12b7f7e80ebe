public import Values

extension Rebalancer {
    /// Money that goes from one item to another, or from or to cash.
    public struct Transfer: Hashable, Sendable {
        /// Where it comes from; nil for cash.
        public let from: String?
        /// Where it goes; nil for cash.
        public let to: String?
        /// How much, above zero.
        public let amount: FixedDecimal
    }
}

extension Rebalancer.Proposal {
    /// The moves as transfers: what is sold, then cash, pays for what is bought, each in the order of the items; what is over goes to cash.
    ///
    /// There are fewer transfers than moves and cash together.
    public var transfers: [Rebalancer.Transfer] {
        var sources: [(name: String?, left: FixedDecimal)] = moves.filter { $0.amount.isNegative }.map { ($0.name, -$0.amount) }
        var targets: [(name: String?, left: FixedDecimal)] = moves.filter { $0.amount > .zero }.map { ($0.name, $0.amount) }
        // Both sides were added up when the moves were proposed, so nothing here is too large.
        let net = moves.reduce(Int128(0)) { $0 + $1.amount.units }
        if net > 0 { sources.append((nil, FixedDecimal(units: net))) }
        if net < 0 { targets.append((nil, FixedDecimal(units: -net))) }

        var transfers: [Rebalancer.Transfer] = []
        var source = 0, target = 0
        while source < sources.count && target < targets.count {
            let amount = min(sources[source].left, targets[target].left)
            transfers.append(Rebalancer.Transfer(from: sources[source].name, to: targets[target].name, amount: amount))
            sources[source].left.units -= amount.units
            targets[target].left.units -= amount.units
            if sources[source].left.isZero { source += 1 }
            if targets[target].left.isZero { target += 1 }
        }
        return transfers
    }
}
