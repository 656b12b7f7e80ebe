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

    /// Reads `2014-03-05`, whose hyphens are checked already; nil for no date.
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

    /// The cell without blanks at either end; behind `as of` where it has that.
    static func trimmed(_ cell: UnsafeBufferPointer<UInt8>) -> Slice<UnsafeBufferPointer<UInt8>> {
        var text = Slice(base: cell, bounds: cell.startIndex..<cell.endIndex)
        while let first = text.first, first == 0x20 || first == 0x09 { text = text.dropFirst() }
        while let last = text.last, last == 0x20 || last == 0x09 { text = text.dropLast() }
        return text.count > asOf.count ? behindAsOf(text) : text
    }

    private static let asOf = Array(" as of ".utf8)

    /// Cuts `04/05/2023 as of 04/04/2023`, as Schwab writes it, to the second day, on which the activity happened.
    private static func behindAsOf(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Slice<UnsafeBufferPointer<UInt8>> {
        guard let start = (text.startIndex...text.endIndex - asOf.count).first(where: { text[$0..<$0 + asOf.count].elementsEqual(asOf) }) else { return text }
        return text[(start + asOf.count)...]
    }
}

/// Finds the order of day, month and year that the dates of a file have, from all of them together.
///
/// `2014-03-05`, `20140305` and `Mar 5 2014` need no telling. `05.03.2014` is day-month-year wherever that is a date, for nobody parts
/// month-day-year by points. `3/5/2014` takes its order from the other dates of the file; where all of them could be either, the reader asks.
struct DateSurvey {
    /// How many dates can be read in exactly this set of orders, one bit an order; with the line and the text of the first.
    private var counts = [Int](repeating: 0, count: 8)
    private var firstLines = [Int](repeating: 0, count: 8)
    private var firstTexts = [String](repeating: "", count: 8)
    private(set) var hasShortYears = false

    /// Looks at a cell of dates.
    @inline(__always)
    mutating func add(_ cell: UnsafeBufferPointer<UInt8>, line: Int) {
        if cell.count >= 10, cell[4] == UInt8(ascii: "-"), cell[7] == UInt8(ascii: "-"), isDigit(cell[3]) { return }
        addSlowly(cell, line: line)
    }

    private mutating func addSlowly(_ cell: UnsafeBufferPointer<UInt8>, line: Int) {
        guard let parts = DateParts(DateReader.trimmed(cell)) else { return }
        if parts.hasShortYear { hasShortYears = true }
        guard !parts.isPlain else { return }
        var mask = 0
        for (bit, order) in DateOrder.allCases.enumerated() where parts.day(order) != nil { mask |= 1 << bit }
        if parts.separator == UInt8(ascii: "."), mask & 1 != 0 { mask = 1 }
        if counts[mask] == 0 {
            firstLines[mask] = line
            firstTexts[mask] = MessageText.cell(cell)
        }
        counts[mask] += 1
    }

    /// The order of the file's dates, or the question to ask; nil where no date needs one.
    func verdict() throws(ImportIssue) -> DateOrder? {
        guard counts[1...].contains(where: { $0 > 0 }) else { return nil }
        let support = (0..<3).map { bit in (1..<8).reduce(0) { $0 + ($1 & (1 << bit) != 0 ? counts[$1] : 0) } }
        let total = counts[1...].reduce(0, +)
        let full = (0..<3).filter { support[$0] == total }
        if full.count == 1 { return DateOrder.allCases[full[0]] }
        if full.count > 1 { throw question(full) }
        return try majority(support: support)
    }

    /// Where no order fits all dates, the order that nine of ten telling dates speak for; the others are refused one by one.
    private func majority(support: [Int]) throws(ImportIssue) -> DateOrder {
        let telling = [1, 2, 4]
        let sum = telling.reduce(0) { $0 + counts[$1] }
        if let best = telling.max(by: { counts[$0] < counts[$1] }), counts[best] * 10 >= sum * 9, counts[best] > 0 {
            return DateOrder.allCases[best.trailingZeroBitCount]
        }
        let seen = telling.filter { counts[$0] > 0 }
        let places = seen.map { "\(firstTexts[$0]) on line \(firstLines[$0]) is \(DateOrder.allCases[$0.trailingZeroBitCount].words)" }
        throw ImportIssue(
            .ambiguousDates, line: firstLines[seen.first ?? 1], text: firstTexts[seen.first ?? 1],
            message: "dates are written in several orders: \(places.joined(separator: ", "))",
            hint: "say date_order=\"dmy\" or \"mdy\"; dates of another order are then refused one by one")
    }

    private func question(_ orders: [Int]) -> ImportIssue {
        let mask = (1..<8).first { counts[$0] > 0 } ?? 1
        let words = orders.map { DateOrder.allCases[$0].words }.joined(separator: " or ")
        let choices = orders.map { "date_order=\"\(DateOrder.allCases[$0].rawValue)\"" }.joined(separator: " or ")
        return ImportIssue(
            .ambiguousDates, line: firstLines[mask], text: firstTexts[mask],
            message: "\(firstTexts[mask]) may be \(words), and no date of the file tells which", hint: "say \(choices)")
    }
}
