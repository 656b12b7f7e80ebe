import CSQLite
import TestSupport
import Testing

@testable import SQLite

@Suite("A transaction is kept or forgotten, and waits for another writer")
struct TransactionTests {
    private let folder: TemporaryFolder
    private let address: SQLiteAddress

    init() throws {
        folder = try TemporaryFolder()
        address = SQLiteAddress(path: "\(folder.path)/data.db", access: .new)
        try SQLiteConnection(address, waiting: 0).execute("PRAGMA journal_mode = WAL; CREATE TABLE note (text TEXT)")
    }

    private func count(_ connection: SQLiteConnection) throws -> Int { try connection.integer("SELECT count(*) FROM note") }

    @Test("What is rolled back is forgotten, and so is a part behind a point")
    func rollingBack() throws {
        let connection = try SQLiteConnection(address, waiting: 0)
        connection.rollback()
        try connection.beginWriting()
        #expect(connection.isInTransaction)
        try connection.execute("INSERT INTO note VALUES ('kept')")
        try connection.setSavepoint()
        try connection.execute("INSERT INTO note VALUES ('kept in a part')")
        try connection.releaseSavepoint()
        try connection.setSavepoint()
        try connection.execute("INSERT INTO note VALUES ('forgotten')")
        try connection.rollbackToSavepoint()
        try connection.commit()
        #expect(try !connection.isInTransaction && count(connection) == 2)
        try connection.beginWriting()
        try connection.execute("DELETE FROM note")
        connection.rollback()
        #expect(try count(connection) == 2)
    }

    @Test("A reader sees one state from its first reading to its end")
    func snapshot() throws {
        let writer = try SQLiteConnection(address, waiting: 0), reader = try SQLiteConnection(address, waiting: 0)
        try reader.begin()
        #expect(try count(reader) == 0)
        try writer.execute("INSERT INTO note VALUES ('new')")
        #expect(try count(reader) == 0)
        reader.rollback()
        #expect(try count(reader) == 1)
    }

    @Test("A second writer gives up when its time is over, or when it is told to stop")
    func waiting() throws {
        let first = try SQLiteConnection(address, waiting: 0), second = try SQLiteConnection(address, waiting: 0.05)
        try first.beginWriting()
        let start = ContinuousClock.now
        let late = #expect(throws: SQLiteError.self) { try second.beginWriting() }
        #expect(late?.primaryCode == SQLITE_BUSY && late?.waitWasStopped == false && late?.hasNoLocks == false)
        #expect(ContinuousClock.now - start >= .milliseconds(50))

        var asked = 0
        second.wait.begin {
            asked += 1
            return asked == 3
        }
        let stopped = #expect(throws: SQLiteError.self) { try second.beginWriting() }
        #expect(stopped?.waitWasStopped == true && asked == 3)
        // How one wait ended says nothing of the next thing that fails.
        second.wait.begin(shouldStop: nil)
        let other = #expect(throws: SQLiteError.self) { try second.execute("no SQL") }
        #expect(other?.waitWasStopped == false)

        var tries = 0
        second.wait.begin {
            tries += 1
            if tries == 2 { first.rollback() }
            return false
        }
        try second.beginWriting()
        try second.commit()
    }
}
