import TestSupport
import Testing

@testable import PostgreSQL

@Suite("Statements that are sent together")
struct PipelineTests {
    private let connection: PostgresConnection

    init() throws {
        connection = try connect()
        try connection.execute("CREATE TEMP TABLE t (n int8 PRIMARY KEY, text text)")
    }

    @Test("Each section has the results of its statements, or the first failure, which ends it and no other section")
    func sections() throws {
        let answers = try connection.pipeline { pipeline throws(PostgresError) in
            try pipeline.prepare("add", "INSERT INTO t VALUES ($1, $2) RETURNING n")
            try pipeline.queryPrepared("add", [.integer(1), .text("größer")], format: .binary)
            pipeline.sync()
            try pipeline.queryPrepared("add", [.integer(2), .null])
            try pipeline.queryPrepared("add", [.integer(1), .null])
            try pipeline.queryPrepared("add", [.integer(3), .null])
            pipeline.sync()
            pipeline.sync()
            try pipeline.query("SELECT count(*), max(text) FROM t WHERE n < $1", [.integer(100)])
            try pipeline.query("NOTIFY news")
        }
        #expect(answers.count == 4)
        let first = try answers[0].get()
        #expect(first.count == 2 && first[1].integer(0, 0) == 1)
        #expect(failure { _ = try answers[1].get() }?.sqlState == PostgresState.uniqueViolation)
        #expect(try answers[2].get().isEmpty)
        // A section without a transaction of its own is undone as a whole.
        let last = try answers[3].get()
        #expect(last.count == 2 && last[0].integer(0, 0) == 1 && last[0].text(0, 1) == "größer")
        #expect(try connection.query("SELECT count(*) FROM t").integer(0, 0) == 1)
        #expect(try connection.pipeline { _ in }.isEmpty)
    }

    @Test("A transaction within a section is still open where a statement of it fails, and can be rolled back")
    func transactions() throws {
        let answers = try connection.pipeline { pipeline throws(PostgresError) in
            try pipeline.query("BEGIN")
            try pipeline.query("INSERT INTO t VALUES (1)")
            try pipeline.query("SELECT 1/0")
            try pipeline.query("COMMIT")
        }
        #expect(failure { _ = try answers[0].get() }?.sqlState == "22012")
        #expect(connection.transactionStatus == .inError)
        try connection.execute("ROLLBACK")
        #expect(try connection.query("SELECT count(*) FROM t").integer(0, 0) == 0)
    }

    @Test("Large batches both ways at once do not wait for each other")
    func large() throws {
        let text = String(repeating: "x", count: 10_000), count = 3_000
        let answers = try connection.pipeline { pipeline throws(PostgresError) in
            for _ in 0..<count { try pipeline.query("SELECT $1::text", [.text(text)]) }
        }
        let results = try answers[0].get()
        #expect(results.count == count && results.allSatisfy { $0.bytes(0, 0).count == text.utf8.count })
    }

    @Test("The user stops a pipeline, of which the connection is free then")
    func stopping() throws {
        let started = ContinuousClock.now
        connection.shouldStop = { ContinuousClock.now - started > .milliseconds(100) }
        let answers = try connection.pipeline { pipeline throws(PostgresError) in
            try pipeline.query("SELECT 1")
            pipeline.sync()
            try pipeline.query("SELECT pg_sleep(60)")
            try pipeline.query("SELECT 2")
        }
        connection.shouldStop = nil
        #expect(ContinuousClock.now - started < .seconds(1))
        #expect(try answers[0].get()[0].integer(0, 0) == 1)
        #expect(failure { _ = try answers[1].get() }?.kind == .cancelled)
        #expect(try connection.query("SELECT 1").integer(0, 0) == 1)
    }

    @Test("Where the connection ends, the sections that ended are known, and the others are lost")
    func lost() throws {
        let answers = try connection.pipeline { pipeline throws(PostgresError) in
            try pipeline.query("SELECT 1")
            pipeline.sync()
            try pipeline.query("SELECT pg_terminate_backend(pg_backend_pid())")
            pipeline.sync()
            try pipeline.query("SELECT 2")
        }
        #expect(answers.count == 3)
        #expect(try answers[0].get().count == 1)
        for answer in answers[1...] { #expect(failure { _ = try answer.get() }?.kind == .lost) }
        #expect(failure { _ = try answers[1].get() }?.sqlState == "57P01")
        #expect(!connection.isOpen)
    }

    @Test("What has no place in a pipeline is refused")
    func misuse() throws {
        #expect(failure { _ = try connection.pipeline { pipeline throws(PostgresError) in try pipeline.query("SELECT '\0'") } }?.kind == .misuse)
        #expect(connection.isOpen)
        #expect(failure { _ = try connection.pipeline { pipeline throws(PostgresError) in try pipeline.query("COPY t TO STDOUT") } } != nil)
    }
}
