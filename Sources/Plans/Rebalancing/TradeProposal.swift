public import Values

/// Trades that bring a portfolio closer to its targets, and what they leave.
public struct TradeProposal: Hashable, Sendable {
    /// A trade and why.
    public struct Trade: Hashable, Sendable {
        /// Whether units come or go.
        public enum Side: String, Sendable { case buy, sell }

        /// Part of a lot that is sold, and what it gains.
        public struct LotPart: Hashable, Sendable {
            /// What the book calls the lot.
            public let lot: Int
            /// Units taken from it.
            public let quantity: FixedDecimal
            /// What they gain, less their part of the fee where fees lower gains.
            public let gain: FixedDecimal
            /// Whether they are sold at a loss in the currency of their price.
            public let isLoss: Bool
            /// Whether the gain is known; where not, it is as much as it may be.
            public let isGainKnown: Bool
        }

        /// The place of what is traded among the positions asked about.
        public let position: Int
        /// Whether units come or go.
        public let side: Side
        /// Units, above zero.
        public let quantity: FixedDecimal
        /// Units times price, in the currency of the price.
        public let amount: FixedDecimal
        /// What the trade costs beside that.
        public let fee: FixedDecimal
        /// Why, as a sentence.
        public let reason: String
        /// What a sale takes, in order; none for a purchase.
        public let lots: [LotPart]
        /// What a sale gains, less the fee where fees lower gains.
        public let gain: FixedDecimal
        /// Whether the gain is known of all that it takes; where not, it is as much as it may be.
        public var isGainKnown: Bool { lots.allSatisfy(\.isGainKnown) }
    }

    /// Money of an account that is changed into another currency, so that it can pay for what is bought there.
    public struct Exchange: Hashable, Sendable {
        /// The account's name.
        public let account: String
        /// The currency that is given.
        public let from: String
        /// The currency that is got.
        public let to: String
        /// What is given.
        public let left: FixedDecimal
        /// What is got for it.
        public let arrived: FixedDecimal
    }

    /// A target before and after.
    public struct Outcome: Hashable, Sendable {
        /// The target.
        public let leaf: TargetLeaf
        /// What is held of it.
        public let before: FixedDecimal
        /// What would be held of it.
        public let after: FixedDecimal
        /// What it is to be, of the whole with the money to be invested.
        public let target: FixedDecimal
        /// Its share of that whole before; nil where the whole is nothing.
        public let shareBefore: FixedDecimal?
        /// Its share of that whole after.
        public let shareAfter: FixedDecimal?
    }

    /// Something that kept the trades from going further.
    public struct Obstacle: Hashable, Sendable {
        /// What it is, for programs to test.
        public enum Kind: String, CaseIterable, Sendable {
            case wholeShares = "whole_shares"
            case minimumTrade = "minimum_trade"
            case noCash = "no_cash"
            case washSale = "wash_sale"
            case gainBudget = "gain_budget"
            case contributionLimit = "contribution_limit"
            case notTraded = "not_traded"
            case nothingToBuy = "nothing_to_buy"
        }

        /// What it is.
        public let kind: Kind
        /// The sentence.
        public let message: String
    }

    /// Sales first, so that their proceeds can pay for what is bought.
    public let trades: [Trade]
    /// What is changed between the sales and the purchases.
    public let exchanges: [Exchange]
    /// Every target, in order.
    public let outcomes: [Outcome]
    /// The money that is left of what was to be invested and of the proceeds.
    public let cashLeft: [InvestableCash]
    /// What kept the trades from going further.
    public let obstacles: [Obstacle]
    /// Holdings with targets and the money to be invested: the whole that the targets are of.
    public let total: FixedDecimal

    /// How far all targets together are away before.
    public let driftBefore: FixedDecimal
    /// How far they are away after.
    public let driftAfter: FixedDecimal
}

extension TradeDraft {
    /// The trades that were chosen, with what they leave, as a proposal.
    func proposal() throws(DecimalError) -> TradeProposal {
        var trades: [TradeProposal.Trade] = []
        for (side, quantities) in [(TradeProposal.Trade.Side.sell, sold), (.buy, bought)] {
            for position in quantities.keys.sorted() {
                let units = quantities[position]!, tradable = question.positions[position]
                let taken = side == .sell ? parts[position] ?? [] : []
                trades.append(TradeProposal.Trade(
                    position: position, side: side, quantity: units, amount: try units * tradable.price, fee: try tradable.fee(units, rules),
                    reason: try reason(tradable, side), lots: taken, gain: try Self.gain(of: taken)))
            }
        }
        let outcomes = try goals.leaves.indices.map { (leaf) throws(DecimalError) in
            TradeProposal.Outcome(
                leaf: goals.leaves[leaf], before: valuesBefore[leaf], after: values[leaf], target: goals.targets[leaf],
                shareBefore: try share(valuesBefore[leaf]), shareAfter: try share(values[leaf]))
        }
        var left: [InvestableCash] = []
        for (account, amount) in cash.balances.sorted(by: { $0.key < $1.key }) where !amount.isZero {
            left.append(InvestableCash(account: account.account, currency: account.currency, amount: amount, rate: cash.terms(of: account.currency).rate))
        }
        return TradeProposal(
            trades: trades, exchanges: cash.exchanges, outcomes: outcomes, cashLeft: left, obstacles: obstacles, total: goals.total,
            driftBefore: try drift(valuesBefore), driftAfter: try drift(values))
    }

    private func share(_ value: FixedDecimal) throws(DecimalError) -> FixedDecimal? { goals.total.isZero ? nil : try value / goals.total }

    /// The share of what is there before anything is taken out.
    private func shareBefore(_ value: FixedDecimal) throws(DecimalError) -> FixedDecimal? {
        var whole = goals.total
        for money in question.withdrawals { whole = try whole + money.amount.magnitude * money.rate }
        return whole.isZero ? nil : try value / whole
    }

    /// Why a trade is there.
    private func reason(_ tradable: Tradable, _ side: TradeProposal.Trade.Side) throws(DecimalError) -> String {
        let leaf = goals.leaves[tradable.leaf]
        let whose = leaf.name == tradable.symbol ? leaf.name : "\(leaf.name), which \(tradable.symbol) is of,"
        let before = valuesBefore[tradable.leaf], target = goals.targets[tradable.leaf]
        let share = try percent(shareBefore(before) ?? .zero), wanted = try percent(self.share(target) ?? .zero)
        if goals.isToldOutright { return "the rule asks for it" }
        if side == .sell, soldBelowAim.contains(tradable.leaf) { return "\(leaf.name) pays for what is taken out" }
        if leaf.share.isZero { return "\(whose) is to be nothing of the whole" }
        if side == .sell, share <= wanted, before > target {
            return "\(whose) is \(try percent(self.share(before) ?? .zero)) % of what is left after the money is taken out and is to be \(wanted) %"
        }
        let drift = "\(whose) is \(share) % of the whole and is to be \(wanted) %"
        guard let width = leaf.width, rules.mode != .newMoney else { return drift }
        return "\(drift), give or take \(try percent(width)) points"
    }

    private func percent(_ share: FixedDecimal) throws(DecimalError) -> FixedDecimal { try (share * 100).rounded(to: 1, .halfUp) }
}
