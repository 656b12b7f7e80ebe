public import Ledger
public import Values

/// What quotes are asked for.
public struct QuoteSubject: Hashable, Sendable {
    /// The instrument that the quotes are to be of.
    public let instrument: InstrumentID
    /// What the provider calls it.
    public let symbol: String
    /// The currency that the quotes are to be in.
    public let currency: Currency
    /// Units of `currency` in one unit that the provider counts in: 0.01 where it counts pence.
    public let factor: FixedDecimal

    /// An instrument quoted in its currency.
    public init(instrument: InstrumentID, symbol: String, currency: Currency) {
        self.instrument = instrument
        self.symbol = symbol
        self.currency = currency
        factor = .one
    }

    /// An instrument whose provider counts in what `code` says: a currency, or a minor unit such as `GBp`, which becomes pounds here.
    public init(instrument: InstrumentID, symbol: String, quotedIn code: String) throws(QuoteError) {
        self.instrument = instrument
        self.symbol = symbol
        if let minor = MinorUnit.normalize(code) {
            (currency, factor) = (minor.currency, minor.factor)
            return
        }
        do throws(CurrencyError) {
            (currency, factor) = (try Currency(code), .one)
        } catch {
            throw QuoteError(.badArgument, "\(symbol) cannot be quoted in \"\(code)\": \(error)")
        }
    }

    /// The subject with the factor of what a provider says it counts in: pence become pounds. A currency that is not the subject's is
    /// `wrongCurrency`, as is a text that is no currency.
    func counted(in code: String, by provider: String) throws(QuoteError) -> QuoteSubject {
        let minor = MinorUnit.normalize(code)
        guard let told = minor?.currency ?? (try? Currency(code)), told == currency else {
            throw QuoteError(
                .wrongCurrency, "\(provider) quotes \(symbol) in \(code), and the instrument is in \(currency)",
                hint: "give the instrument the symbol of an exchange that trades in \(currency), or define it in \(code)")
        }
        return QuoteSubject(self, factor: minor?.factor ?? .one)
    }

    private init(_ subject: QuoteSubject, factor: FixedDecimal) {
        (instrument, symbol, currency, self.factor) = (subject.instrument, subject.symbol, subject.currency, factor)
    }
}
