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

extension ChartData {
    /// Months or quarters of several years as a table of years by months or quarters; what else it shows as it is.
    func asYears() -> ChartData {
        guard kind == .heatmap, series.count == 1, case .names(let names) = places else { return self }
        let periods = names.compactMap { Period($0) }
        guard let perYear = periods.first?.perYear, perYear > 1, periods.count == names.count, periods.allSatisfy({ $0.perYear == perYear }) else { return self }
        let placeOf = Dictionary(zip(periods.map(\.number), names.indices)) { first, _ in first }
        let years = Set(periods.map { $0.number / perYear }).sorted(), one = series[0]
        guard years.count > 1 else { return self }
        var data = self
        data.places = .names(perYear == 12 ? CalendarAxis.months : (1...perYear).map { "Q\($0)" })
        data.series = years.map { year in
            let places = (0..<perYear).map { placeOf[year * perYear + $0] }
            let hasRow = places.map { place in place.map { one.hasRow.isEmpty || one.hasRow[$0] } ?? false }
            return Series(name: String(year), exact: places.map { $0.flatMap { one.exact[$0] } }, hasRow: hasRow)
        }
        return data
    }
}
