import CSQLite
import Glibc
import TestSupport
import Testing

@testable import SQLite

@Suite("A connection runs statements and tells what they fail with")
struct ConnectionTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = "\(folder.path)/data.db"
    }

    private func open(_ access: SQLiteAddress.Access = .new, waiting seconds: Double = 0) throws(SQLiteError) -> SQLiteConnection {
        try SQLiteConnection(SQLiteAddress(path: path, access: access), waiting: seconds)
    }

    @Test("Every kind of value comes back as it was bound")
    func valuesComeBack() throws {
        let connection = try open(.memory)
        let statement = try connection.statement("SELECT ?, ?, ?, ?, ?, ?")
        #expect(statement.parameterCount == 6 && statement.isReadOnly)
        statement.bind(1, Int64.min)
        statement.bind(2, 0.1)
        statement.bind(3, "straße\0end")
        statement.bind(4, [UInt8](0...255))
        statement.bindNull(5)
        statement.bindBorrowed(6, UnsafeBufferPointer<UInt8>(start: nil, count: 0))
        #expect(try connection.next(statement))
        #expect((0..<6).map(statement.type) == [SQLITE_INTEGER, SQLITE_FLOAT, SQLITE_TEXT, SQLITE_BLOB, SQLITE_NULL, SQLITE_TEXT])
        #expect(statement.integer(0) == .min)
        #expect(statement.real(1) == 0.1)
        #expect(String(decoding: statement.text(2), as: UTF8.self) == "straße\0end")
        #expect(Array(statement.bytes(3)) == Array(0...255))
        #expect(statement.text(4).baseAddress == nil)
        #expect(statement.text(5).isEmpty)
        #expect(try !connection.next(statement))
        // It is reset at its end, and what is bound stays.
        #expect(try connection.next(statement))
    }

    @Test("A value that is too large for SQLite fails the statement and not the next one")
    func tooLargeValue() throws {
        let connection = try open(.memory)
        let statement = try connection.statement("SELECT length(?)")
        try connection.bounded(longestValue: 10, longestStatement: 100) { () throws(SQLiteError) in
            statement.bind(1, "elf bytes !")
            let error = #expect(throws: SQLiteError.self) { try connection.next(statement) }
            #expect(error?.primaryCode == SQLITE_TOOBIG)
            statement.bind(1, "ten bytes!")
            #expect(try! connection.next(statement))
            #expect(statement.integer(0) == 10)
            statement.reset()
        }
        statement.bind(1, "elf bytes !")
        #expect(try connection.next(statement))
    }

    @Test("Statements are compiled once; the text behind the first of several is told")
    func compiling() throws {
        let connection = try open(.memory)
        #expect(try connection.statement("SELECT 1") === connection.statement("SELECT 1"))
        #expect(try connection.compile("SELECT 1") !== connection.compile("SELECT 1"))
        let (first, rest) = try connection.compileFirst(of: "SELECT 1 AS one; SELECT 2")
        #expect(first?.columnName(0) == "one" && rest == " SELECT 2")
        #expect(try connection.compileFirst(of: " -- nothing").statement == nil)
        let error = #expect(throws: SQLiteError.self) { try connection.execute("SELECT FROM") }
        #expect(error?.primaryCode == SQLITE_ERROR && error?.message.contains("syntax error") == true)
    }

    @Test("Code is not loaded, and no table of SQLite's own is written")
    func hardened() throws {
        let connection = try open()
        try connection.execute("CREATE TABLE parent (id INTEGER PRIMARY KEY); CREATE TABLE child (parent INTEGER REFERENCES parent (id))")
        #expect(throws: SQLiteError.self) { try connection.execute("SELECT load_extension('x')") }
        #expect(throws: SQLiteError.self) { try connection.execute("PRAGMA writable_schema = ON; DELETE FROM sqlite_schema") }
        // References are kept.
        let error = #expect(throws: SQLiteError.self) { try connection.execute("INSERT INTO child VALUES (7)") }
        #expect(error?.primaryCode == SQLITE_CONSTRAINT)
    }

    @Test("Triggers are passed over where that is asked for")
    func triggers() throws {
        let connection = try open(.memory)
        try connection.execute(
            "CREATE TABLE note (text); INSERT INTO note VALUES ('a'); "
                + "CREATE TRIGGER kept BEFORE DELETE ON note BEGIN SELECT RAISE(ABORT, 'kept'); END")
        #expect(throws: SQLiteError.self) { try connection.execute("DELETE FROM note") }
        try connection.withoutTriggers { () throws(SQLiteError) in try connection.execute("DELETE FROM note") }
        #expect(try connection.integer("SELECT count(*) FROM note") == 0 && connection.changeCount == 1)
        try connection.execute("INSERT INTO note VALUES ('b')")
        #expect(throws: SQLiteError.self) { try connection.execute("DELETE FROM note") }
    }

    @Test("A file that is not there is made only where that is asked for, and one that is no database is told")
    func opening() throws {
        for access in [SQLiteAddress.Access.readWrite, .readOnly, .immutable] {
            let error = #expect(throws: SQLiteError.self) { try open(access) }
            #expect(error?.primaryCode == SQLITE_CANTOPEN)
            #expect(Glibc.access(path, F_OK) != 0)
        }
        let made = try open()
        try made.execute("CREATE TABLE note (text)")
        made.close()
        made.close()
        let reader = try open(.readOnly)
        let refused = #expect(throws: SQLiteError.self) { try reader.execute("DROP TABLE note") }
        #expect(refused?.primaryCode == SQLITE_READONLY)
        let file = Glibc.open(path, O_WRONLY)
        _ = pwrite(file, "no database at all", 18, 0)
        Glibc.close(file)
        let damage = #expect(throws: SQLiteError.self) { try open(.readOnly).integer("SELECT count(*) FROM sqlite_schema") }
        #expect(damage?.isDamage == true)
    }
}
