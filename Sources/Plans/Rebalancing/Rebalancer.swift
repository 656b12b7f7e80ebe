public import Values

/// Proposes what to buy and sell so that items come to their targets.
///
/// Amounts have the digits asked for and add up, to the last digit, to the money that goes in. Nothing is sold beyond what is held, and
/// nothing is spent beyond the money there is.
///
/// ```swift
/// let proposal = try Rebalancer(mode: .newMoney).propose(items, cash: 500)
/// for move in proposal.moves { print(move.name, move.amount) }
/// ```
public struct Rebalancer: Hashable, Sendable {
    /// What may be done.
    public enum Mode: String, CaseIterable, Sendable {
        /// Money that comes in is spent on what lies furthest below its target, and nothing is sold; money that is to go out is taken
        /// from what lies furthest above it, and nothing is bought.
        case newMoney = "new_money"
        /// Everything is sold and bought until each item is at its target.
        case full
    }

    /// An item before and after.
    public struct Move: Hashable, Sendable {
        /// The item's name.
        public let name: String
        /// What to buy of it, or to sell where negative.
        public let amount: FixedDecimal
        /// What it is worth before.
        public let before: FixedDecimal
        /// What it is worth after.
        public let after: FixedDecimal
    }

    /// What is to be done.
    public struct Proposal: Hashable, Sendable {
        /// A move for each item, in the order given; those that stay as they are have the amount zero.
        public let moves: [Move]
        /// The money that is left, less than one of the last digit.
        public let cashLeft: FixedDecimal
    }

    /// What may be done.
    public let mode: Mode
    /// Fractional digits of the amounts: two for most currencies.
    public let digits: Int

    /// A rebalancer whose amounts have so many fractional digits, 0 to 18.
    public init(mode: Mode, digits: Int = 2) throws(PlanError) {
        guard (0...FixedDecimal.scale).contains(digits) else {
            throw PlanError(.badArgument, "amounts cannot have \(digits) fractional digits", hint: "use 0 to \(FixedDecimal.scale)")
        }
        self.mode = mode
        self.digits = digits
    }

    /// What to buy and sell when `cash` comes in, or goes out where it is negative.
    public func propose(_ items: [PlanItem], cash: FixedDecimal) throws(PlanError) -> Proposal {
        try PlanItem.check(items)
        // What is finer than the digits stays where it is, so that nothing is sold or spent that is not there.
        let money = try floored(cash)
        var values: [FixedDecimal] = []
        for item in items { values.append(try floored(item.value)) }
        let total = try PlanItem.sum(values + [money])
        guard !total.isNegative else {
            let held = try PlanItem.sum(items.map(\.value))
            throw PlanError(.notEnough, "\(-cash) is to be taken out of \(held)", hint: "take out no more than there is")
        }
        let weights = items.map(\.weight)
        let after = switch mode {
        case .full: try PlanItem.split(total, weights, digits: digits)
        case .newMoney: try leveled(values, weights, money)
        }
        return try proposal(items, values, after, cash: cash)
    }

    private func proposal(
        _ items: [PlanItem], _ values: [FixedDecimal], _ after: [FixedDecimal], cash: FixedDecimal
    ) throws(PlanError) -> Proposal {
        var moves: [Move] = []
        var left = cash
        for (index, item) in items.enumerated() {
            let amount = try PlanItem.checked { () throws(DecimalError) in try after[index] - values[index] }
            precondition(item.value >= -amount, "more of \(item.name) would be sold than is held")
            left = try PlanItem.checked { () throws(DecimalError) in try left - amount }
            let value = try PlanItem.checked { () throws(DecimalError) in try item.value + amount }
            moves.append(Move(name: item.name, amount: amount, before: item.value, after: value))
        }
        precondition(!left.isNegative, "more would be spent than there is")
        return Proposal(moves: moves, cashLeft: left)
    }

    /// The values after money went to the lowest items, or came from the highest, by their values in proportion to their weights.
    ///
    /// All items are brought to one level; those that would have to move the other way are left as they are, and the rest are
    /// brought to a level again. Each round leaves the level closer to the moved ones, so what was left as it is stays so.
    private func leveled(_ values: [FixedDecimal], _ weights: [FixedDecimal], _ money: FixedDecimal) throws(PlanError) -> [FixedDecimal] {
        var after = values
        if money.isZero { return after }
        var moving = values.indices.filter { money.isNegative ? !values[$0].isZero : !weights[$0].isZero }
        while true {
            let total = try PlanItem.sum(moving.map { values[$0] } + [money])
            // What has no target is sold in proportion to what there is of it.
            let hasTarget = moving.contains { !weights[$0].isZero }
            let parts = try PlanItem.split(total, moving.map { hasTarget ? weights[$0] : values[$0] }, digits: digits)
            let wrong = Set(zip(moving, parts).filter { money.isNegative ? $1 > values[$0] : $1 < values[$0] }.map(\.0))
            if wrong.isEmpty {
                for (index, part) in zip(moving, parts) { after[index] = part }
                return after
            }
            moving.removeAll { wrong.contains($0) }
        }
    }

    private func floored(_ value: FixedDecimal) throws(PlanError) -> FixedDecimal {
        try PlanItem.checked { () throws(DecimalError) in try value.rounded(to: digits, .floor) }
    }
}
