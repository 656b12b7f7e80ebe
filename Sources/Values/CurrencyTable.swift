/// The currencies that a book knows: ISO 4217, common crypto coins, those declared, and those that it has already.
public struct CurrencyTable: Hashable, Sendable {
    private var declared: [Currency: Int]
    /// Codes that something is in though nobody declared them.
    private var used: Set<Currency> = []

    /// A table of the well-known currencies only.
    public init() { declared = [:] }

    /// Takes in a currency that something is in already, whether it is known or not.
    public mutating func admit(_ currency: Currency) {
        if !contains(currency) { used.insert(currency) }
    }

    /// The currencies that were declared, by code.
    public var ownCurrencies: [Currency] { declared.keys.sorted() }

    /// Adds a currency with its fractional digits. Declaring one again as it is changes nothing; with other digits it is an error.
    public mutating func declare(_ currency: Currency, digits: Int) throws(CurrencyError) {
        guard (0...FixedDecimal.scale).contains(digits) else {
            throw .digitsOutOfRange(code: currency.code, digits: digits)
        }
        if let known = self.digits(of: currency), known != digits {
            throw .declaredOtherwise(code: currency.code, digits: known)
        }
        declared[currency] = digits
    }

    /// Fractional digits of a currency; nil where it is unknown or, as gold, has no minor unit.
    public func digits(of currency: Currency) -> Int? {
        declared[currency] ?? currency.minorDigits
    }

    /// Whether the currency is well known, declared, or in use.
    public func contains(_ currency: Currency) -> Bool {
        declared[currency] != nil || used.contains(currency) || KnownCurrencies.digits[currency] != nil || KnownCurrencies.all.contains(currency)
    }

    /// The currency of a code that must be known; the error names the nearest one.
    public func currency(_ code: some StringProtocol) throws(CurrencyError) -> Currency {
        let currency = try Currency(code)
        if contains(currency) { return currency }
        throw .unknown(code: currency.code, nearest: KnownCurrencies.named(currency.code).first?.code ?? nearestName(to: currency.code, in: all.map(\.code)))
    }

    /// Every currency of the table, ordered by code.
    public var all: [Currency] {
        Set(KnownCurrencies.all).union(declared.keys).union(used).sorted()
    }
}
