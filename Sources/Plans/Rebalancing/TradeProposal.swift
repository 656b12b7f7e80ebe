public import Values

/// Trades that bring a portfolio closer to its targets, and what they leave.
public struct TradeProposal: Hashable, Sendable {
    /// A trade, with its reason.
    public struct Trade: Hashable, Sendable {
        /// The side of a trade.
        public enum Side: String, Sendable {
            /// Units are bought.
            case buy
            /// Units are sold.
            case sell
        }

        /// Part of a lot that is sold, and what it gains.
        public struct LotPart: Hashable, Sendable {
            /// What the book calls the lot.
            public let lot: Int
            /// Units taken from it.
            public let quantity: FixedDecimal
            /// The gain, in the currency of the whole, less their part of the fee where fees lower gains.
            public let gain: FixedDecimal
            /// Whether they are sold at a loss in the currency of their price.
            public let isLoss: Bool
            /// Whether the gain is known; where not, it is as much as it may be.
            public let isGainKnown: Bool
        }

        /// The place of what is traded among the positions asked about.
        public let position: Int
        /// Whether units are bought or sold.
        public let side: Side
        /// Units, above zero.
        public let quantity: FixedDecimal
        /// Units times price, in the currency of the price.
        public let amount: FixedDecimal
        /// The fee, in the currency of the price.
        public let fee: FixedDecimal
        /// The reason, as a sentence.
        public let reason: String
        /// The parts of lots that a sale takes, in order; none for a purchase.
        public let lots: [LotPart]
        /// What a sale gains, in the currency of the whole, less the fee where fees lower gains.
        public let gain: FixedDecimal
        /// Whether the gain is known of all that it takes; where not, it is as much as it may be.
        public var isGainKnown: Bool { lots.allSatisfy(\.isGainKnown) }
    }

    /// Cash of an account that is changed into another currency, to pay for what is bought there.
    public struct Exchange: Hashable, Sendable {
        /// The account's name.
        public let account: String
        /// The code of the currency that is sold.
        public let from: String
        /// The code of the currency that is bought.
        public let to: String
        /// The amount sold, in `from`.
        public let left: FixedDecimal
        /// The amount bought, in `to`.
        public let arrived: FixedDecimal
    }

    /// A target before and after the trades; values in the currency of the whole.
    public struct Outcome: Hashable, Sendable {
        /// The target.
        public let leaf: TargetLeaf
        /// What is held of it before.
        public let before: FixedDecimal
        /// What would be held of it after.
        public let after: FixedDecimal
        /// What is to be held of it: its share of the whole, the money to be invested included.
        public let target: FixedDecimal
        /// Its share of that whole before; nil where the whole is nothing.
        public let shareBefore: FixedDecimal?
        /// Its share of that whole after.
        public let shareAfter: FixedDecimal?
    }

    /// A reason why the trades do not reach the targets.
    public struct Obstacle: Hashable, Sendable {
        /// The kind of obstacle, for programs to test.
        public enum Kind: String, CaseIterable, Sendable {
            /// What is lacking is less than a share.
            case wholeShares = "whole_shares"
            /// A trade would be smaller than the smallest one, or would cost what it brings.
            case minimumTrade = "minimum_trade"
            /// There is no cash to buy with, or too little can be raised.
            case noCash = "no_cash"
            /// A loss would not count, as the same instrument is bought about that time.
            case washSale = "wash_sale"
            /// The gains of all sales would exceed their budget.
            case gainBudget = "gain_budget"
            /// An account may not take all of the new money.
            case contributionLimit = "contribution_limit"
            /// An instrument must not be bought or sold.
            case notTraded = "not_traded"
            /// No instrument is named that could be bought for a target.
            case nothingToBuy = "nothing_to_buy"
        }

        /// The kind of obstacle, for programs to test.
        public let kind: Kind
        /// What stands in the way, as a sentence.
        public let message: String
    }

    /// Sales first, so that their proceeds can pay for what is bought.
    public let trades: [Trade]
    /// Exchanges between the sales and the purchases.
    public let exchanges: [Exchange]
    /// Every target, in order.
    public let outcomes: [Outcome]
    /// The money that is left of what was to be invested and of the proceeds.
    public let cashLeft: [InvestableCash]
    /// Why the trades do not reach the targets.
    public let obstacles: [Obstacle]
    /// Holdings and money to be invested: the whole that the shares are of, in its currency.
    public let total: FixedDecimal

    /// The deviations of all targets before, added up without their signs.
    public let driftBefore: FixedDecimal
    /// The deviations of all targets after, added up without their signs.
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
                trades.append(
                    TradeProposal.Trade(
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
