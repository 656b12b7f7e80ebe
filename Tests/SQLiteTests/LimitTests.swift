import CSQLite
import Testing

@testable import SQLite

@Suite("A statement ends when it is told to, or takes too much")
struct LimitTests {
    private let connection: SQLiteConnection
    private let endless = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"

    init() throws { connection = try SQLiteConnection(SQLiteAddress(path: "", access: .memory), waiting: 0) }

    @Test("Whoever asks now and then may end it, and the connection goes on")
    func stopping() throws {
        var asked = 0
        let watch = StatementWatch(shouldStop: {
            asked += 1
            return asked == 3
        })
        let error = #expect(throws: SQLiteError.self) {
            try connection.watched(by: watch) { () throws(SQLiteError) in try connection.integer(endless) }
        }
        #expect(error?.primaryCode == SQLITE_INTERRUPT && asked == 3 && !watch.isTooLarge)
        #expect(try connection.integer("SELECT 1") == 1 && asked == 3)
    }

    @Test("Memory beyond what is allowed ends it")
    func memory() throws {
        let watch = StatementWatch(shouldStop: nil, largestWork: 4 << 20)
        let growing = "WITH RECURSIVE n (i) AS (SELECT 1 UNION SELECT i + 1 FROM n) SELECT count(*) FROM n"
        let error = #expect(throws: SQLiteError.self) {
            try connection.watched(by: watch) { () throws(SQLiteError) in try connection.integer(growing) }
        }
        #expect(error?.primaryCode == SQLITE_INTERRUPT && watch.isTooLarge)
    }

    @Test("Bounds hold while something runs, and not afterwards")
    func bounds() throws {
        let long = "SELECT \(Array(repeating: "1", count: 60).joined(separator: " + "))", large = "SELECT length(zeroblob(2000))"
        try connection.bounded(longestValue: 1000, longestStatement: 100) { () throws(SQLiteError) in
            #expect(throws: SQLiteError.self) { try connection.integer(long) }
            #expect(throws: SQLiteError.self) { try connection.integer(large) }
            #expect(throws: SQLiteError.self) { try connection.execute("ATTACH ':memory:' AS other") }
        }
        #expect(try connection.integer(long) == 60)
        #expect(try connection.integer(large) == 2000)
    }
}
