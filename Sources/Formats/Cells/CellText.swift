public import Values

/// The text of one cell, for importers in Lua, which read cells as the formats of luca's own do.
public struct CellText {
    private let bytes: [UInt8]

    /// A cell without the blanks at either end; nil where nothing is left.
    public init?(_ text: String) {
        let trimmed = Substring(text).trimmed
        if trimmed.isEmpty { return nil }
        bytes = Array(trimmed.utf8)
    }

    /// What a cell says as a number.
    public struct Number: Sendable {
        /// The number; nil for a word such as `-` or `n/a`, which says that there is none.
        public let value: FixedDecimal?
        /// The currency whose code or unmistakable sign stands beside it.
        public let currency: Currency?
    }

    /// The number in the cell; nil where it holds something else.
    public func number(_ mark: DecimalMark) -> Number? {
        bytes.withUnsafeBufferPointer { cell in
            guard let number = try? NumberReader(mark).read(cell) else { return isNothing(cell) ? Number(value: nil, currency: nil) : nil }
            return Number(value: number.decimal, currency: number.currency)
        }
    }

    private func isNothing(_ cell: UnsafeBufferPointer<UInt8>) -> Bool { NumberAffixes(cell).isPlaceholder }

    /// The day in the cell, and the moment where it has a time of day; nil where it holds something else.
    public func date(_ order: DateOrder) -> (day: Day, instant: Instant?)? {
        bytes.withUnsafeBufferPointer { cell in
            guard let reading = try? DateReader(order: order).read(cell) else { return nil }
            return (reading.day, reading.instant)
        }
    }
}
