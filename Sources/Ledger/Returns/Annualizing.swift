import Values

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
