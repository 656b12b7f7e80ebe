import Frames
import Values

/// Which column of a frame plays which part in a chart, as asked or as it fits.
struct ColumnRoles {
    /// The kind of chart.
    var kind: ChartKind
    /// The column of places; nil where the columns of figures are the places themselves.
    var x: Column?
    /// The columns of figures, at least one unless the frame has none.
    var y: [Column]
    /// The column that parts the rows into series.
    var by: Column?
    /// Whether each column of figures is a place and each row a series: a table such as years by months.
    var isTable = false
    /// Whether the columns of figures of the only row are the places.
    var areColumnsPlaces = false
    /// Whether the places are spans told by the columns `from` and `to`.
    var areSpans = false
    /// Whether places keep the order of the rows.
    var keepsOrder = false

    /// Columns of amounts that were taken out, which count below zero where columns are places.
    var takenOut: Set<String> = []

    /// The parts that the options name and those that fit the frame.
    init(_ frame: Frame, _ options: ChartOptions) throws(FrameError) {
        let choice = RoleChoice(frame, options)
        x = try options.x.map { name throws(FrameError) in try choice.named(name) }
        by = try options.by.map { name throws(FrameError) in try choice.named(name) }
        y = []
        for name in options.y { y.append(try choice.figures(name)) }
        kind = options.kind ?? .bar
        if let table = choice.tableColumns, x == nil, by == nil, y.isEmpty, options.kind == nil || options.kind == .heatmap {
            (kind, y, x, isTable) = (.heatmap, table, choice.rowNames(before: table[0]), true)
            return
        }
        if options.kind == .waterfall, x == nil, frame.rowCount == 1, y.count > 1 {
            areColumnsPlaces = true
            return
        }
        if x == nil, by == nil, y.isEmpty, options.kind == nil || options.kind == .waterfall || options.kind == .bar, let steps = choice.steps {
            (kind, y, areColumnsPlaces, takenOut) = (options.kind ?? .waterfall, steps, true, ["outflows"])
            return
        }
        if options.kind == .scatter {
            try chooseScatter(choice, options)
            return
        }
        if x == nil { x = choice.places(besides: (y + [by].compactMap { $0 }).map(\.name)) }
        if x == nil, y.isEmpty, options.kind == nil, by == nil, choice.decimals.count >= 2 {
            kind = .scatter
            try chooseScatter(choice, options)
            return
        }
        // Of amounts that nothing else tells apart, the currency does.
        if x == nil { x = choice.currencies }
        let days = x.map { $0.type == .day || $0.type == .instant } ?? false
        if y.isEmpty { y = choice.values(isForTime: days && !choice.areEvents, kind: options.kind, besides: x?.name) }
        if days, frame.rowCount == 1, y.count > 1, options.kind == nil, options.x == nil, by == nil {
            // One day has no line: its figures stand side by side.
            (kind, x, areColumnsPlaces) = (.bar, nil, true)
            return
        }
        if options.kind == nil { try chooseKind(frame, choice, options, hasDays: days) }
        if by == nil, options.y.count < 2 || y.count < 2, let x { by = try choice.series(besides: x, y: y, kind: kind, isChosen: options.x != nil) }
        if by != nil, options.y.isEmpty, y.count > 1 { y = [y[0]] }
        // A line would join what has nothing to do with one another: each row is a dot of its own.
        if options.kind == nil, kind == .line, days, let x, try !choice.joins([x, by].compactMap { $0 }) { kind = .scatter }
    }

    /// Whether the parts of a bar add up to nothing: purchases and sales are amounts of different ways.
    func arePartsApart(_ frame: Frame) -> Bool { by?.name == "type" && y.first?.name == "amount" && ["trades", "activities"].contains(frame.name) }

    /// Whether something counts in several rows, as what has several tags does in the rows of each. Rows of one tag have nothing in common.
    func areRowsOverlapping(_ frame: Frame) throws(FrameError) -> Bool {
        guard y.contains(where: \.schema.isRepeated) else { return false }
        guard let tags = frame.columns.first(where: { $0.name == "tag" && $0.type == .text }) else { return true }
        return Set(try tags.materialize().codes).count > 1
    }

    /// Refuses to slice or to stack figures of rows that have something in common, which are no parts of a whole.
    func refuseSum(_ data: ChartData, of frame: Frame, _ options: ChartOptions) throws(FrameError) {
        let isSliced = [.pie, .donut, .treemap, .waterfall].contains(data.kind), isStacked = data.series.count > 1 && data.isStacked
        let isPercent = options.isPercent && data.kind != .line && (data.series.count > 1 || data.places.count > 1)
        guard isSliced || isStacked || isPercent else { return }
        let what = isSliced ? article(data.kind.rawValue) + " chart" : isPercent ? "percents of a whole" : "a stack"
        let isOneTag = frame.columns.contains { $0.name == "tag" }
        throw FrameError(
            .badArgument, "the rows of \(frame.name) have something in common, as what has several tags counts in each, so that \(what) would count it several times",
            hint: (isSliced || data.kind == .bar ? "as bars they stand side by side, without a total" : "as lines they stand side by side")
                + (isOneTag ? "; or keep the rows of one tag, as in where{tag=…}" : ""))
    }

    private mutating func chooseScatter(_ choice: RoleChoice, _ options: ChartOptions) throws(FrameError) {
        let figures = choice.known.filter { column in column.name != x?.name && !y.contains { $0.name == column.name } && column.name != by?.name }
        var rest = figures[...]
        // One figure stands over its days.
        if x == nil, figures.count + y.count < 2, let day = choice.places(besides: y.map(\.name)), day.type == .day { x = day }
        if x == nil { x = rest.popFirst() }
        if y.isEmpty { y = rest.prefix(1).map { $0 } }
        if x != nil, y.isEmpty, choice.frame.rowCount > 0 {
            throw FrameError(.badArgument, "a scatter chart takes two columns of figures, and \(choice.frame.name) has one", hint: "kind=\"bar\" shows one")
        }
    }

    private mutating func chooseKind(_ frame: Frame, _ choice: RoleChoice, _ options: ChartOptions, hasDays: Bool) throws(FrameError) {
        guard let x else { return }
        if hasDays {
            kind = .line
            if options.x == nil, try choice.hasSeparateSpans(endingIn: x) {
                (kind, areSpans, keepsOrder) = (.bar, true, true)
            } else if let figure = y.first, figure.schema.total == .sum, options.y.count < 2 {
                kind = .bar
            } else if x.name != "date", try choice.isJumbled(x) {
                (kind, keepsOrder) = (.bar, true)
            }
        } else if x.type == .decimal {
            kind = options.x == nil ? .line : .scatter
        }
    }
}

/// The columns of a frame by what they are good for.
struct RoleChoice {
    let frame: Frame
    private let options: ChartOptions
    /// Columns whose texts tell nothing apart: currencies, sentences, where a figure is from.
    private let quiet: Set<String>

    init(_ frame: Frame, _ options: ChartOptions) {
        (self.frame, self.options) = (frame, options)
        var quiet: Set<String> = ["currency"]
        for column in frame.columns {
            if case .column(let name) = column.schema.currency { quiet.insert(name) }
            if column.schema.isProse || column.schema.isRemark { quiet.insert(column.name) }
        }
        self.quiet = quiet
    }

    /// The column of a name that somebody said.
    func named(_ name: String) throws(FrameError) -> Column { try frame.column(name) }

    /// The column of figures of a name that somebody said.
    func figures(_ name: String) throws(FrameError) -> Column {
        let column = try named(name)
        guard column.type.isNumeric else {
            let known = numbers.map(\.name)
            throw FrameError(
                .badArgument, "column \"\(name)\" holds no numbers, so that it cannot be drawn as y",
                hint: known.isEmpty ? "\(frame.name) has no column of numbers" : "columns of numbers are \(known.joined(separator: ", "))")
        }
        return column
    }

    /// Columns of whole numbers that number rows or times and are no figures.
    private static let keys: Set = ["id", "seq", "lot_id", "activity_id", "year", "month", "quarter", "week", "day", "weekday", "periods_per_year"]

    /// Whether each row is something that happened, or that came about one day, as its number tells: what two of them amount to is no change from one to the other.
    var areEvents: Bool { frame.columns.contains { $0.type == .int && ["id", "lot_id", "activity_id"].contains($0.name) } }

    private var numbers: [Column] { frame.columns.filter { $0.type.isNumeric && !(($0.type == .int) && Self.keys.contains($0.name)) } }
    /// Columns of figures that are no counts.
    var decimals: [Column] { numbers.filter { $0.type == .decimal } }
    private var texts: [Column] { frame.columns.filter { $0.type == .text && !quiet.contains($0.name) } }

    /// Columns of one kind, such as the months of a year; nil where there are not at least two.
    var tableColumns: [Column]? {
        let columns = frame.columns.filter { $0.schema.isSerial && $0.type.isNumeric }
        return columns.count >= 2 ? columns : nil
    }

    /// Columns of figures of which some value is known.
    var known: [Column] { decimals.filter { column in ((try? frame.missingCount(column.name)) ?? 0) < frame.rowCount } }

    /// The columns that lead from an opening to a closing value, where the only row tells them; nil where it does not.
    var steps: [Column]? {
        guard frame.name == "attribution", frame.rowCount == 1 else { return nil }
        let names = ["opening", "inflows", "outflows", "price_gain", "income", "currency_gain", "fees", "taxes", "closing"]
        let columns = names.compactMap { name in frame.columns.first { $0.name == name } }
        return columns.count == names.count ? columns : nil
    }

    /// The column of currencies, where it tells rows apart or there is one row.
    var currencies: Column? { frame.columns.first { $0.name == "currency" && $0.type == .text } }

    /// The column that names the rows of a table.
    func rowNames(before first: Column) -> Column? { frame.columns.first { $0.name != first.name && !$0.schema.isSerial && ($0.type != .decimal) && !quiet.contains($0.name) } }

    /// The column of places that fits: days, then years and months, then the names that tell most rows apart.
    func places(besides taken: [String]) -> Column? {
        // Of a span its end is the day.
        let hasEnd = frame.index(of: "to").map { frame.columns[$0].type == .day } ?? false
        let free = frame.columns.filter { !taken.contains($0.name) && !quiet.contains($0.name) && !(hasEnd && $0.name == "from" && $0.type == .day) }
        let names = free.filter { $0.type == .text }
        // A day that all rows share, or that some have not, is no axis where names tell them apart.
        let haveNames = names.contains { distinct($0) > 1 }
        let days = free.filter { $0.type == .day && !(haveNames && isSame($0)) && !(isPartial($0) && (haveNames || frame.rowCount == 1 && !names.isEmpty)) }
        // Ends of spans that overlap are no steps of time where names tell the rows apart.
        if hasEnd, frame.rowCount > 1, let to = days.first(where: { $0.name == "to" }), let name = names.first(where: { distinct($0) == frame.rowCount }),
            !free.contains(where: { $0.name == "date" }), (try? hasSeparateSpans(endingIn: to)) == false
        {
            return name
        }
        if let day = days.first(where: { $0.name == "date" }) ?? days.first(where: { $0.name == "to" }) { return day }
        if let period = free.first(where: { Self.isTime($0.name) && $0.type != .decimal }) { return period }
        // Other days say when something of the row was, such as its price, unless they are among what tells rows apart.
        if let day = days.first(where: { $0.schema.rank >= .leading }) { return day }
        if names.isEmpty, let day = days.first ?? free.first(where: { $0.type == .instant }) { return day }
        let best = names.map(distinct).max() ?? 0, telling = names.filter { distinct($0) == best }, rank = telling.map(\.schema.rank).max()
        // Of several the one that decides what a row is: the symbol before the account.
        return telling.first { $0.schema.rank == rank } ?? free.first { $0.type == .bool } ?? free.first { $0.type == .int && Self.keys.contains($0.name) }
    }

    /// Whether a name is one that groups of times go by.
    static func isTime(_ name: String) -> Bool { ["year", "month", "quarter", "week", "day", "weekday"].contains(name) }

    private func isSame(_ column: Column) -> Bool { ((try? column.materialize()).map { Set($0.days).count < 2 }) ?? true }

    private func isPartial(_ column: Column) -> Bool { ((try? frame.missingCount(column.name)) ?? 0) > 0 }

    /// How many different texts a column has.
    func distinct(_ column: Column) -> Int { ((try? column.materialize()).map { Set($0.codes).count }) ?? 0 }

    /// The figures that fit: over time all lines of one unit that are no flows, else the one that a row amounts to.
    func values(isForTime: Bool, kind: ChartKind?, besides x: String?) -> [Column] {
        let free = numbers.filter { $0.name != x }
        func first(_ isFit: (Column) -> Bool) -> Column? { free.first { isFit($0) && $0.schema.rank == .deciding } ?? free.first(where: isFit) }
        let isSeparate = kind == nil || kind == .line
        let fits: [(Column) -> Bool] =
            isForTime
            ? [{ $0.schema.rank == .deciding }, { $0.type == .decimal }]
            : [
                { $0.schema.total == .sum && $0.schema.style == .money }, { $0.schema.total == .sum },
                { $0.schema.style == .money || $0.schema.style == .share || $0.schema.style == .percent }, { $0.type == .decimal },
            ]
        guard let best = fits.lazy.compactMap({ first($0) }).first ?? free.first else { return [] }
        guard isForTime, isSeparate, best.schema.style == .money, best.schema.total == .none else { return [best] }
        return free.filter { $0.schema.style == .money && $0.schema.total == .none && $0.schema.currency == best.schema.currency }
    }

    /// The column that parts rows of one place into series; nil where rows need none.
    func series(besides x: Column, y: [Column], kind: ChartKind, isChosen: Bool) throws(FrameError) -> Column? {
        switch kind {
        case .line, .area, .bar: break
        case .heatmap: return texts.first { $0.name != x.name && distinct($0) > 1 }
        case .pie, .donut, .scatter, .waterfall, .treemap: return nil
        }
        // What decides a row's meaning first: the symbol before the account.
        let others = texts.filter { $0.name != x.name && distinct($0) > 1 }.enumerated()
            .sorted { ($1.element.schema.rank, $0.offset) < ($0.element.schema.rank, $1.offset) }.map(\.element)
        let isOverTime = x.type == .day || x.type == .instant || Self.isTime(x.name)
        // Of what happened its type says most: what came in and what went out. All income came in, and its symbol says more.
        if isOverTime, areEvents, frame.name != "income", let type = others.first(where: { $0.name == "type" }) { return type }
        // What does not add up is told row by row.
        if kind == .bar, !isOverTime, !isChosen, let figure = y.first, !figure.addsUp, try !tellsApart([x]) {
            return try telling(besides: [x]).flatMap { distinct($0) <= 8 ? $0 : nil }
        }
        // A group by a period and a name was asked for, even where each period has one name.
        let isGrouped = Self.isTime(x.name) && x.type == .text && !isChosen
        guard isOverTime || others.count == 1 && !isChosen && texts.count == 2 else { return nil }
        if !isGrouped, try tellsApart([x]) { return nil }
        for other in others where try tellsApart([x, other]) && (isOverTime || distinct(other) <= 8) { return other }
        let areParts = y.first?.schema.total == .sum
        return isOverTime ? others.first { distinct($0) <= 12 } ?? (areParts ? nil : others.first) : nil
    }

    /// The column of names that, with some others, tells all rows apart; nil for none.
    func telling(besides others: [Column]) throws(FrameError) -> Column? {
        for column in texts where !others.contains(where: { $0.name == column.name }) {
            if try tellsApart(others + [column]) { return column }
        }
        return nil
    }

    /// Whether the rows of one series go on from one another, so that a line says something: none is an event, and these columns tell them apart.
    func joins(_ columns: [Column]) throws(FrameError) -> Bool { if areEvents { false } else { try tellsApart(columns) } }

    /// Whether no two rows have the same values in these columns.
    func tellsApart(_ columns: [Column]) throws(FrameError) -> Bool {
        let names = columns.map(\.name)
        return try frame.distinct(names).rowCount == frame.rowCount
    }

    /// Whether the days of a column neither rise nor fall from row to row.
    func isJumbled(_ column: Column) throws(FrameError) -> Bool {
        guard column.type == .day, try tellsApart([column]) else { return false }
        let days = try column.materialize().days
        let pairs = zip(days, days.dropFirst())
        return !pairs.allSatisfy { $0 <= $1 } && !pairs.allSatisfy { $0 >= $1 }
    }

    /// Whether the rows are spans from one day to another that do not overlap, such as the years of returns, the last day being told by a column.
    func hasSeparateSpans(endingIn to: Column) throws(FrameError) -> Bool {
        guard to.name == "to", to.type == .day, frame.rowCount <= 60, let from = frame.columns.first(where: { $0.name == "from" && $0.type == .day }) else { return false }
        let starts = try from.materialize().days
        let ends = try to.materialize().days
        return (1..<max(1, frame.rowCount)).allSatisfy { starts[$0] > ends[$0 - 1] }
    }
}
