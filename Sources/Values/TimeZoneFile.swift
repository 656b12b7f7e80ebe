/// How far a time zone is from UTC at any moment, from a file of the system's database of time zones (TZif, RFC 8536).
///
/// Foundation could tell too, with some thirty megabytes of other data.
///
///     TimeZoneFile(bytes)?.day(of: try Instant(iso8601: "2024-01-02T23:30:00Z"))   // in Berlin 2024-01-03
public struct TimeZoneFile: Sendable {
    /// The moments at which clocks were changed, in seconds since 1970, in order; and by which offset each ended, in seconds east of UTC.
    private var changes: [Int] = [], offsets: [Int] = []
    /// The offset before the first of them.
    private var first = 0
    /// What holds after the last of them.
    private let rule: ClockRule?

    /// Reads a file's bytes; nil where they are not those of a time zone.
    public init?(_ bytes: [UInt8]) {
        var reader = Reader(bytes: bytes[...])
        guard let old = Counts(&reader) else { return nil }
        if old.version == 0 {
            guard let table = Table(&reader, old, wide: false) else { return nil }
            (changes, offsets, first, rule) = (table.changes, table.offsets, table.first, nil)
            return
        }
        // The same again with eight bytes a moment, then the rule for what is later.
        guard reader.skip(old.size(ofMoment: 4)), let counts = Counts(&reader), let table = Table(&reader, counts, wide: true) else { return nil }
        (changes, offsets, first) = (table.changes, table.offsets, table.first)
        rule = ClockRule(String(decoding: reader.bytes.dropFirst().prefix { $0 != 0x0A }, as: UTF8.self))
    }

    /// The distance from UTC in seconds, east being more than zero, at a moment in seconds since 1970. O(log n).
    public func offset(at moment: Int) -> Int {
        if let last = changes.last, moment < last {
            var low = 0, high = changes.count
            while low < high {
                let middle = (low + high) / 2
                if changes[middle] <= moment { low = middle + 1 } else { high = middle }
            }
            return low == 0 ? first : offsets[low - 1]
        }
        return rule?.offset(at: moment) ?? offsets.last ?? first
    }

    /// The civil day of a moment in the zone.
    public func day(of moment: Instant) -> Day {
        let offset = offset(at: Day.floorDivide(Int(moment.microseconds), 1_000_000))
        return Instant(microseconds: moment.microseconds + Int64(offset) * 1_000_000).day
    }

    /// Takes numbers from the front of bytes, the greatest part of each first.
    private struct Reader {
        var bytes: ArraySlice<UInt8>

        mutating func number(_ width: Int) -> Int? {
            guard bytes.count >= width else { return nil }
            let first = Int(Int8(bitPattern: bytes[bytes.startIndex]))
            let value = bytes.prefix(width).dropFirst().reduce(first) { $0 << 8 | Int($1) }
            bytes = bytes.dropFirst(width)
            return value
        }

        mutating func skip(_ count: Int) -> Bool {
            guard bytes.count >= count else { return false }
            bytes = bytes.dropFirst(count)
            return true
        }
    }

    /// How much of what there is: the head of the file, 44 bytes.
    private struct Counts {
        let version: UInt8
        let marks: Int, standards: Int, leaps: Int, moments: Int, types: Int, letters: Int

        init?(_ reader: inout Reader) {
            guard reader.bytes.starts(with: "TZif".utf8), reader.skip(4), let version = reader.bytes.first, reader.skip(16) else { return nil }
            self.version = version
            let numbers = (0..<6).compactMap { _ in reader.number(4) }
            guard numbers.count == 6, numbers.allSatisfy({ (0...1_000_000).contains($0) }) else { return nil }
            (marks, standards, leaps, moments, types, letters) = (numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5])
        }

        /// Bytes of all that follows the head.
        func size(ofMoment width: Int) -> Int { moments * (width + 1) + types * 6 + letters + leaps * (width + 4) + standards + marks }
    }

    /// The moments of change and the offsets that they begin.
    private struct Table {
        var changes: [Int] = [], offsets: [Int] = [], first = 0

        init?(_ reader: inout Reader, _ counts: Counts, wide: Bool) {
            let width = wide ? 8 : 4
            guard counts.types > 0, reader.bytes.count >= counts.size(ofMoment: width) else { return nil }
            changes = (0..<counts.moments).compactMap { _ in reader.number(width) }
            let places = (0..<counts.moments).compactMap { _ in reader.number(1).map { $0 & 0xFF } }
            let types = (0..<counts.types).compactMap { _ in reader.number(4).flatMap { offset in reader.skip(2) ? offset : nil } }
            guard types.count == counts.types, places.allSatisfy({ $0 < types.count }) else { return nil }
            (offsets, first) = (places.map { types[$0] }, types[0])
            _ = reader.skip(counts.letters + counts.leaps * (width + 4) + counts.standards + counts.marks)
        }
    }
}
