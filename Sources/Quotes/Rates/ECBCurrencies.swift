public import Values

/// Which currencies the European Central Bank tells rates of, and since when: what lies outside need not be asked for.
///
/// As its own history tells (`eurofxref-hist.csv`, to October 2026). A currency that it begins to tell after that is asked of somebody else;
/// one that it ceases to tell is asked for in vain.
public enum ECBCurrencies {
    /// The first and the last day of a currency's rates.
    public struct Span: Hashable, Sendable {
        /// The first day.
        public let first: Day
        /// The last day; nil where they go on.
        public let last: Day?
    }

    /// When the rates of a currency were told; nil for one that never was, and for the euro itself.
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
        let rows = fromTheStart.split(separator: " ").map { "\($0) 1999-01-04" } + later.split(whereSeparator: { ",\n".contains($0) }).map(String.init)
        var spans: [Currency: Span] = [:]
        for row in rows {
            let words = row.split(separator: " ").map(String.init)
            guard words.count > 1 else { continue }
            guard let currency = try? Currency(words[0]), let first = try? Day(words[1]) else { preconditionFailure("\(row) is no row of the table") }
            spans[currency] = Span(first: first, last: words.count > 2 ? try? Day(words[2]) : nil)
        }
        return spans
    }()
}
