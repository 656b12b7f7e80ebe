import Values

/// A date of OFX: `20240131`, `20240131120000`, `20240131120000.000[-5:EST]`.
struct OFXDate {
    /// The day as it is written, in the zone that is told.
    var day: Day
    /// The moment; nil where the time is missing, or midnight or noon to the second, which banks write that know none.
    var instant: Instant?

    init(_ cell: UnsafeBufferPointer<UInt8>, _ column: OFXTag) throws(ImportIssue) {
        let digits = cell.prefix { isDigit($0) }
        func number(_ from: Int, _ count: Int) -> Int { digits.dropFirst(from).prefix(count).reduce(0) { $0 * 10 + Int($1 - 0x30) } }
        guard [8, 10, 12, 14].contains(digits.count), let day = try? Day(year: number(0, 4), month: number(4, 2), day: number(6, 2)) else {
            throw Self.issue(cell, column)
        }
        self.day = day
        guard digits.count >= 12 else { return }
        let (hour, minute, second) = (number(8, 2), number(10, 2), digits.count == 14 ? number(12, 2) : 0)
        // A minute may have a sixty-first second.
        guard hour < 24, minute < 60, second <= 60, let zone = Self.zone(cell.dropFirst(digits.count)) else { throw Self.issue(cell, column) }
        if (hour == 0 || hour == 12) && minute == 0 && second == 0 { return }
        let seconds = Int64(day.number) * 86_400 + Int64(hour * 3600 + minute * 60 + min(second, 59)) - zone
        instant = Instant(microseconds: seconds * 1_000_000)
    }

    /// Seconds that the zone is ahead of UTC, of `.123[-5:EST]`, `[+5.5:IST]`, `[0]`; nil for something else.
    private static func zone(_ rest: Slice<UnsafeBufferPointer<UInt8>>) -> Int64? {
        var rest = rest
        if rest.first == UInt8(ascii: ".") { rest = rest.dropFirst().drop { isDigit($0) } }
        if rest.isEmpty { return 0 }
        guard rest.first == UInt8(ascii: "["), rest.last == UInt8(ascii: "]") else { return nil }
        var text = Substring(String(decoding: rest.dropFirst().dropLast(), as: UTF8.self))
        if let colon = text.firstIndex(of: ":") { text = text[..<colon] }
        if text.hasPrefix("+") { text = text.dropFirst() }
        if text.isEmpty || text == "GMT" || text == "UTC" { return 0 }
        // An offset has hours and perhaps a fraction of one.
        guard text.utf8.count <= 6, let hours = try? FixedDecimal(String(text)), hours.magnitude <= 14, let seconds = try? hours * 3600 else { return nil }
        return Int64(seconds.units / FixedDecimal.unitsPerOne)
    }

    private static func issue(_ cell: UnsafeBufferPointer<UInt8>, _ column: OFXTag) -> ImportIssue {
        ImportIssue(
            .badDate, column: column.name, text: MessageText.cell(cell), message: "\"\(MessageText.cell(cell))\" is no date",
            hint: "a date is eight digits, year, month and day, perhaps with a time: 20240131120000")
    }
}
