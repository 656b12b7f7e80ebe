import CSQLite
import Values

/// Answers users' questions in SQL over one connection, and lets nothing through that would change the book.
///
/// Guards stand one behind the other: only statements that begin like a question are taken, they reach nothing but the book's views and
/// functions that compute (`QueryAccess`), SQLite must find the compiled statement to write nothing, and while it runs the connection
/// refuses writes. Outside of an act the connection is also one that was opened for reading only. Time, memory and size are bounded.
final class SQLiteQueries {
    private let connection: SQLiteConnection
    private let ownsConnection: Bool
    /// The book's views, and what a query may reach; from the first query on.
    private var prepared: (views: QueryViews, access: QueryAccess)?

    init(connection: SQLiteConnection, ownsConnection: Bool) {
        self.connection = connection
        self.ownsConnection = ownsConnection
    }

    func close() {
        if ownsConnection { connection.close() }
    }

    func answer(_ sql: String, _ arguments: [QueryValue], _ limits: QueryLimits) throws(StorageError) -> QueryResult {
        let (views, access) = try prepare()
        let text = QueryText(sql)
        try text.checkIsQuestion()
        let withNames = try text.withNames(access.views)
        try connection.execute("PRAGMA query_only = ON")
        defer { try? connection.execute("PRAGMA query_only = OFF") }
        return try connection.withQueryLimits(limits) { () throws(StorageError) in
            try connection.withHandle { (handle) throws(StorageError) in
                try access.guarding(handle, withNames: withNames) { () throws(StorageError) in
                    let statement = try compile(sql, views)
                    try bind(arguments, to: statement)
                    return try collect(statement, limits.largestAnswer, views)
                }
            }
        }
    }

    /// Makes numbers compare as numbers: see `QueryViews`.
    private func prepare() throws(StorageError) -> (views: QueryViews, access: QueryAccess) {
        if let prepared { return prepared }
        try connection.withHandle { (handle) throws(StorageError) in
            DecimalSQL.register(on: handle)
            QueryFunctions.register(on: handle)
            try QueryFormat.register(on: handle)
        }
        // Connecting to these looks like writing to whoever guards a query, so it is done before the first one.
        for table in QueryFunctions.allowedTables { try connection.execute("SELECT value FROM \(table)('[]')") }
        let views = try QueryViews(connection)
        for statement in views.statements() { try connection.execute(statement) }
        let made = (views, QueryAccess(views: views.names))
        prepared = made
        return made
    }

    private func compile(_ sql: String, _ views: QueryViews) throws(StorageError) -> SQLiteStatement {
        let (compiled, rest) = try connection.withHandle { (handle) throws(StorageError) -> (SQLiteStatement?, String) in
            var (compiled, rest): (OpaquePointer?, String) = (nil, "")
            let code = sql.withCString { text in
                var tail: UnsafePointer<CChar>?
                let code = sqlite3_prepare_v3(handle, text, -1, 0, &compiled, &tail)
                if let tail { rest = String(cString: tail) }
                return code
            }
            guard code == SQLITE_OK else { throw explain(SQLiteFailure(handle: handle), views) }
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

    private func collect(_ statement: SQLiteStatement, _ largest: Int, _ views: QueryViews) throws(StorageError) -> QueryResult {
        var collector = QueryCollector(statement)
        while true {
            switch statement.step() {
            case SQLITE_ROW:
                collector.takeRow()
                if collector.byteCount > largest { throw .tooLargeAnswer(largest) }
            case SQLITE_DONE: return collector.result()
            default: throw connection.withHandle { handle in explain(SQLiteFailure(handle: handle), views) }
            }
        }
    }

    /// What SQLite says, as a sentence with the nearest name there is.
    private func explain(_ failure: SQLiteFailure, _ views: QueryViews) -> StorageError {
        if failure.primaryCode == SQLITE_TOOBIG { return .tooLargeValue() }
        if failure.primaryCode == SQLITE_NOMEM { return .tooLargeValue() }
        // What the access refused is told by it.
        guard [SQLITE_ERROR, SQLITE_MISMATCH, SQLITE_RANGE, SQLITE_AUTH].contains(failure.primaryCode) else {
            return failure.storageError(path: connection.path, waited: connection.busyTimeout)
        }
        return views.explain(failure.message)
    }
}
