import CPostgreSQL
import Glibc
import Synchronization

/// How a running statement is being stopped.
struct StopState {
    /// Seconds after which a server that neither stops nor answers is given up.
    static let longestWait = 2.0
    /// Seconds from one request to the next: the first may have come before the statement began.
    private static let pause = 1.0

    /// When the caller was last asked.
    var lastLook = Clock.now()
    /// When the caller first wanted to stop.
    var began: Double?
    private var request: CancelRequest?
    private var requested = 0.0

    /// Asks the server to stop the statement, unless that is on its way or has just been done.
    mutating func cancel(_ connection: OpaquePointer, _ library: PostgresLibrary) {
        let now = Clock.now()
        if let request, !request.isDone || now - requested < Self.pause { return }
        request = CancelRequest(connection, library)
        requested = now
    }

    /// Waits until no request is on its way any more; `false` where that takes too long, and the connection is of no use.
    func settle() -> Bool {
        guard let request else { return true }
        let started = Clock.now()
        while !request.isDone {
            if Clock.now() - started >= Self.longestWait { return false }
            usleep(500)
        }
        return true
    }
}

/// A request to the server to stop what it does for a connection.
///
/// It goes over a connection of its own, which may take long where the network is cut: so a thread of its own waits for it.
private final class CancelRequest {
    private let job: Job

    /// Whether the server has heard of it, or cannot.
    var isDone: Bool { job.isDone.load(ordering: .acquiring) }

    init(_ connection: OpaquePointer, _ library: PostgresLibrary) {
        job = Job(library.getCancel(connection), library)
        // Signals of the program are for its other threads.
        var all = sigset_t(), before = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        var thread = pthread_t()
        let held = Unmanaged.passRetained(job)
        let code = pthread_create(
            &thread, nil,
            { held in
                Unmanaged<Job>.fromOpaque(held!).takeRetainedValue().run()
                return nil
            }, held.toOpaque())
        if code == 0 {
            pthread_detach(thread)
        } else {
            held.takeRetainedValue().run()
        }
    }

    /// What the thread does; `@unchecked`, as nobody else touches the address after the thread has begun.
    private final class Job: @unchecked Sendable {
        let isDone = Atomic(false)
        private let cancel: OpaquePointer?
        private let library: PostgresLibrary

        init(_ cancel: OpaquePointer?, _ library: PostgresLibrary) { (self.cancel, self.library) = (cancel, library) }

        func run() {
            if let cancel {
                var message = [CChar](repeating: 0, count: 256)
                // Whether it was heard shows in what becomes of the statement.
                _ = library.cancel(cancel, &message, CInt(message.count))
                library.freeCancel(cancel)
            }
            isDone.store(true, ordering: .releasing)
        }
    }
}
