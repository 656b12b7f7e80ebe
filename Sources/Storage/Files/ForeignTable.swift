import CSQLite
import FoundationEssentials
import Glibc
import SQLite

/// A table in another program's SQLite file, read and written by the names of its columns.
public struct ForeignTable: Sendable {
    /// A value of a row.
    public enum Value: Hashable, Sendable {
        /// No value.
        case null
        /// A whole number.
        case integer(Int64)
        /// A float.
        case real(Double)
        /// A text.
        case text(String)
    }

    /// What it is called, or a question in brackets that stands for it.
    public let name: String
    /// Its columns that are asked for.
    public let columns: [String]

    /// A table. Names are those of programs that we know, never what a user typed.
    public init(_ name: String, columns: [String]) {
        (self.name, self.columns) = (name, columns)
    }

    /// Whether bytes are those of an SQLite file.
    public static func isFile(_ bytes: [UInt8]) -> Bool { bytes.starts(with: "SQLite format 3\0".utf8) }

    /// Its columns as a statement names them.
    var list: String { columns.joined(separator: ", ") }
    /// Whether it is no table of the file, but what a question answers.
    var isQuestion: Bool { name.hasPrefix("(") }

    /// The rows of the table in a file, in an order given as SQL. Nothing is written, not even beside the file.
    ///
    /// - Parameter shouldStop: asked now and then; `true` ends the reading.
    public func rows(of path: String, order: String, shouldStop: (() -> Bool)? = nil) throws(StorageError) -> [[Value]] {
        try ForeignFile(path, shouldStop: shouldStop).rows(of: self, order: order)
    }

    /// Writes a new file with the table; `schema` makes it and its indexes. A file that is there is replaced once the new one is whole.
    public func write(_ rows: [[Value]], schema: String, to path: String) throws {
        let draft = path + ".part"
        try? FileManager.default.removeItem(atPath: draft)
        do {
            try BookFile.makePrivate(draft)
            let connection = try BookConnection(path: draft, access: .new, busyTimeout: 5)
            defer { connection.close() }
            try connection.execute("BEGIN")
            try connection.execute(schema)
            let marks = columns.map { _ in "?" }.joined(separator: ", ")
            let statement = try connection.compile("INSERT INTO \(name) (\(list)) VALUES (\(marks))")
            for row in rows {
                precondition(row.count == columns.count, "a row has a value for each column")
                for (place, value) in row.enumerated() { Self.bind(statement, place + 1, value) }
                try connection.run(statement)
            }
            try connection.execute("COMMIT")
        } catch {
            try? FileManager.default.removeItem(atPath: draft)
            throw error
        }
        guard rename(draft, path) == 0 else {
            let reason = String(cString: strerror(errno))
            try? FileManager.default.removeItem(atPath: draft)
            throw StorageError(.inputOutput, "\(path) could not be written: \(reason).")
        }
    }

    /// What a column holds in the row at hand.
    static func value(_ statement: SQLiteStatement, _ column: Int) -> Value {
        switch statement.type(column) {
        case SQLITE_NULL: .null
        case SQLITE_INTEGER: .integer(statement.integer(column))
        case SQLITE_FLOAT: .real(statement.real(column))
        default: .text(String(decoding: statement.text(column), as: UTF8.self))
        }
    }

    private static func bind(_ statement: SQLiteStatement, _ index: Int, _ value: Value) {
        switch value {
        case .null: statement.bindNull(index)
        case .integer(let number): statement.bind(index, number)
        case .real(let number): statement.bind(index, number)
        case .text(let text): statement.bind(index, text)
        }
    }
}
