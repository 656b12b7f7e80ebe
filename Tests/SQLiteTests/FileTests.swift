import CSQLite
import Glibc
import TestSupport
import Testing

@testable import SQLite

@Suite("The file is named, looked at and copied as SQLite has it open")
struct FileTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = "\(folder.path)/100% räte?#.db"
    }

    private func open(_ name: String = "", _ access: SQLiteAddress.Access = .new) throws(SQLiteError) -> SQLiteConnection {
        try SQLiteConnection(SQLiteAddress(path: path + name, access: access), waiting: 0)
    }

    @Test(
        "A path is percent-encoded byte for byte, and comes back",
        arguments: [
            ("/a/b-c_d~1.luca", "/a/b-c_d~1.luca"), ("a b%?#&", "a%20b%25%3F%23%26"), ("ü", "%C3%BC"), ("", ""),
        ])
    func encoding(text: String, escaped: String) {
        #expect(PercentEncoding.escaped(text.utf8) == escaped)
        #expect(PercentEncoding.text(escaped) == text)
    }

    @Test("What was not escaped is no text", arguments: ["%", "%4", "%zz", "%FF"])
    func notEncoded(text: String) {
        #expect(PercentEncoding.text(text) == nil)
    }

    @Test("Signs that mean something in a URI are a part of the name")
    func oddName() throws {
        try open().execute("CREATE TABLE note (text)")
        #expect(access(path, F_OK) == 0)
        #expect(try open("", .immutable).integer("SELECT count(*) FROM sqlite_schema") == 1)
    }

    @Test("A name that is no UTF-8 is opened as the system has it")
    func nameOfBytes() throws {
        let bytes = Array("\(folder.path)/".utf8) + [0xFF, 0xFE]
        let connection = try bytes.withUnsafeBytes { bytes in try SQLiteConnection(SQLiteAddress(bytes, access: .new), waiting: 0) }
        try connection.execute("CREATE TABLE note (text)")
        #expect((bytes + [0]).withUnsafeBytes { access($0.baseAddress!.assumingMemoryBound(to: CChar.self), F_OK) } == 0)
    }

    @Test("The bytes on the disk are read past what SQLite remembers; behind the end are zeros")
    func bytes() throws {
        let connection = try open()
        try connection.execute("CREATE TABLE note (text); PRAGMA user_version = 7")
        let file = try connection.openFile(), first = try file.firstBytes(100)
        #expect(first.starts(with: Array("SQLite format 3\0".utf8)) && first[63] == 7)
        let size = try connection.integer("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")
        var all = [UInt8](repeating: 1, count: size + 5)
        try all.withUnsafeMutableBytes { try file.read(into: $0) }
        #expect(all.starts(with: first) && all.suffix(5) == [0, 0, 0, 0, 0])
        let memory = try SQLiteConnection(SQLiteAddress(path: "", access: .memory), waiting: 0)
        #expect(throws: SQLiteError.self) { try memory.openFile() }
    }

    @Test("A file that lost its name is noticed")
    func moved() throws {
        let connection = try open()
        try connection.execute("CREATE TABLE note (text)")
        #expect(!connection.hasMoved)
        rename(path, path + ".away")
        #expect(connection.hasMoved)
    }

    @Test("The exclusive lock is had by one alone")
    func locking() throws {
        try open().execute("CREATE TABLE note (text)")
        let one = try open("", .readWrite), other = try open("", .readWrite)
        #expect(try one.openFile().lockExclusively() == .taken)
        #expect(try other.openFile().lockExclusively() == .refused)
        try one.openFile().unlock()
        #expect(try other.openFile().lockExclusively() == .taken)
    }

    @Test("The log's index tells when the log was written back")
    func writingBack() throws {
        let connection = try open()
        try connection.execute("PRAGMA journal_mode = WAL; CREATE TABLE note (text)")
        let before = try #require(try connection.openFile().writeBackProgress())
        #expect(!before.isUnderWay)
        try connection.execute("INSERT INTO note VALUES ('a')")
        #expect(try connection.openFile().writeBackProgress() == before)
        try connection.execute("PRAGMA wal_checkpoint(FULL)")
        #expect(try connection.openFile().writeBackProgress() != before)
    }

    @Test("A copy has what is committed, and what fails is told of the copy")
    func copying() throws {
        let source = try open()
        try source.execute("PRAGMA journal_mode = WAL; CREATE TABLE note (text); INSERT INTO note VALUES ('a'), ('b')")
        let copy = try open(".copy")
        try source.copy(to: copy)
        #expect(try copy.integer("SELECT count(*) FROM note") == 2)
        try copy.beginWriting()
        #expect(throws: SQLiteError.self) { try source.copy(to: copy) }
    }

    @Test("A database is opened from its bytes, and not written")
    func image() throws {
        let connection = try open()
        try connection.execute("CREATE TABLE note (text); INSERT INTO note VALUES ('a')")
        let size = try connection.integer("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")
        let image = try #require(DatabaseImage(byteCount: size))
        try connection.openFile().read(into: image.bytes)
        connection.close()
        let opened = try SQLiteConnection(image: image)
        #expect(try opened.integer("SELECT count(*) FROM note") == 1)
        #expect(throws: SQLiteError.self) { try opened.execute("DELETE FROM note") }
        #expect(DatabaseImage(byteCount: DatabaseImage.largest + 1) == nil)
    }
}
