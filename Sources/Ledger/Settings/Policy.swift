public import Values

/// The choices that shape a book's figures, each with its documented default.
public struct Policy: Hashable, Sendable {
    /// Whether a purchase's fee is part of its cost and a sale's fee comes off its proceeds; else fees are expenses of their own.
    public var feesInCost = true
    /// Whether a tax on a purchase is part of its cost and one on a sale comes off its proceeds; else taxes are kept apart.
    public var taxesInCost = false
    /// Whether the fee of a transfer of units between two accounts of the book, or of one that comes in, is part of what the units cost.
    public var transferFeesInCost = false
    /// Whether the longest drawdown is that of the falls that have ended in a recovery; else the one that lasts counts up to the last day.
    public var longestDrawdownIsRecovered = false
    /// Whether the premium of an option that is assigned or exercised stays a gain of its own; else it becomes part of the trade that it led to.
    public var premiumStaysWithOption = false
    /// Which lots a sale takes.
    public var lotMethod = LotMethod.fifo
    /// Other methods for some accounts, instruments or days; what says more of a sale comes last.
    public internal(set) var lotRules: [LotRule] = []
    /// Whether a loss is not allowed where the instrument was bought again within 30 days.
    public var washSales = false
    /// Days before and after a sale at a loss within which buying the instrument again takes the loss away.
    public static let washSaleDays = 30
    /// A lot held for more days than this is long-term; nil for more than one calendar year.
    public var longTermDays: Int?
    /// The currency of totals; nil until somebody chose one.
    public var baseCurrency: Currency?
    /// Days that a rate may be old on the day for which it is used before a warning tells of it.
    public var rateMaxAge = 10
    /// Days that a price may be old on the day for which it is used before a warning tells of it.
    public var priceMaxAge = 10
    /// Whether recurring rules that say nothing of it record drafts, which wait for approval.
    public var recurringIsDraft = false
    /// Whether each entry keeps the name of the user who recorded it.
    public var recordsUser = false
    /// What is done where an entry takes cash below zero.
    public var negativeCash = NegativeCashRule.warn
    /// Instruments that are watched.
    public var watchList: [WatchEntry] = []
    /// What the list was read from.
    var watchText = ""
    /// Addresses to ask providers at instead of their own, by the provider's id.
    public var providerURLs: [String: String] = [:]
    /// Keys that providers want, by the provider's id.
    public var providerKeys: [String: String] = [:]

    /// The defaults.
    public init() {}

    /// The method by which a sale takes lots: that of the rule that says most about the sale, else that of the setting.
    public func lotMethod(_ account: AccountID, _ instrument: InstrumentID?, on day: Day) -> LotMethod {
        lotRules.last { $0.fits(account, instrument, on: day) }?.method ?? lotMethod
    }

    /// Whether lots come out differently than by another policy.
    func changesLots(from other: Policy) -> Bool {
        feesInCost != other.feesInCost || taxesInCost != other.taxesInCost || transferFeesInCost != other.transferFeesInCost
            || lotMethod != other.lotMethod || lotRules != other.lotRules || washSales != other.washSales
            || premiumStaysWithOption != other.premiumStaysWithOption
    }

    /// Whether lots of different accounts depend on one another.
    public var tiesAccounts: Bool { washSales || lotMethod.isPooled || lotRules.contains { $0.method.isPooled } }

    /// Whether something bought on one day and sold on another was held long or short.
    public func term(opened: Day, closed: Day) -> Term {
        if let longTermDays { return opened.days(to: closed) > longTermDays ? .long : .short }
        // Past the last year there is no anniversary, and nothing is held beyond it either.
        guard let anniversary = try? opened.adding(years: 1) else { return .short }
        return closed > anniversary ? .long : .short
    }
}

/// How long a lot was held, by the book's `long_term_days`.
public enum Term: String, CaseIterable, Sendable {
    /// Up to the book's number of days.
    case short
    /// Longer than that.
    case long
}

/// What is done where an entry takes the cash of an account below zero.
public enum NegativeCashRule: String, CaseIterable, Sendable {
    /// It is recorded, and a warning says so.
    case warn
    /// It is not recorded.
    case refuse
    /// It is recorded, and nothing is said.
    case quiet
}

/// A choice of lot method for some of a book: one account, one instrument, both, or from a day on.
public struct LotRule: Hashable, Sendable {
    /// What a choice is for; nil for all.
    public struct Scope: Hashable, Sendable {
        /// The account that it is for; nil for every one.
        public var account: AccountID?
        /// The instrument that it is for; nil for every one.
        public var instrument: InstrumentID?
        /// The first day on which it holds; nil for all days.
        public var from: Day?

        public init(account: AccountID? = nil, instrument: InstrumentID? = nil, from: Day? = nil) {
            self.account = account
            self.instrument = instrument
            self.from = from
        }

        /// Whether it narrows nothing.
        public var isAll: Bool { account == nil && instrument == nil && from == nil }
    }

    /// The account, instrument and days that it is for.
    public let scope: Scope
    /// The method by which its sales take lots.
    public let method: LotMethod

    /// Whether it has something to say of a sale.
    func fits(_ account: AccountID, _ instrument: InstrumentID?, on day: Day) -> Bool {
        scope.account.map { $0 == account } != false && scope.instrument.map { $0 == instrument } != false && scope.from.map { $0 <= day } != false
    }

    /// What says more about a sale comes later: one instrument more than one account, a later day more than an earlier.
    var rank: (Int, Day) { ((scope.instrument == nil ? 0 : 2) + (scope.account == nil ? 0 : 1), scope.from ?? .min) }
}

extension Policy {
    /// Puts a rule among the others by its rank; none takes the one of its scope away. O(n).
    mutating func put(_ method: LotMethod?, for scope: LotRule.Scope) {
        lotRules.removeAll { $0.scope == scope }
        guard let rule = method.map({ LotRule(scope: scope, method: $0) }) else { return }
        lotRules.insert(rule, at: lotRules.partitioningIndex { $0.rank > rule.rank })
    }
}

extension LotRule.Scope {
    /// The key of the setting for this scope: `lot_method/account=1/instrument=3/from=2024-01-01`.
    public func key(_ setting: String) -> String {
        let parts = [
            account.map { "account=\($0.rawValue)" }, instrument.map { "instrument=\($0.rawValue)" }, from.map { "from=\($0)" },
        ]
        return ([setting] + parts.compactMap { $0 }).joined(separator: "/")
    }

    /// Reads the key of a setting; nil where it is none with a scope.
    public init?(key: String, of setting: String) {
        let parts = key.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.first == setting[...], parts.count > 1 else { return nil }
        self.init()
        for part in parts.dropFirst() {
            let pair = part.split(separator: "=", maxSplits: 1).map(String.init)
            switch (pair.first, pair.last) {
            case ("account", let number?): account = Int32(number).map { AccountID($0) }
            case ("instrument", let number?): instrument = Int32(number).map { InstrumentID($0) }
            case ("from", let day?): from = try? Day(day)
            default: return nil
            }
        }
        if isAll || self.key(setting) != key { return nil }
    }
}
