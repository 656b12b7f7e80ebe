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
