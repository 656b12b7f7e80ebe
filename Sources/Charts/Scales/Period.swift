import Values

/// Years, quarters and months as groups write them: `2014`, `2014-Q1`, `2014-03`.
struct Period: Hashable {
    /// How many there are in a year: 1, 4 or 12.
    let perYear: Int
    /// How many of them lie before it, from the year 0 on.
    let number: Int

    /// The period that a text says; nil where it says none.
    init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard let year = parts.first, year.utf8.count == 4, year.allSatisfy(\.isDigit), let start = Int(year), parts.count <= 2 else { return nil }
        guard parts.count == 2 else {
            (perYear, number) = (1, start)
            return
        }
        let rest = parts[1]
        if rest.utf8.count == 2, rest.first == "Q", let quarter = Int(rest.dropFirst()), (1...4).contains(quarter) {
            (perYear, number) = (4, start * 4 + quarter - 1)
        } else if rest.utf8.count == 2, rest.allSatisfy(\.isDigit), let month = Int(rest), (1...12).contains(month) {
            (perYear, number) = (12, start * 12 + month - 1)
        } else {
            return nil
        }
    }

    /// The period of a day.
    init(_ day: Day, perYear: Int) {
        let civil = day.civil
        self.perYear = perYear
        number = civil.year * perYear + (civil.month - 1) * perYear / 12
    }

    private init(perYear: Int, number: Int) { (self.perYear, self.number) = (perYear, number) }

    /// Its first day; nil where no calendar has it.
    var firstDay: Day? { try? Day(year: number / perYear, month: number % perYear * 12 / perYear + 1, day: 1) }

    /// How it is written.
    var name: String {
        let year = number / perYear, part = number % perYear + 1
        switch perYear {
        case 4: return "\(year)-Q\(part)"
        case 12: return "\(year)-\(part < 10 ? "0" : "")\(part)"
        default: return String(year)
        }
    }

    /// All periods from the first to the last of some, the earliest first; nil where they are not all of one length, or would be too many.
    static func filled(_ names: [String], isYear: Bool) -> [String]? {
        let periods = names.compactMap { Period($0) }
        guard let first = periods.first, periods.count == names.count, isYear || first.perYear > 1, periods.allSatisfy({ $0.perYear == first.perYear }),
            let least = periods.map(\.number).min(), let most = periods.map(\.number).max(), most - least < 600
        else { return nil }
        return (least...most).map { Period(perYear: first.perYear, number: $0).name }
    }

    /// The longest of month, quarter and year in which a span of days is at most so many periods.
    static func perYear(from first: Day, to last: Day, atMost count: Int) -> Int {
        for perYear in [12, 4] where Period(last, perYear: perYear).number - Period(first, perYear: perYear).number < count { return perYear }
        return 1
    }
}
