import FetchWire
public import Ledger
public import Values

/// Stooq: stocks, indices and currencies, by symbols such as `aapl.us` and `^spx`, as a CSV file.
///
/// Its prices are stated for units of today: it takes splits and dividends out of old ones and does not tell of them, so a history is
/// `isSplitAdjusted`. It does not tell the currency either. So many requests a day are answered, then a sentence with status 200.
public struct StooqProvider: QuoteProvider {
    /// Its id.
    public static let name = "stooq"

    /// What its figures name as their source.
    public let id = StooqProvider.name
    /// What it can be asked for.
    public let capabilities: Set<QuoteCapability> = [.latest, .history]
    /// How often it may be asked.
    public var limits: RequestLimits { endpoint.limits }

    private let endpoint: Endpoint

    /// The provider at its own address, unless the configuration has another.
    public init(_ configuration: ProviderConfiguration) {
        endpoint = Endpoint(Self.name, configuration, base: "https://stooq.com", limits: RequestLimits(minimumGap: 0.5, concurrent: 1))
    }

    /// The last close on or before a day; nil where it has none within two weeks before.
    public func latest(_ subject: QuoteSubject, onOrBefore day: Day) throws(QuoteError) -> Quote? {
        try history(subject, from: day.shifted(by: -14), to: day).quotes.last
    }

    /// The quotes between two days, both included. Stooq says the same of a symbol that it does not know and of days without prices.
    public func history(_ subject: QuoteSubject, from: Day, to: Day) throws(QuoteError) -> QuoteBatch {
        guard from <= to else { return QuoteBatch() }
        let query = [("s", subject.symbol.lowercased()), ("d1", Self.digits(from)), ("d2", Self.digits(to)), ("i", "d")]
        let response = try endpoint.get(["q", "d", "l", ""], query)
        let start = String(decoding: response.body.prefix(200), as: UTF8.self)
        if start.contains("Exceeded the daily hits limit") {
            throw QuoteError(.rateLimited, "stooq answers no more requests from here today", hint: "try again tomorrow")
        }
        if response.status == 404 || start.hasPrefix("No data") || start.hasPrefix("Brak danych") {
            throw QuoteError(
                .unknownSymbol, "stooq has no prices of \"\(subject.symbol)\" from \(from) to \(to)",
                hint: "its symbols end in the market, as in aapl.us; see https://stooq.com")
        }
        let file = try PriceFile(response.body, name: "\(id) \(subject.symbol)")
        var batch = QuoteBatch(issues: file.issues, isSplitAdjusted: true)
        for day in file.days where day.date >= from && day.date <= to { batch.quotes.append(try day.quote(subject, source: id)) }
        return batch
    }

    /// `20240102`.
    private static func digits(_ day: Day) -> String { day.description.split(separator: "-").joined() }
}
