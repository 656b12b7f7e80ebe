import SQLite

/// Another program's SQLite file, open to be read: its tables alone, and no more of them than its bytes have room for.
///
/// Whoever made such a file may have meant harm. A view may go on without end and a computed column make large values of nothing, so that neither is
/// read; pages may name one another in a circle, or one page many times, so that rows and bytes are counted.
public final class ForeignFile {
    /// Where it is.
    public let path: String
    /// The columns of its tables, by their names.
    public let tables: [String: Set<String>]
    private let connection: BookConnection
    private let size: Int
    private let shouldStop: (() -> Bool)?

    /// Opens a file. Nothing is written, not even beside the file.
    ///
    /// - Parameter shouldStop: asked now and then while rows are read; `true` ends the reading.
    public init(_ path: String, shouldStop: (() -> Bool)? = nil) throws(StorageError) {
        // What its journal holds would be missing from the rows, and to write it back is the other program's.
        if BookFile.hasJournal(path) { throw .openElsewhere(path) }
        let connection = try BookConnection(path: path, access: .immutable, busyTimeout: 5)
        do throws(StorageError) {
            let size = try connection.size()
            tables = try Self.watched(connection, size, shouldStop) { () throws(StorageError) in try Self.tables(of: connection) }
            (self.path, self.connection, self.size, self.shouldStop) = (path, connection, size, shouldStop)
        } catch {
            connection.close()
            throw error
        }
    }

    deinit { connection.close() }

    private static func tables(of connection: BookConnection) throws(StorageError) -> [String: Set<String>] {
        // What a statement in the file makes counts, and not what the file calls it. Computed columns are not in this list.
        let list = """
            SELECT t.name, c.name FROM pragma_table_list AS t JOIN pragma_table_info(t.name) AS c
            WHERE t.schema = 'main' AND t.type = 'table' AND substr(t.name, 1, 7) <> 'sqlite_'
            """
        let statement = try connection.compile(list)
        var tables: [String: Set<String>] = [:]
        while try connection.next(statement) { tables[text(statement, 0), default: []].insert(text(statement, 1)) }
        return tables
    }

    private static func text(_ statement: SQLiteStatement, _ column: Int) -> String { String(decoding: statement.text(column), as: UTF8.self) }

    /// The rows of a table, in an order given as SQL.
    public func rows(of table: ForeignTable, order: String) throws(StorageError) -> [[ForeignTable.Value]] {
        guard table.isQuestion || table.columns.allSatisfy({ tables[table.name]?.contains($0) == true }) else { throw .noForeignTable(path, table) }
        return try Self.watched(connection, size, shouldStop) { () throws(StorageError) in
            let statement = try connection.compile("SELECT \(table.list) FROM \(table.name) ORDER BY \(order)")
            var rows: [[ForeignTable.Value]] = [], bytes = 0
            while try connection.next(statement) {
                let row = (0..<table.columns.count).map { ForeignTable.value(statement, $0) }
                for case .text(let text) in row { bytes += text.utf8.count }
                rows.append(row)
                // Of two bytes of a text come three at most.
                if rows.count > mostRows || bytes > size * 2 { throw .damagedForeign(path) }
            }
            return rows
        }
    }

    /// How many rows a table has; none where there is no such table.
    public func count(of name: String) throws(StorageError) -> Int {
        guard tables[name] != nil else { return 0 }
        return try Self.watched(connection, size, shouldStop) { () throws(StorageError) in
            // Where SQLite itself counts, nothing can stop it.
            let statement = try connection.compile("SELECT 1 FROM \(name)")
            var count = 0
            while try connection.next(statement) {
                count += 1
                if count > mostRows { throw .damagedForeign(path) }
            }
            return count
        }
    }

    /// A row takes more bytes than these on its page.
    private var mostRows: Int { size / 4 }

    /// Runs something that the user may stop, and that takes no more memory than the file is worth.
    private static func watched<Result>(
        _ connection: BookConnection, _ size: Int, _ shouldStop: (() -> Bool)?, _ body: () throws(StorageError) -> Result
    ) throws(StorageError) -> Result {
        let watch = StatementWatch(shouldStop: shouldStop, largestWork: 64 << 20 + size * 8)
        do throws(StorageError) {
            return try connection.database.bounded(longestValue: max(size, 1 << 20), longestStatement: 1 << 20) { () throws(StorageError) in
                try connection.database.watched(by: watch, body)
            }
        } catch {
            throw shouldStop?() == true ? .interrupted() : .damagedForeign(connection.path)
        }
    }
}

extension StorageError {
    /// A file of another program that is not what it should be.
    fileprivate static func damagedForeign(_ path: String) -> StorageError {
        StorageError(
            .notABook, "\(path) cannot be read: it is damaged, or no file of SQLite though it begins like one.",
            hint: "Open it with the program that wrote it, and save it again under another name.")
    }

    fileprivate static func noForeignTable(_ path: String, _ table: ForeignTable) -> StorageError {
        StorageError(
            .notABook, "\(path) has no table \(table.name) with the columns \(table.list).",
            hint: "Books of GnuCash and history.db of the Reserve Manager can be imported, and books of luca are opened with open(\"\(path)\")")
    }
}
