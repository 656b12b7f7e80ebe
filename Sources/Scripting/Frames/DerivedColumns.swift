import Frames
import Values

/// Columns that every frame with dates has without showing them: `year`, `quarter` and `month` of its date.
extension Frame {
    static let derivedNames = ["year", "quarter", "month"]

    /// The dates that `from`, `to` and `year` speak of: `date`, or the day a gain was closed, or the first dates there are.
    var mainDates: Column? {
        for name in ["date", "closed"] {
            if let place = index(of: name), columns[place].type == .day { return columns[place] }
        }
        return columns.first { $0.type == .day }
    }

    /// The frame with those of the names added that it can derive.
    func deriving(_ names: [String]) throws(FrameError) -> Frame {
        var frame = self
        for name in names where Self.derivedNames.contains(name) && frame.index(of: name) == nil {
            guard let dates = mainDates else { continue }
            frame = try frame.with(Self.derived(name, from: dates))
        }
        return frame
    }

    private static func derived(_ name: String, from dates: Column) -> Column {
        if name == "year" {
            return .ints(.int(name), count: dates.count) { (cells) throws(FrameError) in
                let days = try dates.materialize().days
                for row in 0 ..< days.count { cells[row] = days[row] == .min ? .min : Int64(Day(number: days[row]).year) }
            }
        }
        let pool = TextPool()
        return .texts(.text(name), count: dates.count, pool: pool) { (cells) throws(FrameError) in
            let days = try dates.materialize().days
            for row in 0 ..< days.count {
                cells[row] = days[row] == .min ? -1 : pool.code(for: label(name, Day(number: days[row])))
            }
        }
    }

    private static func label(_ name: String, _ day: Day) -> String {
        let (year, month, _) = day.civil
        return name == "quarter" ? "\(year)-Q\(day.quarter)" : "\(year)-\(month < 10 ? "0" : "")\(month)"
    }
}
