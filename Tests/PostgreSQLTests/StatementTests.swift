import TestSupport
import Testing

@testable import PostgreSQL

@Suite("Statements run, answer, fail and are stopped")
struct StatementTests {
    private let connection: PostgresConnection

    init() throws { connection = try connect() }

    @Test("Every kind of value comes back as it was sent, as text and as bytes")
    func values() throws {
        let bytes = [UInt8](0...255)
        let parameters: [PostgresParameter] = [.null, .text("straße 💶 \u{1}"), .text(""), .integer(.min), .integer(.max), .bytes(bytes), .bytes([])]
        let sql = "SELECT $1::text, $2::text, $3::text, $4::int8, $5::int8, $6::bytea, $7::bytea"
        let binary = try connection.query(sql, parameters, format: .binary)
        #expect(binary.rowCount == 1 && binary.columnCount == 7 && binary.columnName(0) == "text" && binary.commandTuples == 1)
        #expect((0..<7).map { binary.isNull(0, $0) } == [true, false, false, false, false, false, false])
        #expect(binary.text(0, 0) == nil && binary.text(0, 1) == "straße 💶 \u{1}" && binary.text(0, 2) == "")
        #expect(binary.integer(0, 3) == .min && binary.integer(0, 4) == .max && binary.integer(0, 0) == nil && binary.integer(0, 1) == nil)
        #expect(Array(binary.bytes(0, 5)) == bytes && binary.bytes(0, 6).isEmpty && binary.bytes(0, 0).baseAddress == nil)

        let text = try connection.query(sql, parameters)
        #expect(text.text(0, 1) == "straße 💶 \u{1}" && text.integer(0, 3) == .min && text.integer(0, 1) == nil)
        #expect(text.text(0, 5)?.hasPrefix("\\x000102") == true)
        let narrow = try connection.query("SELECT 7::int2, -8::int4, 1.5::float8", format: .binary)
        #expect(narrow.integer(0, 0) == 7 && narrow.integer(0, 1) == -8)
        // What the statement needs decides the type.
        #expect(try connection.query("SELECT repeat('x', $1) || $2", [.integer(2), .integer(3)]).text(0, 0) == "xx3")
    }

    @Test("Many statements at once, none at all, and how many rows were touched")
    func execute() throws {
        try connection.execute("CREATE TEMP TABLE t (n int8); INSERT INTO t SELECT generate_series(1, 10); SELECT * FROM t; DO $$ BEGIN RAISE WARNING 'nobody hears'; END $$")
        #expect(try connection.query("UPDATE t SET n = n + 1 WHERE n > $1", [.integer(4)]).commandTuples == 6)
        #expect(try connection.query("CREATE TEMP TABLE other ()").commandTuples == nil)
        #expect(try connection.query("").rowCount == 0)
        try connection.execute("")
        try connection.execute("-- nothing")
    }

    @Test("A prepared statement runs as often as it is asked")
    func prepared() throws {
        try connection.prepare("sum", "SELECT $1::int8 + $2::int8")
        for number in 0..<50 { #expect(try connection.queryPrepared("sum", [.integer(number), .integer(1)], format: .binary).integer(0, 0) == number + 1) }
        #expect(failure { try connection.queryPrepared("no such") }?.sqlState == "26000")
        #expect(failure { try connection.prepare("sum", "SELECT 1") }?.sqlState == "42P05")
    }

    @Test("The server's refusal comes with its code, what it adds and what it advises")
    func errors() throws {
        try connection.execute("CREATE TEMP TABLE k (n int8 PRIMARY KEY); INSERT INTO k VALUES (1)")
        let twice = failure { try connection.query("INSERT INTO k VALUES (1)") }
        #expect(twice?.kind == .server && twice?.sqlState == PostgresState.uniqueViolation && twice?.detail == "Key (n)=(1) already exists." && twice?.hint == nil)
        #expect(twice?.message == "duplicate key value violates unique constraint \"k_pkey\"")
        let unknown = failure { try connection.execute("SELECT 1; SELECT nn FROM k; SELECT 2") }
        #expect(unknown?.sqlState == "42703" && unknown?.hint?.contains("k.n") == true)
        let raised = failure { try connection.execute("DO $$ BEGIN RAISE EXCEPTION E'erste Straße\\nzweite' USING ERRCODE = '40001'; END $$") }
        #expect(raised?.message == "erste Straße" && raised?.sqlState == PostgresState.serializationFailure && raised?.isTransient == true)
        #expect(twice?.isTransient == false && connection.isOpen)

        try connection.execute("BEGIN")
        #expect(connection.transactionStatus == .inTransaction)
        _ = failure { try connection.query("SELECT 1/0") }
        #expect(connection.transactionStatus == .inError)
        try connection.execute("ROLLBACK")
        #expect(connection.transactionStatus == .idle)
    }

    @Test("What cannot be sent is refused before it is sent")
    func misuse() throws {
        for error in [
            failure { try connection.query("SELECT $1::text", [.text("a\0b")]) }, failure { try connection.query("SELECT 1 \0") }, failure { try connection.execute("\0") },
            failure { try connection.prepare("a\0", "") },
        ] { #expect(error?.kind == .misuse) }
        #expect(failure { try connection.execute("COPY (SELECT 1) TO STDOUT") }?.kind == .misuse)
        #expect(failure { try connection.query("COPY pg_class TO STDOUT (FORMAT binary)") }?.kind == .misuse)
        try connection.execute("CREATE TEMP TABLE t (n int8)")
        #expect(failure { try connection.execute("COPY t FROM STDIN; SELECT 1") }?.kind == .misuse)
        #expect(try connection.query("SELECT count(*) FROM t").integer(0, 0) == 0)
    }

    @Test("A statement that the user stops ends within a second, and the connection goes on")
    func stopping() throws {
        let started = ContinuousClock.now
        connection.shouldStop = { ContinuousClock.now - started > .milliseconds(150) }
        let stopped = failure { try connection.query("SELECT pg_sleep(60)") }
        #expect(stopped?.kind == .cancelled && stopped?.sqlState == PostgresState.queryCanceled)
        #expect(ContinuousClock.now - started < .seconds(1))
        // Asked only where there is something to wait for, it stops nothing that is quick.
        #expect(try connection.query("SELECT 1").integer(0, 0) == 1)
        connection.shouldStop = nil
        for _ in 0..<20 { #expect(try connection.query("SELECT 1").integer(0, 0) == 1) }
        // What the server ends by itself is told the same.
        try connection.execute("SET statement_timeout = 50")
        #expect(failure { try connection.query("SELECT pg_sleep(60)") }?.kind == .cancelled)
    }

    @Test("A wait for a lock is stopped too, and what is large goes both ways")
    func lockAndSize() throws {
        let other = try connect(), server = try PostgresServer.shared, database = try server.makeDatabase()
        let (first, second) = (try connect(database: database), try connect(database: database))
        try first.execute("CREATE TABLE t (n int8)")
        try first.execute("BEGIN; LOCK TABLE t")
        let started = ContinuousClock.now
        second.shouldStop = { ContinuousClock.now - started > .milliseconds(100) }
        #expect(failure { try second.query("SELECT * FROM t") }?.kind == .cancelled)
        second.shouldStop = nil
        try second.execute("SET lock_timeout = 50")
        #expect(failure { try second.query("SELECT * FROM t") }?.sqlState == PostgresState.lockNotAvailable)

        let large = [UInt8](repeating: 7, count: 20_000_000)
        let back = try other.query("SELECT $1::bytea, $2::text", [.bytes(large), .text(String(repeating: "ä", count: 5_000_000))], format: .binary)
        #expect(back.bytes(0, 0).count == large.count && back.bytes(0, 0).last == 7 && back.text(0, 1)?.count == 5_000_000)
    }
}
