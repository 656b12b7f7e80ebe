public import Values

/// A choice of lot method for some of a book: one account, one instrument, both, or from a day on.
public struct LotRule: Hashable, Sendable {
    /// What a choice is for; nil for all.
    public struct Scope: Hashable, Sendable {
        /// The account.
        public var account: AccountID?
        /// The instrument.
        public var instrument: InstrumentID?
        /// The first day.
        public var from: Day?

        public init(account: AccountID? = nil, instrument: InstrumentID? = nil, from: Day? = nil) {
            self.account = account
            self.instrument = instrument
            self.from = from
        }

        /// Whether it narrows nothing.
        public var isAll: Bool { account == nil && instrument == nil && from == nil }
    }

    /// What it is for.
    public let scope: Scope
    /// The method.
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
