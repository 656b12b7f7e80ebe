/// In which order a date of three numbers gives day, month and year.
public enum DateOrder: String, CaseIterable, Sendable {
    case dmy, mdy, ymd

    /// As a sentence names it.
    var words: String {
        switch self {
        case .dmy: "day-month-year"
        case .mdy: "month-day-year"
        case .ymd: "year-month-day"
        }
    }
}
