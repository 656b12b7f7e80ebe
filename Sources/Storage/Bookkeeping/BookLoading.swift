import Ledger
import Values

extension Book {
    /// The books of the server that this one is on, as its login sees them, by name; nil for a book that is on none.
    public func listings() throws -> [BookListing]? { try (store as? ServerStore)?.server.books() }

    /// What tells a book of a server from every other; nil for a book that is on none.
    public var serverID: String? { (store as? ServerStore)?.listing.id }

    /// Has books of the server that this one is on loaded, by two threads with connections of their own; nil for a book that is on none.
    ///
    /// - Throws: `StorageError` where the server cannot be reached.
    public func loading(_ wanted: [BookListing]) throws -> BookLoading? {
        guard let store = store as? ServerStore else { return nil }
        return try BookLoading(wanted, of: store.server, clock: clock)
    }
}

/// Books of a server that are loaded one after the other for a question over all of them.
///
/// Two threads load, each with a connection of its own, and at most a few loaded books wait, so that the memory taken does not grow with their
/// number. A book is asked on the thread that took it, by the connection of the session, within one transaction that only reads.
public final class BookLoading {
    private let wanted: [BookListing]
    private let server: BookServer
    private let clock: Book.Clock
    private let queue: LoadingQueue
    private var threads: [LoadingThread] = []
    private var ownsTransaction = false
    private static let threadCount = 2, largestPortion = 64

    init(_ wanted: [BookListing], of server: BookServer, clock: @escaping Book.Clock) throws {
        (self.wanted, self.server, self.clock) = (wanted, server, clock)
        let loaders = min(Self.threadCount, wanted.count)
        queue = LoadingQueue(
            count: wanted.count, loaders: loaders, largestPortion: min(Self.largestPortion, wanted.count / (2 * Self.threadCount)))
        try beginReading()
        do { for _ in 0..<loaders { threads.append(try LoadingThread(server.another(), wanted, queue)) } } catch {
            for _ in threads.count..<loaders { queue.endLoading() }
            if threads.isEmpty { throw error }
        }
    }

    deinit { stop() }

    /// The next book that was loaded, with its place among those wanted, or why it could not be; nil after the last. Whoever takes it closes it.
    ///
    /// - Parameter shouldStop: asked a few times a second; what it throws ends the waiting.
    public func next(_ shouldStop: () throws -> Void) throws -> (place: Int, book: Result<Book, StorageError>)? {
        while true {
            try shouldStop()
            switch queue.take(waiting: 0.05) {
            case .nothing: continue
            case .end: return nil
            case .item(let item): return (item.place, item.book.map(open))
            }
        }
    }

    private func open(_ loaded: LoadedBook) -> Book {
        server.retain()
        let store = ServerStore(server: server, listing: wanted[loaded.place], busyTimeout: 0)
        store.known = loaded.head
        let book = Book(store: store, clock: clock)
        if let ledger = loaded.ledger { (book.loaded.ledger, book.loaded.acts) = (ledger, loaded.acts) }
        // Who only asks leaves nothing behind.
        book.present.smallestSaved = .max
        return book
    }

    /// Closes a book that was asked; what it was asked tells how the next are best loaded.
    ///
    /// - Parameter hasFailed: whether the question failed, so that the transaction may be of no use any more.
    public func close(_ book: Book, hasFailed: Bool) {
        if book.loaded.ledger != nil { queue.needLedgers() }
        book.close()
        guard hasFailed, ownsTransaction else { return }
        endReading()
        try? beginReading()
    }

    private func beginReading() throws {
        if server.isInTransaction { return }
        try server.beginReading()
        ownsTransaction = true
    }

    private func endReading() {
        if ownsTransaction { server.rollback() }
        ownsTransaction = false
    }

    /// Ends the loading, be it finished or not.
    public func stop() {
        queue.stop()
        for thread in threads { thread.join() }
        threads = []
        endReading()
    }
}
