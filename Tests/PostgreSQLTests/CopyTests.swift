import TestSupport
import Testing

@testable import PostgreSQL

@Suite("Rows are copied out of the server")
struct CopyTests {
    private struct Enough: Error {}
    private let connection: PostgresConnection

    init() throws {
        connection = try connect()
        try connection.execute(
            """
            CREATE TEMP TABLE t AS SELECT n::int8 AS n, (n % 7)::int4 AS four, (n % 5)::int2 AS two, CASE n % 3 WHEN 0 THEN NULL WHEN 1 THEN '' ELSE 'größer ' || n END AS text,
                decode(md5(n::text), 'hex') AS bytes
            FROM generate_series(1, 10000) n
            """)
    }

    @Test("All rows come, with every value as it is")
    func rows() throws {
        var expected = 0
        let count = try connection.copyOut("COPY (SELECT * FROM t ORDER BY n) TO STDOUT (FORMAT binary)") { bytes in
            expected += 1
            var row = try BinaryRow(bytes)
            #expect(row.fieldCount == 5)
            let (number, four, two, text) = (try row.int64(), try row.int32(), try row.int16(), try row.text())
            guard number == Int64(expected), four == Int32(expected % 7), two == Int16(expected % 5) else {
                Issue.record("row \(expected) is \(String(describing: number))")
                throw Enough()
            }
            #expect(text == (expected % 3 == 0 ? nil : expected % 3 == 1 ? "" : "größer \(expected)"))
            #expect(try row.next()?.count == 16 && row.position == 5)
            #expect(throws: PostgresError.self) { try row.next() }
        }
        #expect(count == 10_000 && expected == 10_000)
        #expect(try connection.copyOut("COPY (SELECT 1 WHERE false) TO STDOUT (FORMAT binary)") { _ in throw Enough() } == 0)
        var fields: Int?
        #expect(try connection.copyOut("COPY (SELECT) TO STDOUT (FORMAT binary)") { fields = try BinaryRow($0).fieldCount } == 1)
        #expect(fields == 0)
    }

    @Test("Where the receiver throws, its error comes back, and the connection goes on", arguments: [1, 500, 10_000])
    func throwing(last: Int) throws {
        var count = 0
        #expect(throws: Enough.self) {
            try connection.copyOut("COPY t TO STDOUT (FORMAT binary)") { _ in
                count += 1
                if count == last { throw Enough() }
            }
        }
        #expect(count == last)
        #expect(try connection.query("SELECT count(*) FROM t").integer(0, 0) == 10_000)
    }

    @Test("The user stops a copy, and a statement within a copy is refused")
    func stopping() throws {
        let started = ContinuousClock.now
        connection.shouldStop = { ContinuousClock.now - started > .milliseconds(100) }
        let stopped = failure { try connection.copyOut("COPY (SELECT pg_sleep(0.01) FROM generate_series(1, 5000)) TO STDOUT (FORMAT binary)") { _ in } }
        connection.shouldStop = nil
        #expect(stopped?.kind == .cancelled && ContinuousClock.now - started < .seconds(1))
        #expect(failure { try connection.copyOut("COPY t TO STDOUT (FORMAT binary)") { _ in try connection.query("SELECT 1") } }?.kind == .misuse)
        // Closing it from within ends it with the copy.
        #expect(try connection.copyOut("COPY t TO STDOUT (FORMAT binary)") { _ in connection.close() } == 10_000)
        #expect(!connection.isOpen)
    }

    @Test(
        "What is no copy of this kind fails, and the connection goes on",
        arguments: [
            ("COPY t TO STDOUT", "misuse"), ("COPY t FROM STDIN", "misuse"), ("SELECT 1", "misuse"), ("", "misuse"), ("COPY t TO STDOUT (FORMAT binary); SELECT 1/0", "22012"),
            ("COPY nowhere TO STDOUT (FORMAT binary)", "42P01"), ("COPY (SELECT 1/(n - 9000) FROM t ORDER BY n) TO STDOUT (FORMAT binary)", "22012"),
        ])
    func misuse(sql: String, expected: String) throws {
        let error = failure { try connection.copyOut(sql) { _ in } }
        #expect(error.map { $0.kind == .misuse ? "misuse" : $0.sqlState } == expected, "\(String(describing: error))")
        #expect(try connection.query("SELECT 1").integer(0, 0) == 1)
    }

    @Test("A row that is cut, or is read as another than it is, is refused")
    func malformed() throws {
        func row(_ bytes: [UInt8], _ body: (inout BinaryRow) throws -> Void) -> PostgresError? {
            bytes.withUnsafeBytes { bytes in
                failure {
                    var row = try BinaryRow(bytes)
                    try body(&row)
                }
            }
        }
        for (bytes, read) in [
            ([], { _ in }), ([0], { _ in }), ([255, 254], { _ in }), ([0, 1], { _ = try $0.next() }), ([0, 1, 0, 0, 0], { _ = try $0.next() }),
            ([0, 1, 0, 0, 0, 2, 7], { _ = try $0.next() }), ([0, 1, 255, 255, 255, 254], { _ = try $0.next() }), ([0, 0], { _ = try $0.next() }),
            ([0, 1, 0, 0, 0, 2, 7, 7], { _ = try $0.int64() }), ([0, 1, 127, 255, 255, 255], { _ = try $0.text() }),
        ] as [([UInt8], (inout BinaryRow) throws -> Void)] {
            #expect(row(bytes, read)?.kind == .misuse, "\(bytes)")
        }
    }
}
