public import Ledger
public import Values

/// What a provider knows under a text that somebody searched for.
public struct SymbolMatch: Hashable, Sendable {
    /// What the provider calls it.
    public var symbol: String
    /// Its name.
    public var name: String
    /// Where it is traded; nil where the provider does not say.
    public var exchange: String?
    /// What it is; nil where the provider does not say, or calls it something else.
    public var kind: Instrument.Kind?
    /// The currency of its prices; nil where the provider does not say.
    public var currency: Currency?

    public init(symbol: String, name: String, exchange: String? = nil, kind: Instrument.Kind? = nil, currency: Currency? = nil) {
        self.symbol = symbol
        self.name = name
        self.exchange = exchange
        self.kind = kind
        self.currency = currency
    }
}
