import Ledger
import Values

/// The rows that an act has written and that were not sent to the server yet, one behind the other in one piece of memory.
///
/// An import may write a million, so a row takes little more than its texts.
struct PendingRows {
    private struct Place {
        let table: JournalTable
        let sequence: Int
        let hash: EntryHash
        /// Where its fields begin.
        let start: Int
    }

    /// How far the rows had come at some point of the act.
    struct Mark {
        fileprivate let rows, bytes: Int
    }

    private enum Tag {
        static let null: UInt8 = 0, integer: UInt8 = 1, text: UInt8 = 2
    }

    private var places: [Place] = []
    private var bytes: [UInt8] = []
    /// How many columns each table has, by its place.
    private static let widths = JournalTable.allCases.map { $0.columns.count }

    /// How many rows there are.
    var count: Int { places.count }
    /// Where the journal ends with them; nil where there are none.
    var end: JournalHead? { places.last.map { JournalHead(sequence: $0.sequence, hash: $0.hash) } }
    /// The bytes that they take, which is about what they take on their way to the server.
    var size: Int { bytes.count }
    /// The point that was reached, to come back to.
    var mark: Mark { Mark(rows: places.count, bytes: bytes.count) }

    /// Copies a row that has a hash.
    mutating func append(_ row: JournalRow) {
        guard let hash = row.hash else { preconditionFailure("a row is hashed before it is kept") }
        places.append(Place(table: row.table, sequence: row.sequence, hash: hash, start: bytes.count))
        for field in row.fields {
            switch field {
            case .null: bytes.append(Tag.null)
            case .integer(let value):
                bytes.append(Tag.integer)
                withUnsafeBytes(of: value) { bytes.append(contentsOf: $0) }
            case .text(let text):
                bytes.append(Tag.text)
                withUnsafeBytes(of: Int32(text.count)) { bytes.append(contentsOf: $0) }
                bytes.append(contentsOf: text)
            case .foreign(let type): preconditionFailure("a row that is written has no \(type)")
            }
        }
    }

    /// Forgets the rows behind a point.
    mutating func truncate(to mark: Mark) {
        places.removeSubrange(mark.rows...)
        bytes.removeSubrange(mark.bytes...)
    }

    /// Forgets entries from a number on, and acts that begin behind it.
    mutating func removeRows(from entry: Int) {
        guard let first = places.firstIndex(where: { $0.table == .act ? $0.sequence > entry : $0.sequence >= entry }) else { return }
        truncate(to: Mark(rows: first, bytes: places[first].start))
    }

    /// The table of a row.
    func table(at index: Int) -> JournalTable { places[index].table }
    /// The number of a row.
    func sequence(at index: Int) -> Int { places[index].sequence }
    /// The hash of a row.
    func hash(at index: Int) -> EntryHash { places[index].hash }

    /// The bytes that a row takes, which is about what it takes on its way to the server.
    func size(at index: Int) -> Int { (index + 1 < places.count ? places[index + 1].start : bytes.count) - places[index].start }

    /// Lends a row.
    func lend<Result>(_ index: Int, withHash: Bool = true, _ body: (JournalRow) throws -> Result) rethrows -> Result {
        let place = places[index]
        return try bytes.withUnsafeBufferPointer { bytes in
            var next = place.start
            let fields = (0..<Self.widths[place.table.rawValue]).map { _ in Self.field(bytes, &next) }
            return try fields.withUnsafeBufferPointer { fields in
                try body(JournalRow(table: place.table, fields: fields, hash: withHash ? place.hash : nil))
            }
        }
    }

    private static func field(_ bytes: UnsafeBufferPointer<UInt8>, _ next: inout Int) -> JournalField {
        let raw = UnsafeRawBufferPointer(bytes), tag = bytes[next]
        next += 1
        switch tag {
        case Tag.integer:
            defer { next += 8 }
            return .integer(raw.loadUnaligned(fromByteOffset: next, as: Int64.self))
        case Tag.text:
            let count = Int(raw.loadUnaligned(fromByteOffset: next, as: Int32.self)), start = next + 4
            next = start + count
            return .text(UnsafeBufferPointer(rebasing: bytes[start..<next]))
        default: return .null
        }
    }

    /// Hands over the rows of a span by their numbers.
    func read(_ span: JournalSpan, _ receive: (JournalRow) throws -> Void) rethrows {
        for (index, place) in places.enumerated() where span.tables.contains(place.table) && place.sequence > span.after && place.sequence <= span.through {
            try lend(index, withHash: span.withHashes, receive)
        }
    }
}
