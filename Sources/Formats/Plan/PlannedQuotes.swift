public import Ledger
import Values

/// A quote on its way from a row into the plan.
struct QuoteEntry {
    /// The line on which the row begins.
    var line: Int
    var day: Day
    /// The number of the instrument.
    var instrument: Int32
    var open: CellNumber?
    var high: CellNumber?
    var low: CellNumber?
    var close: CellNumber
    var adjusted: CellNumber?
    /// Units traded.
    var volume: CellNumber?
    var currency: CurrencyIndex.Entry
    /// Empty for the import's own.
    var source: String

    /// Whether there is anything besides the close.
    var hasRange: Bool { open != nil || high != nil || low != nil || adjusted != nil || volume != nil }
}

/// The quotes that an import would store, in the order of their rows; of two for the same day the later one holds.
public struct PlannedQuotes: RandomAccessCollection, Sendable {
    private struct Row: Sendable {
        var instrument: Int32
        var day: Int32
        var line: UInt32
        var currency: UInt16
        var source: UInt16
        var close: PackedDecimal
    }

    /// What a row of daily prices tells besides the close.
    private struct Range: Sendable {
        var open: PackedDecimal
        var high: PackedDecimal
        var low: PackedDecimal
        var adjusted: PackedDecimal
        var volume: PackedDecimal

        static let none = Range(open: .absent, high: .absent, low: .absent, adjusted: .absent, volume: .absent)
    }

    private var rows: [Row] = []
    private var ranges = SparseColumn<Range>(empty: .none)
    private var isReversed = false
    /// Decimals of more digits than a row has room for.
    private var wide: [FixedDecimal] = []
    private var sources = ByteInterner()
    /// The sources that rows name by number.
    private var sourceNames: [String] = []
    /// The currencies that rows name by number.
    var currencies: [Currency] = []

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
            currency: currencies[Int(row.currency)], source: sourceNames[Int(row.source)])
    }

    /// The line of the file on which the quote at a place begins.
    public func line(at position: Int) -> Int { Int(rows[row(at: position)].line) }

    private func row(at position: Int) -> Int { isReversed ? rows.count - 1 - position : position }

    /// Adds a quote at the end.
    ///
    /// - Parameter source: what it is stored under where it names none.
    mutating func append(_ entry: QuoteEntry, source: String) {
        let number = rows.count
        let name = entry.source.isEmpty ? source : entry.source
        let source = sources.intern(name)
        if source == sourceNames.count { sourceNames.append(name) }
        if entry.hasRange {
            ranges.set(
                Range(
                    open: PackedDecimal(entry.open, wide: &wide), high: PackedDecimal(entry.high, wide: &wide),
                    low: PackedDecimal(entry.low, wide: &wide), adjusted: PackedDecimal(entry.adjusted, wide: &wide),
                    volume: PackedDecimal(entry.volume, wide: &wide)),
                row: number)
        }
        rows.append(
            Row(
                instrument: entry.instrument, day: entry.day.number, line: UInt32(truncatingIfNeeded: entry.line),
                currency: entry.currency.index, source: UInt16(truncatingIfNeeded: source),
                close: PackedDecimal(entry.close, wide: &wide)))
    }

    /// Makes the prices before a split those that were paid, where the file has them by the units after it; whether it did. What was paid is told by the last price before the split and
    /// the first after it, which is nearer to the other by the ratio where the file has what was paid.
    mutating func undo(_ split: PriceSplit) -> Bool {
        let own = rows.indices.filter { rows[$0].instrument == split.instrument }, before = own.filter { rows[$0].day < split.day.number }
        guard let last = before.max(by: { rows[$0].day < rows[$1].day }), let first = own.filter({ rows[$0].day >= split.day.number }).min(by: { rows[$0].day < rows[$1].day }),
            let old = rows[last].close.value(wide: wide), let new = rows[first].close.value(wide: wide), let paid = try? new * split.ratio,
            let offAsPaid = try? (old - paid).magnitude, let off = try? (old - new).magnitude, off < offAsPaid
        else { return false }
        func scaled(_ price: PackedDecimal, by factor: (FixedDecimal) throws -> FixedDecimal) -> PackedDecimal {
            guard let value = price.value(wide: wide), let raw = try? factor(value) else { return price }
            return PackedDecimal(CellNumber(mantissa: raw.units, digits: FixedDecimal.scale), wide: &wide)
        }
        for row in before {
            rows[row].close = scaled(rows[row].close) { try $0 * split.ratio }
            var range = ranges[row]
            for price in [\Range.open, \.high, \.low] { range[keyPath: price] = scaled(range[keyPath: price]) { try $0 * split.ratio } }
            range.volume = scaled(range.volume) { try $0 / split.ratio }
            ranges.replace(range, row: row)
        }
        return true
    }

    /// Turns the rows round where they begin with the newest; whether it did.
    mutating func putInOrder() -> Bool {
        guard rows.count > 1 else { return false }
        var direction = DateDirection()
        for number in 1..<rows.count where rows[number].instrument == rows[number - 1].instrument {
            direction.step(from: rows[number - 1].day, to: rows[number].day)
        }
        isReversed = direction.isNewestFirst
        return isReversed
    }
}

/// A split of shares that a file of prices tells.
struct PriceSplit {
    /// The number of the instrument.
    var instrument: Int32
    /// Its day.
    var day: Day
    /// New units for one old.
    var ratio: FixedDecimal
}
