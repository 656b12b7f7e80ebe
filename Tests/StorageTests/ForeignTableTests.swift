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
