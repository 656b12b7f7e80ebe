import JSON
import Ledger
import Values

/// An answer of `/v8/finance/chart`: daily prices, splits, dividends, and the price of now.
struct YahooChart {
    /// The code of what the prices are counted in, such as `USD` or `GBp`; nil where it is not told.
    private(set) var currency: String?
    /// The price of now and its day; nil where there is none.
    private(set) var live: PriceDay?
    /// The days in order, one price each, stated for units of today.
    private(set) var days: [PriceDay] = []
    private(set) var splits: [SplitEvent] = []
    private(set) var dividends: [DividendEvent] = []
    private(set) var issues: [QuoteIssue] = []

    /// Reads the one result of an answer; nil where it is not shaped like one.
    init?(_ result: JSONValue, symbol: String) {
        guard let meta = result["meta"] else { return nil }
        currency = meta["currency"]?.text
        let calendar = ExchangeCalendar(zone: meta["exchangeTimezoneName"]?.text, offset: meta["gmtoffset"]?.int ?? 0)
        if let price = meta["regularMarketPrice"]?.digits.flatMap(YahooNumber.price), let time = meta["regularMarketTime"]?.int {
            live = PriceDay(date: calendar.day(of: time), close: price)
        }
        readDays(result, calendar, symbol)
        readEvents(result, calendar, symbol)
    }

    private mutating func readDays(_ result: JSONValue, _ calendar: ExchangeCalendar, _ symbol: String) {
        let times = result["timestamp"]?.items ?? []
        let quote = result["indicators"]?["quote"]?.items?.first
        let adjusted = result["indicators"]?["adjclose"]?.items?.first?["adjclose"]?.items
        func column(_ name: String) -> [JSONValue]? { quote?[name]?.items }
        let (opens, highs, lows, closes, volumes) = (column("open"), column("high"), column("low"), column("close"), column("volume"))
        func price(_ column: [JSONValue]?, _ index: Int) -> FixedDecimal? {
            guard let column, index < column.count else { return nil }
            return column[index].digits.flatMap(YahooNumber.price)
        }
        var found: [PriceDay] = []
        for (index, time) in times.enumerated() {
            guard let seconds = time.int else {
                issues.append(QuoteIssue(place: symbol, line: index + 1, message: "the row has no time: left out"))
                continue
            }
            // A day without trade has a row without prices.
            guard let close = price(closes, index) else { continue }
            let volume = volumes.flatMap { index < $0.count ? $0[index].decimal : nil }
            found.append(PriceDay(
                date: calendar.day(of: seconds), open: price(opens, index), high: price(highs, index), low: price(lows, index), close: close,
                adjusted: price(adjusted, index), volume: volume))
        }
        // While an exchange is open, its running day comes twice: as a bar and as the price of now, which comes later and counts.
        days = found.latestPerDay()
    }

    private mutating func readEvents(_ result: JSONValue, _ calendar: ExchangeCalendar, _ symbol: String) {
        for split in (result["events"]?["splits"]?.members ?? []).map(\.value) {
            guard let time = split["date"]?.int, let new = split["numerator"]?.decimal, let old = split["denominator"]?.decimal,
                let ratio = Ratio(new, for: old)
            else {
                issues.append(QuoteIssue(place: symbol, line: 0, message: "a split has no day or no ratio: left out"))
                continue
            }
            splits.append(SplitEvent(date: calendar.day(of: time), ratio: ratio))
        }
        for dividend in (result["events"]?["dividends"]?.members ?? []).map(\.value) {
            guard let time = dividend["date"]?.int, let amount = dividend["amount"]?.digits.flatMap(YahooNumber.price) else {
                issues.append(QuoteIssue(place: symbol, line: 0, message: "a dividend has no day or no amount: left out"))
                continue
            }
            dividends.append(DividendEvent(date: calendar.day(of: time), amount: amount))
        }
        splits.sort { $0.date < $1.date }
        dividends.sort { $0.date < $1.date }
    }
}
