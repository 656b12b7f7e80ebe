import Ledger
import Monitors

/// What a loading thread has read of a book, on its way to the thread that asks.
///
/// A ledger belongs to one thread at a time. The box may cross between threads although a ledger may not be shared, since its contents never
/// are: the loading thread makes them from nothing but bytes of its own connection, puts the box into the queue as the last thing that it does
/// with it, and the lock of the queue's monitor stands between that and whoever takes it out.
struct LoadedBook: @unchecked Sendable {
    /// Which of the wanted books it is.
    let place: Int
    /// Where its journal and its market stood.
    let head: ServerHead
    /// Its ledger with its acts; nil where a saved state tells enough.
    let ledger: Ledger?
    let acts: [Act]
}

/// Books that were loaded and wait to be asked, at most a few at a time; between the threads that load and the one that asks.
final class LoadingQueue: Sendable {
    /// A book, or why it could not be loaded.
    struct Item: Sendable {
        let place: Int
        let book: Result<LoadedBook, StorageError>
    }

    /// What the threads share.
    private struct State {
        /// The books that nobody loads yet.
        var places: Range<Int>
        /// How many books are loaded at once. The first come soon, and tell what the question needs.
        var portion = 2
        var waiting: [Item] = []
        /// How many threads load.
        var loaders: Int
        var hasStopped = false
        var needsLedgers = false
    }

    private let state: Monitor<State>
    private let capacity: Int
    private let largestPortion: Int
    /// How long is waited before it is looked again whether something has come: a thread that waits for others is told of every change.
    private static let longestWait = 3600.0

    /// A queue for some books, which a few threads load in portions.
    init(count: Int, loaders: Int, capacity: Int = 4, largestPortion: Int) {
        state = Monitor(State(places: 0..<count, loaders: loaders))
        (self.capacity, self.largestPortion) = (capacity, max(1, largestPortion))
    }

    // MARK: Threads that load

    /// The next books to load, with whether their ledgers are needed; nil where none are left, or nobody wants them any more.
    func portionToLoad() -> (places: Range<Int>, needsLedgers: Bool)? {
        state.with { state in
            if state.hasStopped || state.places.isEmpty { return nil }
            let taken = state.places.prefix(min(state.portion, largestPortion))
            state.places = state.places.dropFirst(taken.count)
            state.portion = min(state.portion * 2, largestPortion)
            return (taken, state.needsLedgers)
        }
    }

    /// Adds a book, and waits while too many do; whether anybody still wants more.
    func put(_ item: Item) -> Bool {
        while true {
            let isTaken: Bool? = state.wait(seconds: Self.longestWait) { state in
                if state.hasStopped { return false }
                guard state.waiting.count < capacity else { return nil }
                state.waiting.append(item)
                return true
            }
            if let isTaken { return isTaken }
        }
    }

    /// One thread less loads.
    func endLoading() { state.with { $0.loaders -= 1 } }

    /// Whether nobody wants any more.
    var isStopped: Bool { state.with { $0.hasStopped } }

    // MARK: The thread that asks

    /// What `take` found.
    enum Taken {
        /// A book.
        case item(Item)
        /// Nothing, as yet.
        case nothing
        /// That none will come any more.
        case end
    }

    /// The next book, which is waited for a moment.
    func take(waiting seconds: Double) -> Taken {
        state.wait(seconds: seconds) { state in
            if !state.waiting.isEmpty { return .item(state.waiting.removeFirst()) }
            return state.loaders > 0 ? nil : .end
        } ?? .nothing
    }

    /// Has ledgers loaded for books with a saved state too: the question turned out to need them.
    func needLedgers() { state.with { $0.needsLedgers = true } }

    /// Lets go of all that waits, and has the threads end.
    func stop() {
        state.with { state in
            state.hasStopped = true
            state.waiting = []
        }
    }
}

/// A thread that loads books into a queue, with a connection of its own.
final class LoadingThread {
    private let thread: WorkThread

    /// What the thread works on. Nothing else has a reference to the server once the thread runs.
    private final class Work: @unchecked Sendable {
        let server: BookServer
        let wanted: [BookListing]
        let queue: LoadingQueue

        init(_ server: BookServer, _ wanted: [BookListing], _ queue: LoadingQueue) { (self.server, self.wanted, self.queue) = (server, wanted, queue) }

        func run() {
            server.retain()
            server.shouldStop = { [queue] in queue.isStopped }
            while let (places, needsLedgers) = queue.portionToLoad() {
                BatchReading(server: server, wanted: wanted, needsLedgers: needsLedgers).load(Array(places), into: queue)
            }
            server.release()
            queue.endLoading()
        }
    }

    /// Starts a thread.
    ///
    /// - Throws: `.busy` where the system has none to give.
    init(_ server: BookServer, _ wanted: [BookListing], _ queue: LoadingQueue) throws(StorageError) {
        let work = Work(server, wanted, queue)
        guard let thread = WorkThread({ work.run() }) else {
            throw StorageError(.busy, "The system has no room for another thread.", hint: "Ask again when less runs.")
        }
        self.thread = thread
    }

    /// Waits until it has ended.
    func join() { thread.join() }
}
