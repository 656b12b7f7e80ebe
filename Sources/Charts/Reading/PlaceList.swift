import Frames
import Values

/// The places that the rows of a column stand at, each once, and the place of each row.
struct PlaceList {
    /// The places in order.
    private(set) var places: ChartData.Places
    /// The place of each row; -1 where it has none.
    private(set) var placeOfRow: [Int]
    /// Whether the places are steps of time or otherwise in an order of their own, so that they are not sorted by size.
    private(set) var isOrdered = false

    /// How many rows have no place.
    var missing: Int { placeOfRow.reduce(0) { $0 + ($1 < 0 ? 1 : 0) } }

    /// Days as days; `keepsOrder` leaves them in the order of the rows, as names.
    init(days column: Column, keepsOrder: Bool = false, options: RenderOptions) throws(FrameError) {
        let storage = try column.materialize()
        // Microseconds of a day, of which an instant counts those since 1970.
        let perDay = 86_400_000_000
        let numbers: [Int32] = (0..<storage.count).map { row in
            if storage.isMissing(row) { return .min }
            return column.type == .day ? storage.days[row] : Int32(clamping: (Int(storage.instants[row]) - (storage.instants[row] < 0 ? perDay - 1 : 0)) / perDay)
        }
        var seen = Set<Int32>(), inOrder: [Int32] = []
        for number in numbers where number != .min && seen.insert(number).inserted { inOrder.append(number) }
        if !keepsOrder { inOrder.sort() }
        let index = Dictionary(uniqueKeysWithValues: inOrder.enumerated().map { ($1, $0) })
        placeOfRow = numbers.map { index[$0] ?? -1 }
        let days = inOrder.map { Day(number: $0) }
        places = keepsOrder ? .names(days.map { options.locale.written(day: $0) }) : .days(days)
        isOrdered = true
    }

    /// Spans of days as names: `2014`, `2014-Q1`, `2014-03`, or the last day of each.
    init(spansFrom from: Column, to: Column, options: RenderOptions) throws(FrameError) {
        let starts = try from.materialize().days
        let ends = try to.materialize().days
        var names: [String] = []
        for (start, end) in zip(starts, ends) { names.append(Self.span(from: Day(number: start), to: Day(number: end), options)) }
        // Two of one name, as a year in two parts would have, are told by their days.
        if Set(names).count < names.count { names = ends.map { options.locale.written(day: Day(number: $0)) } }
        (places, placeOfRow, isOrdered) = (.names(names), Array(names.indices), true)
    }

    private static func span(from: Day, to: Day, _ options: RenderOptions) -> String {
        let (start, end) = (from.civil, to.civil)
        guard start.year == end.year else { return options.locale.written(day: to) }
        if start.month == end.month { return start.day == 1 || from.days(to: to) > 7 ? padded(end.year, end.month) : options.locale.written(day: to) }
        if end.month - start.month <= 2, (end.month - 1) / 3 == (start.month - 1) / 3 { return "\(end.year)-Q\(to.quarter)" }
        return String(end.year)
    }

    private static func padded(_ year: Int, _ month: Int) -> String { "\(year)-\(month < 10 ? "0" : "")\(month)" }

    /// Numbers, ascending, each once.
    init(numbers column: Column, unit: ChartData.Unit) throws(FrameError) {
        let storage = try column.materialize()
        let values = (0..<storage.count).map { storage[$0].decimal }
        let sorted = Set(values.compactMap { $0 }).sorted()
        let index = Dictionary(uniqueKeysWithValues: sorted.enumerated().map { ($1, $0) })
        placeOfRow = values.map { $0.flatMap { index[$0] } ?? -1 }
        (places, isOrdered) = (.numbers(sorted.map(\.doubleValue), unit), true)
    }

    /// Texts, whole numbers and whatever else as names, in the order of the rows. Years, quarters and months are filled up, so that a gap between them is seen.
    init(names column: Column) throws(FrameError) {
        let storage = try column.materialize()
        var index: [FrameValue: Int] = [:], values: [FrameValue] = [], placeOfRow: [Int] = []
        placeOfRow.reserveCapacity(storage.count)
        if column.type == .text, let pool = storage.pool {
            var byCode = [Int](repeating: -2, count: pool.count), empty = -2
            for code in storage.codes {
                var place = code < 0 ? empty : byCode[Int(code)]
                if place == -2 {
                    place = values.count
                    values.append(code < 0 ? .none : .text(pool.text(code)))
                    if code < 0 { empty = place } else { byCode[Int(code)] = place }
                }
                placeOfRow.append(place)
            }
        } else {
            for row in 0..<storage.count {
                let value = storage[row]
                if index[value] == nil {
                    index[value] = values.count
                    values.append(value)
                }
                placeOfRow.append(index[value] ?? -1)
            }
        }
        let nothing = "no \(ChartReader.words(column.name))"
        let names = values.map { $0.isNone ? nothing : SafeText.cleaned($0.description) }
        self.placeOfRow = placeOfRow
        places = .names(names)
        isOrdered = column.type == .int || column.type == .bool || Self.areOrdered(names)
        if column.type != .bool, let filled = Period.filled(names, isYear: column.name == "year" || column.type == .text) {
            let places = Dictionary(filled.enumerated().map { ($1, $0) }) { first, _ in first }
            (self.places, isOrdered) = (.names(filled), true)
            self.placeOfRow = placeOfRow.map { $0 < 0 ? -1 : places[names[$0]] ?? -1 }
        }
    }

    /// Whether names are months or days of the week, which nobody sorts by size.
    private static func areOrdered(_ names: [String]) -> Bool {
        let known = CalendarAxis.months.map { $0.lowercased() } + ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
        return names.count > 1 && names.allSatisfy { known.contains($0.prefix(3).lowercased()) }
    }
}

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

extension PlaceList {
    /// The days of rows gathered into months, quarters or years, with what they were gathered into; nil where bars of days are wide enough to be seen.
    func gathered(atMost count: Int) -> (places: PlaceList, name: String)? {
        guard case .days(let days) = places, let first = days.first, let last = days.last else { return nil }
        // A bar is as wide as the nearest days are apart: what would be lines of a hair becomes months.
        let nearest = zip(days, days.dropFirst()).map { $0.days(to: $1) }.min() ?? 1
        guard first.days(to: last) / nearest > 60 else { return nil }
        let perYear = Period.perYear(from: first, to: last, atMost: count)
        guard let names = Period.filled([first, last].map { Period($0, perYear: perYear).name }, isYear: true) else { return nil }
        let start = Period(first, perYear: perYear).number
        var gathered = self
        gathered.places = .names(names)
        gathered.placeOfRow = placeOfRow.map { $0 < 0 ? -1 : Period(days[$0], perYear: perYear).number - start }
        return (gathered, perYear == 12 ? "month" : perYear == 4 ? "quarter" : "year")
    }
}
