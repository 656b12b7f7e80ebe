public import Values

/// What a workbook is, and how it is printed.
public struct WorkbookProperties: Hashable, Sendable {
    /// Sizes of paper.
    public enum Paper: UInt8, CaseIterable, Hashable, Sendable {
        /// 210 by 297 millimetres.
        case a4
        /// 8.5 by 11 inches.
        case letter
    }

    /// Its title, as programs show it among the properties of the file.
    public var title: String
    /// Of whom, of what and of when it is.
    public var subject: String
    /// When it was made: the same workbook with the same moment is the same file, to the byte.
    public var created: Instant
    /// What it is printed on.
    public var paper: Paper
    /// Whether rows go to the disk as they come, so that memory does not grow with them.
    public var isLarge: Bool
    /// The folder for what does not fit in memory; empty for the system's own.
    public var temporaryFolder: String

    /// Properties.
    public init(title: String = "", subject: String = "", created: Instant, paper: Paper = .a4, isLarge: Bool = false, temporaryFolder: String = "") {
        (self.title, self.subject, self.created, self.paper) = (title, subject, created, paper)
        (self.isLarge, self.temporaryFolder) = (isLarge, temporaryFolder)
    }
}

/// Everything of a sheet but the rows of its table: lines above, headings, totals, charts, lines below, from top to bottom.
public struct SheetLayout: Hashable, Sendable {
    /// The most rows of a sheet.
    public static let mostRows = 1_048_576
    /// The most columns of a sheet.
    public static let mostColumns = 16_384

    /// Its name, which `SheetNames` made.
    public var name: String
    /// Lines above the table.
    public var above: [SheetLine]
    /// The columns of the table; none where there is no table.
    public var columns: [SheetColumn]
    /// How many rows the table has.
    public var rowCount: Int
    /// Rows at the foot of the table, each with a cell for each column.
    public var totals: [[TotalCell]]
    /// Lines below the table.
    public var below: [SheetLine]
    /// Charts of the table, to its right.
    public var charts: [SheetChart]
    /// Columns coloured by value.
    public var scales: [ColourScale]

    /// A sheet.
    public init(
        name: String, above: [SheetLine] = [], columns: [SheetColumn] = [], rowCount: Int = 0, totals: [[TotalCell]] = [], below: [SheetLine] = [],
        charts: [SheetChart] = [], scales: [ColourScale] = []
    ) {
        (self.name, self.above, self.columns, self.rowCount) = (name, above, columns, rowCount)
        (self.totals, self.below, self.charts, self.scales) = (totals, below, charts, scales)
    }

    /// The row of the headings, counted from 0: below the lines above and an empty one.
    public var headRow: Int { above.isEmpty ? 0 : above.count + 1 }
    /// The first row of the table, counted from 0.
    public var firstRow: Int { columns.isEmpty ? headRow : headRow + 1 }
    /// The row behind the last one of the table, where totals begin.
    public var endRow: Int { firstRow + rowCount }
    /// The row where the lines below begin, behind an empty one.
    public var belowRow: Int { columns.isEmpty ? headRow : endRow + totals.count + 1 }

    /// The width of each column, by its table and by the values of the lines; of two columns at least where there is no table.
    public var widths: [Double] {
        var widths = columns.isEmpty ? [24, 24] : columns.map(\.width)
        for line in above + below {
            for (place, cell) in line.cells.enumerated() where cell.width > 0 {
                while widths.count <= place { widths.append(8) }
                widths[place] = max(widths[place], cell.width)
            }
        }
        return widths
    }

    /// Why Excel cannot hold it, as a sentence without a full stop; nil where it can.
    public var refusal: String? {
        if columns.count > Self.mostColumns {
            return "the table \"\(name)\" has \(columns.count) columns, and a sheet holds \(Self.mostColumns) at most: select the columns you need"
        }
        if belowRow + below.count > Self.mostRows {
            return "the table \"\(name)\" has \(rowCount) rows, and a sheet holds \(Self.mostRows) at most with what stands around them: filter the rows"
        }
        return nil
    }
}

/// A line of text on a sheet, outside of its table.
public struct SheetLine: Hashable, Sendable {
    /// How a line stands out.
    public enum Style: UInt8, CaseIterable, Hashable, Sendable {
        /// The title of the workbook.
        case title
        /// The heading of a part.
        case heading
        /// Running text.
        case plain
        /// A remark, in grey.
        case note
        /// A figure: its name, its value in bold, what is said of it.
        case figure
    }

    /// How it stands out.
    public var style: Style
    /// Its cells from left to right; one but for a figure.
    public var cells: [LineCell]

    /// A line of one text.
    public init(_ style: Style, _ text: String) { (self.style, cells) = (style, [LineCell(text)]) }
    /// A line of several cells.
    public init(_ style: Style, cells: [LineCell]) { (self.style, self.cells) = (style, cells) }
}

/// A cell of a line: a text, which may reach beyond its column, or a value, which is shown in full only where its column is wide enough.
public struct LineCell: Hashable, Sendable {
    /// What it holds.
    public var cell: SheetCell
    /// How a value is shown.
    public var format: NumberFormat
    /// The width that it needs, in digits of the usual font; 0 for a text.
    public var width: Double

    /// A text.
    public init(_ text: String) { self.init(.text(text), .text, width: 0) }
    /// A value.
    public init(_ cell: SheetCell, _ format: NumberFormat, width: Double) { (self.cell, self.format, self.width) = (cell, format, width) }
}

/// A column of the table of a sheet.
public struct SheetColumn: Hashable, Sendable {
    /// What stands over it.
    public var heading: String
    /// How its values are shown.
    public var format: NumberFormat
    /// Its width in digits of the usual font.
    public var width: Double

    /// Whether it is folded up beside the column before it, so that the table reads as if it had no such column until it is asked for.
    public var isFolded: Bool

    /// A column.
    public init(_ heading: String, _ format: NumberFormat, width: Double, isFolded: Bool = false) {
        (self.heading, self.format, self.width, self.isFolded) = (heading, format, width, isFolded)
    }
}

/// A cell at the foot of a table.
public enum TotalCell: Hashable, Sendable {
    /// Nothing.
    case blank
    /// What the row is, such as `Total`.
    case label(String)
    /// A formula, and the value that it has, for programs that do not calculate.
    case formula(String, Double)
}

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
