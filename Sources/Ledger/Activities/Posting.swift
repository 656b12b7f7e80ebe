import Values

/// One change that an activity makes. The engine sees postings only, never a kind of activity.
///
/// The amounts of an activity's postings add up to zero in each currency: what one takes another gives.
struct Posting {
    var target: PostingTarget
    var position: PositionSlot
    var cashPosition: CashSlot
    /// Units, above zero, of what trades units; zero for the rest, and where the position tells how many.
    var quantity: FixedDecimal
    var amount: FixedDecimal
    /// The place of its terms among those of the activity, or -1.
    var terms: Int8 = -1
}

/// What a posting of the rarer kinds needs beside.
struct PostingTerms {
    /// The position that units come from or go to.
    var other: PositionSlot?
    var ratio = Ratio.same
    /// The part of the cost that goes to the other position.
    var share = FixedDecimal.zero
    /// Whether the units go too, and nothing stays.
    var movesUnits = false
    /// What ties it to another activity.
    var group = ""
    /// Lots to take, before the lot method has its say.
    var lots: [LotChoice] = []
    /// Whether a trade may do no other than open or close.
    var intent: TradeIntent?
    /// When units from outside were acquired.
    var opened: Day?
    /// What the units cost in all, where the posting's amount does not tell.
    var cost: FixedDecimal?
    /// The side on which contracts must be held to be used.
    var side = LotSide.long
    /// Whether using an option buys the underlying, and how many units.
    var buys = false
    /// The strike as it was recorded.
    var strike: FixedDecimal?
    var units = FixedDecimal.zero
}

/// What a trade of options says that it does.
enum TradeIntent {
    /// It opens a position, and closes none.
    case opens
    /// It closes a position, and opens none.
    case closes

    init?(_ subtype: ActivitySubtype?) {
        if subtype == .buyToOpen || subtype == .sellToOpen {
            self = .opens
        } else if subtype == .buyToClose || subtype == .sellToClose {
            self = .closes
        } else {
            return nil
        }
    }
}

/// What a posting changes.
public enum PostingTarget: String, CaseIterable, Sendable {
    /// Money into the cash position.
    case cash
    /// Units into the position, which covers what is sold short first; the amount is their cost.
    case acquire
    /// Units out of the position; the amount is their proceeds, negated.
    case relieve
    /// Earned by the position (or by the account alone); negated.
    case income
    /// Charged and not part of any cost.
    case fee
    /// Paid or withheld as tax.
    case tax
    /// Brought in by the owner; negated.
    case contribution
    /// Changed into another currency, below zero where it was changed into this one: what a trade in one currency and its cash in another
    /// have between them.
    case exchange
    /// The units of every lot become more or fewer; their cost stays.
    case split
    /// The fraction of a unit that is left is sold; the amount is its proceeds, negated.
    case sellFraction = "sell_fraction"
    /// All units are sold; the amount is their proceeds, negated.
    case sellAll = "sell_all"
    /// The cost of the lots falls by the amount, which is negated.
    case returnCapital = "return_capital"
    /// Lots become lots of another position, or part of their cost does.
    case convert
    /// Lots leave for another account.
    case transferOut = "transfer_out"
    /// Lots come in from another account.
    case transferIn = "transfer_in"
    /// So many units are held from now on, and cost so much where that is told.
    case holdPosition = "hold_position"
    /// Contracts close at zero.
    case closeOption = "close_option"
    /// Contracts close, and the underlying is traded; the amount is its cost, or its proceeds negated.
    case useOption = "use_option"

    /// Whether lots change, so that the order of activities matters.
    var changesLots: Bool {
        switch self {
        case .cash, .income, .fee, .tax, .contribution, .exchange: false
        case .acquire, .relieve, .split, .sellFraction, .sellAll, .returnCapital, .convert, .transferOut, .transferIn, .holdPosition, .closeOption, .useOption: true
        }
    }

    /// Whether a position may have fewer units afterwards.
    var takesUnits: Bool {
        switch self {
        case .cash, .income, .fee, .tax, .contribution, .exchange, .acquire, .transferIn, .returnCapital: false
        case .relieve, .split, .sellFraction, .sellAll, .convert, .transferOut, .holdPosition, .closeOption, .useOption: true
        }
    }
}

/// What a rule needs to know of an activity, without any text: a plain value that costs nothing to make, so that a replay can make
/// one for each row. Decimals that the activity does not have are `absent`.
struct ActivityFacts {
    var kind: ActivityKind
    var subtype: ActivitySubtype?
    var date: Day
    var position: PositionSlot
    var cashPosition: CashSlot
    var quantity: FixedDecimal
    var price: FixedDecimal
    var amount: FixedDecimal
    var fee: FixedDecimal
    var tax: FixedDecimal
    /// Of the instrument; one where there is none.
    var multiplier: FixedDecimal
    /// What few activities have beside.
    var detail: ActivityDetail?
    /// The account's position of the instrument that the detail names.
    var other: PositionSlot?
    /// What the instrument gives the right to, where it is an option and the activity has a detail.
    var right: OptionTerms.Right?
    /// The cash that moves where it settles in another currency, and the rate by which it does.
    var settlement: (cashPosition: CashSlot, rate: FixedDecimal)?

    /// Money of the activity before fee and tax: the amount where it was given, else what quantity and price make.
    var gross: FixedDecimal {
        get throws(DecimalError) { amount.isAbsent ? try product : amount }
    }

    /// Quantity times price and multiplier.
    var product: FixedDecimal {
        get throws(DecimalError) {
            let product = try quantity * price
            return multiplier == .one ? product : try product * multiplier
        }
    }

    /// Whether units change hands, and not money alone.
    var isOfUnits: Bool { !quantity.isAbsent }
    var ratio: Ratio { detail?.ratio ?? .same }
    var group: String { detail?.group ?? "" }
}

/// What the group of a transfer says.
public enum TransferGroup {
    /// The other side is in no account of the book.
    public static let outside = "outside"

    /// Whether another activity of the book is the other side.
    public static func isPair(_ group: String) -> Bool { !group.isEmpty && group != outside }
}

/// The place of a position, one account's holding of one instrument, among all positions of a book.
package struct PositionSlot: Hashable, Sendable {
    let rawValue: UInt32
    /// The place as an index.
    package var index: Int { Int(rawValue) }
}

/// The place of a cash position, one account's cash in one currency, among all cash positions of a book.
struct CashSlot: Hashable {
    let rawValue: UInt32
    var index: Int { Int(rawValue) }
}

/// Which transfer of units it is: the group that its two sides share, and the number of the instrument.
struct TransferKey: Hashable {
    let group: String
    let instrument: Int32
}
