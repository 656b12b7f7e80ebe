import Glibc
import Ledger
import PostgreSQL
import TestSupport
import Testing
import Values

@testable import Storage

@Suite("Ctrl-C while a server is waited for")
struct ServerStopTests {
    /// Opens a book, and makes sure that it is not waited for others for long.
    private func open(_ name: String, patience: Double = 10) throws -> Book {
        try Book.open(server: ServerBooks.address(name), options: .init(busyTimeout: patience), clock: Sample.clock)
    }

    private func filled() throws -> String {
        let name = try ServerBooks.make()
        try Sample.fill(open(name))
        return name
    }

    /// What something throws that the user stops after a tenth of a second; it must do so within one.
    private func stopped(_ book: Book, _ body: () throws -> Void) -> StorageError? {
        let started = ContinuousClock.now
        book.host.shouldStop = { ContinuousClock.now - started > .milliseconds(100) }
        defer { book.host.shouldStop = nil }
        let error = storageError(body)
        #expect(ContinuousClock.now - started < .seconds(1))
        return error
    }

    /// What the server's process of a book does, as others see it.
    private func state(of book: Book) throws -> String {
        let process = (book.store as? ServerStore)?.server.link.standing?.backendPID ?? 0
        return try ServerBooks.sql("SELECT state FROM pg_stat_activity WHERE pid = \(process)")
    }

    @Test("Waiting for another's act is stopped, and the act is recorded later")
    func lock() throws {
        let name = try filled(), book = try open(name), holder = try open(name)
        try holder.transaction {
            try holder.append(Sample.deposit("1"))
            #expect(stopped(book) { try book.append(Sample.deposit("2")) }?.kind == .interrupted)
            #expect(try state(of: book) == "idle" && state(of: holder) == "idle in transaction")
        }
        try book.append(Sample.deposit("2"))
        #expect(try book.ledger.activities.count == 4 && book.verify().isSound)
    }

    @Test("A question that takes long is stopped at the server, outside of an act and within one, which is undone")
    func question() throws {
        let name = try filled(), book = try open(name), server = try PostgresServer.shared
        let database = try ServerBooks.sql("SELECT current_database()")
        let blocker = try PostgresConnection(PostgresAddress(server.url(database: database)))
        try book.append(Sample.deposit("1"))
        try blocker.execute("BEGIN; LOCK TABLE luca.quote")
        #expect(stopped(book) { _ = try book.quotes() }?.kind == .interrupted)
        #expect(try state(of: book) == "idle")
        let error = stopped(book) {
            try book.transaction {
                try book.append(Sample.deposit("2"))
                #expect(storageError { _ = try book.quotes() }?.kind == .interrupted)
                try book.append(Sample.deposit("3"))
            }
        }
        #expect(error?.kind == .actFailed)
        #expect(try state(of: book) == "idle")
        try blocker.execute("ROLLBACK")
        #expect(try book.quotes().isEmpty)
        try book.append(Sample.deposit("4"))
        #expect(try book.ledger.activities.count == 4)
    }

    @Test("A receiver that throws within an act does not undo it")
    func receiver() throws {
        struct Enough: Error {}
        let book = try open(filled())
        try book.store((1...9).map { Sample.quote("\($0)", on: "2024-01-0\($0)") })
        try book.transaction {
            try book.append(Sample.deposit("1"))
            #expect(throws: Enough.self) { try book.store.readQuotes(QuoteFilter()) { _, _ in throw Enough() } }
            #expect(try book.quotes().count == 9)
            try book.append(Sample.deposit("2"))
        }
        #expect(try book.ledger.activities.count == 4)
    }

    @Test("A part of an act that is undone brings back to life what failed behind its beginning, as a file does")
    func part() throws {
        let name = try filled(), book = try open(name), server = try PostgresServer.shared
        let blocker = try PostgresConnection(PostgresAddress(server.url(database: ServerBooks.sql("SELECT current_database()"))))
        try book.transaction {
            try book.append(Sample.deposit("1"))
            let error = storageError {
                try book.transaction {
                    try book.store([Sample.quote("31")])
                    try blocker.execute("BEGIN; LOCK TABLE luca.rate")
                    #expect(stopped(book) { _ = try book.rates() }?.kind == .interrupted)
                    try blocker.execute("ROLLBACK")
                    throw StorageError.interrupted()
                }
            }
            #expect(error?.kind == .interrupted)
            try book.append(Sample.deposit("2"))
            #expect(try book.quotes().isEmpty)
        }
        #expect(try book.ledger.activities.count == 4 && book.quotes().isEmpty)
    }

    @Test("Connecting to a server that says nothing is stopped")
    func connecting() throws {
        let silent = try LoopbackServer { _ in .silent }
        let address = "postgres://127.0.0.1:\(silent.port)/books?sslmode=disable&book=family", started = ContinuousClock.now
        let error = storageError { _ = try Book.open(server: address, shouldStop: { ContinuousClock.now - started > .milliseconds(100) }, clock: Sample.clock) }
        #expect(error?.kind == .interrupted)
        #expect(ContinuousClock.now - started < .seconds(1))
    }

    @Test("Waiting for a server that went away is stopped, and once it was waited for in vain it is not waited for again")
    func goneServer() throws {
        let proxy = try PostgresProxy(to: PostgresServer.shared.folder), name = try filled()
        let book = try Book.open(server: ServerBooks.address(name, through: proxy), clock: Sample.clock)
        _ = try book.ledger
        proxy.isRefusing = true
        proxy.cutAll()
        #expect(stopped(book) { try book.refresh() }?.kind == .interrupted)
        proxy.isRefusing = false
        try book.append(Sample.deposit("1"))
        #expect(try book.ledger.activities.count == 3)
    }

    @Test("A network that hangs is given up, the lock that its connection held is freed, and the act is told of")
    func frozen() throws {
        let proxy = try PostgresProxy(to: PostgresServer.shared.folder), name = try filled()
        let book = try Book.open(server: ServerBooks.address(name, through: proxy), clock: Sample.clock), last = try book.ledger.lastEntry
        var messages = 0
        proxy.arm(nil)
        try book.transaction {
            try book.append(Sample.deposit("1"))
            messages = proxy.count(from: .client)
        }
        proxy.arm(.freeze, at: messages + 1)
        let started = ContinuousClock.now
        book.host.shouldStop = { proxy.hasStruck }
        let error = storageError { try book.transaction { _ = try book.append(Sample.deposit("2")) } }
        // Not even the request to stop arrives.
        #expect(error?.message.contains("or not at all") == true, "\(error.map { "\($0)" } ?? "none")")
        #expect(ContinuousClock.now - started < .seconds(5))
        book.host.shouldStop = nil
        let other = try open(name, patience: 0.2)
        #expect(storageError { try other.append(Sample.deposit("3")) }?.kind == .busy)
        // The session ends its former self at the server.
        try book.refresh()
        #expect(book.takeNotes().first?.hasSuffix("is not recorded: nothing of it is there.") == true)
        try other.append(Sample.deposit("3"))
        try book.refresh()
        #expect(try book.ledger.lastEntry.rawValue == last.rawValue + 2)
        #expect(try book.verify().isSound)
    }
}
