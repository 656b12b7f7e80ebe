import CPostgreSQL

/// Statements that go to the server together, without waiting for the answer to one before the next is sent.
///
/// They come in sections, each ended by `sync`. Where a statement fails, the rest of its section does not run, and without a transaction of its own
/// the section is undone as a whole; the next section runs all the same.
///
///     let answers = try connection.pipeline { pipeline throws(PostgresError) in
///         try pipeline.query("BEGIN")
///         try pipeline.queryPrepared("append", [.bytes(entry)])
///         try pipeline.query("COMMIT")
///         pipeline.sync()
///         try pipeline.query("NOTIFY news")
///     }
///     let appended = try answers[0].get()[1]
public struct PostgresPipeline {
    /// What came of a section: the result of each statement, or the first failure in it.
    public typealias Answer = Result<[PostgresResult], PostgresError>

    fileprivate enum Step {
        case request(Request)
        case sync
    }

    fileprivate var steps: [Step] = []

    fileprivate init() {}

    /// Adds a statement, as for `PostgresConnection.query`.
    ///
    /// - Throws: `misuse` where a text holds what cannot be sent.
    public mutating func query(_ sql: String, _ parameters: [PostgresParameter] = [], format: PostgresFormat = .text) throws(PostgresError) {
        steps.append(.request(try .query(sql, parameters, format)))
    }

    /// Adds the preparing of a statement, which has a result of its own without rows.
    public mutating func prepare(_ name: String, _ sql: String) throws(PostgresError) { steps.append(.request(try .prepare(name, sql))) }

    /// Adds a statement that was prepared, be it in the same pipeline.
    public mutating func queryPrepared(_ name: String, _ parameters: [PostgresParameter] = [], format: PostgresFormat = .text) throws(PostgresError) {
        steps.append(.request(try .prepared(name, parameters, format)))
    }

    /// Ends a section. The last one ends by itself.
    public mutating func sync() { steps.append(.sync) }

    /// Ends the last section where that is not done.
    fileprivate mutating func finish() {
        if case .request? = steps.last { steps.append(.sync) }
    }
}

extension PostgresConnection {
    /// Sends statements together, and reads all their results.
    ///
    /// - Returns: what came of each section, in order. Where the connection ends, the sections whose end was not heard of have a failure `lost`: they may
    ///   have taken effect or not.
    /// - Throws: what `build` throws, before anything is sent; or what kept the statements from being sent.
    public func pipeline(_ build: (inout PostgresPipeline) throws(PostgresError) -> Void) throws(PostgresError) -> [PostgresPipeline.Answer] {
        var pipeline = PostgresPipeline()
        try build(&pipeline)
        pipeline.finish()
        let steps = pipeline.steps
        return try run { connection throws(PostgresError) in
            guard library.enterPipeline(connection) == 1 else { throw refusal(connection) }
            var answers: [PostgresPipeline.Answer] = []
            do throws(PostgresError) {
                for step in steps { try send(step, connection) }
                try flush(connection)
                try read(steps, connection, into: &answers)
                guard library.exitPipeline(connection) == 1 else { throw PostgresError(.lost, "The server has answered out of order.") }
            } catch {
                // What is on its way cannot be told from what comes next.
                close()
                let count = steps.count { if case .sync = $0 { true } else { false } }
                guard error.kind == .lost else { throw error }
                answers += Array(repeating: .failure(error), count: count - answers.count)
            }
            return answers
        }
    }

    private func send(_ step: PostgresPipeline.Step, _ connection: OpaquePointer) throws(PostgresError) {
        switch step {
        case .request(let request): try send(request, connection)
        case .sync: guard library.pipelineSync(connection) == 1 else { throw refusal(connection) }
        }
    }

    private func read(_ steps: [PostgresPipeline.Step], _ connection: OpaquePointer, into answers: inout [PostgresPipeline.Answer]) throws(PostgresError) {
        var results: [PostgresResult] = [], failed: PostgresError?
        for step in steps {
            guard let result = try nextResult(connection) else { throw disorder(connection) }
            let status = library.resultStatus(result.handle)
            switch (step, status) {
            case (.sync, PGRES_PIPELINE_SYNC):
                answers.append(failed.map { .failure($0) } ?? .success(results))
                (results, failed) = ([], nil)
                continue
            case (.request, PGRES_COMMAND_OK), (.request, PGRES_TUPLES_OK), (.request, PGRES_EMPTY_QUERY): results.append(result)
            case (.request, PGRES_PIPELINE_ABORTED): break
            case (.request, PGRES_FATAL_ERROR): failed = failed ?? failure(result, connection)
            case (_, PGRES_COPY_IN), (_, PGRES_COPY_OUT): throw PostgresError(.misuse, "COPY has no place in a pipeline.")
            default:
                if let failed, failed.kind == .lost { throw failed }
                throw isAlive(connection) ? disorder(connection) : failure(result, connection)
            }
            guard try nextResult(connection) == nil else { throw disorder(connection) }
        }
    }

    /// Why an answer is missing: the connection ended, else nobody knows.
    private func disorder(_ connection: OpaquePointer) -> PostgresError {
        isAlive(connection) ? PostgresError(.lost, "The server has answered out of order.") : refusal(connection)
    }
}
