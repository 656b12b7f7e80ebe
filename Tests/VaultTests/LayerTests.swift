import CSQLite
import Foundation
import SQLite
import Synchronization
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
        try writer.execute("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; CREATE TABLE note (text); PRAGMA wal_checkpoint(TRUNCATE)")
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
        let stranger = try BookKey.make(pageSize: 4096, passphrase: EncryptedDatabase.passphrase, recovery: EncryptedDatabase.recovery)
        Keyring.add(stranger.key)
        for (what, header) in [("another file", EncryptedDatabase.made.key.header(forCopyOf: EncryptedDatabase.made.header)), ("another key", stranger.header)] {
            let other = try EncryptedDatabase()
            defer { other.remove() }
            other.write(header.bytes + header.bytes)
            let connection = try other.connect()
            try connection.execute("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; CREATE TABLE note (text); PRAGMA wal_checkpoint(TRUNCATE)")
            for count in 1...5 { try connection.execute("INSERT INTO note VALUES ('\(count)')") }
            #expect(try count(other.bytes("-wal")) == 0 && count(other.bytes("-wal"), other.bytes()) == 5, "\(what)")
            connection.close()
        }
        #expect(try count([UInt8](repeating: 7, count: files.1.count)) == 0)
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

    @Test("A log of an earlier round of the same file, laid beside it again, counts as its log")
    func earlierLog() throws {
        let database = try EncryptedDatabase()
        defer { database.remove() }
        func insert() throws -> [UInt8] {
            let connection = try database.connect()
            defer { connection.close() }
            try connection.execute("PRAGMA journal_mode = WAL; CREATE TABLE IF NOT EXISTS note (text); INSERT INTO note VALUES ('1')")
            return database.bytes("-wal")
        }
        let log = try insert()
        _ = try insert()
        #expect(try database.connect().integer("SELECT count(*) FROM note") == 2)
        database.write(log, "-wal")
        #expect(try database.connect().integer("SELECT count(*) FROM note") == 1)
    }

    @Test("Every piece is sealed with a nonce of its own, also where the same is written again", arguments: ["WAL", "PERSIST"])
    func nonces(mode: String) throws {
        let database = try EncryptedDatabase()
        defer { database.remove() }
        var sealed: [[UInt8]: ArraySlice<UInt8>] = [:]
        /// Notes the pieces of a file that begin at such places; a nonce that is met again must have the same piece behind it.
        func note(_ suffix: String, _ sizes: (first: Int, then: [Int])) {
            let bytes = database.bytes(suffix)
            var place = suffix.isEmpty ? VaultHeader.sizeOfBoth : sizes.first, pieces = suffix == "-wal" ? [0..<min(sizes.first, bytes.count)] : []
            while place + sizes.then.reduce(0, +) <= bytes.count {
                for size in sizes.then {
                    pieces.append(place..<place + size)
                    place += size
                }
            }
            for piece in pieces where piece.count > 40 {
                let nonce = Array(bytes[piece].prefix(24)), known = sealed.updateValue(bytes[piece], forKey: nonce)
                #expect(known == nil || known == bytes[piece], "\(suffix) at \(piece.lowerBound)")
            }
        }
        let connection = try database.connect()
        try connection.execute("PRAGMA journal_mode = \(mode); PRAGMA cache_size = 10; \(Self.filling)")
        for round in 0..<20 {
            // What was written two rounds before is written again; SQLite leaves out what stands there already.
            try connection.execute("BEGIN; UPDATE note SET text = '\(round % 2)' || substr(text, 2)")
            note("-wal", (72, [64, 4136]))
            note("-journal", (0, [552]))
            try connection.execute("COMMIT")
            note("", (0, [4136]))
            note("-wal", (72, [64, 4136]))
        }
        connection.close()
        // Twenty rounds over some twenty pages.
        #expect(sealed.count > 400)
    }

    @Test("Keys that are wiped and brought back while somebody reads make nothing look altered")
    func restWhileReading() throws {
        let database = try EncryptedDatabase()
        defer { database.remove() }
        try database.connect().execute(Self.filling)
        let key = EncryptedDatabase.made.key, isDone = Atomic(false), read = Atomic(0), altered = Atomic(0)
        let reader = Thread {
            for _ in 0..<3000 {
                do {
                    let connection = try database.connect()
                    defer { connection.close() }
                    try connection.execute("PRAGMA cache_size = 1")
                    read.add(try connection.texts("SELECT text FROM note").count, ordering: .relaxed)
                } catch {
                    if (error as? SQLiteError)?.isAltered == true { altered.add(1, ordering: .relaxed) }
                }
            }
            isDone.store(true, ordering: .releasing)
        }
        reader.start()
        while !isDone.load(ordering: .acquiring) {
            Keyring.rest()
            Keyring.add(key)
            key.wakeFiles()
            // For as long as some pages take.
            for _ in 0..<2000 where isDone.load(ordering: .relaxed) { break }
        }
        Keyring.forget()
        Keyring.add(key)
        #expect(altered.load(ordering: .relaxed) == 0 && read.load(ordering: .relaxed) > 0)
    }

    @Test("A program that has met an encrypted book is closed to others of its user")
    func notDumpable() throws {
        try Sodium.load()
        typealias Control = @convention(c) (Int32, UInt, UInt, UInt, UInt) -> Int32
        let control = try unsafeBitCast(#require(dlsym(nil, "prctl")), to: Control.self), isDumpable: Int32 = 3
        #expect(control(isDumpable, 0, 0, 0, 0) == 0)
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
