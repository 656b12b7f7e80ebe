import Ledger
public import Values

/// The daily returns of a series, chained: the time-weighted return of any span is the quotient of two levels.
///
/// A day's return is what became of the capital at work on it (see `FlowTiming`), so the owner's money coming and going moves the index
/// not at all: the true time-weighted return with daily valuation (CFA Institute, "Global Investment Performance Standards", 2020; Bacon,
/// "Practical Portfolio Performance Measurement and Attribution", 2nd edition, 2008). Levels are decimals, each rounded once at the
/// eighteenth digit. A day without capital and without a gain counts 0. Where there is a gain without capital, or a day ends below zero,
/// the chain is broken: no return leads over that day, and it begins anew behind it; so it does where the value of a day on which money moved
/// is unknown. Where days of unknown value were passed over, no return begins or ends with one of them, and none of one day to the next
/// leads over one with prices. Where everything is lost, the chain begins anew too,
/// and every span over that day has lost all. Behind a loss of all but 10⁻ⁿ, returns are good for 18 - n digits.
public struct ReturnIndex: Hashable, Sendable {
    /// A place where the chain begins anew.
    struct Break: Hashable {
        let place: Int
        let gap: ReturnGap?
    }

    /// When the owner's money counts as come in or gone out.
    public let timing: FlowTiming
    /// The days of the points, the opening first.
    public let days: [Day]
    /// Whether prices of a point's day exist.
    public let isTrading: [Bool]
    /// The level at each point: 1 at the opening and where the chain begins anew.
    let levels: [FixedDecimal]
    /// Where the chain begins anew, in order, and why: nil where everything was lost.
    let breaks: [Break]
    /// The days whose value is unknown, in order, be it that they have a point.
    let unknownDays: [Day]
    /// Those of them without a point on which prices came, in order.
    let unknownTradingDays: [Day]

    /// The index of a series. `arithmetic` where a level does not fit a decimal. O(n).
    ///
    /// - Parameter least: capital below it is none, and what becomes of it no return.
    public init(of series: ValueSeries, timing: FlowTiming = .split, leastCapital least: FixedDecimal = .zero) throws(ReturnsError) {
        let points = series.points
        var levels = [FixedDecimal.one], breaks: [Break] = []
        levels.reserveCapacity(points.count)
        for place in points.indices.dropFirst() {
            let (before, point) = (points[place - 1], points[place])
            let level = levels[place - 1]
            if !before.isValueKnown || !point.isValueKnown || !point.isFlowKnown {
                breaks.append(Break(place: place, gap: .unknownValue(day: before.isValueKnown ? point.day : before.day)))
                levels.append(.one)
                continue
            }
            let next: FixedDecimal? = try ReturnsError.arithmetic { () throws(DecimalError) in
                var (base, end) = try timing.growth(opening: before.value, flow: point.flow, closing: point.value)
                if base.magnitude < least {
                    base = .zero
                    if end.magnitude < least { end = .zero }
                }
                if base.isZero && end.isZero { return level }
                if base > .zero && end > .zero {
                    if let level = try? FixedDecimal.mulDiv(level, end, base) { return level }
                    // Worth so many times what it was the day before, a scope has a price that cannot be right.
                    breaks.append(Break(place: place, gap: .beyondBound(day: point.day)))
                    return nil
                }
                let gap: ReturnGap? = base <= .zero ? .noCapital(day: point.day, base: base) : end.isZero ? nil : .lostMoreThanAll(day: point.day)
                breaks.append(Break(place: place, gap: gap))
                return nil
            }
            // A level below the last digit is as good as lost.
            if next == .zero { breaks.append(Break(place: place, gap: nil)) }
            levels.append(next.flatMap { $0.isZero ? nil : $0 } ?? .one)
        }
        self.timing = timing
        self.levels = levels
        self.breaks = breaks
        days = points.map(\.day)
        isTrading = points.map(\.isTrading)
        var unknown = series.passedOver.map { $0.day }
        for point in points where !point.isValueKnown { unknown.append(point.day) }
        unknownDays = unknown.sorted()
        unknownTradingDays = series.passedOver.filter(\.isTrading).map { $0.day }
    }

    /// The index of a price, such as a benchmark's: one point for each day with a price, every one of them a trading day.
    public init(of prices: some Sequence<(day: Day, price: FixedDecimal)>) throws(ReturnsError) {
        var points: [ValueSeries.Point] = []
        for (day, price) in prices {
            guard price > .zero else { throw .badPrice(day: day, price: price) }
            points.append(ValueSeries.Point(day: day, value: price))
        }
        try self.init(of: ValueSeries(points))
    }

    /// The time-weighted return of the whole series.
    public func total() throws(ReturnsError) -> PeriodReturn {
        try period(0, days.count - 1, from: days[0].next, to: days[days.count - 1], isWhole: true)
    }

    /// The return from the end of one day to the end of a later one, without a figure where the chain is broken between them or one of them is of
    /// unknown value; nil where they lie outside the series. A day without a point stands for the last one before it. O(log n).
    public func total(after opening: Day, through closing: Day) throws(ReturnsError) -> PeriodReturn? {
        guard let first = place(onOrBefore: opening), opening <= closing, closing <= days[days.count - 1],
            let last = place(onOrBefore: closing)
        else { return nil }
        var (total, gap) = try change(after: opening, at: first, through: closing, at: last)
        if first == last, gap == nil { (total, gap) = (nil, .noDays) }
        return PeriodReturn(from: opening.next, to: closing, isWhole: true, timing: timing, total: total, gap: gap)
    }

    /// The return from the opening to each later point, as a chart draws it. O(n).
    public func cumulative() throws(ReturnsError) -> [PeriodReturn] {
        var rows: [PeriodReturn] = []
        rows.reserveCapacity(days.count)
        for place in days.indices.dropFirst() { rows.append(try period(0, place, from: days[0].next, to: days[place], isWhole: true)) }
        return rows
    }

    /// The place of the last point on or before a day; nil before the first. O(log n).
    func place(onOrBefore day: Day) -> Int? {
        let behind = days.partitioningIndex { $0 > day }
        return behind == 0 ? nil : behind - 1
    }

    /// The return between two places, as that of the days named.
    func period(_ first: Int, _ last: Int, from: Day, to: Day, isWhole: Bool) throws(ReturnsError) -> PeriodReturn {
        let (total, gap) = try change(first, last)
        return PeriodReturn(from: from, to: to, isWhole: isWhole, timing: timing, total: total, gap: gap)
    }

    /// What became of one from the end of a day to the end of a later one, whose places are known: nothing where no point lies between them.
    func change(after opening: Day, at first: Int, through closing: Day, at last: Int) throws(ReturnsError) -> (total: FixedDecimal?, gap: ReturnGap?) {
        if let day = unknownDay(at: opening) { return (nil, .unknownValue(day: day)) }
        let change = first == last ? (total: .zero, gap: nil) : try change(first, last)
        guard change.gap == nil, let day = unknownDay(at: closing) else { return change }
        return (nil, .unknownValue(day: day))
    }

    /// Why not every day's return is known: the first day of unknown value on which prices came or money moved, or with which the series ends; nil where all
    /// are.
    var unknownReturn: ReturnGap? {
        let broken = breaks.lazy.compactMap { if case .unknownValue(let day) = $0.gap { day } else { nil } }.first
        return [broken, unknownTradingDays.first].compactMap(\.self).min().map { .unknownValue(day: $0) }
    }

    /// What became of one between two places that are neighbours among the trading days: no return where a day between them had prices and no value.
    func tradingChange(_ first: Int, _ last: Int) throws(ReturnsError) -> (total: FixedDecimal?, gap: ReturnGap?) {
        let between = unknownTradingDays.partitioningIndex { $0 > days[first] }
        if between < unknownTradingDays.count, unknownTradingDays[between] < days[last] { return (nil, .unknownValue(day: unknownTradingDays[between])) }
        return try change(first, last)
    }

    /// The day by which the value at the end of a day is told, if that is unknown: the day itself or the last one before it on which something changed.
    private func unknownDay(at day: Day) -> Day? {
        let behind = unknownDays.partitioningIndex { $0 > day }
        guard behind > 0, let place = place(onOrBefore: day), unknownDays[behind - 1] >= days[place] else { return nil }
        return unknownDays[behind - 1]
    }

    /// What became of one between two places: the return, or why there is none.
    func change(_ first: Int, _ last: Int) throws(ReturnsError) -> (total: FixedDecimal?, gap: ReturnGap?) {
        guard first < last else { return (nil, .noDays) }
        let between = breaks.partitioningIndex { $0.place > first }..<breaks.partitioningIndex { $0.place > last }
        if let broken = breaks[between].first(where: { $0.gap != nil }) { return (nil, broken.gap) }
        if !between.isEmpty { return (-.one, nil) }
        let (opening, closing) = (levels[first], levels[last])
        // The difference first: a quotient less one would lose the digits that the quotient's rounding took.
        guard let total = try? (closing - opening) / opening else { return (nil, .beyondBound(day: days[last])) }
        return (total, nil)
    }
}

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
        precondition(window.length >= 1, "a window is one day, month or year at least")
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
