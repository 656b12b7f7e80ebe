import Glibc
import Ledger

/// What a loading thread has read of a book, on its way to the thread that asks.
///
/// A ledger belongs to one thread at a time. The box may cross between threads although a ledger may not be shared, since its contents never
/// are: the loading thread makes them from nothing but bytes of its own connection, puts the box into the queue as the last thing that it does
/// with it, and the queue's lock stands between that and whoever takes it out.
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
// All of it is guarded by the lock.
final class LoadingQueue: @unchecked Sendable {
    /// A book, or why it could not be loaded.
    struct Item: Sendable {
        let place: Int
        let book: Result<LoadedBook, StorageError>
    }

    private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let bell = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private let capacity: Int
    private var places: Range<Int>
    private let largestPortion: Int
    /// How many books are loaded at once. The first come soon, and tell what the question needs.
    private var portion = 2
    private var waiting: [Item] = []
    private var loaders: Int
    private var hasStopped = false
    private var needsLedgers = false

    /// A queue for some books, which a few threads load in portions.
    init(count: Int, loaders: Int, capacity: Int = 4, largestPortion: Int) {
        (places, self.loaders, self.capacity, self.largestPortion) = (0..<count, loaders, capacity, max(1, largestPortion))
        pthread_mutex_init(lock, nil)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        // Waits by a clock that nobody sets.
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(bell, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(bell)
        pthread_mutex_destroy(lock)
        bell.deallocate()
        lock.deallocate()
    }

    private func locked<Result>(_ body: () -> Result) -> Result {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        return body()
    }

    // MARK: Threads that load

    /// The next books to load, with whether their ledgers are needed; nil where none are left, or nobody wants them any more.
    func portionToLoad() -> (places: Range<Int>, needsLedgers: Bool)? {
        locked {
            if hasStopped || places.isEmpty { return nil }
            let taken = places.prefix(min(portion, largestPortion))
            places = places.dropFirst(taken.count)
            portion = min(portion * 2, largestPortion)
            return (taken, needsLedgers)
        }
    }

    /// Adds a book, and waits while too many do; whether anybody still wants more.
    func put(_ item: Item) -> Bool {
        locked {
            while waiting.count >= capacity, !hasStopped { pthread_cond_wait(bell, lock) }
            if hasStopped { return false }
            waiting.append(item)
            pthread_cond_broadcast(bell)
            return true
        }
    }

    /// One thread less loads.
    func endLoading() {
        locked {
            loaders -= 1
            pthread_cond_broadcast(bell)
        }
    }

    /// Whether nobody wants any more.
    var isStopped: Bool { locked { hasStopped } }

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
        var deadline = timespec()
        clock_gettime(CLOCK_MONOTONIC, &deadline)
        let nanoseconds = deadline.tv_nsec + Int(seconds * 1e9)
        deadline.tv_sec += nanoseconds / 1_000_000_000
        deadline.tv_nsec = nanoseconds % 1_000_000_000
        return locked {
            while waiting.isEmpty, loaders > 0 {
                if pthread_cond_timedwait(bell, lock, &deadline) == ETIMEDOUT { break }
            }
            if waiting.isEmpty { return loaders > 0 ? .nothing : .end }
            let item = waiting.removeFirst()
            pthread_cond_broadcast(bell)
            return .item(item)
        }
    }

    /// Has ledgers loaded for books with a saved state too: the question turned out to need them.
    func needLedgers() { locked { needsLedgers = true } }

    /// Lets go of all that waits, and has the threads end.
    func stop() {
        locked {
            hasStopped = true
            waiting = []
            pthread_cond_broadcast(bell)
        }
    }
}

/// A thread that loads books into a queue, with a connection of its own.
final class LoadingThread {
    private var thread = pthread_t()
    private var isRunning = false

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
        let context = Unmanaged.passRetained(Work(server, wanted, queue))
        let code = pthread_create(
            &thread, nil,
            { context in
                // It was handed over below, where a thread is sure to have a context.
                Unmanaged<Work>.fromOpaque(context!).takeRetainedValue().run()
                return nil
            }, context.toOpaque())
        guard code == 0 else {
            context.release()
            throw StorageError(.busy, "The system has no room for another thread.", hint: "Ask again when less runs.")
        }
        isRunning = true
    }

    /// Waits until it has ended.
    func join() {
        if isRunning { pthread_join(thread, nil) }
        isRunning = false
    }
}
