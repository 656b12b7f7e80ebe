import Frames
import Values

/// Reads what a chart shows from a frame.
struct ChartReader {
    let frame: Frame
    let options: ChartOptions
    let writing: RenderOptions
    var roles: ColumnRoles
    var notes: [String] = []

    init(_ frame: Frame, _ options: ChartOptions, writing: RenderOptions) throws(FrameError) {
        (self.frame, self.options, self.writing) = (frame, options, writing)
        roles = try ColumnRoles(frame, options)
        try Self.check(roles.kind, options)
    }

    /// Options that a kind of chart has no use for are refused, and not passed over.
    private static func check(_ kind: ChartKind, _ options: ChartOptions) throws(FrameError) {
        let name = kind.rawValue
        if options.isLogarithmic, kind != .line, kind != .scatter {
            throw FrameError(.badArgument, "a logarithmic axis has no zero from which \(article(name)) chart could grow", hint: "log fits kind=\"line\" and kind=\"scatter\"")
        }
        if options.isLogarithmic, let base = options.base, base.signum() <= 0 {
            throw FrameError(.badArgument, "a logarithmic axis has no place for \(base)", hint: "name a base above zero, or leave base or log out")
        }
        switch kind {
        case .scatter, .heatmap, .waterfall:
            if options.isPercent {
                throw FrameError(.badArgument, "\(article(name)) chart has no whole to tell percents of", hint: "percent fits lines, areas, bars and parts of a whole")
            }
        case .line, .area, .bar, .pie, .donut, .treemap: break
        }
        switch kind {
        case .line, .bar, .area: break
        case .pie, .donut, .treemap, .scatter, .heatmap, .waterfall:
            if options.isStacked == true { throw FrameError(.badArgument, "\(article(name)) chart has nothing to stack", hint: "stacked fits kind=\"bar\" and kind=\"area\"") }
        }
    }

    /// What the chart shows.
    mutating func read() throws(FrameError) -> ChartData {
        guard frame.rowCount > 0, !roles.y.isEmpty, roles.x != nil || roles.isTable || roles.areColumnsPlaces || roles.kind == .waterfall else {
            // Amounts that only their currencies tell apart are not nothing.
            if frame.rowCount > 0, !roles.y.isEmpty { _ = try unitOfAll() }
            return nothing()
        }
        try KindCheck(roles: roles, options: options).checkWhole()
        let unit = try unitOfAll()
        var data: ChartData
        if roles.kind == .scatter {
            data = try scatter(unit)
        } else if roles.isTable || roles.areColumnsPlaces || roles.x == nil {
            data = try table(unit)
        } else {
            data = try series(unit)
        }
        // Percents that shares were turned into are nobody's secret.
        if data.unit == unit { data.isPrivate = roles.y[0].schema.isPrivate }
        data.areGains = roles.y.allSatisfy(\.schema.isColoured) && data.series.count == 1
        if data.title.isEmpty { data.title = options.title ?? ChartTitle(frame, roles, options, places: data.placesName, writing: writing).text }
        data.title = SafeText.cleaned(data.title)
        data.notes = notes + data.notes
        return data
    }

    /// The most values of a chart: beyond that nothing can be seen, and memory would end first.
    private static let mostCells = 4_000_000

    /// Refuses to part values into more series than there is memory for.
    func checkSize(series: Int, places: Int) throws(FrameError) {
        let (cells, overflows) = series.multipliedReportingOverflow(by: places)
        guard series > 1, overflows || cells > Self.mostCells else { return }
        throw FrameError(
            .badArgument, "\(series) series of \(places) places each are more than a chart can show",
            hint: roles.by.map { "by=\"\($0.name)\" parts the rows into these: name another column, or keep a few rows by where" }
                ?? "name fewer columns as y, or keep a few rows by where")
    }

    /// A chart of a frame without rows or without figures.
    private func nothing() -> ChartData {
        ChartData(kind: roles.kind, title: SafeText.cleaned(options.title ?? ChartTitle.subject(of: frame, options)), places: .names([]), series: [], notes: [])
    }

    /// What the values of all columns of figures are.
    private func unitOfAll() throws(FrameError) -> ChartData.Unit {
        let unit = try roles.y[0].chartUnit(in: frame, proposing: options.currency)
        for column in roles.y.dropFirst() {
            let other = try column.chartUnit(in: frame, proposing: options.currency)
            if other == unit { continue }
            guard let first = unit.currency, let second = other.currency, first != second else {
                // A column in which nothing is known has no currency.
                if try frame.missingCount(column.name) == frame.rowCount { continue }
                throw FrameError(
                    .badArgument, "columns \"\(roles.y[0].name)\" and \"\(column.name)\" are not of one unit, which one axis cannot show",
                    hint: "chart them one by one, as in y=\"\(column.name)\"")
            }
            throw FrameError(
                .mixedCurrencies, "column \"\(roles.y[0].name)\" is in \(first.code) and \"\(column.name)\" in \(second.code), which one axis cannot show",
                hint: "ask for one currency with base=")
        }
        return unit
    }

    // MARK: Rows as places

    private mutating func series(_ unit: ChartData.Unit) throws(FrameError) -> ChartData {
        guard let x = roles.x else { return nothing() }
        var list = try places(x)
        let choice = RoleChoice(frame, options), check = KindCheck(roles: roles, options: options)
        let isJumbled = x.name == "date" ? false : try choice.isJumbled(x)
        try check.checkOrder(isOrdered: list.isOrdered, isJumbled: isJumbled, of: options.subject ?? frame.name)
        if list.missing > 0 { notes.append("\(Self.count(list.missing, "row")) without \(Self.words(x.name)) \(list.missing == 1 ? "is" : "are") left out") }
        var gatheredBy: String?
        if let gathered = try gathered(list, x) { (list, gatheredBy) = (gathered.places, gathered.name) }
        var series: [ChartData.Series] = [], shared = 0, unknown: [Int] = []
        let groups = try roles.by.map { column throws(FrameError) in try PlaceList(names: column) }
        try checkSize(series: (groups?.places.count ?? 1) * roles.y.count, places: list.places.count)
        let order = roles.y.allSatisfy { $0.schema.total == .sum } ? nil : try frame.rowsByDay(x)
        for column in roles.y {
            var names = [Self.words(column.name)], seriesOfRow = [Int](repeating: 0, count: frame.rowCount)
            if let groups, case .names(let texts) = groups.places {
                names = roles.y.count == 1 ? texts : texts.map { "\($0) \(Self.words(column.name))" }
                seriesOfRow = groups.placeOfRow
            }
            let table = try CellTable(column, placeOfRow: list.placeOfRow, places: list.places.count, seriesOfRow: seriesOfRow, series: names.count, order: order)
            for (number, name) in names.enumerated() { series.append(ChartData.Series(name: name, exact: table.cells[number], hasRow: table.hasRow[number])) }
            (shared, unknown) = (shared + table.shared, unknown + table.unknown)
        }
        // Where no figure is known, noughts between them would be all there is to see.
        let isSomeKnown = series.contains { $0.values.contains { $0 != nil } }
        if isSomeKnown, areFlows(over: list.places, areLevels: check.areLevels) { series = series.map(\.withNoughts) }
        if roles.kind == .line || roles.kind == .area { breakWhereNoneHasRow(&series, places: list.places) }
        if let gatheredBy {
            notes.append(
                roles.y[0].addsUp
                    ? "amounts are added up by \(gatheredBy)" : "\(Self.words(roles.y[0].name)) does not add up: of each \(gatheredBy) the last is shown")
        } else if shared > 0 {
            try tellShared(x, isOrdered: list.isOrdered)
        }
        tellUnknown(unknown, in: list.places)
        let stacks = (roles.by != nil || roles.y.count > 1) && (options.isStacked ?? (roles.kind == .area || roles.by != nil && roles.y[0].addsUp))
        var data = ChartData(
            kind: roles.kind, places: list.places, placesName: gatheredBy ?? x.name, series: series, unit: unit, isStacked: stacks,
            isLogarithmic: options.isLogarithmic, base: options.base?.doubleValue)
        if x.type.isNumeric { data.arePlacesPrivate = x.schema.isPrivate }
        data.placesSecrecy = ChartData.NameSecrecy(x)
        if let by = roles.by { data.seriesSecrecy = ChartData.NameSecrecy(by) }
        if try roles.areRowsOverlapping(frame) {
            try roles.refuseSum(data, of: frame, options)
            data.hasTotals = false
        }
        if roles.arePartsApart(frame) { (data.hasTotals, data.isStacked) = (false, options.isStacked ?? (list.isOrdered && list.places.count > 8)) }
        let shaping = ChartShaping(
            options: options, isOrdered: list.isOrdered || roles.keepsOrder, adds: roles.y[0].addsUp, unknown: Set(unknown), areLevels: check.areLevels, writing: writing)
        return try shaping.shaped(data)
    }

    /// Questions whose rows are what came in, went out or was gained: a month without any is a month of nothing, while the level of an account goes on.
    private static let flows: Set = ["activities", "contributions", "fees", "gains", "income", "trades"]

    /// Whether there is nothing where there is no row: in steps that add up, and in lines and areas of flows. A line of single days joins what happened on these.
    private func areFlows(over places: ChartData.Places, areLevels: Bool) -> Bool {
        guard roles.y.allSatisfy({ $0.schema.total == .sum }) else { return false }
        switch roles.kind {
        case .waterfall: return !areLevels
        case .area: return Self.flows.contains(frame.name)
        case .line: if case .names(let names) = places { return Self.flows.contains(frame.name) && names.allSatisfy { Period($0) != nil } } else { return false }
        case .bar, .pie, .donut, .scatter, .heatmap, .treemap: return false
        }
    }

    /// A month between others of which no series has a row is a gap of all lines: it is no place that only others have.
    private mutating func breakWhereNoneHasRow(_ series: inout [ChartData.Series], places: ChartData.Places) {
        guard series.allSatisfy({ !$0.hasRow.isEmpty }) else { return }
        let gaps = (0..<places.count).filter { place in series.allSatisfy { !$0.hasRow[place] } }
        for number in series.indices {
            for place in gaps { series[number].hasRow[place] = true }
        }
        guard !gaps.isEmpty else { return }
        let names = gaps.prefix(3).map { places.name($0, writing) } + (gaps.count > 3 ? ["…"] : [])
        notes.append("there is no row of \(names.joined(separator: ", ")): the line is broken off")
    }

    private func places(_ x: Column) throws(FrameError) -> PlaceList {
        if roles.areSpans, let from = frame.columns.first(where: { $0.name == "from" }) { return try PlaceList(spansFrom: from, to: x, options: writing) }
        let areNames: Bool
        switch roles.kind {
        case .line, .area, .bar, .scatter: areNames = false
        case .pie, .donut, .treemap, .heatmap, .waterfall: areNames = true
        }
        switch x.type {
        case .day, .instant: return try PlaceList(days: x, keepsOrder: areNames || roles.keepsOrder, options: writing)
        case .int, .decimal:
            if areNames || roles.kind == .bar || RoleChoice.isTime(x.name) { return try PlaceList(names: x) }
            return try PlaceList(numbers: x, unit: try x.chartUnit(in: frame))
        case .text, .bool: return try PlaceList(names: x)
        }
    }

    /// Days gathered into months, quarters or years where there are more than can be told apart; nil where they stay days.
    private func gathered(_ list: PlaceList, _ x: Column) throws(FrameError) -> (places: PlaceList, name: String)? {
        let adds = roles.y[0].addsUp, most = 48
        switch roles.kind {
        case .line, .area, .scatter: return nil
        case .bar: return adds ? list.gathered(atMost: most) : nil
        case .pie, .donut, .treemap, .waterfall: if !adds { return nil }
        case .heatmap: break
        }
        guard x.type == .day || x.type == .instant, !roles.areSpans, list.places.count > most else { return nil }
        return try PlaceList(days: x, options: writing).gathered(atMost: most)
    }

    private mutating func tellShared(_ x: Column, isOrdered: Bool) throws(FrameError) {
        let of = roles.by.map { " and \(Self.words($0.name))" } ?? "", figure = Self.words(roles.y[0].name), name = Self.words(x.name)
        if roles.y[0].addsUp {
            // Sums over accounts are what everybody expects of names; that days were added up is not seen.
            if x.type == .day { notes.append("amounts of one day\(of) are added up") }
            return
        }
        let day = frame.daysOfRows(x)
        var hasLast = isOrdered
        if !hasLast, let day { hasLast = try frame.missingCount(day.name) == 0 }
        if hasLast {
            notes.append("\(figure) does not add up: of several rows of one \(x.type == .day && name.hasSuffix("ed") ? "day" : name)\(of) the last is shown")
            return
        }
        // Which of them is the last is chance where no day tells it.
        let telling = try RoleChoice(frame, options).telling(besides: [x, roles.by].compactMap { $0 })
        throw FrameError(
            .badArgument, "several rows have the same \(name)\(of), and \(figure) does not add up, so that one of them alone would be shown",
            hint: telling.map { "\(roles.by == nil && roles.kind == .bar ? "by" : "x")=\"\($0.name)\" tells them apart" }
                ?? "keep one of them, as :by(\"\(x.name)\"):max(\"\(roles.y[0].name)\") does")
    }

    mutating func tellUnknown(_ unknown: [Int], in places: ChartData.Places) {
        guard !unknown.isEmpty else { return }
        var seen = Set<Int>()
        let different = unknown.filter { seen.insert($0).inserted }.sorted()
        let names = different.prefix(3).map { places.name($0, writing) } + (different.count > 3 ? ["…"] : [])
        notes.append("\(Self.count(unknown.count, "value")) \(unknown.count == 1 ? "is" : "are") unknown: \(names.joined(separator: ", "))")
    }

    // MARK: Words

    /// The name of a column as a person writes it.
    static func words(_ name: String, isFirst: Bool = false) -> String {
        let text = ColumnWords.of(SafeText.cleaned(name))
        return isFirst ? text.prefix(1).uppercased() + text.dropFirst() : text
    }

    /// A count with its noun: `1 row`, `3 rows`.
    static func count(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
}

extension ChartData.Places {
    /// What a place is called in a sentence or a tip.
    package func name(_ place: Int, _ options: RenderOptions, isPrivate: Bool = false) -> String {
        switch self {
        case .days(let days): options.locale.written(day: days[place])
        case .numbers(let numbers, let unit): ValueWriter(unit, isPrivate: isPrivate, options: options).text(near: numbers[place])
        case .names(let names): names[place]
        }
    }
}

extension ValueWriter {
    /// A number that is a place and no exact value, written with its fifteen digits at most.
    func text(near value: Double) -> String { text(try? FixedDecimal(shortest: value)) }
}
