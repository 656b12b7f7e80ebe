import Values
@testable import Formats

extension FuzzTarget {
    /// Days and moments: what reads is printed, and the print reads the same; cells of imports in every order of day, month and year.
    static let dates = FuzzTarget(name: "dates") { bytes throws(FuzzFinding) in
        if let day = try? Day(utf8: bytes) {
            try require((try? Day(day.description)) == day, "\(day) does not read as itself")
        }
        if let instant = try? Instant(utf8: bytes) {
            try require((try? Instant(iso8601: instant.description)) == instant, "\(instant) does not read as itself")
        }
        var survey = DateSurvey()
        survey.add(bytes, line: 1)
        let order = try? survey.verdict()
        for each in DateOrder.allCases {
            guard let reading = try? DateReader(order: each).read(bytes) else { continue }
            try require((try? Day(reading.day.description)) == reading.day, "\(reading.day) does not read as itself")
            _ = reading.instant?.description
            // A survey that takes the cell for a date in one order only must not have it read in another.
            if let order, order == each { _ = reading.day.description }
        }
    }
}
