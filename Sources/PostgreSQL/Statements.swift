import CPostgreSQL

extension PostgresConnection {
    /// Runs one or several statements, which answer with nothing that is asked for here. Several run in one transaction, unless they hold their own.
    ///
    /// - Throws: what the first statement that failed did; those behind it do not run.
    public func execute(_ sql: String) throws(PostgresError) {
        try requireNoNUL(sql, "A statement")
        try run { connection throws(PostgresError) in
            guard library.sendQuery(connection, sql) == 1 else { throw refusal(connection) }
            _ = try collect(connection)
        }
    }

    /// Runs a statement.
    ///
    /// - Parameters:
    ///   - parameters: the values of `$1`, `$2` …
    ///   - format: how values come back.
    /// - Throws: `server` with its code; `cancelled` where `shouldStop` stopped it; `lost` where the connection ended, and it may have taken effect.
    @discardableResult
    public func query(_ sql: String, _ parameters: [PostgresParameter] = [], format: PostgresFormat = .text) throws(PostgresError) -> PostgresResult {
        let request = try Request.query(sql, parameters, format)
        return try run { connection throws(PostgresError) in try answer(to: request, connection) }
    }

    /// Has the server keep a statement for this connection under a name, by which `queryPrepared` runs it.
    public func prepare(_ name: String, _ sql: String) throws(PostgresError) {
        let request = try Request.prepare(name, sql)
        _ = try run { connection throws(PostgresError) in try answer(to: request, connection) }
    }

    /// Runs a statement that was prepared; it throws as `query` does.
    @discardableResult
    public func queryPrepared(_ name: String, _ parameters: [PostgresParameter] = [], format: PostgresFormat = .text) throws(PostgresError) -> PostgresResult {
        let request = try Request.prepared(name, parameters, format)
        return try run { connection throws(PostgresError) in try answer(to: request, connection) }
    }

    private func answer(to request: Request, _ connection: OpaquePointer) throws(PostgresError) -> PostgresResult {
        try send(request, connection)
        guard let result = try collect(connection).last else { throw PostgresError(.misuse, "The server had no answer.") }
        return result
    }

    /// Hands a statement to libpq.
    func send(_ request: Request, _ connection: OpaquePointer) throws(PostgresError) {
        let isTaken =
            switch request.what {
            case .query(let sql):
                request.parameters.lend { count, types, values, lengths, formats in
                    library.sendQueryParams(connection, sql, count, types, values, lengths, formats, request.format.rawValue)
                }
            case .prepare(let name, let sql): library.sendPrepare(connection, name, sql, 0, nil)
            case .prepared(let name):
                request.parameters.lend { count, _, values, lengths, formats in
                    library.sendQueryPrepared(connection, name, count, values, lengths, formats, request.format.rawValue)
                }
            }
        guard isTaken == 1 else { throw refusal(connection) }
    }

    /// Reads all results of what was sent, to the end.
    ///
    /// - Throws: the first failure.
    func collect(_ connection: OpaquePointer) throws(PostgresError) -> [PostgresResult] {
        try flush(connection)
        var results: [PostgresResult] = [], failed: PostgresError?
        while let result = try nextResult(connection) {
            switch library.resultStatus(result.handle) {
            case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY: results.append(result)
            case PGRES_COPY_OUT:
                failed = failed ?? Self.isCopy
                try discardCopy(connection)
            case PGRES_COPY_IN:
                failed = failed ?? Self.isCopy
                _ = library.putCopyEnd(connection, "nothing is copied this way")
                try flush(connection)
            default: failed = failed ?? failure(result, connection)
            }
            if !isAlive(connection) { break }
        }
        if let failed { throw failed }
        guard isAlive(connection) else { throw refusal(connection) }
        return results
    }

    private static var isCopy: PostgresError { PostgresError(.misuse, "COPY has no place among statements; a copy out of the server has a call of its own.") }
}

/// A statement as it is sent.
struct Request {
    enum What {
        case query(String)
        case prepare(name: String, String)
        case prepared(name: String)
    }

    let what: What
    let parameters: ParameterList
    let format: PostgresFormat

    static func query(_ sql: String, _ parameters: [PostgresParameter], _ format: PostgresFormat) throws(PostgresError) -> Request {
        try requireNoNUL(sql, "A statement")
        return Request(what: .query(sql), parameters: try ParameterList(parameters), format: format)
    }

    static func prepare(_ name: String, _ sql: String) throws(PostgresError) -> Request {
        try requireNoNUL(name + sql, "A statement")
        return Request(what: .prepare(name: name, sql), parameters: try ParameterList([]), format: .text)
    }

    static func prepared(_ name: String, _ parameters: [PostgresParameter], _ format: PostgresFormat) throws(PostgresError) -> Request {
        try requireNoNUL(name, "A statement")
        return Request(what: .prepared(name: name), parameters: try ParameterList(parameters), format: format)
    }
}
