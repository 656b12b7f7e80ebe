import Ledger
import PostgreSQL
import Values

/// Reading the journal from the server.
extension ServerStore {
    func head() throws(StorageError) -> JournalHead {
        try checkOpen()
        if let act = pending { return act.rows.end ?? act.start.journal }
        return try readHead().journal
    }

    func hash(of entry: Int) throws(StorageError) -> EntryHash? {
        try checkOpen()
        if let act = pending, entry > act.start.journal.sequence {
            for index in 0..<act.rows.count where act.rows.sequence(at: index) == entry && act.rows.table(at: index) != .act { return act.rows.hash(at: index) }
            return nil
        }
        let result = try server.ask(Self.ofOneEntry("hash", in: JournalTable.allCases.filter { $0 != .act }), [book, .integer(entry)])
        return result.rowCount == 0 ? nil : EntryHash(bytes: result.bytes(0, 0))
    }

    func recordedBy(_ entry: Int) throws(StorageError) -> String? {
        try checkOpen()
        if let act = pending, entry > act.start.journal.sequence { return server.login }
        let result = try server.ask(Self.ofOneEntry("recorded_by", in: JournalTable.allCases.filter(\.isEntry)), [book, .integer(entry)])
        return result.rowCount == 0 ? nil : result.text(0, 0)
    }

    private static func ofOneEntry(_ column: String, in tables: [JournalTable]) -> String {
        tables.map { "SELECT \(column) FROM luca.\($0.name) WHERE book = $1 AND seq = $2" }.joined(separator: " UNION ALL ")
    }

    func identity() throws(StorageError) -> String {
        try checkOpen()
        return listing.id.filter { $0 != "-" }
    }

    func backups() throws(StorageError) -> [BackupRecord] { [] }

    func withSnapshot<Result>(_ body: () throws -> Result) throws -> Result {
        if server.isInTransaction { return try body() }
        try server.beginReading()
        defer { server.rollback() }
        return try body()
    }

    /// Hands over the rows of a span in the order of their numbers, an act before its first entry, those of the running act last.
    ///
    /// Activities, of which there may be a million, are taken row by row as they come; all other rows, which are few, come before them and wait in memory.
    func read(_ span: JournalSpan, _ receive: (JournalRow) throws -> Void) throws {
        try checkOpen()
        // Behind the entry that the running act began at there is nothing but its own.
        if let act = pending, span.after >= act.start.journal.sequence {
            if span.after == act.start.journal.sequence { noteSeen(act.start.journal) }
            return try act.rows.read(span, receive)
        }
        do { try readSent(span, receive) } catch {
            // Whoever reads on news has not taken them in.
            known = nil
            throw error
        }
        try pending?.rows.read(span, receive)
    }

    /// Hands over the rows of a span that the server has.
    private func readSent(_ span: JournalSpan, _ receive: (JournalRow) throws -> Void) throws {
        try withSnapshot {
            var others = WaitingRows(try readOthers(span))
            if span.tables.contains(.activity) {
                let reader = ActivityReader(withHashes: span.withHashes)
                try server.copy(ActivityReader.query(span, book: listing.id)) { bytes in
                    let row = try reader.row(bytes)
                    try others.hand(before: row.sequence, receive)
                    try receive(row)
                }
            }
            try others.hand(before: .max, receive)
            if span.tables.contains(.activity), span.through == .max { noteSeen(try pending?.start.journal ?? readHead().journal) }
        }
    }

    /// The rows of a span but for activities, in order.
    private func readOthers(_ span: JournalSpan) throws -> PendingRows {
        var rows = PendingRows()
        let tables = JournalTable.allCases.filter { span.tables.contains($0) && $0 != .activity }
        if tables.isEmpty { return rows }
        let width = JournalTable.allCases.map(\.columns.count).max() ?? 0
        let parts = tables.map { table -> String in
            let key = table == .act ? "first_seq" : "seq"
            let columns = table.columns.map { "\($0)::text" } + Array(repeating: "NULL", count: width - table.columns.count)
            let source = "FROM luca.\(table.name) WHERE book = '\(listing.id)' AND \(key) > \(span.after) AND \(key) <= \(span.through)"
            return "SELECT \(key), \(table.rawValue)::int2, \(span.withHashes ? "hash" : "NULL::bytea"), \(columns.joined(separator: ", ")) \(source)"
        }
        try server.copy(parts.joined(separator: " UNION ALL ") + " ORDER BY 1, 2") { bytes in
            var fields = try BinaryRow(bytes)
            guard let sequence = try fields.int64(), let number = try fields.int16(), let table = JournalTable(rawValue: Int(number)) else {
                throw StorageError.damagedServerBook(location, "a row of its journal has no number")
            }
            let hash = try fields.next().flatMap { EntryHash(bytes: $0) }
            if span.withHashes, hash == nil { throw StorageError.damagedEntry(location, sequence: Int(sequence), "its hash is not 32 bytes long") }
            let integers = table.integerColumns
            let row = try table.columns.indices.map { column -> JournalField in
                guard let bytes = try fields.next() else { return .null }
                let text = bytes.bindMemory(to: UInt8.self)
                return integers.contains(column) ? .integer(Self.integer(text)) : .text(text)
            }
            row.withUnsafeBufferPointer { rows.append(JournalRow(table: table, fields: $0, hash: hash ?? .origin)) }
        }
        return rows
    }

    /// The number of an integer that the server wrote.
    private static func integer(_ text: UnsafeBufferPointer<UInt8>) -> Int64 {
        var value: Int64 = 0
        for byte in text where byte != UInt8(ascii: "-") { value = value &* 10 &+ Int64(byte &- UInt8(ascii: "0")) }
        return text.first == UInt8(ascii: "-") ? -value : value
    }
}

/// Rows that were read before others, and are handed over between those.
private struct WaitingRows {
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
private final class ActivityReader {
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
        let place = "book = '\(book)' AND seq > \(span.after) AND seq <= \(span.through)"
        return "SELECT \(asked.joined(separator: ", ")) FROM luca.activity WHERE \(place) ORDER BY seq"
    }

    /// The row in some bytes, which it borrows.
    func row(_ bytes: UnsafeRawBufferPointer) throws -> JournalRow {
        var next = try BinaryRow(bytes)
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
