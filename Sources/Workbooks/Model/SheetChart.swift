/// A chart that the spreadsheet program draws itself, of the cells of the sheet's table.
public struct SheetChart: Hashable, Sendable {
    /// The kinds that spreadsheet programs share.
    public enum Kind: UInt8, CaseIterable, Hashable, Sendable {
        /// Lines, with gaps where there is no value.
        case line
        /// A line with the area below it filled.
        case area
        /// Areas that stand on one another.
        case stackedArea
        /// Columns side by side.
        case column
        /// Columns that stand on one another.
        case stackedColumn
        /// Bars that lie, the first one at the top, for long names.
        case bar
        /// Slices of a whole.
        case pie
        /// Slices of a whole around a hole.
        case doughnut
        /// Dots at two figures.
        case scatter
    }

    /// The kind.
    public var kind: Kind
    /// What it shows, in a line; empty for none.
    public var title: String
    /// The column of the table with the places: the dates or names below the chart.
    public var categories: Int
    /// The columns of the table with the values; the headings are the names.
    public var series: [Int]
    /// How values are written beside the axis.
    public var format: NumberFormat
    /// Whether the places are dates.
    public var hasDates: Bool
    /// Whether the value axis is logarithmic.
    public var isLogarithmic: Bool

    /// A chart.
    public init(kind: Kind, title: String, categories: Int, series: [Int], format: NumberFormat, hasDates: Bool = false, isLogarithmic: Bool = false) {
        (self.kind, self.title, self.categories, self.series) = (kind, title, categories, series)
        (self.format, self.hasDates, self.isLogarithmic) = (format, hasDates, isLogarithmic)
    }
}

/// Columns whose cells are coloured by their values, as in a heat map.
public struct ColourScale: Hashable, Sendable {
    /// The columns of the table, from the first to the last.
    public var columns: ClosedRange<Int>
    /// Whether zero is the middle, in white, since values go both ways; else the lowest value is white.
    public var isDiverging: Bool

    /// A scale over columns.
    public init(columns: ClosedRange<Int>, isDiverging: Bool) { (self.columns, self.isDiverging) = (columns, isDiverging) }
}
