/// A year of returns, month by month.
public struct CalendarYear: Hashable, Sendable {
    /// The year, such as 2014.
    public let year: Int
    /// Twelve returns, January first; nil for months outside the series.
    public let months: [PeriodReturn?]
    /// The year's return, which the months chain to.
    public let total: PeriodReturn
}
