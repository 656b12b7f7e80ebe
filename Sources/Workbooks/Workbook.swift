internal import Messages

/// A workbook: what it is, and its sheets. Rows are made while it is written, so that a large table never stands in memory as a whole.
public struct Workbook {
    /// What it is, and how it is printed.
    public var properties: WorkbookProperties
    /// The sheets, in their order; at least one.
    public var sheets: [Sheet]

    /// A sheet, and where the rows of its table come from.
    public struct Sheet {
        /// All of it but the rows.
        public let layout: SheetLayout
        /// Writes a row of the table, counted from 0: a cell for each column.
        let writeRow: (Int, inout RowWriter) -> Void

        /// A sheet. `writeRow` writes as many cells as the table has columns, and the same whenever it is asked.
        public init(_ layout: SheetLayout, writeRow: @escaping (Int, inout RowWriter) -> Void = { _, _ in }) {
            (self.layout, self.writeRow) = (layout, writeRow)
        }
    }

    /// A workbook. `properties.isLarge` is true from now on where the sheets have many rows.
    public init(_ properties: WorkbookProperties, sheets: [Sheet]) {
        self.properties = properties
        self.sheets = sheets
        if sheets.contains(where: { $0.layout.rowCount > Self.largeRowCount }) { self.properties.isLarge = true }
    }

    /// From how many rows on a sheet is written to the disk as it comes: charts are kept without their values then, which Excel works out.
    public static let largeRowCount = 20_000

    /// Why Excel cannot hold it, as a sentence without a full stop; nil where it can.
    public var refusal: String? { sheets.lazy.compactMap(\.layout.refusal).first }

    /// Writes it as `luca-sheet` reads it, piece by piece; `sink` is handed bytes to send or copy, and what it throws ends the writing.
    public func write<Failure: Error>(to sink: ([UInt8]) throws(Failure) -> Void) throws(Failure) {
        try sink(WorkbookMessage.begin(properties).frame)
        for sheet in sheets {
            try sink(WorkbookMessage.sheet(sheet.layout).frame)
            var writer = RowWriter()
            for row in 0..<sheet.layout.rowCount {
                let before = writer.cellCount
                sheet.writeRow(row, &writer)
                precondition(writer.cellCount - before == sheet.layout.columns.count, "a row has a cell for each column")
                if writer.isFull { try sink(writer.take()) }
            }
            if writer.cellCount > 0 { try sink(writer.take()) }
        }
        try sink(WorkbookMessage.end.frame)
    }
}
