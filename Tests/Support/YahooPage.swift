/// An answer of Yahoo's chart, made by hand: closes of days in New York.
public struct YahooPage: Sendable {
    /// What the prices are counted in.
    public var currency: String
    /// Days and closes, in order; each day is told by the seconds of its noon in New York.
    public var rows: [(day: String, close: String)]
    /// The first day and the ratio of a split.
    public var split: (day: String, new: Int, old: Int)?

    public init(in currency: String = "USD", _ rows: [(day: String, close: String)], split: (day: String, new: Int, old: Int)? = nil) {
        (self.currency, self.rows, self.split) = (currency, rows, split)
    }

    /// The answer as the server sends it.
    public var answer: LoopbackServer.Answer { .whole(200, text) }

    /// The body.
    public var text: String {
        let times = rows.map { "\(Self.seconds($0.day))" }.joined(separator: ","), closes = rows.map(\.close).joined(separator: ",")
        let splits = split.map { split in
            let time = Self.seconds(split.day)
            return "\"\(time)\":{\"date\":\(time),\"numerator\":\(split.new),\"denominator\":\(split.old),\"splitRatio\":\"\(split.new):\(split.old)\"}"
        }
        return """
            {"chart":{"result":[{"meta":{"currency":"\(currency)","symbol":"X","gmtoffset":-18000,"exchangeTimezoneName":"America/New_York"},
            "timestamp":[\(times)],"events":{"splits":{\(splits ?? "")}},"indicators":{"quote":[{"close":[\(closes)]}]}}],"error":null}}
            """
    }

    /// What the server says of a symbol that it does not have.
    public static let unknown = LoopbackServer.Answer.whole(
        404, #"{"chart":{"result":null,"error":{"code":"Not Found","description":"No data found, symbol may be delisted"}}}"#)

    /// Five in the afternoon in UTC, which is the same day in New York.
    private static func seconds(_ day: String) -> Int {
        let parts = day.split(separator: "-").compactMap { Int($0) }
        precondition(parts.count == 3, "\(day) is no day")
        // Days from civil: H. Hinnant, chrono-Compatible Low-Level Date Algorithms.
        let year = parts[1] <= 2 ? parts[0] - 1 : parts[0], era = year / 400, yearOfEra = year - era * 400
        let dayOfYear = (153 * (parts[1] + (parts[1] > 2 ? -3 : 9)) + 2) / 5 + parts[2] - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return (era * 146_097 + dayOfEra - 719_468) * 86_400 + 61_200
    }
}
