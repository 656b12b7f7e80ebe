public import Values

/// A kind of chart.
public enum ChartKind: String, CaseIterable, Hashable, Sendable {
    /// A line over time or over numbers.
    case line
    /// A line with the area below it filled, or several on one another.
    case area
    /// A bar for each name or period; several side by side or on one another.
    case bar
    /// Slices of a whole.
    case pie
    /// Slices of a whole around a hole with the total.
    case donut
    /// A dot for each row, by two figures.
    case scatter
    /// A table of coloured cells, such as returns by year and month.
    case heatmap
    /// A start, what added to it and took from it, and the end.
    case waterfall
    /// Rectangles whose area is the share of a whole.
    case treemap
}

/// What is asked of a chart; what is left out is chosen from the columns of the frame.
public struct ChartOptions: Hashable, Sendable {
    /// The kind; nil for the one that fits the columns.
    public var kind: ChartKind?
    /// The column whose values stand side by side; nil for dates, else names.
    public var x: String?
    /// The columns of figures; empty for the first that fits, or all of one unit where each is a series of its own.
    public var y: [String] = []
    /// The column whose values part the rows into series; nil for none, or the one that fits.
    public var by: String?
    /// What the chart shows, in a line; nil for one made of the names of the columns.
    public var title: String?
    /// What the rows are of, for a title that is made of it and of the columns: `net worth by month`; nil for the name of the frame.
    public var subject: String?
    /// Whether the value axis is logarithmic.
    public var isLogarithmic = false
    /// Whether figures are told in percent: of the first value of each line, and of the whole of each bar, stack or slice.
    public var isPercent = false
    /// The value from which bars and areas grow and that the axis includes; nil for 0 in bars and areas, and none in lines.
    public var base: FixedDecimal?
    /// Whether series stand on one another; nil for what fits: areas do, and bars whose series are parts of one whole.
    public var isStacked: Bool?

    /// The currency that is proposed where amounts are in several, such as that of the book; nil for the first of them.
    public var currency: Currency?

    /// Options of which nothing is said.
    public init() {}
}
