import JSON
import Ledger
import Values

/// An answer of `/v8/finance/chart`: daily prices, splits, dividends, and the current price.
struct YahooChart {
    /// The currency or minor unit of the prices, such as `USD` or `GBp`; nil if Yahoo does not tell it.
    private(set) var currency: String?
    /// The current price and its day; nil if there is none.
    private(set) var live: PriceDay?
    /// The prices by day, one entry a day, split-adjusted.
    private(set) var days: [PriceDay] = []
    /// The splits, by day.
    private(set) var splits: [SplitEvent] = []
    /// The dividends, by day, split-adjusted.
    private(set) var dividends: [DividendEvent] = []
    /// The rows and events that could not be read, and why.
    private(set) var issues: [QuoteIssue] = []

    /// Reads the result in an answer; nil if it has not the form of one.
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
            // The row of a day without trade has no prices.
            guard let close = price(closes, index) else { continue }
            let volume = volumes.flatMap { index < $0.count ? $0[index].decimal : nil }
            found.append(
                PriceDay(
                    date: calendar.day(of: seconds), open: price(opens, index), high: price(highs, index), low: price(lows, index), close: close,
                    adjusted: price(adjusted, index), volume: volume))
        }
        // While an exchange is open, its current day comes twice: as a bar, and then as the current price, which wins.
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

/// Prices as Yahoo Finance writes them: 32-bit floats, widened to 64 bits.
///
/// `129.0399932861328` was 129.04 once. The decimal that a float stands for is the shortest one to which no other float is nearer (G. Steele
/// and J. White, How to print floating-point numbers accurately, 1990); Swift prints floats so.
enum YahooNumber {
    /// From here on a float has no digits after the point, and its shortest decimal would differ by whole units.
    private static let firstCoarse = Double(1 << 24)

    /// The price that a number stands for; the number as written if it is no widened float. Nil if it is out of range.
    static func price(_ digits: String) -> FixedDecimal? {
        guard let wide = Double(digits), wide.magnitude < firstCoarse, digits.contains(".") else { return FixedDecimal(cutting: digits) }
        let narrow = Float(wide)
        guard isWidened(digits, wide, narrow) else { return FixedDecimal(cutting: digits) }
        return FixedDecimal(cutting: narrow.description)
    }

    /// Whether the digits are those of a float: all of them, or many of them cut off. Few digits that only come near a float may be the price
    /// itself, as 97372.117 is.
    private static func isWidened(_ digits: String, _ wide: Double, _ narrow: Float) -> Bool {
        if Double(narrow) == wide { return true }
        let parts = digits.split(separator: ".", maxSplits: 1)
        let count = digits.utf8.count { (48...57).contains($0) }
        guard count >= 12, parts.count == 2, parts[1].utf8.allSatisfy({ (48...57).contains($0) }),
            let exact = FixedDecimal(cutting: Double(narrow).description), let told = FixedDecimal(cutting: digits)
        else { return false }
        return (try? exact.rounded(to: parts[1].count)) == told
    }
}

/// Which day an instant belongs to at an exchange.
private struct ExchangeCalendar {
    private let zone: TimeZoneFile?
    private let offset: Int

    /// The calendar of a zone such as `America/New_York`. `offset` is its distance from UTC in seconds as it is today; it serves where
    /// the zone is unknown here, and cannot tell summer from winter.
    init(zone name: String?, offset: Int) {
        zone = name.flatMap { TimeZoneFile(named: $0) }
        self.offset = offset
    }

    /// The day of an instant, which is in seconds since 1970.
    func day(of seconds: Int) -> Day { Day(utc: Double(seconds) + Double(zone?.offset(at: seconds) ?? offset)) }
}
