import Values

/// Reads the dates of a file once their order is known, and the time of day where a cell has one.
struct DateReader {
    let order: DateOrder

    /// A date and the moment of it, where a time of day is given.
    struct Reading {
        var day: Day
        /// Microseconds since the beginning of the day as written, nil without a time of day.
        var time: Int64?
        /// Microseconds that the writer's zone is ahead of UTC; nil where the cell names no zone.
        var zone: Int64?

        /// The moment in UTC; a time without a zone is taken to be UTC.
        var instant: Instant? {
            time.map { Instant(microseconds: Int64(day.number) * 86_400_000_000 + $0 - (zone ?? 0)) }
        }
    }

    @inline(__always)
    func read(_ cell: UnsafeBufferPointer<UInt8>) throws(CellFault) -> Reading {
        if cell.count == 10, cell[4] == UInt8(ascii: "-"), cell[7] == UInt8(ascii: "-"), let day = Self.iso(cell) {
            return Reading(day: day, time: nil, zone: nil)
        }
        return try readSlowly(cell)
    }

    /// `2014-03-05`, the hyphens already seen.
    @inline(__always)
    private static func iso(_ cell: UnsafeBufferPointer<UInt8>) -> Day? {
        var bad: UInt8 = 0
        @inline(__always) func digit(_ index: Int) -> Int {
            let value = cell[index] &- 0x30
            bad |= value > 9 ? 1 : 0
            return Int(value)
        }
        let year = digit(0) * 1000 + digit(1) * 100 + digit(2) * 10 + digit(3)
        let month = digit(5) * 10 + digit(6)
        let day = digit(8) * 10 + digit(9)
        return bad == 0 ? try? Day(year: year, month: month, day: day) : nil
    }

    private func readSlowly(_ cell: UnsafeBufferPointer<UInt8>) throws(CellFault) -> Reading {
        let text = Self.trimmed(cell)
        guard let parts = DateParts(text) else { throw .notADate }
        guard let day = parts.day(order) else { throw .noSuchDay }
        var rest = text[parts.rest...]
        guard !rest.isEmpty else { return Reading(day: day, time: nil, zone: nil) }
        switch rest.first {
        case UInt8(ascii: "T"), UInt8(ascii: "t"), UInt8(ascii: ";"): rest = rest.dropFirst()
        case UInt8(ascii: ",") where rest.dropFirst().first == 0x20: rest = rest.dropFirst()
        case 0x20: break
        default: throw .notADate
        }
        while rest.first == 0x20 { rest = rest.dropFirst() }
        let clock = try ClockTime(rest)
        return Reading(day: day, time: clock.microseconds, zone: clock.zone)
    }

    static func trimmed(_ cell: UnsafeBufferPointer<UInt8>) -> Slice<UnsafeBufferPointer<UInt8>> {
        var text = Slice(base: cell, bounds: cell.startIndex..<cell.endIndex)
        while let first = text.first, first == 0x20 || first == 0x09 { text = text.dropFirst() }
        while let last = text.last, last == 0x20 || last == 0x09 { text = text.dropLast() }
        return text.count > asOf.count ? behindAsOf(text) : text
    }

    private static let asOf = Array(" as of ".utf8)

    /// `04/05/2023 as of 04/04/2023`, as Schwab writes it, was booked on the one day and is of the other.
    private static func behindAsOf(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Slice<UnsafeBufferPointer<UInt8>> {
        guard let start = (text.startIndex...text.endIndex - asOf.count).first(where: { text[$0..<$0 + asOf.count].elementsEqual(asOf) }) else { return text }
        return text[(start + asOf.count)...]
    }
}
