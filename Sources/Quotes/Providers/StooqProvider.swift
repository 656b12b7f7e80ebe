import FetchWire
public import Ledger
public import Values

/// Stooq: stocks, indices and currencies, by symbols such as `aapl.us` and `^spx`, as a CSV file.
///
/// Its prices are adjusted for splits and dividends, which it does not list, so a history is `isSplitAdjusted`. It does not tell the
/// currency either. Beyond a number of requests a day the answer is a sentence with status 200, which is `rateLimited` here.
public struct StooqProvider: QuoteProvider {
    /// The provider's id.
    public static let name = "stooq"

    /// The source that its quotes name.
    public let id = StooqProvider.name
    /// The questions that it can answer.
    public let capabilities: Set<QuoteCapability> = [.latest, .history]
    /// How often it may be asked.
    public var limits: RequestLimits { endpoint.limits }

    private let endpoint: Endpoint

    /// The provider at its own web address, or at the one that the configuration has for it.
    public init(_ configuration: ProviderConfiguration) {
        endpoint = Endpoint(Self.name, configuration, base: "https://stooq.com", limits: RequestLimits(minimumGap: 0.5, concurrent: 1))
    }

    /// The last close on or before a day; nil if there is none within the two weeks before.
    public func latest(_ subject: QuoteSubject, onOrBefore day: Day) throws(QuoteError) -> Quote? {
        try history(subject, from: day.shifted(by: -14), to: day).quotes.last
    }

    /// The quotes between two days, both included. Stooq answers alike for an unknown symbol and for days without prices: `unknownSymbol`.
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

    /// The day as Stooq writes it: `20240102`.
    private static func digits(_ day: Day) -> String { day.description.split(separator: "-").joined() }
}
