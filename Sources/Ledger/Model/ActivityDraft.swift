public import Values

/// An activity as somebody wrote it: names as text, numbers where they were given, nothing checked.
///
/// Prompts, scripts and files make drafts; `Ledger.resolve(_:today:)` makes an `Activity` of one or tells what is wrong with it.
public struct ActivityDraft: Hashable, Sendable {
    /// The day on which it counts; nil for today.
    public var date: Day?
    /// The time of the day, if told.
    public var time: Instant?
    /// The name of a kind, such as `buy`.
    public var kind: String?
    /// What it is more exactly, within its kind.
    public var subtype: String?
    /// The status; nil for `posted`.
    public var status: String?
    /// The account in which it happened, or that holds it.
    public var account: String?
    /// The symbol of the instrument.
    public var symbol: String?
    /// How many units, above zero.
    public var quantity: FixedDecimal?
    /// The price of one unit.
    public var price: FixedDecimal?
    /// The amount of money, before fee and tax.
    public var amount: FixedDecimal?
    /// The fee.
    public var fee: FixedDecimal?
    /// What was withheld or charged as tax.
    public var tax: FixedDecimal?
    /// A currency's code or that of a minor unit (`GBp`); nil for the account's currency.
    public var currency: String?
    /// Units of the account's currency for one of these.
    public var fxRate: FixedDecimal?
    /// The code of the currency in which the cash moves: the account's, or that of the figures; nil for the account's where there is a rate.
    public var settle: String?
    /// How many units become how many, such as `4:1`.
    public var ratio: Ratio?
    /// What units become, or what is received beside them.
    public var into: String?
    /// What ties activities together.
    public var group: String?
    /// The lots that a sale or a transfer takes.
    public var lots: [LotChoice] = []
    /// When units that came from outside were acquired.
    public var opened: Day?
    /// The part of the cost that goes to the other instrument.
    public var share: FixedDecimal?
    /// What its owner wants to remember.
    public var notes: String
    /// Where it was written, such as `book.csv:17`; for messages, not kept.
    public var origin: String

    public init(
        date: Day? = nil, time: Instant? = nil, kind: String? = nil, subtype: String? = nil, status: String? = nil,
        account: String? = nil, symbol: String? = nil,
        quantity: FixedDecimal? = nil, price: FixedDecimal? = nil, amount: FixedDecimal? = nil,
        fee: FixedDecimal? = nil, tax: FixedDecimal? = nil, currency: String? = nil, fxRate: FixedDecimal? = nil,
        notes: String = "", origin: String = ""
    ) {
        self.date = date
        self.time = time
        self.kind = kind
        self.subtype = subtype
        self.status = status
        self.account = account
        self.symbol = symbol
        self.quantity = quantity
        self.price = price
        self.amount = amount
        self.fee = fee
        self.tax = tax
        self.currency = currency
        self.fxRate = fxRate
        self.notes = notes
        self.origin = origin
    }
}

/// A field of an activity, under the name that people type.
public enum ActivityField: String, CaseIterable, Sendable {
    /// The day on which it counts.
    case date
    /// The time of the day.
    case time
    /// The kind of activity, or a finer sense of one.
    case type
    /// What it is more exactly, within its kind.
    case subtype
    /// Whether it counts: posted, pending or draft.
    case status
    /// The name of the account.
    case account
    /// The symbol of the instrument.
    case symbol
    /// How many units, above zero.
    case quantity
    /// The price of one unit.
    case price
    /// The amount of money, before fee and tax.
    case amount
    /// The fee.
    case fee
    /// What was withheld or charged as tax.
    case tax
    /// The currency of the figures.
    case currency
    /// Units of the account's currency for one of the currency of the figures.
    case fxRate = "fx_rate"
    /// The currency in which the cash moves.
    case settle
    /// New units for old.
    case ratio
    /// The symbol of what units become.
    case into
    /// What ties it to the other side.
    case group
    /// The lots to take.
    case lots
    /// When units from outside were acquired.
    case opened
    /// The part of the cost that goes, from 0 to 1.
    case share
    /// What its owner wants to remember.
    case notes
}

/// A set of the fields that some kinds of activity use and others do not.
public struct ActivityFields: OptionSet, Hashable, Sendable {
    /// The number itself.
    public let rawValue: UInt32
    /// A set by its bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The symbol of the instrument.
    public static let symbol = ActivityFields(.symbol)
    /// How many units, above zero.
    public static let quantity = ActivityFields(.quantity)
    /// The price of one unit.
    public static let price = ActivityFields(.price)
    /// The amount of money, before fee and tax.
    public static let amount = ActivityFields(.amount)
    /// The fee.
    public static let fee = ActivityFields(.fee)
    /// What was withheld or charged as tax.
    public static let tax = ActivityFields(.tax)
    /// Units of the account's currency for one of these.
    public static let fxRate = ActivityFields(.fxRate)
    /// The currency in which the cash moves.
    public static let settle = ActivityFields(.settle)
    /// What has to do with money of another currency.
    static let exchange: ActivityFields = [.fxRate, .settle]

    /// How many units become how many.
    public static let ratio = ActivityFields(.ratio)
    /// The instrument whose units those held become.
    public static let into = ActivityFields(.into)
    /// What ties activities together.
    public static let group = ActivityFields(.group)
    /// The lots to take, by their ids.
    public static let lots = ActivityFields(.lots)
    /// When units from outside were acquired.
    public static let opened = ActivityFields(.opened)
    /// The part of the cost that goes, from 0 to 1.
    public static let share = ActivityFields(.share)

    /// The set of one field.
    public init(_ field: ActivityField) {
        rawValue = 1 << UInt32(ActivityField.allCases.firstIndex(of: field)!)
    }

    /// The first field of the set, in the order of `ActivityField`.
    var first: ActivityField? { isEmpty ? nil : ActivityField.allCases[rawValue.trailingZeroBitCount] }

    /// The fields of the set, in the order of `ActivityField`.
    public var fields: [ActivityField] {
        ActivityField.allCases.filter { contains(ActivityFields($0)) }
    }
}

/// Accounts and instruments that have to be defined before some drafts can be recorded.
public struct MissingNames: Hashable, Sendable {
    /// A name, and the currency that its first draft is in, where that draft tells one.
    public struct Name: Hashable, Sendable {
        /// The name that is missing.
        public let name: String
        /// The currency of its figures.
        public let currency: String?
    }

    /// The accounts, in order.
    public private(set) var accounts: [Name] = []
    /// The symbols, in order.
    public private(set) var symbols: [Name] = []
    private var seenAccounts: Set<String> = []
    private var seenSymbols: Set<String> = []

    /// Whether every name is known.
    public var isEmpty: Bool { accounts.isEmpty && symbols.isEmpty }

    mutating func note(account name: String, currency: String?) {
        if seenAccounts.insert(name).inserted { accounts.append(Name(name: name, currency: currency)) }
    }

    mutating func note(symbol name: String, currency: String?) {
        if seenSymbols.insert(name).inserted { symbols.append(Name(name: name, currency: currency)) }
    }
}
