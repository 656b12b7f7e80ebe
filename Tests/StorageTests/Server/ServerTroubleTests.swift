import Foundation
import Ledger
import PostgreSQL
import Synchronization
import TestSupport
import Testing
import Values

@testable import Storage

@Suite("What may befall a session on a server")
struct ServerTroubleTests {
    /// The database of these tests, whose sessions they may end without harm to others.
    private static let shared = Result { try ServerBooks.database(on: .shared) }
    private static let count = Atomic(0)

    private let server: PostgresServer
    private let database: String
    private let name: String

    init() throws {
        server = try PostgresServer.shared
        database = try Self.shared.get()
        name = "book\(Self.count.add(1, ordering: .relaxed).newValue)"
        try make(name, in: database)
    }

    /// Makes a book with an owner and an editor.
    private func make(_ name: String, in database: String) throws {
        let administration = try ServerAdministration(address: server.url(database: database, user: ServerBooks.owner))
        try administration.create(book: name)
        try administration.add(member: ServerBooks.editor, to: name, as: .editor)
    }

    private func open(as login: String = ServerBooks.owner, in database: String? = nil, patience: Double = 10) throws -> Book {
        let address = server.url(database: database ?? self.database, user: login, query: "book=\(name)")
        return try Book.open(server: address, options: .init(busyTimeout: patience), clock: Sample.clock)
    }

    /// Ends the server's process of a book, as a server that starts again does.
    private func end(_ book: Book) throws {
        let process = (book.store as? ServerStore)?.server.link.standing?.backendPID ?? 0
        server.psql("SELECT pg_terminate_backend(\(process))")
        try wait(for: "the end of a session") { server.psql("SELECT count(*) FROM pg_stat_activity WHERE pid = \(process)").output == "0\n" }
    }

    @Test("A session outlives the end of its process at the server between two statements, and misses no news")
    func ended() throws {
        let book = try open(), other = try open(as: ServerBooks.editor)
        try Sample.fill(book)
        _ = try book.refresh()
        #expect(try !book.refresh())
        try end(book)
        try other.append(Sample.deposit("1"))
        #expect(try book.refresh())
        #expect(try book.ledger.activities.count == 3)
        // It is told again of what others record, and its statements are compiled again.
        try end(book)
        #expect(try book.quotes().isEmpty)
        try end(book)
        try book.append(Sample.deposit("2"))
        try other.append(Sample.deposit("3"))
        #expect(try book.refresh() && book.ledger.activities.count == 5)
        #expect(book.takeNotes().isEmpty)
        #expect(try book.verify().isSound)
    }

    @Test("Where answers take long a session is told of news and does not ask, also after its process at the server has ended")
    func told() throws {
        let book = try open(), other = try open(as: ServerBooks.editor), store = try #require(book.store as? ServerStore)
        try Sample.fill(book)
        try book.refresh()
        #expect(!store.server.link.listens(to: store.listing.channel))
        store.server.quickAnswer = .zero
        for _ in 0..<2 {
            try book.refresh()
            #expect(store.server.link.listens(to: store.listing.channel) && !store.server.link.hasHeard(of: store.listing.channel))
            try other.append(Sample.deposit("1"))
            // The notice is on its way.
            for _ in 0..<500 where !store.server.link.hasHeard(of: store.listing.channel) { usleep(10_000) }
            #expect(store.server.link.hasHeard(of: store.listing.channel))
            #expect(try book.refresh() && book.ledger.lastEntry == other.ledger.lastEntry)
            try end(book)
            _ = try book.head
        }
    }

    @Test("A batch that is too large for one statement, and finds that others have recorded, is looked at again and keeps no lock")
    func outdatedBatch() throws {
        let book = try open(), other = try open(as: ServerBooks.editor, patience: 0.2)
        try Sample.fill(book)
        try book.append(Sample.deposit("1"))
        #expect(try (book.store as? ServerStore)?.expectedHead == book.head)
        try other.append(Sample.deposit("2"))
        var long = Sample.deposit("3")
        long.notes = String(repeating: "x", count: 1_000)
        let verdicts = try book.admit(Array(repeating: long, count: 2_500))
        #expect(verdicts.count == 2_500)
        try other.append(Sample.deposit("4"))
        #expect(try other.ledger.activities.count == 2_505 && other.verify().isSound)
    }

    @Test("News that could not be read stay news")
    func newsThatFail() throws {
        let book = try open(), other = try open(as: ServerBooks.editor), proxy = try PostgresProxy(to: server.folder)
        try Sample.fill(book)
        let far = try Book.open(server: proxy.url(database: database, user: ServerBooks.owner, query: "book=\(name)"), clock: Sample.clock)
        #expect(try far.ledger.activities.count == 2)
        _ = try far.refresh()
        proxy.arm(nil)
        _ = try far.refresh()
        let asking = proxy.count(from: .client)
        try other.append(Sample.deposit("1"))
        // The question whether there is news goes through, and what is asked because of it does not.
        proxy.arm(.cut, at: asking + 6)
        do { try far.refresh() } catch { #expect((error as? StorageError)?.kind == .connectionLost) }
        #expect(proxy.hasStruck)
        try far.refresh()
        #expect(try far.ledger.activities.count == 3)
    }

    @Test("What others have recorded is told once, with who and what; what the session recorded between it is not counted")
    func others() throws {
        let book = try open(), other = try open(as: ServerBooks.editor)
        try Sample.fill(book)
        try book.refresh()
        #expect(try book.takeNews() == nil)
        func entry(_ amount: String, in book: Book) throws -> EntryID {
            try book.transaction(source: "test \(amount)") { try book.append(Sample.deposit(amount)) }
            return EntryID(try book.store.head().sequence)
        }
        let first = try entry("1", in: other)
        _ = try entry("2", in: book)
        _ = try entry("3", in: book)
        let last = try entry("4", in: other)
        try book.refresh()
        let news = try #require(try book.takeNews())
        #expect(news.people == [ServerBooks.editor] && news.sources == ["test 1", "test 4"])
        #expect(news.entries == 2 && news.first == first && news.last == last, "\(news)")
        #expect(try book.takeNews() == nil)
    }

    @Test("Prices that a part of an act stored and took back are not counted, so that those of others are news")
    func countedPrices() throws {
        struct Enough: Error {}
        let book = try open(), other = try open(as: ServerBooks.editor)
        try Sample.fill(book)
        _ = try book.refresh()
        try book.transaction {
            try book.append(Sample.deposit("1"))
            try? book.transaction {
                try book.store([Sample.quote("31")])
                throw Enough()
            }
        }
        _ = try book.refresh()
        let before = try book.quoteRevision
        try other.store([Sample.quote("32")])
        #expect(try book.refresh() && book.quoteRevision != before)
        #expect(try book.priceSeries(of: [InstrumentID(1)])[InstrumentID(1)]?.prices.map(\.close) == [32])
    }

    @Test("A lock, a statement and an open act have their limits, each told in words")
    func limits() throws {
        let book = try open(patience: 0.1), holder = try open(as: ServerBooks.editor)
        try Sample.fill(book)
        try holder.transaction {
            try holder.append(Sample.deposit("1"))
            let busy = storageError { try book.append(Sample.deposit("2")) }
            #expect(busy?.kind == .busy && busy?.message.contains("did not finish within 0.1 seconds") == true)
        }
        let store = try #require(book.store as? ServerStore)
        try store.server.execute("SET statement_timeout = '50ms'")
        let slow = storageError { _ = try store.server.ask("SELECT pg_sleep(5)") }
        #expect(slow?.kind == .busy && slow?.message.hasSuffix("has stopped this: canceling statement due to statement timeout.") == true)
        try store.server.execute("SET statement_timeout = 0; SET idle_in_transaction_session_timeout = '50ms'")
        let idle = storageError {
            try book.transaction {
                try book.append(Sample.deposit("3"))
                usleep(200_000)
            }
        }
        #expect(idle?.kind == .connectionLost && idle?.message.contains("nothing of it is recorded") == true, "\(idle.map { "\($0)" } ?? "none")")
        try book.append(Sample.deposit("4"))
        #expect(try book.ledger.activities.count == 4)
        let limits = ["lock_timeout", "statement_timeout", "idle_in_transaction_session_timeout", "client_connection_check_interval", "synchronous_commit"].map { name in
            (try? store.server.ask("SELECT current_setting('\(name)')").text(0, 0)) ?? ""
        }
        #expect(limits == ["100ms", "10min", "10min", "1s", "on"])
    }

    @Test("A login whose role changes while its session is open is told so; one that was removed too")
    func roles() throws {
        let owner = try open(), book = try open(as: ServerBooks.editor), administration = try ServerAdministration(address: server.url(database: database, user: ServerBooks.owner))
        try Sample.fill(owner)
        try book.append(Sample.deposit("1"))
        try administration.add(member: ServerBooks.editor, to: name, as: .viewer)
        let viewer = storageError { try book.append(Sample.deposit("2")) }
        #expect(viewer?.kind == .notPermitted && viewer?.hint?.contains("--role editor") == true)
        #expect(try book.ledger.activities.count == 3)
        try administration.remove(member: ServerBooks.editor, from: name)
        #expect(storageError { try book.append(Sample.deposit("2")) }?.kind == .notFound)
        #expect(storageError { _ = try book.refresh() }?.kind == .notFound)
        try administration.add(member: ServerBooks.editor, to: name, as: .editor)
        try book.append(Sample.deposit("2"))
        #expect(try owner.refresh() && owner.ledger.activities.count == 4)
    }

    @Test("A server that does not tell of its disk, one that has no room for another connection, and a database that is gone")
    func gone() throws {
        let database = try ServerBooks.database(on: server)
        try make(name, in: database)
        let book = try open(in: database)
        try Sample.fill(book)
        // An administrator has taken away what luca waits for the disk by.
        server.psql("REVOKE EXECUTE ON FUNCTION pg_logical_emit_message(boolean, text, text) FROM PUBLIC", database: database)
        try book.append(Sample.deposit("1"))
        #expect(try book.takeNotes().first?.contains("does not tell when it is on the disk") == true && book.ledger.activities.count == 3)
        server.psql("ALTER DATABASE \(database) CONNECTION LIMIT 1")
        let crowded = storageError { _ = try open(in: database) }
        #expect(crowded?.kind == .unreachable && crowded?.message.contains("no room for another connection") == true)
        #expect(server.psql("DROP DATABASE \(database) WITH (FORCE)").code == 0)
        let dropped = storageError { try book.refresh() }
        #expect(dropped?.kind == .notFound && dropped?.message.contains("does not exist") == true, "\(dropped.map { "\($0)" } ?? "none")")
        book.close()
    }

    @Test("A book that is let go of in the middle of an act, or closed, keeps no lock and records nothing")
    func letGo() throws {
        let other = try open(as: ServerBooks.editor, patience: 0.2)
        try Sample.fill(other)
        for isClosed in [true, false] {
            var book: Book? = try open()
            book?.beginAct(source: "test")
            try book?.append(Sample.deposit("1"))
            #expect(storageError { try other.append(Sample.deposit("2")) }?.kind == .busy)
            if isClosed { book?.close() }
            book = nil
            try other.append(Sample.deposit("2"))
        }
        #expect(try other.ledger.activities.count == 4)
    }

    @Test("A database that takes nothing is read, and told to be no place to record in")
    func readOnly() throws {
        let book = try open()
        try Sample.fill(book)
        let store = try #require(book.store as? ServerStore)
        try store.server.execute("SET default_transaction_read_only = on")
        #expect(storageError { try book.append(Sample.deposit("1")) }?.kind == .readOnly)
        _ = try book.refresh()
        #expect(try book.ledger.activities.count == 2 && !book.refresh())
    }

    @Test("What was read of acts that a server lost as it crashed is read anew, also where others came in their place")
    func lostActs() throws {
        let writer = try open(), reader = try open(as: ServerBooks.editor)
        try Sample.fill(writer)
        let before = try writer.head, book = try #require(writer.store as? ServerStore).listing.id
        try writer.append(Sample.deposit("7"))
        #expect(try reader.ledger.activities.count == 3)
        _ = try reader.refresh()
        // What a crash takes back, and a backup that is restored.
        let hash = before.hash.withBytes { $0.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined() }
        let tables = ["receipt", "activity", "act"]
        let lost = server.psql(
            "BEGIN; SET LOCAL session_replication_role = replica;\n"
                + tables.map { "ALTER TABLE luca.\($0) DISABLE TRIGGER \($0)_stays;" }.joined()
                + tables.map { "DELETE FROM luca.\($0) WHERE book = '\(book)' AND \($0 == "activity" ? "seq" : "first_seq") > \(before.sequence);" }.joined()
                + "UPDATE luca.head SET seq = \(before.sequence), hash = '\\x\(hash)', act = act - 1 WHERE book = '\(book)';"
                + tables.map { "ALTER TABLE luca.\($0) ENABLE ALWAYS TRIGGER \($0)_stays;" }.joined() + "COMMIT;", database: database)
        #expect(lost.code == 0, "\(lost.errors)")
        for book in [writer, reader] { try end(book) }
        try open().append(Sample.deposit("8"))
        // The same number of entries, and another one is the last.
        try reader.refresh()
        #expect(try reader.ledger.activities.amount(at: 2) == 8)
        #expect(reader.takeNotes().first?.contains("was read anew") == true)
        try writer.append(Sample.deposit("9"))
        #expect(try (2...3).map { try writer.ledger.activities.amount(at: $0) } == [8, 9])
        #expect(try writer.verify().isSound)
    }

    @Test("A statement that the server has compiled for a table that was changed since is compiled again")
    func changedTable() throws {
        let book = try open()
        try Sample.fill(book)
        let store = try #require(book.store as? ServerStore), question = "SELECT * FROM luca.migration"
        let count = try store.server.ask(question).columnCount
        server.psql("ALTER TABLE luca.migration ADD COLUMN note text", database: database)
        #expect(try store.server.ask(question).columnCount == count + 1)
        try store.server.execute("DEALLOCATE ALL")
        #expect(try store.server.ask(question).columnCount == count + 1)
    }

    @Test("No message shows a password, whatever goes wrong")
    func passwords() throws {
        let secret = "hush%2Fq7", plain = "hush/q7"
        server.psql("DO $$ BEGIN IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'secret') THEN CREATE ROLE secret LOGIN IN ROLE with_password; END IF; END $$")
        server.psql("ALTER ROLE secret PASSWORD '\(plain)'; GRANT luca_members, luca_creators TO secret", database: database)
        let proxy = try PostgresProxy(to: server.folder)
        func address(_ password: String, folder: String? = nil, book: String = "own") -> String {
            "postgres://secret:\(password)@/\(database)?host=\(folder ?? proxy.folder)&port=5432&book=\(book)"
        }
        try ServerAdministration(address: address(secret)).create(book: "own")
        var told: [String] = []
        func tell(_ body: () throws -> Void) {
            let error = storageError(body)
            #expect(error != nil)
            told.append("\(error.map { "\($0) \($0.hint ?? "")" } ?? "")")
        }
        #expect(storageError { _ = try Book.open(server: address(secret + "x"), clock: Sample.clock) }?.kind == .authentication)
        tell { _ = try Book.open(server: address(secret + "x"), clock: Sample.clock) }
        tell { _ = try Book.open(server: address(secret, folder: "/nowhere"), clock: Sample.clock) }
        tell { _ = try Book.open(server: address(secret, book: "other"), clock: Sample.clock) }
        tell { _ = try Book.open(server: address(plain), clock: Sample.clock) }
        tell { _ = try Book.open(server: "postgres://secret@/x?host=/nowhere&passwd=\(secret)", clock: Sample.clock) }
        tell { _ = try Book.open(server: "postgres://secret@/x?host=/nowhere&password=\(secret)%", clock: Sample.clock) }
        let book = try Book.open(server: address(secret), clock: Sample.clock)
        try Sample.fill(book)
        tell {
            try book.transaction {
                try book.append(Sample.deposit("1"))
                proxy.cutAll()
                _ = try book.quotes()
            }
        }
        server.psql("ALTER ROLE secret PASSWORD 'another'")
        proxy.cutAll()
        tell { try book.refresh() }
        server.psql("ALTER ROLE secret NOLOGIN")
        tell { try book.refresh() }
        server.psql("ALTER ROLE secret LOGIN")
        told += book.takeNotes() + ["\(book.name)", "\((book.store as? ServerStore)?.server.name ?? "")"]
        for text in told { #expect(!text.contains("hush") && !text.contains("q7"), "\(text)") }
    }
}
