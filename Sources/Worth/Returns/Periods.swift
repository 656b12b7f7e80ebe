import Ledger
public import Values

/// The time-weighted return of a span of days.
public struct PeriodReturn: Hashable, Sendable {
    /// The first day whose return is in it; the value it starts from is that at the end of the day before.
    public let from: Day
    /// The last day whose return is in it.
    public let to: Day
    /// Whether the series covers the period that was asked for to its ends: false for the months and years that it begins or ends in.
    public let isWhole: Bool
    /// When the owner's money counted as come in or gone out.
    public let timing: FlowTiming
    /// The return over the span, not annualised: 0.1 is 10 %. Nil where there is none.
    public let total: FixedDecimal?
    /// Why there is none.
    public let gap: ReturnGap?

    /// Days in the span, both ends included.
    public var days: Int { from.days(to: to) + 1 }

    /// The return a year that leads to the same end, to twelve digits; nil under a year, as the GIPS standards (2020) have it: it would
    /// tell of months that nobody has seen.
    ///
    /// (1 + r)^(1 / n) - 1 over n whole years by the calendar, leap years or not; over other spans n is the days by 365.
    public var annualized: FixedDecimal? { total.flatMap { Annualizing.annualized($0, from: from, to: to) } }
}

/// A stretch of the calendar that returns are told of.
public enum CalendarUnit: String, CaseIterable, Hashable, Sendable {
    /// A day; for returns, one with prices.
    case day
    /// Monday to Sunday.
    case week
    /// A month of the calendar.
    case month
    /// Three months from January, April, July or October.
    case quarter
    /// A year of the calendar.
    case year

    /// The first day of the stretch that a day lies in.
    public func firstDay(of day: Day) -> Day {
        guard months > 0 else { return self == .day ? day : Day(number: day.number - Int32(day.weekday) + 1) }
        var first = day.firstOfMonth
        for _ in 0..<(day.month - 1) % months { first = first.previous.firstOfMonth }
        return first
    }

    /// The last day of the stretch that a day lies in.
    public func lastDay(of day: Day) -> Day {
        guard months > 0 else { return self == .day ? day : Day(number: day.number + 7 - Int32(day.weekday)) }
        var last = day.lastOfMonth
        for _ in 0..<months - 1 - (day.month - 1) % months { last = last.next.lastOfMonth }
        return last
    }

    private var months: Int {
        switch self {
        case .day, .week: 0
        case .month: 1
        case .quarter: 3
        case .year: 12
        }
    }
}

/// A year of returns, month by month.
public struct CalendarYear: Hashable, Sendable {
    /// The year, such as 2014.
    public let year: Int
    /// Twelve returns, January first; nil for months outside the series.
    public let months: [PeriodReturn?]
    /// The year's return, which the months chain to.
    public let total: PeriodReturn
}

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

/// Returns of other spans as returns of a year.
enum Annualizing {
    /// A year, where it is not one of the calendar.
    static let daysPerYear = 365

    /// The rate of a year; nil under one.
    static func annualized(_ total: FixedDecimal, from: Day, to: Day) -> FixedDecimal? {
        let days = from.days(to: to) + 1
        guard days >= daysPerYear, total >= -FixedDecimal.one else { return nil }
        let whole = wholeYears(from, to)
        // At just a year, and with all lost, there is nothing to compute.
        if days == daysPerYear || whole == 1 || total == -FixedDecimal.one { return total }
        let years = whole.map(Double.init) ?? Double(days) / Double(daysPerYear)
        return FixedDecimal(statistic: Elementary.exponentialLessOne(Elementary.logarithmOfOnePlus(total.doubleValue) / years))
    }

    /// How many years of the calendar a span is, both ends included, where it is whole ones.
    private static func wholeYears(_ from: Day, _ to: Day) -> Int? {
        let years = to.next.year - from.year
        return years > 0 && (try? from.adding(years: years)) == to.next ? years : nil
    }
}

/// The best and the worst of many periods.
public struct PeriodExtremes: Hashable, Sendable {
    /// The highest return, the first of equals.
    public let best: PeriodReturn
    /// The lowest return, the first of equals.
    public let worst: PeriodReturn
    /// How many returns there are; periods that have none, as nothing was there to earn it, and those that are not whole do not count.
    public let count: Int
    /// How many of them are above zero.
    public let positive: Int

    /// The share of returns above zero, from 0 to 1 and rounded to eighteen digits.
    public var positiveShare: FixedDecimal? { try? FixedDecimal(positive) / FixedDecimal(count) }

    /// The extremes of whole periods; nil where none has a return, or where that of one is unknown, which might be the best or the worst. O(n).
    public init?(of periods: some Sequence<PeriodReturn>) {
        var (best, worst): (PeriodReturn?, PeriodReturn?) = (nil, nil)
        var (highest, lowest) = (FixedDecimal.zero, FixedDecimal.zero), (count, positive) = (0, 0)
        for period in periods where period.isWhole {
            if case .unknownValue = period.gap { return nil }
            guard let total = period.total else { continue }
            if count == 0 || total > highest { (best, highest) = (period, total) }
            if count == 0 || total < lowest { (worst, lowest) = (period, total) }
            count += 1
            if total > .zero { positive += 1 }
        }
        guard let best, let worst else { return nil }
        (self.best, self.worst, self.count, self.positive) = (best, worst, count, positive)
    }
}
