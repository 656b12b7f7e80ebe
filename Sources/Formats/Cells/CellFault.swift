/// Why the text of a cell is no value of its column's kind.
enum CellFault: Error, Equatable {
    case notANumber
    /// More than eighteen fractional digits that are not zero.
    case tooManyDigits
    /// Outside the range of a decimal.
    case tooLarge
    case notADate
    /// Three numbers that are no date of the calendar in the file's order, such as 31 February.
    case noSuchDay
    case notATime
}
