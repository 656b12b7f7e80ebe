public import Values

/// Everything that a proposal of trades depends on: targets, holdings, prices, cash and rules.
public struct TradeQuestion: Sendable {
    /// The innermost targets; positions name them by their place.
    public var leaves: [TargetLeaf]
    /// What is held of them, and what could be bought.
    public var positions: [Tradable]
    /// The money to be invested, by account and currency.
    public var money: [InvestableCash]
    /// What may be done.
    public var rules: TradeRules
    /// What each target is to be worth, in the currency of the whole; nil where that is its share of the whole.
    public var aims: [FixedDecimal]?
    /// Money that is to be taken out, by account and currency: sales bring it where it is not among the money.
    public var withdrawals: [InvestableCash] = []
    /// Money that the accounts owe, by account and currency: balances below zero, as amounts above it. Where cash is a target, it is worth so much
    /// less. Nothing is sold to pay back what is owed, since that brings no target nearer.
    public var owed: [InvestableCash] = []
    /// The place of the target that is cash itself; nil where cash is no target.
    public var cashLeaf: Int?
    /// Why nothing can be bought for a target without positions, by its place; where none stands here, no instrument was named.
    public var lacking: [Int: String] = [:]

    /// The currencies of cash that is not to be invested, by account.
    public var idle: [String: Set<String>] = [:]

    /// Why a target without positions is not bought unless `lacking` says more.
    static let nothingNamed = "nothing of it is held, and no instrument is named to be bought for it"

    /// A question about targets.
    public init(leaves: [TargetLeaf], positions: [Tradable], money: [InvestableCash], rules: TradeRules) {
        (self.leaves, self.positions, self.money, self.rules) = (leaves, positions, money, rules)
    }
}

/// An instrument in an account: the units held there, and the terms on which it is traded.
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
    /// Why it must not be sold; nil where it may be.
    public var keptBecause: String?
    /// Why it must not be bought; nil where it may be.
    public var notBoughtBecause: String?
    /// Why it must not be sold at a loss; nil where it may be.
    public var lossesKeptBecause: String?
    /// Whether the fee of a sale lowers its gain.
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

/// A lot that may be sold, with the gain that selling it would bring.
public struct TradableLot: Hashable, Sendable {
    /// The number of the lot in the book.
    public let id: Int
    /// Units left.
    public let quantity: FixedDecimal
    /// The gain that counts if all of it is sold at the price, in the currency of the whole, before fees; zero where gains are not taxed.
    public let gain: FixedDecimal
    /// The gain in the currency of the price, which says whether the lot is sold at a loss.
    public let ownGain: FixedDecimal
    /// Whether it has been held long enough for a long-term gain.
    public let isLongTerm: Bool
    /// Whether the gain is known. Where not, `gain` is the most that it may be, and counts as that in a budget.
    public let isGainKnown: Bool

    /// A lot and its gain, which is the same in its own currency unless that is said.
    public init(id: Int, quantity: FixedDecimal, gain: FixedDecimal, ownGain: FixedDecimal? = nil, isLongTerm: Bool, isGainKnown: Bool = true) {
        (self.id, self.quantity, self.gain, self.ownGain, self.isLongTerm, self.isGainKnown) = (id, quantity, gain, ownGain ?? gain, isLongTerm, isGainKnown)
    }
}

/// Cash of an account in one currency: money to be invested, to be taken out, or owed.
public struct InvestableCash: Hashable, Sendable {
    /// The account's name.
    public var account: String
    /// The code of the currency; the money pays for what is priced in it.
    public var currency: String
    /// The amount, zero or more.
    public var amount: FixedDecimal
    /// What one unit of the currency is in the currency of the whole.
    public var rate: FixedDecimal
    /// What may still be brought into the account this year; nil for no limit, or for money that is there already.
    public var room: FixedDecimal?
    /// Fractional digits of the currency, to which exchanges are rounded.
    public var digits = 2
    /// Whether it is part of the cash that is held as a target, and not money to be invested.
    public var isHeld = false

    /// Cash of an account.
    public init(account: String, currency: String = "USD", amount: FixedDecimal, rate: FixedDecimal = .one, room: FixedDecimal? = nil) {
        (self.account, self.currency, self.amount, self.rate, self.room) = (account, currency, amount, rate, room)
    }
}

/// What trades may be proposed, and how they are chosen.
public struct TradeRules: Hashable, Sendable {
    /// Which trades may be proposed.
    public enum Mode: String, CaseIterable, Sendable {
        /// New money buys what lies furthest below its target, and nothing is sold. Where money is taken out, what has to be sold for it is sold of what
        /// lies furthest above, and nothing is bought.
        case newMoney = "new_money"
        /// What is off its target, or out of its band, is sold or bought.
        case full
        /// New money is spent first; then only what is above its band is sold.
        case hybrid
    }

    /// Where a target goes that is out of its band.
    public enum Landing: String, CaseIterable, Sendable {
        /// To its share.
        case target
        /// To the nearest edge of its band.
        case band
    }

    /// Which trades may be proposed.
    public var mode = Mode.full
    /// Where a target goes that is out of its band.
    public var landing = Landing.target
    /// The fixed fee of a trade, in its own currency.
    public var fee = FixedDecimal.zero
    /// The fee of a trade as a part of its amount: 0.001 for a tenth of a percent.
    public var feeRate = FixedDecimal.zero
    /// The smallest trade that is made, in the currency of the whole.
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

    /// Refuses fees and bounds below zero.
    func check() throws(PlanError) {
        for (name, value) in [("fee", fee), ("fee rate", feeRate), ("minimum", minimum), ("gain budget", gainBudget ?? .zero)] where value.isNegative {
            throw PlanError(.badArgument, "the \(name) is \(value)", hint: "it is zero or more")
        }
        guard feeRate < .one else { throw PlanError(.badArgument, "the fee rate is \(feeRate)", hint: "it is a part of one: 0.001 for a tenth of a percent") }
    }
}
