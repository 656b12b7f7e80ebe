public import Values

/// A day that comes every year, such as April 6th, on which a tax year begins.
public struct MonthDay: Hashable, Sendable, CustomStringConvertible {
    /// 1 to 12.
    public let month: Int
    /// 1 to 31; a day that every year has.
    public let day: Int

    /// January 1st.
    public static let newYear = MonthDay(known: 1, 1)

    private init(known month: Int, _ day: Int) { (self.month, self.day) = (month, day) }

    /// Reads a day written `04-06`; February 29th is refused, since most years lack it.
    public init(_ text: String) throws(PlanError) {
        // A year without a leap day decides whether every year has it.
        guard let day = try? Day("2023-" + text) else {
            throw PlanError(.malformed, "\"\(text)\" is no day that every year has", hint: "write month and day, such as \"04-06\"")
        }
        (self.month, self.day) = (day.month, day.day)
    }

    /// The day in a year of the calendar.
    public func day(in year: Int) throws(PlanError) -> Day {
        do throws(DayError) { return try Day(year: year, month: month, day: day) } catch { throw PlanError(.badArgument, "\(error)") }
    }

    /// Month and day as they are read: `04-06`.
    public var description: String { (month < 10 ? "0" : "") + "\(month)-" + (day < 10 ? "0" : "") + "\(day)" }
}
