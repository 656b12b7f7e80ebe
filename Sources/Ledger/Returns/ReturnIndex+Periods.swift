import Values

extension ReturnIndex {
    /// The returns of the calendar's days, months, quarters or years that the series covers, in order; those that it begins or ends
    /// within reach to its ends and are not whole. One that begins or ends with an unknown value has no return. A row a trading day for days. O(n log n).
    public func periods(_ unit: CalendarUnit) throws(ReturnsError) -> [PeriodReturn] {
        if unit == .day { return try tradingDays() }
        var rows: [PeriodReturn] = []
        guard let last = days.last, last > days[0] else { return rows }
        var (opening, from) = (0, days[0].next)
        while from <= last {
            let end = unit.lastDay(of: from)
            let to = min(end, last)
            var closing = opening
            while closing + 1 < days.count && days[closing + 1] <= to { closing += 1 }
            let isWhole = from == unit.firstDay(of: from) && to == end
            let change = try change(after: from.previous, at: opening, through: to, at: closing)
            rows.append(PeriodReturn(from: from, to: to, isWhole: isWhole, timing: timing, total: change.total, gap: change.gap))
            (opening, from) = (closing, to.next)
        }
        return rows
    }

    /// From each trading day to the next one; behind the last of them a span without a return where there are days of unknown value.
    private func tradingDays() throws(ReturnsError) -> [PeriodReturn] {
        let places = tradingPlaces
        var rows: [PeriodReturn] = []
        rows.reserveCapacity(places.count)
        for (first, last) in zip(places, places.dropFirst()) {
            let change = try tradingChange(first, last)
            rows.append(PeriodReturn(from: days[first].next, to: days[last], isWhole: true, timing: timing, total: change.total, gap: change.gap))
        }
        let last = days[places[places.count - 1]]
        if let gap = unknownReturn, let unknown = unknownDays.last, unknown > last {
            rows.append(PeriodReturn(from: last.next, to: unknown, isWhole: true, timing: timing, total: nil, gap: gap))
        }
        return rows
    }

    /// The opening and the trading days after it.
    var tradingPlaces: [Int] {
        days.indices.filter { $0 == 0 || isTrading[$0] }
    }

    /// A table of the calendar: for each year its months and the year as a whole. O(n log n).
    public func calendar() throws(ReturnsError) -> [CalendarYear] {
        let months = try periods(.month)
        var rows: [CalendarYear] = []
        for total in try periods(.year) {
            var row = [PeriodReturn?](repeating: nil, count: 12)
            for month in months where month.from.year == total.from.year { row[month.from.month - 1] = month }
            rows.append(CalendarYear(year: total.from.year, months: row, total: total))
        }
        return rows
    }

    /// The returns of windows of the same length, the last day of each a day further or, with `.month` and longer units, at the end of
    /// each such period. Windows that begin before the series are left out, and those that begin or end with an unknown value have no return. O(n log n).
    ///
    /// A window of months that ends with a month begins with one; any other ends on the same day of the month as it begins after.
    public func rolling(_ window: ReturnWindow, every unit: CalendarUnit = .day) throws(ReturnsError) -> [PeriodReturn] {
        guard window.length >= 1 else { throw .badWindow(length: window.length) }
        var rows: [PeriodReturn] = []
        var (first, last) = (0, 0)
        for end in ends(of: unit) {
            guard let opening = window.opening(of: end), opening >= days[0] else { continue }
            while first + 1 < days.count && days[first + 1] <= opening { first += 1 }
            while last + 1 < days.count && days[last + 1] <= end { last += 1 }
            let change = try change(after: opening, at: first, through: end, at: last)
            rows.append(PeriodReturn(from: opening.next, to: end, isWhole: true, timing: timing, total: change.total, gap: change.gap))
        }
        return rows
    }

    /// The days on which windows end: each day of a point or of an unknown value, or the last days of the periods that the series covers to their ends.
    private func ends(of unit: CalendarUnit) -> [Day] {
        guard unit != .day else { return Set(days.dropFirst() + unknownDays.filter { $0 > days[0] }).sorted() }
        var ends: [Day] = []
        var end = unit.lastDay(of: days[0])
        while end <= days[days.count - 1] {
            ends.append(end)
            end = unit.lastDay(of: end.next)
        }
        return ends
    }
}
