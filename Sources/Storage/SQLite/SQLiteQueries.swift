import GRDBSQLite
import Values

/// Answers users' questions in SQL over one connection, and lets nothing through that would change the book.
///
/// Three guards stand one behind the other: only statements that begin like a question are taken, SQLite must find the compiled
/// statement to write nothing, and while it runs the connection refuses writes. Outside of an act the connection is also one that
/// was opened for reading only.
final class SQLiteQueries {
    private let connection: SQLiteConnection
    private let ownsConnection: Bool
    private var isPrepared = false

    init(connection: SQLiteConnection, ownsConnection: Bool) {
        self.connection = connection
        self.ownsConnection = ownsConnection
    }

    func close() {
        if ownsConnection { connection.close() }
    }

    func answer(_ sql: String, _ arguments: [QueryValue], _ limits: QueryLimits) throws(StorageError) -> QueryResult {
        try prepare()
        try QueryText(sql).checkIsQuestion()
        try connection.execute("PRAGMA query_only = ON")
        defer { try? connection.execute("PRAGMA query_only = OFF") }
        let statement = try compile(sql)
        try bind(arguments, to: statement)
        return try connection.withLongestValue(limits.largestAnswer) { () throws(StorageError) in
            try connection.withInterruption(limits.shouldStop) { () throws(StorageError) in try collect(statement, limits.largestAnswer) }
        }
    }

    /// Makes numbers compare as numbers: see `QueryViews`.
    private func prepare() throws(StorageError) {
        if isPrepared { return }
        connection.withHandle { handle in DecimalSQL.register(on: handle) }
        for statement in try QueryViews(connection: connection).statements() { try connection.execute(statement) }
        isPrepared = true
    }

    private func compile(_ sql: String) throws(StorageError) -> SQLiteStatement {
        let (compiled, rest) = try connection.withHandle { (handle) throws(StorageError) -> (SQLiteStatement?, String) in
            var (compiled, rest): (OpaquePointer?, String) = (nil, "")
            let code = sql.withCString { text in
                var tail: UnsafePointer<CChar>?
                let code = sqlite3_prepare_v3(handle, text, -1, 0, &compiled, &tail)
                if let tail { rest = String(cString: tail) }
                return code
            }
            guard code == SQLITE_OK else { throw explain(SQLiteFailure(handle: handle)) }
            return (compiled.map(SQLiteStatement.init(handle:)), rest)
        }
        guard let compiled else { throw .emptyQuery() }
        guard QueryText(rest).isBlank else { throw .severalStatements() }
        guard sqlite3_stmt_readonly(compiled.handle) != 0 else { throw .refusedStatement() }
        return compiled
    }

    private func bind(_ arguments: [QueryValue], to statement: SQLiteStatement) throws(StorageError) {
        let expected = Int(sqlite3_bind_parameter_count(statement.handle))
        guard expected == arguments.count else { throw .argumentCount(expected: expected, given: arguments.count) }
        for (index, argument) in arguments.enumerated() {
            switch argument {
            case .null: statement.bindNull(index + 1)
            case .integer(let value): statement.bind(index + 1, value)
            case .real(let value): sqlite3_bind_double(statement.handle, Int32(index + 1), value)
            case .text(let value): statement.bind(index + 1, value)
            case .blob(let value): statement.bind(index + 1, value)
            }
        }
    }

    private func collect(_ statement: SQLiteStatement, _ largest: Int) throws(StorageError) -> QueryResult {
        var collector = QueryCollector(statement)
        while true {
            switch statement.step() {
            case SQLITE_ROW:
                collector.takeRow()
                if collector.byteCount > largest { throw .tooLargeAnswer(largest) }
            case SQLITE_DONE: return collector.result()
            default: throw connection.withHandle { handle in explain(SQLiteFailure(handle: handle)) }
            }
        }
    }

    /// What SQLite says, as a sentence with the nearest name there is.
    private func explain(_ failure: SQLiteFailure) -> StorageError {
        if failure.primaryCode == SQLITE_TOOBIG { return .tooLargeValue() }
        guard [SQLITE_ERROR, SQLITE_MISMATCH, SQLITE_RANGE].contains(failure.primaryCode) else {
            return failure.storageError(path: connection.path, waited: connection.busyTimeout)
        }
        return QueryViews(connection: connection).explain(failure.message)
    }
}
