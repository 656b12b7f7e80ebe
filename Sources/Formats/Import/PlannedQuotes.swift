public import Ledger
import Values

/// The quotes that an import would store, in the order of their rows; of two for the same day the later one holds.
public struct PlannedQuotes: RandomAccessCollection, Sendable {
    struct Row: Sendable {
        var instrument: Int32
        var day: Int32
        var line: UInt32
        var currency: UInt16
        var source: UInt16
        var close: PackedDecimal
    }

    /// What a row of daily prices tells besides the close.
    struct Range: Sendable {
        var open: PackedDecimal
        var high: PackedDecimal
        var low: PackedDecimal
        var adjusted: PackedDecimal
        var volume: PackedDecimal

        static let none = Range(open: .absent, high: .absent, low: .absent, adjusted: .absent, volume: .absent)
    }

    var rows: [Row] = []
    var ranges = SparseColumn<Range>(empty: .none)
    var isReversed = false
    var wide: [FixedDecimal] = []
    var currencies: [Currency] = []
    var sources: [String] = []

    public var startIndex: Int { 0 }
    public var endIndex: Int { rows.count }

    /// Makes the quote at a place.
    public subscript(position: Int) -> Quote {
        let number = row(at: position)
        let row = rows[number]
        let range = ranges[number]
        return Quote(
            instrument: InstrumentID(row.instrument), date: Day(number: row.day),
            open: range.open.value(wide: wide), high: range.high.value(wide: wide), low: range.low.value(wide: wide),
            close: row.close.value(wide: wide) ?? .zero, adjusted: range.adjusted.value(wide: wide), volume: range.volume.value(wide: wide),
            currency: currencies[Int(row.currency)], source: sources[Int(row.source)])
    }

    /// The line of the file on which the quote at a place begins.
    public func line(at position: Int) -> Int { Int(rows[row(at: position)].line) }

    private func row(at position: Int) -> Int { isReversed ? rows.count - 1 - position : position }
}
