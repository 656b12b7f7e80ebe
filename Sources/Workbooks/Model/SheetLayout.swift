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
    public var cells: [String]

    /// A line of one text.
    public init(_ style: Style, _ text: String) { (self.style, cells) = (style, [text]) }
    /// A line of several cells.
    public init(_ style: Style, cells: [String]) { (self.style, self.cells) = (style, cells) }
}

/// A column of the table of a sheet.
public struct SheetColumn: Hashable, Sendable {
    /// What stands over it.
    public var heading: String
    /// How its values are shown.
    public var format: NumberFormat
    /// Its width in digits of the usual font.
    public var width: Double

    /// A column.
    public init(_ heading: String, _ format: NumberFormat, width: Double) { (self.heading, self.format, self.width) = (heading, format, width) }
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
