import CSQLite
import Foundation
import SQLite
import Testing

@testable import Vault

@Suite("An encrypted database under SQLite")
struct LayerTests {
    private static let secretWord = "thirty-pieces-of-silver"
    private static let filling = """
        CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT);
        INSERT INTO note (text) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000) SELECT '\(secretWord) ' || i FROM n;
        """

    /// Whether any file beside a database has the word in it that its rows have.
    private func isReadable(_ database: EncryptedDatabase) -> Bool {
        ["", "-wal", "-journal", "-shm"].contains { Data(database.bytes($0)).range(of: Data(Self.secretWord.utf8)) != nil }
    }

    @Test("What is written is read again, and stands nowhere in the clear", arguments: ["WAL", "DELETE", "TRUNCATE", "PERSIST"], [512, 1024, 4096, 65536])
    func writesAndReads(mode: String, pageSize: Int) throws {
        let database = try EncryptedDatabase(pageSize: pageSize)
        defer { database.remove() }
        let connection = try database.connect()
        try connection.execute("PRAGMA page_size = \(pageSize); PRAGMA journal_mode = \(mode); PRAGMA cache_size = 10; \(Self.filling)")
        #expect(!isReadable(database))
        // Larger than the cache, so that pages are spilled, changed again and rolled back.
        try connection.execute("BEGIN; UPDATE note SET text = text || '!'; UPDATE note SET text = text || '?' WHERE id % 3 = 0;")
        #expect(!isReadable(database))
        try connection.execute("ROLLBACK; BEGIN; UPDATE note SET text = text || '.'; UPDATE note SET text = text || ';' WHERE id % 7 = 0; COMMIT")
        #expect(!isReadable(database))
        let other = try database.connect(.readOnly)
        for reader in [connection, other] {
            #expect(try reader.texts("SELECT text FROM note WHERE id IN (6, 7)") == ["\(Self.secretWord) 6.", "\(Self.secretWord) 7.;"])
            #expect(try reader.texts("PRAGMA integrity_check") == ["ok"])
        }
        try connection.execute("DELETE FROM note WHERE id > 5; VACUUM")
        #expect(try other.integer("SELECT count(*) FROM note") == 5)
        other.close()
        connection.close()
        #expect(!isReadable(database))
        #expect(try database.connect().integer("SELECT count(*) FROM note") == 5)
    }

    @Test("A plain database is opened as ever, by another name of the calls")
    func plain() throws {
        let database = try EncryptedDatabase()
        defer { database.remove() }
        database.write([])
        let connection = try database.connect()
        try connection.execute("PRAGMA journal_mode = WAL; \(Self.filling)")
        #expect(isReadable(database))
        connection.close()
        #expect(database.bytes().starts(with: Array("SQLite format 3".utf8)))
    }

    @Test("Each page is found out that was altered, put elsewhere, taken from an older state of another file, or blanked")
    func alteredPages() throws {
        let database = try EncryptedDatabase(), other = try EncryptedDatabase()
        defer { database.remove(); other.remove() }
        for database in [database, other] { try database.connect().execute(Self.filling) }
        let bytes = database.bytes(), record = 4096 + 40
        func page(_ number: Int) -> Range<Int> { 8192 + number * record..<8192 + (number + 1) * record }
        var changes: [(String, (inout [UInt8]) -> Void)] = [
            ("another page", { $0.replaceSubrange(page(3), with: bytes[page(4)]) }),
            ("the page of another file", { $0.replaceSubrange(page(3), with: other.bytes()[page(3)]) }),
            ("zeros", { $0.replaceSubrange(page(3), with: [UInt8](repeating: 0, count: record)) }),
        ]
        for place in [0, 23, 24, 39, 40, 2000, record - 1] { changes.append(("byte \(place)", { $0[page(3).lowerBound + place] ^= 4 })) }
        for (what, change) in changes {
            var altered = bytes
            change(&altered)
            database.write(altered)
            let connection = try database.connect()
            let error = #expect(throws: SQLiteError.self, "\(what)") { try connection.texts("SELECT text FROM note") }
            #expect(error?.isAltered == true, "\(what): \(String(describing: error))")
            let damaged = try connection.openFile().withFile { EncryptedFile($0)?.damagedPages(most: 5) }
            #expect(damaged == [4], "\(what)")
            connection.close()
        }
    }

    @Test("A log of another file, of another key or of nothing is no log; one whose middle was altered is damage, one whose end was is shorter")
    func alteredLog() throws {
        let database = try EncryptedDatabase()
        defer { database.remove() }
        let writer = try database.connect()
        try writer.execute("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; CREATE TABLE note (text)")
        for count in 1...5 { try writer.execute("INSERT INTO note VALUES ('\(count)')") }
        let files = (database.bytes(), database.bytes("-wal"))
        let copy = try EncryptedDatabase()
        defer { copy.remove() }
        func count(_ log: [UInt8], _ file: [UInt8] = files.0) throws -> Int {
            copy.write(file)
            copy.write(log, "-wal")
            try? FileManager.default.removeItem(atPath: copy.path + "-shm")
            let connection = try copy.connect()
            defer { connection.close() }
            return try connection.integer("SELECT count(*) FROM note")
        }
        #expect(try count(files.1) == 5)
        let frame = 64 + 40 + 4096
        for cut in [1, frame / 2, frame - 65, frame - 1] { #expect(try count(Array(files.1.dropLast(cut))) == 4) }
        for place in [files.1.count - 1, files.1.count - frame + 3, files.1.count - 2000] {
            var altered = files.1
            altered[place] ^= 1
            #expect(try count(altered) == 4)
        }
        var altered = files.1
        altered[files.1.count - 3 * frame + 500] ^= 1
        let error = #expect(throws: SQLiteError.self) { try count(altered) }
        #expect(error?.isAltered == true)
        writer.close()
    }

    @Test("Every piece is sealed with a nonce of its own, also where the same is written again")
    func nonces() throws {
        let database = try EncryptedDatabase()
        defer { database.remove() }
        var seen: Set<[UInt8]> = [], written = 0
        for _ in 0..<50 {
            let connection = try database.connect()
            try connection.execute("PRAGMA user_version = 0; PRAGMA user_version = 1; VACUUM")
            connection.close()
            seen.insert(Array(database.bytes()[8192..<8192 + 24]))
            written += 1
        }
        #expect(seen.count == written)
    }

    @Test("A key that rests opens nothing until the passphrase brings it back")
    func rest() throws {
        let database = try EncryptedDatabase()
        defer { database.remove() }
        let connection = try database.connect()
        try connection.execute("PRAGMA cache_size = 1; PRAGMA journal_mode = WAL; \(Self.filling)")
        #expect(Keyring.rest() && Keyring.isResting && !Keyring.rest())
        let error = #expect(throws: SQLiteError.self) { try connection.texts("SELECT text FROM note") }
        #expect(error?.isForgotten == true)
        #expect(throws: SQLiteError.self) { try database.connect() }
        #expect(throws: VaultError.wrongPassphrase) { try Keyring.wake(with: EncryptedDatabase.secret("another")) }
        try Keyring.wake(with: EncryptedDatabase.passphrase)
        #expect(!Keyring.isResting)
        #expect(try connection.texts("SELECT text FROM note").count == 2000)
        #expect(try database.connect().integer("SELECT count(*) FROM note") == 2000)
    }

    @Test("Nobody opens it whose key is not known, and SQLite writes nothing beside it in passing")
    func unknownKey() throws {
        let database = try EncryptedDatabase()
        defer { database.remove() }
        let stranger = try BookKey.make(pageSize: 4096, passphrase: EncryptedDatabase.passphrase, recovery: EncryptedDatabase.recovery)
        database.write(stranger.header.bytes + stranger.header.bytes)
        let error = #expect(throws: SQLiteError.self) { try database.connect() }
        #expect(error?.primaryCode == SQLITE_AUTH && Keyring.refusedHeaders == stranger.header.bytes + stranger.header.bytes)
        #expect(Keyring.refusal(of: stranger.header.bytes + stranger.header.bytes) == .locked)
        try Keyring.unlock(stranger.header.bytes + stranger.header.bytes, with: EncryptedDatabase.passphrase)
        #expect(try database.connect().integer("PRAGMA user_version") == 0)
    }
}
