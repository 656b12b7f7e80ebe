public import Ledger
public import Values

/// A source of prices: a folder of files, a service on the network. Its calls wait for their answers.
///
/// A provider never answers with a quote from after the day asked for. To add one, write a type of this protocol in `Providers/`; the
/// tests hold it to the same promises as the others.
public protocol QuoteProvider: Sendable {
    /// The source that its quotes name, in lower case: `folder`.
    var id: String { get }

    /// The questions that it can answer.
    var capabilities: Set<QuoteCapability> { get }

    /// How often it may be asked.
    var limits: RequestLimits { get }

    /// Whether it must be asked on the thread that made it, as a provider written in Lua must.
    var isThreadBound: Bool { get }

    /// The last quote on or before a day; nil if there is none.
    func latest(_ subject: QuoteSubject, onOrBefore day: Day) throws(QuoteError) -> Quote?

    /// The quotes between two days, both included: one a day at most, in order.
    func history(_ subject: QuoteSubject, from: Day, to: Day) throws(QuoteError) -> QuoteBatch

    /// The symbols that match a name or a symbol, the likeliest first.
    func search(_ text: String) throws(QuoteError) -> [SymbolMatch]
}

extension QuoteProvider {
    /// Without a network behind it, it may be asked at any time.
    public var limits: RequestLimits { .none }

    /// It may be asked on any thread.
    public var isThreadBound: Bool { false }

    /// It cannot search: `badArgument`.
    public func search(_ text: String) throws(QuoteError) -> [SymbolMatch] {
        throw QuoteError(.badArgument, "\(id) cannot be searched", hint: "ask yahoo, alphavantage or coingecko")
    }
}

/// A source of exchange rates between currencies.
public protocol RateProvider: Sendable {
    /// The source that its rates name, in lower case: `ecb`.
    var id: String { get }

    /// The rates between two days, both included, in the order of the days. Days without rates are left out.
    func rates(from: Day, to: Day) throws(QuoteError) -> [Rate]
}

/// A question that a provider can answer.
public enum QuoteCapability: String, CaseIterable, Sendable {
    /// The last quote on or before a day.
    case latest
    /// All quotes between two days.
    case history
    /// The symbols that match a text.
    case search
}

/// How often a provider may be asked.
public struct RequestLimits: Hashable, Sendable {
    /// Seconds from the start of one request to the start of the next, at least.
    public var minimumGap: Double
    /// Requests within a minute, at most; nil for no limit.
    public var perMinute: Int?
    /// Requests under way at the same time, at most.
    public var concurrent: Int

    public init(minimumGap: Double = 0, perMinute: Int? = nil, concurrent: Int = 4) {
        self.minimumGap = minimumGap
        self.perMinute = perMinute
        self.concurrent = max(1, concurrent)
    }

    /// For providers without a network behind them: no waiting.
    public static let none = RequestLimits()
}

/// An instrument as a provider knows it: what quotes are asked for.
public struct QuoteSubject: Hashable, Sendable {
    /// The instrument that the quotes will belong to.
    public let instrument: InstrumentID
    /// The provider's symbol for it.
    public let symbol: String
    /// The instrument's currency, in which the quotes will be.
    public let currency: Currency
    /// How much of `currency` one unit of the provider's prices is: 0.01 for prices in pence.
    public let factor: FixedDecimal

    /// An instrument whose provider quotes it in its own currency.
    public init(instrument: InstrumentID, symbol: String, currency: Currency) {
        self.instrument = instrument
        self.symbol = symbol
        self.currency = currency
        factor = .one
    }

    /// An instrument quoted in `code`: a currency, or a minor unit such as `GBp`, whose prices are converted to pounds.
    ///
    /// - Throws: `badArgument` for a code that is neither.
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

    /// The subject with the factor for the currency or minor unit that a provider says its prices are in.
    ///
    /// - Throws: `wrongCurrency` if that is not the instrument's currency, or no currency at all.
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

/// The quotes that one question brought, with the events and problems that came with them.
public struct QuoteBatch: Hashable, Sendable {
    /// The quotes, by day.
    public var quotes: [Quote]
    /// The splits between the days asked for, by day.
    public var splits: [SplitEvent]
    /// The dividends between the days asked for, by day.
    public var dividends: [DividendEvent]
    /// The rows that did not become a quote, each with the reason.
    public var issues: [QuoteIssue]
    /// Whether old prices are divided by the splits since, as some providers have it. If true, a price must not be multiplied with the
    /// units held on its day; if false, that product is the value of the holding.
    public var isSplitAdjusted: Bool

    public init(
        quotes: [Quote] = [], splits: [SplitEvent] = [], dividends: [DividendEvent] = [], issues: [QuoteIssue] = [],
        isSplitAdjusted: Bool = false
    ) {
        self.quotes = quotes
        self.splits = splits
        self.dividends = dividends
        self.issues = issues
        self.isSplitAdjusted = isSplitAdjusted
    }
}

/// A symbol that a provider found for a searched text.
public struct SymbolMatch: Hashable, Sendable {
    /// The provider's symbol.
    public var symbol: String
    /// The name of the instrument.
    public var name: String
    /// The exchange or region where it is traded; nil if the provider does not say.
    public var exchange: String?
    /// The kind of instrument; nil if the provider does not say, or has a kind that luca does not know.
    public var kind: Instrument.Kind?
    /// The currency of its prices; nil if the provider does not say.
    public var currency: Currency?

    public init(symbol: String, name: String, exchange: String? = nil, kind: Instrument.Kind? = nil, currency: Currency? = nil) {
        self.symbol = symbol
        self.name = name
        self.exchange = exchange
        self.kind = kind
        self.currency = currency
    }
}
