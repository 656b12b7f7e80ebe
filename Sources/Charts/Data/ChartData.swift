import Frames
public import Values

/// What a chart shows, as read from a frame: series of values over one list of places, with how both are written.
///
/// Amounts became binary floats here, since they are only drawn from here on; every label that is written is made from the exact decimal.
public struct ChartData: Hashable, Sendable {
    /// The kind of chart.
    public var kind: ChartKind
    /// What it shows, in a line; empty for none.
    public var title: String
    /// Where values stand horizontally, or what the parts of a pie are.
    public var places: Places
    /// The name of what the places are, such as `date` or `symbol`.
    public var placesName: String
    /// The series, in the order in which they are drawn and listed.
    public var series: [Series]
    /// What the values are.
    public var unit: Unit
    /// Whether values tell how much somebody owns or paid, so that they are masked where amounts are.
    public var isPrivate: Bool
    /// Whether the same holds for places that are numbers.
    public var arePlacesPrivate = false
    /// What places that are names tell of amounts.
    public var placesSecrecy = NameSecrecy.open
    /// What the names of the series tell of amounts.
    public var seriesSecrecy = NameSecrecy.open
    /// What the names of single dots tell of amounts.
    public var pointsSecrecy = NameSecrecy.open
    /// Names of the single dots of a scatter chart, as many as places; empty where they have none.
    public var pointNames: [String] = []
    /// The places of a waterfall that tell a level and not a change, such as the last.
    public var levels: Set<Int> = []
    /// Whether values are gains and losses, which bars show in colours of their own.
    public var areGains = false
    /// Whether the last part, or the last series, is what small ones were gathered in.
    public var isLastGathered = false
    /// Whether what stands on one another adds up to something that is worth telling: purchases and sales do not.
    public var hasTotals = true
    /// Whether series stand on one another, in bars and areas.
    public var isStacked: Bool
    /// Whether the value axis is logarithmic.
    public var isLogarithmic: Bool
    /// The value that the axis includes and from which bars and areas grow; nil where the axis goes only as far as the values.
    public var base: Double?
    /// What is left out, gathered or unknown, in sentences for the caption.
    public var notes: [String]

    /// Where values stand.
    public enum Places: Hashable, Sendable {
        /// Days, ascending, each once; of a scatter chart one for each dot, in the order of the rows.
        case days([Day])
        /// Numbers with their unit; ascending except in a scatter chart.
        case numbers([Double], Unit)
        /// Names, in the order in which they are shown.
        case names([String])

        /// How many there are.
        public var count: Int {
            switch self {
            case .days(let days): days.count
            case .numbers(let numbers, _): numbers.count
            case .names(let names): names.count
            }
        }
    }

    /// A series: a value for each place.
    public struct Series: Hashable, Sendable {
        /// Its name.
        public var name: String
        /// A value for each place; nil where it is unknown, which is never drawn through.
        public var values: [Double?]
        /// The exact values behind them, for labels; as many.
        public var exact: [FixedDecimal?]
        /// For each place whether the series has a row there; empty where it has one everywhere. A line goes on over a place that only other series have, and
        /// breaks off where its own value is unknown.
        public var hasRow: [Bool]

        /// A series.
        public init(name: String, values: [Double?], exact: [FixedDecimal?], hasRow: [Bool] = []) {
            precondition(values.count == exact.count, "a series has as many exact values as values")
            precondition(hasRow.isEmpty || hasRow.count == values.count, "what is told of rows is told of each place")
            (self.name, self.values, self.exact, self.hasRow) = (name, values, exact, hasRow)
        }

        /// A series of exact values.
        public init(name: String, exact: [FixedDecimal?], hasRow: [Bool] = []) {
            self.init(name: name, values: exact.map { $0?.doubleValue }, exact: exact, hasRow: hasRow)
        }

        /// Whether the value at a place is unknown: there is a row, and it has none. Where there is no row at all, there is nothing to know.
        public func isUnknown(at place: Int) -> Bool { exact[place] == nil && (hasRow.isEmpty || hasRow[place]) }

        /// The series with nought where it has no row, as a flow of a time in which nothing happened is nothing; what is unknown stays so.
        var withNoughts: Series { Series(name: name, exact: exact.indices.map { exact[$0] ?? (isUnknown(at: $0) ? nil : .zero) }) }

        /// The places with a value, in runs that no unknown value interrupts. O(places).
        public var runs: [[Int]] {
            var runs: [[Int]] = [], run: [Int] = []
            for (place, value) in values.enumerated() {
                if value != nil {
                    run.append(place)
                } else if !run.isEmpty, isUnknown(at: place) {
                    runs.append(run)
                    run = []
                }
            }
            return run.isEmpty ? runs : runs + [run]
        }
    }

    /// What numbers are, and so how they are written.
    public enum Unit: Hashable, Sendable {
        /// Money of a currency.
        case money(Currency)
        /// What one unit of something costs, in a currency: written with all its digits, since the smallest coin is no limit to them.
        case price(Currency)
        /// Hundredths: 12.5 is written 12.5%.
        case percent
        /// A part of one: 0.125 is written 12.5%.
        case share
        /// A number without a unit.
        case plain

        /// The currency of amounts and prices; nil for all else.
        package var currency: Currency? {
            switch self {
            case .money(let currency), .price(let currency): currency
            case .percent, .share, .plain: nil
            }
        }
    }

    /// Whether no value is known, so that there is nothing to show.
    package var isEmpty: Bool { places.count == 0 || series.allSatisfy { $0.values.allSatisfy { $0 == nil } } }

    /// What a chart shows. Amounts of money are private unless that is said otherwise, other values are not.
    public init(
        kind: ChartKind, title: String = "", places: Places, placesName: String = "", series: [Series], unit: Unit = .plain, isPrivate: Bool? = nil, isStacked: Bool = false,
        isLogarithmic: Bool = false, base: Double? = nil, notes: [String] = []
    ) {
        precondition(series.allSatisfy { $0.values.count == places.count }, "a series has a value for each place")
        (self.kind, self.title, self.places, self.placesName, self.series) = (kind, title, places, placesName, series)
        self.isPrivate = isPrivate ?? (unit.currency != nil)
        (self.unit, self.isStacked, self.isLogarithmic, self.base, self.notes) = (unit, isStacked, isLogarithmic, base, notes)
    }
}

extension ChartData {
    /// What names of places or series tell of amounts.
    public enum NameSecrecy: Hashable, Sendable {
        /// Nothing: they are names.
        case open
        /// The figures that stand in them, if they are sentences; the column that they are from tells whether they are.
        case figures(in: String)
        /// All: they are amounts themselves.
        case amounts

        /// What the values of a column tell where they become names.
        init(_ column: Column) {
            self = column.type == .text ? .figures(in: column.name) : column.type.isNumeric && column.schema.isPrivate ? .amounts : .open
        }

        /// A name as it may be shown.
        fileprivate func shown(_ name: String, _ options: RenderOptions) -> String {
            switch self {
            case .open: name
            case .figures(let column): options.hidingFigures(name, in: column)
            case .amounts: options.mask
            }
        }
    }

    /// What may be shown of the chart: where amounts are masked, so are names that are amounts, and figures in names, title and caption. Figures of marks are
    /// masked where they are written.
    package func masked(_ options: RenderOptions) -> ChartData {
        guard options.privacy else { return self }
        var data = self
        data.title = options.hidingFigures(inTitle: title)
        data.notes = notes.map(options.hidingFigures(in:))
        data.pointNames = pointNames.map { pointsSecrecy.shown($0, options) }
        // The name of what small ones were gathered in tells how many they are.
        let gathersSeries = isLastGathered && series.count > 1
        if case .names(let names) = places {
            let last = isLastGathered && !gathersSeries ? names.count - 1 : names.count
            data.places = .names(names.enumerated().map { $0 < last ? placesSecrecy.shown($1, options) : $1 })
        }
        for place in series.indices where !(gathersSeries && place == series.count - 1) { data.series[place].name = seriesSecrecy.shown(series[place].name, options) }
        return data
    }
}
