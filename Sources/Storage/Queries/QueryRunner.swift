import CSQLite
import SQLite
import Values

/// Answers users' questions in SQL over one connection, and lets nothing through that would change the book.
///
/// Guards stand one behind the other: only statements that begin like a question are taken, they reach nothing but the book's views and
/// functions that compute (`QueryAccess`), SQLite must find the compiled statement to write nothing, and while it runs the connection
/// refuses writes. Outside of an act the connection is also one that was opened for reading only. Time, memory and size are bounded.
final class QueryRunner {
    private let connection: BookConnection
    private let ownsConnection: Bool
    /// The book's views, and what a query may reach; from the first query on.
    private var prepared: (views: QueryViews, access: QueryAccess)?

    init(connection: BookConnection, ownsConnection: Bool) {
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
            try connection.database.withHandle { (handle) throws(StorageError) in
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
        try connection.database.withHandle { (handle) throws(StorageError) in
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
        let first: SQLiteStatement?, rest: String
        do throws(SQLiteError) { (first, rest) = try connection.database.compileFirst(of: sql) } catch { throw explain(error, views) }
        guard let first else { throw .emptyQuery() }
        guard QueryText(rest).isBlank else { throw .severalStatements() }
        guard first.isReadOnly else { throw .refusedStatement() }
        return first
    }

    private func bind(_ arguments: [QueryValue], to statement: SQLiteStatement) throws(StorageError) {
        let expected = statement.parameterCount
        guard expected == arguments.count else { throw .argumentCount(expected: expected, given: arguments.count) }
        for (index, argument) in arguments.enumerated() {
            switch argument {
            case .null: statement.bindNull(index + 1)
            case .integer(let value): statement.bind(index + 1, value)
            case .real(let value): statement.bind(index + 1, value)
            case .text(let value): statement.bind(index + 1, value)
            case .blob(let value): statement.bind(index + 1, value)
            }
        }
    }

    private func collect(_ statement: SQLiteStatement, _ largest: Int, _ views: QueryViews) throws(StorageError) -> QueryResult {
        var collector = QueryCollector(statement)
        while true {
            let isRow: Bool
            do throws(SQLiteError) { isRow = try connection.database.next(statement) } catch { throw explain(error, views) }
            guard isRow else { return collector.result() }
            collector.takeRow()
            if collector.byteCount > largest { throw .tooLargeAnswer(largest) }
        }
    }

    /// What SQLite says, as a sentence with the nearest name there is.
    private func explain(_ failure: SQLiteError, _ views: QueryViews) -> StorageError {
        if failure.primaryCode == SQLITE_TOOBIG { return .tooLargeValue() }
        if failure.primaryCode == SQLITE_NOMEM { return .tooLargeValue() }
        // What the access refused is told by it.
        guard [SQLITE_ERROR, SQLITE_MISMATCH, SQLITE_RANGE, SQLITE_AUTH].contains(failure.primaryCode) else {
            return connection.told(failure)
        }
        return views.explain(failure.message)
    }
}

/// Gathers the rows of an answer, and finds out which of its columns hold exact decimals.
private struct QueryCollector {
    private enum Evidence {
        /// Nothing but missing values and integers so far.
        case none
        /// At least one text that is a decimal, and nothing that is not.
        case decimals
        case other
    }

    private let statement: SQLiteStatement
    private let names: [String]
    private var evidence: [Evidence]
    private var values: [QueryValue] = []
    /// About how much memory the values take.
    private(set) var byteCount = 0

    init(_ statement: SQLiteStatement) {
        self.statement = statement
        let columns = 0..<statement.columnCount
        names = columns.map(statement.columnName)
        // A column that is declared as text in the file, and was not made a number by the views, holds names and the like.
        evidence = columns.map { statement.isColumnOfTable($0) ? .other : .none }
    }

    mutating func takeRow() {
        for column in names.indices {
            let value = value(column)
            values.append(value)
            byteCount += value.byteCount
            switch value {
            case .null, .integer: break
            case .text: weigh(column)
            case .real, .blob: evidence[column] = .other
            }
        }
    }

    func result() -> QueryResult {
        let columns = zip(names, evidence).map { QueryColumn(name: $0, isDecimal: $1 == .decimals) }
        return QueryResult(columns: columns, values: values)
    }

    private mutating func weigh(_ column: Int) {
        if evidence[column] == .other { return }
        evidence[column] = (try? FixedDecimal(utf8: statement.text(column))) == nil ? .other : .decimals
    }

    private func value(_ column: Int) -> QueryValue {
        switch statement.type(column) {
        case SQLITE_NULL: .null
        case SQLITE_INTEGER: .integer(statement.integer(column))
        case SQLITE_FLOAT: .real(statement.real(column))
        case SQLITE_TEXT: .text(String(decoding: statement.text(column), as: UTF8.self))
        default: .blob(Array(statement.bytes(column)))
        }
    }
}

extension QueryValue {
    /// About how much memory it takes.
    fileprivate var byteCount: Int {
        switch self {
        case .null, .integer, .real: MemoryLayout<QueryValue>.stride
        // Up to 15 bytes of a text stand in the value itself; what is allocated apart has a head of 32 bytes.
        case .text(let text): MemoryLayout<QueryValue>.stride + (text.utf8.count > 15 ? 32 + text.utf8.count : 0)
        case .blob(let bytes): MemoryLayout<QueryValue>.stride + 32 + bytes.count
        }
    }
}
