import Frames
import Values
import Workbooks

/// A column of a sheet, and where in a frame its cells come from.
struct SourceColumn {
    /// Where cells come from.
    enum Source {
        /// Decimals as numbers.
        case decimals
        /// Hundredths as parts of one.
        case hundredths
        /// Whole numbers.
        case ints
        /// Texts; where amounts are masked, without their figures, unless the column of this name holds names.
        case texts(hiding: RenderOptions?, column: String)
        /// Years that a frame has as text, `2014`, as numbers.
        case years
        /// Dates.
        case days
        /// Moments.
        case instants
        /// Yes or no.
        case truths
        /// Numbers as text, with all their digits.
        case exact
        /// The same text for every value.
        case masked(String)
    }

    /// How the column stands on the sheet.
    let column: SheetColumn
    /// The values.
    let storage: ColumnStorage
    /// Where its cells come from.
    let source: Source

    /// Writes the cell of a row.
    func write(_ row: Int, to writer: inout RowWriter) {
        if storage.isMissing(row) { return writer.blank() }
        switch source {
        case .decimals: writer.number(storage.decimals[row].doubleValue)
        case .hundredths: writer.number(Self.part(storage.decimals[row]))
        case .ints: writer.number(Double(storage.ints[row]))
        case .texts(let hiding, let name): writeText(storage.codes[row], hiding, name, to: &writer)
        case .years: if let year = storage.pool.flatMap({ Int($0.text(storage.codes[row])) }) { writer.number(Double(year)) } else { writer.blank() }
        case .days: writer.day(Day(number: storage.days[row]))
        case .instants: writer.instant(Instant(microseconds: storage.instants[row]))
        case .truths: writer.truth(storage.bools[row] == 1)
        case .exact: writer.text(storage[row].description)
        case .masked(let mask): writer.text(mask)
        }
    }

    private func writeText(_ code: Int32, _ hiding: RenderOptions?, _ name: String, to writer: inout RowWriter) {
        guard let pool = storage.pool else { return writer.blank() }
        if let hiding { writer.text(hiding.hidingFigures(pool.text(code), in: name)) } else { writer.text(utf8: pool.utf8(code)) }
    }

    /// A percentage as a part of one.
    static func part(_ percentage: FixedDecimal) -> Double { ((try? percentage / 100) ?? .zero).doubleValue }
}
