import Foundation
import Ledger
import Synchronization
import TestSupport
import Testing
import Values

@testable import Storage

/// A server whose commits are on the disk, and which a test may end; with a database for its books.
private final class OwnServer {
    let server: PostgresServer
    let database: String

    init(connections: Int = 60) throws {
        server = try PostgresServer(isDurable: true)
        // After a crash, it would else make sure of each of a thousand files.
        server.psql("ALTER SYSTEM SET recovery_init_sync_method = 'syncfs'")
        server.psql("ALTER SYSTEM SET max_connections = \(connections)")
        // What nobody waits for stays in memory for long, and goes with it.
        server.psql("ALTER SYSTEM SET wal_writer_delay = '10s'")
        try server.stop()
        try server.start()
        database = try ServerBooks.database(on: server)
    }

    /// A database of its own on a server that nobody ends.
    init(quick: PostgresServer) throws {
        server = quick
        database = try ServerBooks.database(on: server)
    }

    func address(_ book: String? = nil) -> String { server.url(database: database, user: ServerBooks.owner, query: book.map { "book=\($0)" } ?? "") }

    func make(_ books: [String]) throws {
        let administration = try ServerAdministration(address: address())
        for book in books { try administration.create(book: book) }
    }

    func open(_ book: String) throws -> Book { try Book.open(server: address(book), clock: Sample.clock) }

    /// How often each note is recorded in a book, which is sound.
    func notes(of name: String) throws -> [String: Int] {
        let book = try open(name)
        defer { book.close() }
        let report = try book.verify(), table = try book.ledger.activities
        #expect(report.isSound, "\(report.problems)")
        return (0..<table.count).reduce(into: [:]) { $0[table.notes(at: $1), default: 0] += 1 }
    }
}

/// What writers have told of their acts.
private struct Told {
    var recorded: [String] = [], failed = 0, unknown: [String] = [], notes = 0, errors: [String] = []

    mutating func add(_ lines: [String]) {
        for line in lines {
            let words = line.split(separator: " ").map(String.init)
            switch words.first {
            case "recorded": recorded.append(words[1])
            case "failed": failed += 1
            case "unknown": unknown.append(words[1])
            case "told": notes += 1
            default: errors.append(line)
            }
        }
    }

    /// Makes sure that what was promised is there, and nothing twice.
    func check(_ found: [String: Int]) {
        #expect(errors.isEmpty, "\(errors.prefix(3))")
        #expect(recorded.allSatisfy { found[$0] == 1 }, "\(recorded.filter { found[$0] != 1 }.prefix(5)) of \(recorded.count)")
        #expect(found.values.allSatisfy { $0 == 1 }, "\(found.filter { $0.value > 1 }.prefix(5))")
    }
}

/// Takes in what a writer tells while the test does something else, as a writer that nobody reads would stand still.
private final class Lines: Sendable {
    private let taken = Mutex<(lines: [String], isOver: Bool)>(([], false))

    init(of writer: WriterProcess) {
        Thread.detachNewThread {
            while let line = writer.line() { self.taken.withLock { $0.lines.append(line) } }
            self.taken.withLock { $0.isOver = true }
        }
    }

    /// All of it, at the end.
    func all() throws -> [String] {
        try wait(for: "the end of a writer") { taken.withLock(\.isOver) }
        return taken.withLock(\.lines)
    }
}

@Suite("Writers in a book of a server that are killed, and servers that are")
struct ServerKillTests {
    @Test("Kills of writers at random moments lose nothing that was promised, leave no act in part, and free the book at once")
    func killedWriters() throws {
        var random = SeededRandom.forTest(), promised = 0, slowest = Duration.zero
        let name = try ServerBooks.make(), address = try ServerBooks.address(name), book = try Book.open(server: address, clock: Sample.clock)
        try book.define(Account(name: "Savings", currency: .usd))
        for _ in 0..<(SeededRandom.isSlow ? 200 : 20) {
            let writer = try WriterProcess(["append", address])
            let first = random.chance(oneIn: 2) ? writer.line().map { [$0] } ?? [] : []
            usleep(UInt32(random.int(0...30_000)))
            let lines = first + writer.kill()
            #expect(!lines.contains { $0.hasPrefix("error") }, "\(lines)")
            promised = max(promised, lines.compactMap { Int($0) }.last ?? 0)
            let started = ContinuousClock.now
            try book.refresh()
            #expect(try book.ledger.lastEntry.rawValue >= promised, "an entry that was promised is gone")
            // An act of this session waits for the lock of the one that was killed.
            try book.append(Sample.deposit("0.5"))
            slowest = max(slowest, .now - started)
        }
        print("\(promised) entries were promised; the book was free after \(slowest) at most")
        #expect(promised > 0 && slowest < .seconds(2))
        let table = try book.ledger.activities
        // The writers' amounts are the numbers that they expected their entries to get.
        let amounts = (0..<table.count).compactMap { table.amount(at: $0) }.filter { $0 != Sample.decimal("0.5") }
        #expect(Set(amounts).count == amounts.count)
        for act in try book.acts where act.source == "batch" {
            let next = try book.acts.first { $0.id == act.id + 1 }?.first ?? EntryID(book.ledger.lastEntry.rawValue + 1)
            #expect(next.rawValue - act.first.rawValue == 20)
        }
        #expect(try book.verify().isSound)
    }

    @Test("The lock of a writer that is killed is free at once, and one that is killed while it waits for a lock leaves the server soon")
    func killedHolder() throws {
        let name = try ServerBooks.make(), address = try ServerBooks.address(name), book = try Book.open(server: address, clock: Sample.clock)
        let holder = try WriterProcess(["hold", address])
        #expect(holder.line() == "holding")
        let waiting = try WriterProcess(["append", address])
        #expect(waiting.line() != nil)
        func waiters() throws -> Int {
            Int(try ServerBooks.sql("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%lock_book%' AND usename = '\(ServerBooks.owner)'")) ?? 0
        }
        try wait(for: "a writer that waits") { (try? waiters()) == 1 }
        _ = waiting.kill()
        try wait(for: "the end of its process at the server") { (try? waiters()) == 0 }
        let started = ContinuousClock.now
        _ = holder.kill()
        try book.append(Sample.deposit("1"))
        #expect(ContinuousClock.now - started < .seconds(1))
        #expect(try book.ledger.activities.count == 1)
    }

    @Test("A server that is killed while several record loses nothing that it acknowledged, and the writers go on by themselves")
    func killedServer() throws {
        var random = SeededRandom.forTest(), told = Told()
        let server = try OwnServer()
        try server.make(["family"])
        // A session that only reads, and may see what a crash takes back.
        let reader = try server.open("family")
        let writers = try (0..<3).map { try WriterProcess(["record", server.address(), "family", "w\($0)", "2", "0"]) }
        for writer in writers { told.add([writer.line() ?? ""]) }
        let lines = writers.map { Lines(of: $0) }
        for round in 0..<(SeededRandom.isSlow ? 50 : 5) {
            usleep(UInt32(random.int(50_000...250_000)))
            _ = try? reader.refresh()
            if round % 2 == 0 { try server.server.kill() } else { try server.server.stop(.immediate) }
            try server.server.start()
            try reader.refresh()
            let other = try server.open("family")
            let last = try reader.ledger.lastEntry.rawValue, seen = try #require((reader.store as? ServerStore)?.seen)
            #expect(try last <= other.ledger.lastEntry.rawValue)
            // What it has read by now is there, whatever the others record meanwhile.
            #expect(try seen.sequence == last && other.store.hash(of: last) == seen.hash)
            other.close()
        }
        usleep(200_000)
        for writer in writers { writer.send("end") }
        for lines in lines { told.add(try lines.all()) }
        let found = try server.notes(of: "family")
        told.check(found)
        try reader.refresh()
        let table = try reader.ledger.activities
        #expect((0..<table.count).allSatisfy { found[table.notes(at: $0)] == 1 } && table.count == found.values.reduce(0, +))
        // What was committed without waiting for the disk does get lost this way, as luca's acts would.
        server.server.psql("SET synchronous_commit = off; CREATE TABLE unheard ()")
        try server.server.kill()
        try server.server.start()
        #expect(server.server.psql("SELECT to_regclass('unheard') IS NULL").output == "t\n")
        print("\(told.recorded.count) acts acknowledged, \(told.failed) told to be lost, \(told.notes) told of by the server afterwards, \(told.unknown.count) left open")
        #expect(told.recorded.count > 20)
    }

    @Test("Many writers in several processes, in one book and in many: all is there, once, and nobody is starved")
    func crowd() throws {
        let isSlow = SeededRandom.isSlow, processes = isSlow ? 16 : 4, sessions = isSlow ? 200 : 20
        let server = try isSlow ? OwnServer(connections: 260) : OwnServer(quick: PostgresServer.shared)
        let many = (0..<(isSlow ? 1000 : 20)).map { "book\($0)" }
        try server.make(["family"] + many)
        for books in [["family"], many] {
            let started = ContinuousClock.now
            var told = Told()
            let writers = try (0..<processes).map { process -> WriterProcess in
                let own = books.count == 1 ? books : books.indices.filter { $0 % processes == process }.map { books[$0] }
                let count = sessions / processes + (process < sessions % processes ? 1 : 0)
                return try WriterProcess(["record", server.address(), own.joined(separator: ","), "p\(process)", "\(count)", books.count == 1 ? "5" : "1"])
            }
            for writer in writers { told.add(writer.finish()) }
            var found: [String: Int] = [:]
            for book in books { found.merge(try server.notes(of: book)) { $0 + $1 } }
            told.check(found)
            #expect(told.recorded.count == (books.count == 1 ? sessions * 5 : books.count) && told.unknown.isEmpty)
            print("\(sessions) writers on \(books.count) books: \(told.recorded.count) acts in \(ContinuousClock.now - started), \(told.failed) told to try again")
        }
    }

    @Test("A recurring rule that several machines run at once is posted once a day")
    func recurring() throws {
        let name = try ServerBooks.make(), address = try ServerBooks.address(name), days = SeededRandom.isSlow ? 100 : 15
        try Book.open(server: address, clock: Sample.clock).define(Account(name: "Savings", currency: .usd))
        let machines = try (0..<4).map { _ in try WriterProcess(["recur", address, "\(days)"]) }
        let lines = machines.map { $0.finish() }
        #expect(lines.allSatisfy { $0.last == "done" }, "\(lines)")
        #expect(lines.joined().filter { $0 != "done" }.sorted() == (0..<days).map(String.init).sorted())
        let book = try Book.open(server: address, clock: Sample.clock)
        #expect(try book.ledger.activities.count == days && book.ledger.plans.occurrences(of: "pay").count == days)
        #expect(try book.verify().isSound)
    }

    @Test(
        "A copy of another server is read, and told to be no place to record in; it tells nothing of what others record",
        .enabled(if: SeededRandom.isSlow, "it takes a server of its own"))
    func standby() throws {
        let own = try PostgresServer(isDurable: false), database = try ServerBooks.database(on: own)
        try ServerAdministration(address: own.url(database: database, user: ServerBooks.owner)).create(book: "family")
        let address = own.url(database: database, user: ServerBooks.owner, query: "book=family")
        try Sample.fill(Book.open(server: address, clock: Sample.clock))
        own.psql("ALTER SYSTEM SET wal_level = replica")
        for _ in 0..<2 {
            try own.stop()
            try own.start()
        }
        try own.stop()
        #expect(FileManager.default.createFile(atPath: own.folder + "/data/standby.signal", contents: nil))
        try own.start()
        let copy = try Book.open(server: address, clock: Sample.clock)
        #expect(try copy.ledger.activities.count == 2)
        _ = try copy.refresh()
        #expect(try !copy.refresh() && copy.verify().isSound)
        let refusal = storageError { try copy.append(Sample.deposit("1")) }
        #expect(refusal?.kind == .readOnly && refusal?.message.contains("it is a copy of another server") == true)
    }
}
