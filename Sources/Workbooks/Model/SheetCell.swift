public import Values

/// A cell of a table.
public enum SheetCell: Hashable, Sendable {
    /// No value: unknown, never zero.
    case blank
    /// A number, which is finite.
    case number(Double)
    /// A text, whatever it begins with; never a formula.
    case text(String)
    /// A date.
    case day(Day)
    /// A moment.
    case instant(Instant)
    /// Yes or no.
    case truth(Bool)
}

extension Day {
    /// Days since 1899-12-30, by which spreadsheets count from 1900-03-01 on; the days before that one are counted from a day later, as their calendar has
    /// a 29th of February 1900. Nil before 1900, where they have no dates.
    public var serialNumber: Int? {
        let days = Int(number) + 25_569
        if days > 60 { return days }
        return days > 1 ? days - 1 : nil
    }
}
