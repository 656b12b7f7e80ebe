public import Values

/// Something that can be held and priced.
public struct Instrument: Hashable, Sendable {
    /// The kinds there are; the raw value is the name people type.
    public enum Kind: String, CaseIterable, Sendable {
        case stock, etf, bond, fund, deposit, crypto, option, fx, metal, insurance, structured, cash, other
    }

    /// What it is traded as.
    public var symbol: String
    /// What it is called.
    public var name: String
    /// What it is.
    public var kind: Kind
    /// The currency its quotes are in.
    public var currency: Currency
    /// Units of the underlying in one unit traded; 1 for all but options and futures.
    public var multiplier: FixedDecimal
    /// What it gives the right to do, where it is an option whose terms were told.
    public var option: OptionTerms?
    /// The class of assets that it belongs to, by the owner's own naming; empty where nobody said.
    public var assetClass: String
    /// The identifier of the provider of its quotes; empty where none was chosen.
    public var provider: String
    /// What that provider calls it; empty where it has no other name there.
    public var providerSymbol: String

    public init(symbol: String, name: String = "", kind: Kind = .stock, currency: Currency, multiplier: FixedDecimal = .one,
        option: OptionTerms? = nil, assetClass: String = "", provider: String = "", providerSymbol: String = ""
    ) {
        self.symbol = symbol
        self.name = name
        self.kind = kind
        self.currency = currency
        self.multiplier = multiplier
        self.option = option
        self.assetClass = assetClass
        self.provider = provider
        self.providerSymbol = providerSymbol
    }
}
