import CSQLite
import Ledger
import SQLite

/// Reads the journal's tables of a file as one sequence.
struct JournalReader {
    let connection: BookConnection
    let name: String

    /// The tables that the file has. One that an earlier program wrote, such as a copy from before a migration, has fewer.
    private func tables() throws(StorageError) -> [JournalTable] {
        let version = try connection.integer("PRAGMA user_version")
        // Nothing is sought for a file that is up to date, as nearly all are.
        return version == Schema.current.number ? JournalTable.allCases : Schema.current.tables(in: version)
    }

    /// The last entry, found at the end of each table.
    func head() throws(StorageError) -> JournalHead {
        // A query that sorted them would make a table of each.
        let parts = try tables().filter { $0 != .act }.map { "SELECT seq, hash FROM \($0.name) WHERE seq = (SELECT max(seq) FROM \($0.name))" }
        let statement = try connection.statement(parts.joined(separator: " UNION ALL "))
        defer { statement.reset() }
        var last: (sequence: Int, hash: EntryHash?)?
        while try connection.next(statement) {
            let sequence = Int(statement.integer(0))
            if sequence > last?.sequence ?? .min { last = (sequence, EntryHash(bytes: statement.bytes(1))) }
        }
        guard let last else { return .empty }
        guard let hash = last.hash else { throw .damagedEntry(name, sequence: last.sequence, "its hash is not 32 bytes long") }
        return JournalHead(sequence: last.sequence, hash: hash)
    }

    /// The hash of the entry of a number, or of the tombstone in its place; nil where there is neither.
    func hash(of entry: Int) throws(StorageError) -> EntryHash? {
        let tables = try tables().filter { $0 != .act }
        let statement = try connection.statement(tables.map { "SELECT hash FROM \($0.name) WHERE seq = ?1" }.joined(separator: " UNION ALL "))
        statement.bind(1, Int64(entry))
        defer { statement.reset() }
        guard try connection.next(statement) else { return nil }
        return EntryHash(bytes: statement.bytes(0))
    }

    /// Who recorded the entry of a number, where that was kept.
    func recordedBy(_ entry: Int) throws(StorageError) -> String? {
        let tables = try tables().filter(\.isEntry)
        let statement = try connection.statement(tables.map { "SELECT recorded_by FROM \($0.name) WHERE seq = ?1" }.joined(separator: " UNION ALL "))
        statement.bind(1, Int64(entry))
        defer { statement.reset() }
        guard try connection.next(statement), statement.text(0).baseAddress != nil else { return nil }
        return String(decoding: statement.text(0), as: UTF8.self)
    }

    /// Hands over the row of the act that recorded an entry, and tells the first entry behind the act; nil where there is no such entry.
    func readAct(of entry: Int, _ receive: (JournalRow) throws -> Void) throws -> Int? {
        func number(_ sql: String) throws(StorageError) -> Int? {
            let statement = try connection.statement(sql)
            statement.bind(1, Int64(entry))
            defer { statement.reset() }
            return try connection.next(statement) && statement.type(0) != SQLITE_NULL ? Int(statement.integer(0)) : nil
        }
        guard let first = try number("SELECT max(first_seq) FROM act WHERE first_seq <= ?1") else { return nil }
        let end = try number("SELECT min(first_seq) FROM act WHERE first_seq > ?1") ?? head().sequence + 1
        guard entry < end else { return nil }
        try read(JournalSpan(after: first - 1, through: first, tables: [.act]), receive)
        return end
    }

    /// Hands over each activity that was amended, and the entry in its place.
    func readAmendments(_ receive: (_ amended: Int, _ by: Int) -> Void) throws(StorageError) {
        // All of it stands in the index.
        let statement = try connection.statement("SELECT amends, seq FROM activity WHERE amends IS NOT NULL ORDER BY amends")
        defer { statement.reset() }
        while try connection.next(statement) { receive(Int(statement.integer(0)), Int(statement.integer(1))) }
    }

    /// Hands over the rows of a span by their numbers, an act before its first entry.
    func read(_ span: JournalSpan, _ receive: (JournalRow) throws -> Void) throws {
        // In the order of the tables, so that at equal numbers the act comes first.
        var cursors: [TableCursor] = []
        for table in try tables() where span.tables.contains(table) {
            cursors.append(try TableCursor(table, span, connection))
        }
        defer { for cursor in cursors { cursor.reset() } }
        while let (index, bound) = Self.first(of: cursors) {
            let cursor = cursors[index]
            // Rows of one table come in runs; the others are compared again only where a run ends.
            repeat {
                try receive(cursor.row())
                try cursor.advance()
            } while cursor.sequence < bound
        }
    }

    /// The cursor with the smallest number, and the smallest number of the others.
    private static func first(of cursors: [TableCursor]) -> (index: Int, bound: Int)? {
        var (best, bestSequence, bound) = (-1, Int.max, Int.max)
        for (index, cursor) in cursors.enumerated() {
            if cursor.sequence < bestSequence {
                (bound, best, bestSequence) = (bestSequence, index, cursor.sequence)
            } else {
                bound = min(bound, cursor.sequence)
            }
        }
        return best < 0 ? nil : (best, bound)
    }
}

/// Where the reading of one table stands.
private final class TableCursor {
    /// The number of the row it stands on; the largest of all numbers at the end.
    private(set) var sequence = Int.max
    private let table: JournalTable
    private let statement: SQLiteStatement
    private let connection: BookConnection
    private let sequenceColumn: Int
    private let withHashes: Bool
    /// Where the columns begin that are read for each row; those before are the number, which is known, and the act.
    private let firstColumn: Int
    /// Where they end.
    private let endColumn: Int
    private let isInteger: [Bool]
    private let fields: UnsafeMutableBufferPointer<JournalField>

    init(_ table: JournalTable, _ span: JournalSpan, _ connection: BookConnection) throws(StorageError) {
        let key = table == .act ? "first_seq" : "seq"
        // Who does not check the chain knows the act of an entry by its number, and does not ask who recorded it; a constant costs less
        // than a column of a million rows.
        let own = span.withHashes || table == .act ? table.columns : table.columns.map { $0 == "act" ? "0" : $0 == "recorded_by" ? "NULL" : $0 }
        let columns = (own + (span.withHashes ? ["hash"] : [])).joined(separator: ", ")
        self.table = table
        self.connection = connection
        statement = try connection.statement("SELECT \(columns) FROM \(table.name) WHERE \(key) > ?1 AND \(key) <= ?2 ORDER BY \(key)")
        sequenceColumn = table == .act ? 1 : 0
        withHashes = span.withHashes
        firstColumn = table == .act ? 0 : 2
        endColumn = table.recordedByColumn ?? table.columns.count
        isInteger = table.columns.indices.map(table.integerColumns.contains)
        fields = .allocate(capacity: table.columns.count)
        fields.initialize(repeating: .null)
        statement.bind(1, Int64(span.after))
        statement.bind(2, Int64(span.through))
        try advance()
    }

    deinit { fields.deinitialize().deallocate() }

    func reset() { statement.reset() }

    @inline(__always)
    func advance() throws(StorageError) {
        sequence = try connection.next(statement) ? Int(statement.integer(sequenceColumn)) : Int.max
    }

    @inline(__always)
    func row() -> JournalRow {
        var hash: EntryHash?
        if withHashes {
            for column in 0..<fields.count { fields[column] = statement.field(column) }
            hash = EntryHash(bytes: statement.bytes(fields.count))
        } else {
            if firstColumn > 0 { fields[0] = .integer(Int64(sequence)) }
            for column in firstColumn..<endColumn { fields[column] = statement.strictField(column, isInteger: isInteger[column]) }
        }
        return JournalRow(table: table, fields: UnsafeBufferPointer(fields), hash: hash)
    }
}

extension SQLiteStatement {
    /// Binds a field of a row, whose text stays where it is until the statement has run.
    @inline(__always)
    func bind(_ index: Int, _ field: JournalField) {
        switch field {
        case .null, .foreign: bindNull(index)
        case .integer(let value): bind(index, value)
        case .text(let bytes): bindBorrowed(index, bytes)
        }
    }

    /// What a column holds, whatever its table says that it should; a text is good until the next step.
    @inline(__always)
    func field(_ column: Int) -> JournalField {
        switch type(column) {
        case SQLITE_NULL: .null
        case SQLITE_INTEGER: .integer(integer(column))
        case SQLITE_TEXT: .text(text(column))
        case SQLITE_FLOAT: .foreign(type: "a float")
        default: .foreign(type: "bytes")
        }
    }

    /// The same for a column of a strict table, which holds what it is declared to hold or nothing: with fewer calls, for those who
    /// read millions of rows.
    @inline(__always)
    fileprivate func strictField(_ column: Int, isInteger: Bool) -> JournalField {
        let value = sqlite3_column_value(handle, Int32(column))
        if isInteger {
            return sqlite3_value_type(value) == SQLITE_NULL ? .null : .integer(sqlite3_value_int64(value))
        }
        guard let start = sqlite3_value_text(value) else { return .null }
        return .text(UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value))))
    }
}

/// Removes rows of the journal for good: the one thing for which the guards of its tables are lifted once an act is committed.
struct RowRemoval {
    let connection: BookConnection

    /// Puts tombstones in the place of rows, within the running transaction.
    func replaceByTombstones(_ rows: [RemovedRow], erasure: Int) throws(StorageError) {
        // What is deleted is overwritten with zeros in its page, and not only marked as free.
        try connection.execute("PRAGMA secure_delete = ON")
        for cache in ["saved_state", "saved_segment", "saved_block", "saved_gains", "saved_gains_block", "saved_values"] { try connection.execute("DELETE FROM \(cache)") }
        // What refers to others goes before them.
        for table in JournalTable.allCases.reversed() {
            let sequences = rows.filter { $0.table == table }.map(\.sequence)
            if sequences.isEmpty { continue }
            let (name, sql) = try deletionGuard(of: table)
            try connection.execute("DROP TRIGGER \(name)")
            try replace(sequences, of: table, erasure)
            try connection.execute(sql)
        }
    }

    private func replace(_ sequences: [Int], of table: JournalTable, _ erasure: Int) throws(StorageError) {
        let setting = try connection.compile("INSERT INTO tombstone (seq, erasure, hash) SELECT seq, ?2, hash FROM \(table.name) WHERE seq = ?1")
        let deletion = try connection.compile("DELETE FROM \(table.name) WHERE seq = ?1")
        setting.bind(2, Int64(erasure))
        for sequence in sequences {
            setting.bind(1, Int64(sequence))
            try connection.run(setting)
            deletion.bind(1, Int64(sequence))
            try connection.run(deletion)
        }
    }

    /// The trigger that forbids deleting from a table, by name and as SQL.
    private func deletionGuard(of table: JournalTable) throws(StorageError) -> (name: String, sql: String) {
        let name = "\(table.name)_is_not_deleted"
        let statement = try connection.compile("SELECT sql FROM sqlite_schema WHERE type = 'trigger' AND name = ?")
        statement.bind(1, name)
        guard try connection.next(statement) else {
            throw .damagedFile(BookFile.name(connection.path), "the trigger \(name), which protects its entries, is missing")
        }
        return (name, String(decoding: statement.text(0), as: UTF8.self))
    }

    /// Writes the file anew without what is free in it, and empties the journal file beside it.
    func scrub(name: String) throws(StorageError) {
        do throws(StorageError) {
            try connection.execute("VACUUM")
            let statement = try connection.compile("PRAGMA wal_checkpoint(TRUNCATE)")
            // The first column tells whether another program held on to what is in the journal file.
            guard try connection.next(statement), statement.integer(0) == 0 else { throw .busy(name, waited: connection.busyTimeout) }
        } catch {
            throw .notScrubbed(name, error)
        }
    }
}
