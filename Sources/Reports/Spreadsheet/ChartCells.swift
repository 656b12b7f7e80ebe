import Charts
import Frames
import Values
import Workbooks

/// A chart as a table of what it shows, and the chart that the spreadsheet program makes of it.
struct ChartCells {
    /// A row for each place, a column for each series.
    let frame: Frame
    /// The chart; nil where the program has none of the kind, or amounts are masked.
    let chart: SheetChart?
    /// Whether the cells are coloured by their values instead.
    let isColoured: Bool
    /// What is told of it, in sentences.
    let notes: [String]

    /// The cells and the chart. A heat map lies as it does elsewhere: its series, such as years, are rows, and its places, such as months, are columns.
    init(_ drawn: Chart, _ options: RenderOptions) throws(FrameError) {
        let data = drawn.data.masked(options)
        let isTurned = data.kind == .heatmap && data.places.count < Self.mostPlacesAcross
        frame = isTurned ? Self.turned(data, rows: try Self.nameOfSeries(drawn), options) : Self.frame(data)
        let kind = Self.kind(data), isMasked = options.privacy && Self.isPrivate(data)
        isColoured = data.kind == .heatmap && !isMasked
        var notes = data.notes
        if isMasked {
            notes.append("Amounts are masked, so there is no chart of them.")
        } else if kind == nil && !isColoured {
            notes.append("Spreadsheets draw no \(data.kind.rawValue): the figures stand in the table.")
        }
        self.notes = notes.map(options.hidingFigures(in:))
        guard let kind, !isMasked, data.places.count > 0, !data.series.isEmpty else {
            chart = nil
            return
        }
        let isDated = if case .days = data.places { true } else { false }
        let isRound = kind == .pie || kind == .doughnut
        chart = SheetChart(
            kind: kind, title: options.hidingFigures(in: data.title), categories: 0, series: Array(1...(isRound ? 1 : data.series.count)), format: Self.format(data),
            hasDates: isDated, isLogarithmic: data.isLogarithmic)
    }

    /// So many places stand beside one another at most; more stand below one another.
    private static let mostPlacesAcross = 200

    /// What the series of a chart are: the name of the column that they were made of.
    private static func nameOfSeries(_ chart: Chart) throws(FrameError) -> String {
        let names = Set(chart.data.series.map(\.name))
        for column in chart.frame.columns where !names.isEmpty && (column.type == .text || column.type == .int) {
            let storage = try column.materialize()
            if names.isSubset(of: Set((0..<storage.count).map { storage[$0].description })) { return column.name }
        }
        return "name"
    }

    /// A heat map as a frame with a row for each series.
    private static func turned(_ data: ChartData, rows name: String, _ options: RenderOptions) -> Frame {
        let names = data.series.map(\.name), pool = TextPool(names)
        var columns = [Column.texts(.text(name), count: names.count, pool: pool) { (row) throws(FrameError) in pool.find(names[row]) ?? Missing.text }]
        var taken = Set([name])
        for place in 0..<data.places.count {
            let title = unique(Self.name(of: place, data.places, options), "value", &taken)
            let values = data.series.map { decimal($0.values[place], $0.exact[place]) }
            var schema = schema(title, data.unit)
            schema.isSerial = true
            columns.append(Column.decimals(schema, count: names.count) { (memory) throws(FrameError) in _ = memory.initialize(from: values) })
        }
        return Frame(data.title.isEmpty ? "chart" : data.title, rowCount: names.count, columns: columns)
    }

    private static func name(of place: Int, _ places: ChartData.Places, _ options: RenderOptions) -> String {
        switch places {
        case .days(let days): options.locale.written(day: days[place])
        case .names(let names): names[place]
        case .numbers(let numbers, _): decimal(numbers[place], nil).description
        }
    }

    /// A name that no other column has.
    private static func unique(_ name: String, _ other: String, _ taken: inout Set<String>) -> String {
        let base = name.isEmpty ? other : name
        var result = base, number = 2
        while !taken.insert(result).inserted { (result, number) = ("\(base) \(number)", number + 1) }
        return result
    }

    /// The kind that comes nearest; nil where there is none.
    private static func kind(_ data: ChartData) -> SheetChart.Kind? {
        switch data.kind {
        case .line: return .line
        case .area: return data.isStacked ? .stackedArea : .area
        case .bar:
            if data.isStacked { return .stackedColumn }
            // Many names stand below one another, where they can be read.
            if case .names(let names) = data.places, names.count > 6, data.series.count == 1 { return .bar }
            return .column
        case .pie: return .pie
        case .donut: return .doughnut
        case .scatter: return .scatter
        case .heatmap, .waterfall, .treemap: return nil
        }
    }

    private static func isPrivate(_ data: ChartData) -> Bool {
        func isPrivate(_ unit: ChartData.Unit) -> Bool {
            switch unit {
            case .money, .price, .plain: true
            case .percent, .share: false
            }
        }
        if case .numbers(_, let unit) = data.places, isPrivate(unit) { return true }
        return isPrivate(data.unit)
    }

    private static func format(_ data: ChartData) -> NumberFormat {
        switch data.unit {
        case .money: .number(digits: 0, isGrouped: true, isColoured: false)
        case .percent, .share: .percent(digits: 0, isColoured: false)
        case .price, .plain: .text
        }
    }

    /// What the chart shows, as a frame: unknown values are none.
    private static func frame(_ data: ChartData) -> Frame {
        let count = data.places.count
        var taken: Set<String> = []
        let name = unique(data.placesName, "name", &taken)
        var columns = [places(data.places, named: name, count: count)]
        for series in data.series {
            let values = zip(series.values, series.exact).map { value, exact in decimal(value, exact) }
            var schema = schema(unique(series.name, "value", &taken), data.unit)
            schema.isSerial = true
            columns.append(Column.decimals(schema, count: count) { (memory) throws(FrameError) in _ = memory.initialize(from: values) })
        }
        return Frame(data.title.isEmpty ? "chart" : data.title, rowCount: count, columns: columns)
    }

    private static func places(_ places: ChartData.Places, named name: String, count: Int) -> Column {
        switch places {
        case .days(let days): return Column.days(.day(name), count: count) { (row) throws(FrameError) in days[row].number }
        case .names(let names):
            let pool = TextPool(names)
            return Column.texts(.text(name), count: count, pool: pool) { (row) throws(FrameError) in pool.find(names[row]) ?? Missing.text }
        case .numbers(let numbers, let unit):
            return Column.decimals(schema(name, unit), count: count) { (row) throws(FrameError) in decimal(numbers[row], nil) }
        }
    }

    private static func schema(_ name: String, _ unit: ChartData.Unit) -> ColumnSchema {
        switch unit {
        case .money(let currency): .money(name, in: currency, total: .none)
        case .percent: .percent(name)
        case .share: .share(name)
        case .price: .price(name)
        case .plain: .decimal(name)
        }
    }

    /// The exact value behind a drawn one, where it is that; a chart in percent of the first value draws another.
    private static func decimal(_ value: Double?, _ exact: FixedDecimal?) -> FixedDecimal {
        guard let value, value.isFinite else { return .absent }
        if let exact, (exact.doubleValue - value).magnitude <= 1e-9 * max(1, value.magnitude) { return exact }
        return (try? FixedDecimal(rounding: value)) ?? .absent
    }
}
