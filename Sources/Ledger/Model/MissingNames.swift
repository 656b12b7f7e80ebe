/// Accounts and instruments that have to be defined before some drafts can be recorded.
public struct MissingNames: Hashable, Sendable {
    /// A name, and the currency that its first draft is in, where that draft tells one.
    public struct Name: Hashable, Sendable {
        /// What it is called.
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
