import Values

/// Returns of other spans as returns of a year of 365 days.
enum Annualizing {
    /// A year.
    static let daysPerYear = 365

    /// (1 + r)^(365 / days) - 1; nil under a year.
    static func annualized(_ total: FixedDecimal, days: Int) -> FixedDecimal? {
        guard days >= daysPerYear, total >= -FixedDecimal.one else { return nil }
        // At just a year, and with all lost, there is nothing to compute.
        if days == daysPerYear || total == -FixedDecimal.one { return total }
        let growth = Elementary.logarithmOfOnePlus(total.doubleValue) * Double(daysPerYear) / Double(days)
        return FixedDecimal(statistic: Elementary.exponentialLessOne(growth))
    }
}
