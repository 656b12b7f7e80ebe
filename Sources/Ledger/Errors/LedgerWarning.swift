public import Values

/// Something in a result that its reader should know of.
public enum LedgerWarning: Hashable, Sendable {
    /// An account's cash in a currency is below zero, without a break since that day.
    case negativeCash(account: AccountID, name: String, currency: Currency, balance: FixedDecimal, since: Day)
    /// A transfer whose other side nobody recorded, so that it counts as brought in from outside or taken out.
    case unpairedTransfer(entry: EntryID, kind: ActivityKind, account: String, symbol: String?, date: Day)
    /// One side of an exchange of currencies whose other side is missing, or has the same sign, so that money comes from nowhere or is gone.
    case unpairedExchange(entry: EntryID, account: String, currency: Currency, date: Day)
    /// Units that left an account and came in nowhere.
    case unitsInTransit(account: String, symbol: String, quantity: FixedDecimal, since: Day)
    /// Units that came in although no account sent as many: their cost and day are what was told, or unknown.
    case unsentUnits(entry: EntryID, account: String, symbol: String, date: Day)
    /// Units that came in of which nobody told what they cost: their cost and gain are unknown.
    case unknownCost(entry: EntryID, account: String, symbol: String, quantity: FixedDecimal, date: Day)
    /// Something recorded that nobody has understood yet.
    case notUnderstood(entry: EntryID, account: String, date: Day, notes: String)
    /// An option whose last day has passed and that is still open.
    case expiredOption(account: String, symbol: String, quantity: FixedDecimal, expired: Day)
    /// An open option that delivers other than the usual units since something happened to what it is on.
    case adjustedOption(account: String, symbol: String, strike: FixedDecimal, deliverable: FixedDecimal, underlying: String)
    /// A deposit whose term has ended and that still has money.
    case maturedDeposit(account: String, matured: Day)
    /// Two currencies between which no rate leads that is of the day or before it, so that what is worth in the other is unknown.
    case noRate(from: Currency, to: Currency, day: Day)
    /// An amount that is worth more in another currency than any amount may be, by a rate that cannot be right.
    case beyondRate(from: Currency, to: Currency, day: Day, rate: FixedDecimal)
    /// What was converted by a rate that is older than the book's `rate_max_age`.
    case staleRate(from: Currency, to: Currency, day: Day, rateDay: Day, days: Int)

    /// A short identifier that scripts may compare with.
    public var kind: String {
        switch self {
        case .negativeCash: "negative_cash"
        case .unpairedTransfer: "unpaired_transfer"
        case .unpairedExchange: "unpaired_exchange"
        case .unitsInTransit: "units_in_transit"
        case .unsentUnits: "unsent_units"
        case .unknownCost: "unknown_cost"
        case .notUnderstood: "not_understood"
        case .expiredOption: "expired_option"
        case .adjustedOption: "adjusted_option"
        case .maturedDeposit: "matured_deposit"
        case .noRate: "no_rate"
        case .beyondRate: "beyond_bound"
        case .staleRate: "stale_rate"
        }
    }

    /// Whether it is about units held.
    public var isOfUnits: Bool {
        switch self {
        case .unitsInTransit, .unsentUnits, .unknownCost, .expiredOption, .adjustedOption: true
        case .negativeCash, .unpairedTransfer, .unpairedExchange, .notUnderstood, .maturedDeposit, .noRate, .beyondRate, .staleRate: false
        }
    }

    /// The warning as a sentence without its full stop.
    public var message: String {
        switch self {
        case .negativeCash(_, let name, let currency, let balance, let since):
            "\(quoted(name)) has \(Money(balance, currency).told()) in cash, below zero since \(since)"
        case .unpairedTransfer(let entry, let kind, let account, let symbol, let date):
            "the \(kind.rawValue) of \(symbol ?? "cash") in \(quoted(account)) on \(date) (entry \(entry.rawValue)) has no other side; "
                + "give both the same group, or say group=\"outside\""
        case .unpairedExchange(let entry, let account, let currency, let date):
            "the exchange of \(currency) in \(quoted(account)) on \(date) (entry \(entry.rawValue)) has no other side; void it and say exchange, which records both"
        case .unitsInTransit(let account, let symbol, let quantity, let since):
            "\(quantity) \(symbol) left \(quoted(account)) on \(since) and came in nowhere"
        case .unsentUnits(let entry, let account, let symbol, let date):
            "the transfer of \(symbol) into \(quoted(account)) on \(date) (entry \(entry.rawValue)) brings units that no account sent"
        case .unknownCost(let entry, let account, let symbol, let quantity, let date):
            "what \(quantity) \(symbol) cost that came into \(quoted(account)) on \(date) (entry \(entry.rawValue)) is unknown, "
                + "and with it the gain; amend the entry with a price or an amount"
        case .notUnderstood(let entry, let account, let date, let notes):
            "entry \(entry.rawValue) in \(quoted(account)) on \(date) is of an unknown type" + (notes.isEmpty ? "" : ": \(notes)")
        case .expiredOption(let account, let symbol, let quantity, let expired):
            "\(quantity) \(symbol) in \(quoted(account)) expired on \(expired); record what became of them with expire, assign or exercise"
        case .adjustedOption(let account, let symbol, let strike, let deliverable, let underlying):
            "\(symbol) in \(quoted(account)) is no standard contract any more: each delivers \(deliverable) \(underlying) at a strike of \(strike), "
                + "as the Options Clearing Corporation adjusts contracts; compare it with the broker's statement"
        case .maturedDeposit(let account, let matured):
            "the deposit \(quoted(account)) matured on \(matured) and still has money"
        case .noRate(let from, let to, let day):
            "there is no rate from \(from) to \(to) on or before \(day); store one with \(Self.storing(from, to, day)), or sync"
        case .beyondRate(let from, let to, let day, let rate):
            "an amount in \(from) is more than \(Bound.amount.greatest) \(to) by the rate of \(day), \(rate), so it is unknown; "
                + "correct it with \(Self.storing(from, to, day))"
        case .staleRate(let from, let to, let day, let rateDay, let days):
            "the rate from \(from) to \(to) on \(day) is \(days) \(days == 1 ? "day" : "days") old, of \(rateDay); "
                + "store a newer one with \(Self.storing(from, to, day)), or sync"
        }
    }

    /// How a rate is stored, as somebody types it.
    private static func storing(_ from: Currency, _ to: Currency, _ day: Day) -> String {
        "rate{from=\"\(from)\", to=\"\(to)\", date=\"\(day)\", rate=…}"
    }
}
