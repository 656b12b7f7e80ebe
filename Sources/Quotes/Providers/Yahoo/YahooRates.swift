public import Ledger
public import Values

/// What currencies cost, by Yahoo Finance's pairs such as `EURUSD=X`: for currencies that the ECB has no rates of, or for today's.
///
/// Its day is that of London. Between two days it has the rates of working days only.
public struct YahooRates: RateProvider {
    /// A currency and what it is paid in.
    public struct Pair: Hashable, Sendable {
        /// The currency of which the rate is one unit.
        public var from: Currency
        /// The currency that the unit is paid in.
        public var to: Currency

        public init(from: Currency, to: Currency) {
            self.from = from
            self.to = to
        }
    }

    /// What its figures name as their source.
    public let id = YahooProvider.name
    private let provider: YahooProvider
    private let pairs: [Pair]

    /// The rates of these pairs.
    public init(_ configuration: ProviderConfiguration, pairs: [Pair]) {
        provider = YahooProvider(configuration)
        self.pairs = pairs
    }

    /// The closing rates between two days, both included, by day and within a day in the order of the pairs. A pair that Yahoo does not
    /// have is an error, as is a price that is not above zero.
    public func rates(from: Day, to: Day) throws(QuoteError) -> [Rate] {
        var rates: [Rate] = []
        for pair in pairs {
            let subject = QuoteSubject(instrument: InstrumentID(0), symbol: "\(pair.from.code)\(pair.to.code)=X", currency: pair.to)
            for quote in try provider.history(subject, from: from, to: to).quotes {
                guard quote.close > .zero else { throw QuoteError(.malformed, "the rate of \(subject.symbol) on \(quote.date) is not above zero") }
                rates.append(Rate(from: pair.from, to: pair.to, date: quote.date, rate: quote.close, source: id))
            }
        }
        // Sorting is stable, so pairs of a day stay in their order.
        return rates.sorted { $0.date < $1.date }
    }
}
