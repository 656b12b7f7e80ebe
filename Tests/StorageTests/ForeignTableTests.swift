import Foundation
import Testing

@testable import Storage

@Suite("Tables of other programs")
struct ForeignTableTests {
    private let folder = TemporaryFolder()
    private let table = ForeignTable("notes", columns: ["name", "size", "weight", "remark"])

    @Test func rowsComeBackAsTheyWereWritten() throws {
        let path = folder.file("other.db"), schema = "CREATE TABLE notes (id INTEGER PRIMARY KEY, name TEXT, size INTEGER, weight REAL, remark TEXT)"
        let rows: [[ForeignTable.Value]] = [[.text("é"), .integer(-3), .real(0.1), .null], [.text(""), .integer(.max), .real(-1e300), .text("x")]]
        try table.write(rows, schema: schema, to: path)
        #expect(try table.rows(of: path, order: "id") == rows && table.rows(of: path, order: "id DESC") == rows.reversed())
        #expect(try ForeignTable.isFile([UInt8](Data(contentsOf: URL(filePath: path)))))
        // Nothing is left beside it, and a second writing takes its place.
        try table.write([], schema: schema, to: path)
        #expect(try table.rows(of: path, order: "id").isEmpty && folder.names == ["other.db"])
    }

    @Test func rowsThatAreStillInAJournalAreNotMissedSilently() throws {
        let path = folder.file("other.db"), schema = "CREATE TABLE notes (name TEXT, size INTEGER, weight REAL, remark TEXT)"
        try table.write([], schema: schema, to: path)
        let other = try RawDatabase(path)
        try other.run("PRAGMA journal_mode = WAL; INSERT INTO notes VALUES ('a', 1, 1, 'b')")
        let error = storageError { _ = try table.rows(of: path, order: "name") }
        #expect(error?.kind == .busy)
        #expect(error?.message == "\(path) is open in another program, or was left so: changes that are not written back lie beside it.")
        withExtendedLifetime(other) {}
    }

    @Test func viewsAndComputedColumnsAreNotRead() throws {
        let path = folder.file("other.db")
        let schema = """
            CREATE TABLE notes (name TEXT, size INTEGER, weight REAL, remark TEXT, large TEXT AS (zeroblob(100000000)));
            CREATE VIEW things AS WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT n AS id FROM r;
            """
        try table.write([[.text("a"), .integer(1), .real(1), .null]], schema: schema, to: path)
        #expect(try ForeignFile(path).tables == ["notes": ["name", "size", "weight", "remark"]])
        #expect(try ForeignFile(path).count(of: "notes") == 1 && ForeignFile(path).count(of: "things") == 0)
        #expect(try table.rows(of: path, order: "name").count == 1)
        let error = storageError { _ = try ForeignTable("things", columns: ["id"]).rows(of: path, order: "id") }
        #expect(error?.message == "\(path) has no table things with the columns id.")
        #expect(storageError { _ = try ForeignTable("notes", columns: ["large"]).rows(of: path, order: "name") }?.kind == .notABook)
    }

    @Test func whatHasNoEndIsStopped() throws {
        let path = folder.file("other.db"), endless = "(WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT n AS id FROM r)"
        try table.write([], schema: "CREATE TABLE notes (name TEXT, size INTEGER, weight REAL, remark TEXT)", to: path)
        #expect(storageError { _ = try ForeignTable(endless, columns: ["id"]).rows(of: path, order: "1") }?.kind == .notABook)
        var looks = 0
        let error = storageError {
            _ = try ForeignTable(endless, columns: ["id"]).rows(of: path, order: "1") {
                looks += 1
                return looks > 2
            }
        }
        #expect(error?.kind == .interrupted)
    }

    @Test func aFileThatOnlyBeginsLikeOneIsToldOf() throws {
        let path = folder.file("other.db")
        try Data(Array("SQLite format 3\0".utf8) + [UInt8](repeating: 0xA5, count: 5000)).write(to: URL(filePath: path))
        let error = storageError { _ = try table.rows(of: path, order: "name") }
        #expect(error?.kind == .notABook && error?.message == "\(path) cannot be read: it is damaged, or no file of SQLite though it begins like one.")
    }

    @Test func whatIsNoSuchFileIsToldOf() throws {
        let path = folder.file("other.db")
        try table.write([], schema: "CREATE TABLE notes (name TEXT, size INTEGER, weight REAL, remark TEXT)", to: path)
        let error = #expect(throws: StorageError.self) { try ForeignTable("transactions", columns: ["id"]).rows(of: path, order: "id") }
        #expect(error?.message == "\(path) has no table transactions with the columns id.")
        #expect(throws: StorageError.self) { try table.write([], schema: "CREATE TABLE other (name TEXT)", to: path) }
        #expect(folder.names == ["other.db"])
        #expect(!ForeignTable.isFile(Array("SQLite format 3".utf8)))
    }
}
