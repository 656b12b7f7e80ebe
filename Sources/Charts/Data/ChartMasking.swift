import Frames

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
