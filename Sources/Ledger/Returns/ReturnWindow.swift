import Values

/// How far back a rolling return looks.
public enum ReturnWindow: Hashable, Sendable {
    /// So many days.
    case days(Int)
    /// So many months.
    case months(Int)
    /// So many times twelve months.
    case years(Int)

    /// The number in it.
    public var length: Int {
        switch self {
        case .days(let length), .months(let length), .years(let length): length
        }
    }

    /// The day at whose end a window opens that closes at the end of another one; nil before the calendar. The last of a month goes back
    /// to the last of a month: a month up to February 28th opens on January 31st.
    func opening(of end: Day) -> Day? {
        let months: Int
        switch self {
        case .days(let length): return try? end.adding(days: -length)
        case .months(let length): months = length
        case .years(let length):
            let (product, overflow) = length.multipliedReportingOverflow(by: 12)
            if overflow { return nil }
            months = product
        }
        guard let opening = try? end.adding(months: -months) else { return nil }
        return end == end.lastOfMonth ? opening.lastOfMonth : opening
    }
}
