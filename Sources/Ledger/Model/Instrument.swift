public import Values

/// Something that can be held and priced.
public struct Instrument: Hashable, Sendable {
    /// The kinds there are; the raw value is the name people type.
    public enum Kind: String, CaseIterable, Sendable {
        /// A share of a company.
        case stock
        /// A fund that is traded at an exchange.
        case etf
        /// A debt with a term.
        case bond
        /// A fund that its manager buys back.
        case fund
        /// Money lent to a bank for a term.
        case deposit
        /// A coin.
        case crypto
        /// The right to buy or sell something at a price.
        case option
        /// A pair of currencies.
        case fx
        /// Gold and other metals.
        case metal
        /// A policy with a value.
        case insurance
        /// A certificate or note of a bank.
        case structured
        /// Money.
        case cash
        /// Anything else.
        case other
    }

    /// Its symbol, which no other instrument has.
    public var symbol: String
    /// Its full name, for people.
    public var name: String
    /// The kind of instrument.
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

    public init(
        symbol: String, name: String = "", kind: Kind = .stock, currency: Currency, multiplier: FixedDecimal = .one,
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

/// What an option gives the right to do, until when, and at what price.
public struct OptionTerms: Hashable, Sendable {
    /// The right that its owner has; the raw value is the name people type.
    public enum Right: String, CaseIterable, Sendable {
        /// The right to buy the underlying.
        case call
        /// The right to sell the underlying.
        case put
    }

    /// What may be bought or sold.
    public var underlying: InstrumentID
    /// Whether it is a right to buy or to sell.
    public var right: Right
    /// Price of one unit of the underlying, in the option's currency.
    public var strike: FixedDecimal
    /// The last day on which it can be used.
    public var expires: Day

    public init(underlying: InstrumentID, right: Right, strike: FixedDecimal, expires: Day) {
        self.underlying = underlying
        self.right = right
        self.strike = strike
        self.expires = expires
    }
}

/// An instrument that is watched, and the prices at which its owner wants to hear of it.
public struct WatchEntry: Hashable, Sendable {
    /// The symbol of the instrument that is watched.
    public var symbol: String
    /// The price above which there is an alert; nil for none.
    public var above: FixedDecimal?
    /// The price below which there is an alert; nil for none.
    public var below: FixedDecimal?

    public init(symbol: String, above: FixedDecimal? = nil, below: FixedDecimal? = nil) {
        self.symbol = symbol
        self.above = above
        self.below = below
    }

    /// Reads a list as the setting `watch_list` has it: `ORCL>50<30 VTI`; nil where it is none. What comes after others must be of other symbols.
    static func list(_ text: some StringProtocol, after others: [WatchEntry] = []) -> [WatchEntry]? {
        var entries = others, symbols: Set<String> = []
        for word in text.split(separator: " ") {
            let symbol = word.prefix { $0 != ">" && $0 != "<" }
            var entry = WatchEntry(symbol: String(symbol)), rest = word.dropFirst(symbol.count)
            while let sign = rest.first {
                let digits = rest.dropFirst().prefix { $0 != ">" && $0 != "<" }
                guard let price = try? FixedDecimal(String(digits)), price > .zero else { return nil }
                if sign == ">" { entry.above = price } else { entry.below = price }
                rest = rest.dropFirst(digits.count + 1)
            }
            if entry.symbol.isEmpty || !symbols.insert(entry.symbol).inserted || others.contains(where: { $0.symbol == entry.symbol }) { return nil }
            entries.append(entry)
        }
        return entries
    }

    /// The entry as the setting has it.
    public var text: String { symbol + (above.map { ">\($0)" } ?? "") + (below.map { "<\($0)" } ?? "") }
}
