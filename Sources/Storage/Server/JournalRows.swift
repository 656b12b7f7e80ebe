import Ledger
import PostgreSQL
import Values

/// Rows of all tables but that of activities, as one question tells them: few, so that they may wait in memory.
enum OtherRows {
    /// What is asked for a span of one book.
    static func query(of tables: [JournalTable], _ span: JournalSpan, book: String) -> String {
        "SELECT place, kind, row_hash, fields FROM luca.entries_after('\(book)', \(span.after), \(array(tables))) WHERE place / 2 <= \(span.through) ORDER BY place"
    }

    /// What is asked for several books: the same, with the place of the book in the array, from 1, in front.
    static func query(of tables: [JournalTable], books: String) -> String {
        """
        SELECT w.place, e.place, e.kind, e.row_hash, e.fields FROM unnest(\(books)) WITH ORDINALITY AS w (book, place)
            CROSS JOIN LATERAL luca.entries_after(w.book, 0, \(array(tables))) AS e ORDER BY 1, 2
        """
    }

    private static func array(_ tables: [JournalTable]) -> String { "'{" + tables.map { "\($0.rawValue)" }.joined(separator: ",") + "}'" }

    /// Copies a row as the server sends it.
    static func append(_ fields: inout BinaryRow, to rows: inout PendingRows, location: String) throws {
        guard let place = try fields.int64(), let number = try fields.int16(), let table = JournalTable(rawValue: Int(number)) else {
            throw StorageError.damagedServerBook(location, "a row of its journal has no number")
        }
        guard let hash = try fields.next().flatMap({ EntryHash(bytes: $0) }) else {
            throw StorageError.damagedEntry(location, sequence: Int(place) / 2, "its hash is not 32 bytes long")
        }
        guard let texts = try fields.next(), append(TextArray(texts), of: table, hash, to: &rows) else {
            throw StorageError.damagedEntry(location, sequence: Int(place) / 2, "\(table.noun), has other columns than it should")
        }
    }

    /// Copies a row whose columns come as an array of texts; whether there are as many as the table has.
    static func append(_ texts: TextArray, of table: JournalTable, _ hash: EntryHash, to rows: inout PendingRows) -> Bool {
        let integers = table.integerColumns, texts = texts.elements
        guard texts.count == table.columns.count else { return false }
        let row = texts.indices.map { column -> JournalField in
            guard let text = texts[column] else { return .null }
            return integers.contains(column) ? .integer(integer(text)) : .text(text)
        }
        row.withUnsafeBufferPointer { rows.append(JournalRow(table: table, fields: $0, hash: hash)) }
        return true
    }

    /// The number of an integer that the server wrote.
    private static func integer(_ text: UnsafeBufferPointer<UInt8>) -> Int64 {
        var value: Int64 = 0
        for byte in text where byte != UInt8(ascii: "-") { value = value &* 10 &+ Int64(byte &- UInt8(ascii: "0")) }
        return text.first == UInt8(ascii: "-") ? -value : value
    }
}

/// An array of texts as the server sends it in its own form: dimensions, a mark whether something is missing, the type, then the extent, and each element behind its
/// length (PostgreSQL's `array_send`).
struct TextArray {
    /// The texts, which are borrowed; nil for what is missing.
    let elements: [UnsafeBufferPointer<UInt8>?]

    init(_ bytes: UnsafeRawBufferPointer) {
        func number(_ place: Int) -> Int { place + 4 <= bytes.count ? Int(Int32(bigEndian: bytes.loadUnaligned(fromByteOffset: place, as: Int32.self))) : 0 }
        var elements: [UnsafeBufferPointer<UInt8>?] = [], place = 20
        for _ in 0..<(number(0) == 1 ? max(0, number(12)) : 0) {
            let length = number(place)
            place += 4
            guard length >= 0 else {
                elements.append(nil)
                continue
            }
            guard place + length <= bytes.count else { break }
            elements.append(UnsafeRawBufferPointer(rebasing: bytes[place..<place + length]).bindMemory(to: UInt8.self))
            place += length
        }
        self.elements = elements
    }
}

/// Rows that were read before others, and are handed over between those.
struct RowsBetween {
    private let rows: PendingRows
    private var next = 0

    init(_ rows: PendingRows) { self.rows = rows }

    /// Hands over those that stand before an entry; the act that begins with it among them.
    mutating func hand(before sequence: Int, _ receive: (JournalRow) throws -> Void) throws {
        while next < rows.count, rows.sequence(at: next) < sequence || rows.sequence(at: next) == sequence && rows.table(at: next) == .act {
            try rows.lend(next, receive)
            next += 1
        }
    }
}

/// Reads activities as the server sends them, without memory of their own.
final class ActivityReader {
    private let withHashes: Bool
    private let isInteger: [Bool]
    private let fields: UnsafeMutableBufferPointer<JournalField>
    private static let columns = JournalTable.activity.columns

    init(withHashes: Bool) {
        self.withHashes = withHashes
        isInteger = Self.columns.indices.map(JournalTable.activity.integerColumns.contains)
        fields = .allocate(capacity: Self.columns.count)
        fields.initialize(repeating: .null)
    }

    deinit { fields.deinitialize().deallocate() }

    /// What is asked of the server. Who does not check the chain knows the act of an entry by its number, and does not ask who recorded it.
    static func query(_ span: JournalSpan, book: String) -> String {
        let asked = span.withHashes ? columns + ["hash"] : columns.filter { $0 != "act" && $0 != "recorded_by" }
        return "SELECT \(asked.joined(separator: ", ")) FROM luca.activities_after('\(book)', \(span.after)) WHERE seq <= \(span.through)"
    }

    /// What is asked of the server for several books at once: the activities of one after those of the other, each with the place of its book in the
    /// array, from 1, in front.
    static func query(books: String) -> String {
        let asked = columns.filter { $0 != "act" && $0 != "recorded_by" }.map { "a.\($0)" }.joined(separator: ", ")
        return """
            SELECT w.place, \(asked) FROM unnest(\(books)) WITH ORDINALITY AS w (book, place) CROSS JOIN LATERAL luca.activities_after(w.book, 0) AS a
            """
    }

    /// The row in some bytes, which it borrows.
    func row(_ bytes: UnsafeRawBufferPointer) throws -> JournalRow {
        var next = try BinaryRow(bytes)
        return try row(&next)
    }

    /// The row in some bytes, with the place of its book.
    func numberedRow(_ bytes: UnsafeRawBufferPointer) throws -> (place: Int, row: JournalRow) {
        var next = try BinaryRow(bytes)
        let place = Int(try next.int64() ?? 0)
        return (place, try row(&next))
    }

    private func row(_ next: inout BinaryRow) throws -> JournalRow {
        for column in fields.indices {
            if !withHashes, column == 1 || column == fields.count - 1 {
                fields[column] = column == 1 ? .integer(0) : .null
                continue
            }
            guard let value = try next.next() else {
                fields[column] = .null
                continue
            }
            fields[column] = isInteger[column] ? .integer(Int64(bigEndian: value.loadUnaligned(as: Int64.self))) : .text(value.bindMemory(to: UInt8.self))
        }
        let hash = withHashes ? try next.next().flatMap { EntryHash(bytes: $0) } : nil
        return JournalRow(table: .activity, fields: UnsafeBufferPointer(fields), hash: hash)
    }
}
