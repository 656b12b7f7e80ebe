import FetchWire
public import Ledger
public import Values

/// The reference rates of the European Central Bank: one euro in some forty currencies, on each working day since 1999, published in
/// the afternoon.
public struct ECBProvider: RateProvider {
    /// The provider's id.
    public static let name = ECBTable.source

    /// The source that its rates name.
    public let id = ECBProvider.name
    private let endpoint: Endpoint

    /// The provider at its own web address, or at the one that the configuration has for it.
    public init(_ configuration: ProviderConfiguration) {
        endpoint = Endpoint(Self.name, configuration, base: "https://www.ecb.europa.eu/stats/eurofxref", limits: RequestLimits(concurrent: 1))
    }

    /// The rates from EUR between two days, both included. The latest day is read from a small file of its own; for earlier days the whole
    /// history is fetched.
    public func rates(from: Day, to: Day) throws(QuoteError) -> [Rate] {
        guard from <= to, from <= endpoint.today.shifted(by: 1) else { return [] }
        var rates: [Rate] = []
        if from >= endpoint.today.shifted(by: -1) {
            rates = try ECBTable.rates(zip: try file("eurofxref.zip"))
        }
        // If that latest day lies after the first one wanted, there may be days between them.
        if rates.first.map({ $0.date > from }) ?? true {
            rates = try ECBTable.rates(zip: try file("eurofxref-hist.zip"))
        }
        return rates.filter { $0.date >= from && $0.date <= to }
    }

    private func file(_ name: String) throws(QuoteError) -> [UInt8] {
        let response = try endpoint.get([name])
        guard response.status == 200 else {
            throw QuoteError(.server, "the ECB has no file \(name) any more", hint: "check the base URL of ecb")
        }
        return response.body
    }
}

/// The currencies that the European Central Bank publishes rates of, and for which days; no others need to be asked for.
///
/// Taken from its own history (`eurofxref-hist.csv`, up to October 2026). A currency that it adds later is asked of another provider; for
/// one that it drops later the answer has no rates.
public enum ECBCurrencies {
    /// The days for which a currency has rates.
    public struct Span: Hashable, Sendable {
        /// The first day with a rate.
        public let first: Day
        /// The last day with a rate; nil if rates are still published.
        public let last: Day?
    }

    /// The days for which a currency has rates; nil if it never had any, and for the euro itself.
    public static func span(of currency: Currency) -> Span? { spans[currency] }

    private static let spans: [Currency: Span] = {
        let fromTheStart = "AUD CAD CHF CZK DKK GBP HKD HUF ISK JPY KRW NOK NZD PLN SEK SGD USD ZAR"
        let later = """
            BGN 2000-07-19 2025-12-31, BRL 2008-01-02, CNY 2005-04-01, CYP 1999-01-04 2007-12-31, EEK 1999-01-04 2010-12-31,
            HRK 2005-04-01 2022-12-30, IDR 2005-04-01, ILS 2011-01-03, INR 2009-01-02, LTL 1999-01-04 2014-12-31,
            LVL 1999-01-04 2013-12-31, MTL 1999-01-04 2007-12-31, MXN 2008-01-02, MYR 2005-04-01, PHP 2005-04-01,
            ROL 1999-01-04 2005-06-30, RON 2005-07-01, RUB 2005-04-01 2022-03-01, SIT 1999-01-04 2006-12-29,
            SKK 1999-01-04 2008-12-31, THB 2005-04-01, TRL 1999-01-04 2004-12-31, TRY 2005-01-03
            """
        let rows =
            fromTheStart.split(separator: " ").map { "\($0) 1999-01-04" }
            + later.split(whereSeparator: { ",\n".contains($0) }).map(String.init)
        var spans: [Currency: Span] = [:]
        for row in rows {
            let words = row.split(separator: " ").map(String.init)
            guard words.count > 1 else { continue }
            guard let currency = try? Currency(words[0]), let first = try? Day(words[1]) else {
                preconditionFailure("\(row) is no row of the table")
            }
            spans[currency] = Span(first: first, last: words.count > 2 ? try? Day(words[2]) : nil)
        }
        return spans
    }()
}
