/// A table of texts for paper.
///
/// Where it is too wide for the page, texts wrap, then the type gets smaller, then the page is turned, and at last the columns go on in a further
/// table below, which begins with the leading columns again. Nothing is cut off.
public struct PrintedTable: Hashable, Sendable {
    /// What it is called; empty for nothing, as where a heading says it.
    public var caption: String
    /// Its columns, from left to right.
    public var columns: [Column]
    /// Its rows, from top to bottom.
    public var rows: [Row]
    /// How many of the first columns stand again where the others go on in a further table.
    public var leadingColumns: Int

    /// A table.
    public init(caption: String = "", columns: [Column], rows: [Row], leadingColumns: Int = 1) {
        (self.caption, self.columns, self.rows, self.leadingColumns) = (caption, columns, rows, leadingColumns)
    }

    /// A column.
    public struct Column: Hashable, Sendable {
        /// What stands at its head.
        public var heading: String
        /// Where its texts stand.
        public var alignment: Alignment
        /// Which columns keep their width longest where there is too little of it: those with the greatest number. Only texts at the left edge wrap.
        public var priority: Int

        /// A column.
        public init(_ heading: String, alignment: Alignment = .leading, priority: Int = 0) {
            (self.heading, self.alignment, self.priority) = (heading, alignment, priority)
        }
    }

    /// Where the texts of a column stand.
    public enum Alignment: UInt8, Hashable, Sendable, CaseIterable {
        /// At its left edge.
        case leading
        /// In its middle.
        case centre
        /// At its right edge.
        case trailing
        /// With their decimal marks below one another, as numbers with a differing count of decimals are read best.
        case decimal
    }

    /// A row.
    public struct Row: Hashable, Sendable {
        /// Its cells, one for each column; those at the end may be left out.
        public var cells: [Cell]
        /// What it is among the rows.
        public var role: Role

        /// A row.
        public init(_ cells: [Cell], role: Role = .body) { (self.cells, self.role) = (cells, role) }
    }

    /// What a row is among the rows.
    public enum Role: UInt8, Hashable, Sendable, CaseIterable {
        /// One of the facts that the table is about.
        case body
        /// The name of the group whose rows follow; it stays with the first of them.
        case group
        /// The sum of the rows above it; it stays with the last of them.
        case subtotal
        /// The sum of the table; it stays with its last row.
        case total
    }

    /// A cell.
    public struct Cell: Hashable, Sendable {
        /// What stands in it; empty for nothing.
        public var text: String
        /// What the text tells.
        public var tone: Tone
        /// Whether it is bold, which names of groups, sums and totals are anyway.
        public var isBold: Bool

        /// A cell.
        public init(_ text: String, tone: Tone = .plain, isBold: Bool = false) { (self.text, self.tone, self.isBold) = (text, tone, isBold) }
    }
}
