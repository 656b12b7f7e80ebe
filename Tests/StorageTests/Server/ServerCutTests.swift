import Glibc
import Ledger
import TestSupport
import Testing
import Values

@testable import Storage

@Suite("A connection to a server that is cut, at every message")
struct ServerCutTests {
    private struct Enough: Error {}

    /// What came of a session that was cut.
    private struct Outcome {
        var hasStruck = false
        /// What was told instead of an answer.
        var errors: [StorageError] = []
        var notes: [String] = []
    }

    private let proxy: PostgresProxy

    init() throws { proxy = try PostgresProxy(to: PostgresServer.shared.folder) }

    /// What a session does, one after another.
    private static let steps: [@Sendable (Book) throws -> Void] = [
        { book in
            try book.transaction {
                try book.define(Sample.brokerage)
                try book.define(Sample.oracle)
            }
        },
        { try $0.append(Sample.deposit("1")) },
        { try $0.append(contentsOf: (1...50).map { Sample.deposit("\($0)") }) },
        { try $0.store([Sample.quote("31")]) },
        { try $0.void(EntryID(3), reason: "twice") },
        { book in
            try book.refresh()
            #expect(try book.quotes().count == 1)
            #expect(try book.query("SELECT count(*) FROM activities").values == [.integer(50)])
        },
        { book in
            try book.transaction {
                try book.store([Sample.quote("32", on: "2024-01-06")])
                // A part that is undone, at the server too.
                try? book.transaction {
                    try book.store([Sample.quote("33", on: "2024-01-07")])
                    throw Enough()
                }
                try book.append(Sample.deposit("7"))
            }
        },
    ]

    /// Opens a book and goes through all steps; what throws is done again in the same session, until it has gone through.
    private func play(_ name: String) throws -> Outcome {
        var outcome = Outcome()
        func insist<Result>(_ body: () throws -> Result) throws -> Result {
            for attempt in 0... {
                do { return try body() } catch let error as StorageError {
                    outcome.errors.append(error)
                    if attempt == 2 { throw error }
                }
            }
            preconditionFailure("the third attempt ends it")
        }
        let book = try insist { try Book.open(server: ServerBooks.address(name, through: proxy), clock: Sample.clock) }
        for step in Self.steps {
            try insist { try step(book) }
            outcome.notes += book.takeNotes()
        }
        #expect(try insist { try book.ledger.lastEntry } == EntryID(55))
        book.close()
        outcome.hasStruck = proxy.hasStruck
        return outcome
    }

    /// Makes sure that each step is there, and once.
    private func check(_ name: String, _ place: String) throws {
        let book = try Book.open(server: ServerBooks.address(name), clock: Sample.clock)
        defer { book.close() }
        let report = try book.verify(), ledger = try book.ledger
        #expect(report.isSound, "\(place): \(report.problems)")
        #expect(ledger.lastEntry == EntryID(55), "\(place)")
        #expect(ledger.activities.count == 52 && ledger.accounts.count == 1, "\(place)")
        #expect(try book.quotes().map(\.close) == [31, 32], "\(place)")
    }

    @Test("Whatever is cut, an act is recorded once or said not to be, and the session goes on")
    func everywhere() throws {
        proxy.arm(nil)
        #expect(try play(ServerBooks.make()).errors.isEmpty)
        var places: [(PostgresProxy.Fault, PostgresProxy.Side, Int)] = []
        for side in PostgresProxy.Side.allCases {
            #expect(proxy.count(from: side) > 40)
            for number in 1...proxy.count(from: side) { places += [(.cut, side, number), (.cutBehind, side, number)] }
        }
        var random = SeededRandom.forTest(), found: [Outcome] = []
        let stride = SeededRandom.isSlow ? 1 : max(1, places.count / 16)
        for (fault, side, number) in places.enumerated().filter({ $0.offset % stride == random.int(0...stride - 1) || stride == 1 }).map(\.element) {
            let name = try ServerBooks.make(), place = "\(fault) at message \(number) of the \(side)"
            proxy.arm(fault, at: number, from: side)
            do { found.append(try play(name)) } catch { Issue.record("\(place): \(error)") }
            try check(name, place)
        }
        print("\(found.count) sessions cut, \(found.count { !$0.errors.isEmpty }) of which were told so, \(found.count { !$0.notes.isEmpty }) that their act is recorded")
        #expect(found.count { $0.hasStruck } > found.count / 2)
        for error in found.flatMap(\.errors) {
            #expect([.connectionLost, .actFailed, .unreachable].contains(error.kind), "\(error)")
            // The server is there, so nothing stays open.
            #expect(!error.message.contains("or not at all"), "\(error)")
        }
    }

    /// Opens a book whose session sends the same messages however long an answer takes: one that takes the server for slow asks less often, and listens.
    private func openThroughProxy(_ name: String) throws -> Book {
        let book = try Book.open(server: ServerBooks.address(name, through: proxy), clock: Sample.clock)
        (book.store as? ServerStore)?.server.quickAnswer = .seconds(60)
        return book
    }

    /// Records a deposit: with the book's lock taken first, or as an act by itself, of which the server hears as it is committed.
    private func record(_ amount: String, in book: Book, isLocked: Bool) throws {
        if isLocked { try book.transaction { try book.append(Sample.deposit(amount)) } } else { try book.append(Sample.deposit(amount)) }
    }

    /// How many messages a client sends to begin an act that records a deposit, and in all.
    private func messagesOfDeposit(_ book: Book, isLocked: Bool) throws -> (begun: Int, all: Int) {
        // A connection that is new compiles its statements first, and the first act on it takes the lock.
        for isLocked in [true, false] { try record("4", in: book, isLocked: isLocked) }
        #expect(try book.store.expectedHead == book.head)
        proxy.arm(nil)
        guard isLocked else {
            try record("1", in: book, isLocked: false)
            return (0, proxy.count(from: .client))
        }
        var begun = 0
        try book.transaction {
            try book.append(Sample.deposit("1"))
            begun = proxy.count(from: .client)
        }
        return (begun, proxy.count(from: .client))
    }

    @Test("Where the answer to a commit is lost, luca asks for the act and tells that it is recorded; where the commit did not arrive, that it is not", arguments: [true, false])
    func commitCut(isLocked: Bool) throws {
        let book = try openThroughProxy(ServerBooks.make())
        try Sample.fill(book)
        let count = try messagesOfDeposit(book, isLocked: isLocked).all
        // All of the commit's messages arrive, and no answer does.
        proxy.arm(.cutAnswered, at: count)
        try record("2", in: book, isLocked: isLocked)
        #expect(proxy.hasStruck)
        #expect(book.takeNotes() == ["The connection to \(book.serverName) was lost as the act was being recorded. It is recorded: luca asked the server again."])
        #expect(book.takeNotes().isEmpty)
        var refusals: [String] = []
        for number in 1...count {
            #expect(try messagesOfDeposit(book, isLocked: isLocked).all == count)
            proxy.arm(.cut, at: number)
            do { try record("3", in: book, isLocked: isLocked) } catch let error as StorageError { refusals.append(error.message) }
        }
        // An act by itself is looked at again, and recorded.
        #expect(isLocked ? refusals.contains { $0.hasSuffix("and nothing of it is recorded: luca asked the server again.") } : refusals.isEmpty, "\(refusals)")
        try book.refresh()
        let table = try book.ledger.activities
        #expect((0..<table.count).count { table.amount(at: $0) == 3 } == count - refusals.count)
        #expect(try book.verify().isSound)
    }

    @Test("An act whose fate the server did not tell is asked for again when the server is back, and then told", arguments: [true, false])
    func unsettled(isLocked: Bool) throws {
        let book = try openThroughProxy(ServerBooks.make())
        try Sample.fill(book)
        for isRecorded in [true, false] {
            let messages = try messagesOfDeposit(book, isLocked: isLocked), entry = try book.ledger.lastEntry.rawValue + 1
            proxy.arm(isRecorded ? .cutAnswered : .cut, at: isRecorded ? messages.all : messages.begun + 1, isRefusing: true)
            book.host.shouldStop = { [proxy] in proxy.hasStruck }
            let error = storageError { try record("5", in: book, isLocked: isLocked) }
            #expect(error?.message.contains("it is recorded from entry \(entry) on as a whole, or not at all.") == true, "\(error.map { "\($0)" } ?? "none")")
            book.host.shouldStop = nil
            proxy.isRefusing = false
            try book.refresh()
            let told = isRecorded ? "is recorded, from entry \(entry) on." : "is not recorded: nothing of it is there."
            #expect(book.takeNotes() == ["The act that was being recorded in \(book.name) as the connection was lost \(told)"])
            #expect(try book.ledger.lastEntry.rawValue == (isRecorded ? entry : entry - 1))
        }
    }

    @Test("An act without the lock that a process of the server has before it is neither told to be missing nor recorded again")
    func unread() throws {
        let book = try openThroughProxy(ServerBooks.make())
        try Sample.fill(book)
        let all = try messagesOfDeposit(book, isLocked: false).all, store = try #require(book.store as? ServerStore), last = try book.ledger.lastEntry
        let process = pid_t(try #require(store.server.link.process).number)
        // It gets the act, and does not come to it.
        #expect(kill(process, SIGSTOP) == 0)
        proxy.arm(.cutBehind, at: all)
        let error = storageError { try book.append(Sample.deposit("6")) }
        #expect(error?.message.contains("or not at all") == true, "\(error.map { "\($0)" } ?? "none")")
        #expect(kill(process, SIGCONT) == 0)
        try book.refresh()
        #expect(book.takeNotes().first?.hasSuffix("is not recorded: nothing of it is there.") == true)
        try book.append(Sample.deposit("7"))
        #expect(try book.ledger.lastEntry.rawValue == last.rawValue + 1 && book.verify().isSound)
    }

    @Test("Prices whose commit is not answered are told to be stored, or not to be", arguments: [true, false])
    func pricesCut(arrives: Bool) throws {
        let book = try openThroughProxy(ServerBooks.make())
        try Sample.fill(book)
        try book.store([Sample.quote("29", on: "2024-01-01")])
        proxy.arm(nil)
        var begun = 0
        try book.transaction {
            try book.store([Sample.quote("30", on: "2024-01-01")])
            begun = proxy.count(from: .client)
        }
        proxy.arm(arrives ? .cutAnswered : .cut, at: arrives ? proxy.count(from: .client) : begun + 1)
        let error = storageError { try book.store([Sample.quote("31", on: "2024-01-02")]) }
        #expect(arrives ? error == nil : error?.message.contains("nothing of it is recorded") == true, "\(error.map { "\($0)" } ?? "none")")
        // An answer that comes before the cut needs no note.
        let notes = book.takeNotes().count
        #expect(arrives ? notes <= 1 : notes == 0)
        #expect(try book.quotes().map(\.close) == (arrives ? [30, 31] : [30]))
    }

    @Test("What is lost in the middle of an act is lost as a whole: nothing is recorded behind it as if it had not been")
    func lostInside() throws {
        let book = try openThroughProxy(ServerBooks.make())
        try Sample.fill(book)
        let last = try book.ledger.lastEntry
        let error = storageError {
            try book.transaction {
                try book.store([Sample.quote("31")])
                proxy.cutAll()
                // Somebody catches what a question throws, and goes on.
                #expect(storageError { _ = try book.quotes() }?.kind == .connectionLost)
                #expect(storageError { _ = try book.quotes() }?.message.hasSuffix("Nothing of what was being recorded is recorded.") == true)
                try book.append(Sample.deposit("2"))
            }
        }
        #expect(error?.kind == .connectionLost)
        try book.refresh()
        #expect(try book.quotes().isEmpty && book.ledger.lastEntry == last)
        // And a reading of one state does not go on with another.
        #expect(
            storageError {
                try book.store.withSnapshot {
                    _ = try book.store.head()
                    proxy.cutAll()
                    _ = try book.store.head()
                }
            }?.kind == .connectionLost)
        try book.append(Sample.deposit("2"))
        #expect(try book.verify().isSound)
    }
}

extension Book {
    /// How messages call the server of the book.
    var serverName: String { (store as? ServerStore)?.server.name ?? "" }
}
