public import Values

/// All that a proposal of trades depends on.
public struct TradeQuestion: Sendable {
    /// The innermost targets; positions name them by their place.
    public var leaves: [TargetLeaf]
    /// What is held of them, and what could be bought.
    public var positions: [Tradable]
    /// The money to be invested, by account and currency.
    public var money: [InvestableCash]
    /// What may be done.
    public var rules: TradeRules
    /// What each target is to be worth, in the currency of the whole, where that is told outright; nil for its share of the whole.
    public var aims: [FixedDecimal]?
    /// Money that is to be taken out, by account and currency: sales bring it where it is not among the money.
    public var withdrawals: [InvestableCash] = []
    /// Money that the accounts owe, by account and currency: balances below zero, as amounts above it. The target of money is worth so much less, and
    /// nothing is bought with what is owed; nothing is sold to pay it back either, since that brings no target nearer.
    public var owed: [InvestableCash] = []
    /// The place of the target that is money itself; nil where money is none of the targets.
    public var cashLeaf: Int?
    /// Why nothing can be bought for a target of which there is no position, by its place; none where no instrument was named.
    public var lacking: [Int: String] = [:]

    /// The currencies of money that lies in an account and is not asked to be invested, by account.
    public var idle: [String: Set<String>] = [:]

    static let nothingNamed = "nothing of it is held, and no instrument is named to be bought for it"

    /// A question about targets.
    public init(leaves: [TargetLeaf], positions: [Tradable], money: [InvestableCash], rules: TradeRules) {
        (self.leaves, self.positions, self.money, self.rules) = (leaves, positions, money, rules)
    }
}

/// An instrument in an account: what is held of it there, and on what terms it is traded.
public struct Tradable: Sendable {
    /// The account's name.
    public var account: String
    /// The instrument's symbol.
    public var symbol: String
    /// The place of its target among the leaves.
    public var leaf: Int
    /// Units held, zero or more.
    public var quantity: FixedDecimal
    /// The price of a unit, above zero.
    public var price: FixedDecimal
    /// The currency of the price, whose cash pays for it.
    public var currency: String
    /// What one unit of that currency is in the currency of the whole.
    public var rate: FixedDecimal
    /// Fractional digits of the currency, to which fees are rounded.
    public var digits: Int
    /// What quantities are multiples of: 1 for whole shares.
    public var step: FixedDecimal
    /// The lots of what is held, in the order in which they would be sold by the book's method.
    public var lots: [TradableLot]
    /// Why nothing of it is sold; nil where it may be.
    public var keptBecause: String?
    /// Why no more of it is bought; nil where it may be.
    public var notBoughtBecause: String?
    /// Why none of it is sold at a loss; nil where it may be.
    public var lossesKeptBecause: String?
    /// Whether what a sale costs takes away from what it gains.
    public var feesLowerGains = false

    /// An instrument in an account, free to be traded.
    public init(
        account: String, symbol: String, leaf: Int, quantity: FixedDecimal, price: FixedDecimal, currency: String = "USD", rate: FixedDecimal = .one,
        digits: Int = 2, step: FixedDecimal = .one, lots: [TradableLot] = [], keptBecause: String? = nil, notBoughtBecause: String? = nil, lossesKeptBecause: String? = nil
    ) {
        precondition(price > .zero && rate > .zero && step > .zero && !quantity.isNegative, "what is traded has a price and a step")
        (self.account, self.symbol, self.leaf, self.quantity, self.price) = (account, symbol, leaf, quantity, price)
        (self.currency, self.rate, self.digits, self.step, self.lots) = (currency, rate, digits, step, lots)
        (self.keptBecause, self.notBoughtBecause, self.lossesKeptBecause) = (keptBecause, notBoughtBecause, lossesKeptBecause)
    }
}

/// Units that were bought together, and what selling them would mean.
public struct TradableLot: Hashable, Sendable {
    /// What the book calls it.
    public let id: Int
    /// Units left.
    public let quantity: FixedDecimal
    /// The gain that counts if all of it is sold at the price, in the currency of the whole, before fees; zero where gains are not taxed.
    public let gain: FixedDecimal
    /// The same in the currency of its own price, which says whether it is sold at a loss.
    public let ownGain: FixedDecimal
    /// Whether it has been held for long.
    public let isLongTerm: Bool
    /// Whether the gain is known; where not, it is as much as it may be, and counts as that in a budget.
    public let isGainKnown: Bool

    /// A lot and its gain, which is the same in its own currency unless that is said.
    public init(id: Int, quantity: FixedDecimal, gain: FixedDecimal, ownGain: FixedDecimal? = nil, isLongTerm: Bool, isGainKnown: Bool = true) {
        (self.id, self.quantity, self.gain, self.ownGain, self.isLongTerm, self.isGainKnown) = (id, quantity, gain, ownGain ?? gain, isLongTerm, isGainKnown)
    }
}

/// Money of an account that is to be invested.
public struct InvestableCash: Hashable, Sendable {
    /// The account's name.
    public var account: String
    /// Its currency; it pays for what is priced in that one only.
    public var currency: String
    /// How much, zero or more.
    public var amount: FixedDecimal
    /// What one unit of the currency is in the currency of the whole.
    public var rate: FixedDecimal
    /// What may still be brought into the account this year; nil for no limit, or for money that is there already.
    public var room: FixedDecimal?
    /// Fractional digits of the currency, to which exchanges are rounded.
    public var digits = 2
    /// Whether it is what the target of money is worth by now, and not asked to be invested.
    public var isHeld = false

    /// Money to be invested.
    public init(account: String, currency: String = "USD", amount: FixedDecimal, rate: FixedDecimal = .one, room: FixedDecimal? = nil) {
        (self.account, self.currency, self.amount, self.rate, self.room) = (account, currency, amount, rate, room)
    }
}

/// What trades may be proposed, and how they are chosen.
public struct TradeRules: Hashable, Sendable {
    /// What may be done.
    public enum Mode: String, CaseIterable, Sendable {
        /// Money is spent on what lies furthest below its target, and nothing is sold; or, where it is taken out, what has to be sold for it is sold of what lies
        /// furthest above, and nothing is bought.
        case newMoney = "new_money"
        /// What is off its target, or out of its band, is sold and bought.
        case full
        /// Money is spent first; then only what is above its band is sold.
        case hybrid
    }

    /// Where something goes that is out of its band.
    public enum Landing: String, CaseIterable, Sendable {
        /// To its target.
        case target
        /// To the nearest edge of its band.
        case band
    }

    /// What may be done.
    public var mode = Mode.full
    /// Where something goes that is out of its band.
    public var landing = Landing.target
    /// What each trade costs, in its own currency.
    public var fee = FixedDecimal.zero
    /// What each trade costs as a part of its amount.
    public var feeRate = FixedDecimal.zero
    /// Trades of less than this are not made; in the currency of the whole.
    public var minimum = FixedDecimal.zero
    /// The most that all sales together may gain, in the currency of the whole; nil for no limit.
    public var gainBudget: FixedDecimal?
    /// Whether losses are sold first, then what was held for long, then what gained least; else the fewest trades and the given order of lots.
    public var isTaxAware = false
    /// Whether nothing is bought of which a part is sold at a loss.
    public var avoidsWashSales = false
    /// Whether money of an account may be changed into the currency of what is bought there.
    public var mayExchange = false

    /// The rules as they are by default.
    public init() {}

    func check() throws(PlanError) {
        for (name, value) in [("fee", fee), ("fee rate", feeRate), ("minimum", minimum), ("gain budget", gainBudget ?? .zero)] where value.isNegative {
            throw PlanError(.badArgument, "the \(name) is \(value)", hint: "it is zero or more")
        }
        guard feeRate < .one else { throw PlanError(.badArgument, "the fee rate is \(feeRate)", hint: "it is a part of one: 0.001 for a tenth of a percent") }
    }
}
