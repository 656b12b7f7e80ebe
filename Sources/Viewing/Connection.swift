import CMicrohttpd
import Glibc
import Synchronization
import ViewWire

/// A connection of libmicrohttpd.
// Suspending, resuming and asking for the descriptor are all that is done with it from other threads, which libmicrohttpd allows.
struct Connection: @unchecked Sendable {
    let pointer: OpaquePointer

    var descriptor: Int32 { cmicrohttpd_descriptor(pointer) }

    /// Has libmicrohttpd leave the connection alone. To be called by its own thread only.
    func suspend() { MHD_suspend_connection(pointer) }

    /// Has libmicrohttpd go on with a suspended connection.
    func resume() { MHD_resume_connection(pointer) }

    /// Whether the browser has closed it, or its own half of it, which looks the same from here. Only while it is suspended, since libmicrohttpd may else close the descriptor meanwhile.
    var isClosedByPeer: Bool {
        var byte: UInt8 = 0
        let count = recv(descriptor, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT))
        return count == 0 || count < 0 && errno != EAGAIN && errno != EINTR
    }
}

/// One request and what becomes of it.
// The thread of libmicrohttpd has it alone, but while the connection is suspended: then it belongs to the `PageQueue`, under its lock.
final class Exchange: @unchecked Sendable {
    /// How far it has come.
    enum Phase {
        /// The head is there, and nothing was decided.
        case begun
        /// The head was judged; the page is to be asked for, or the stream to be begun.
        case judged(Gatekeeper.Verdict)
        /// It waits for its page.
        case waiting
    }

    let target: String
    let connection: Connection
    var phase = Phase.begun
    /// The page that luca rendered.
    var page: ViewPage?

    init(target: String, connection: Connection) { (self.target, self.connection) = (target, connection) }
}

/// Closes connections that take too long: somebody who sends a byte of a head, or takes a byte of a page, every few seconds would keep one for ever.
final class ConnectionDeadlines: Sendable {
    /// What a connection has time for.
    enum Allowance: Double {
        /// Sending the head of a request, or being silent between two.
        case head = 10
        /// Taking a page.
        case page = 60
    }

    /// By descriptor, the second at which a connection is closed; nil where it has time.
    private let deadlines = Mutex<[Int32: Double?]>([:])

    /// A connection has been opened.
    func open(_ descriptor: Int32) { deadlines.withLock { $0[descriptor] = .some(Self.now + Allowance.head.rawValue) } }

    /// A connection is about to be closed.
    func close(_ descriptor: Int32) { deadlines.withLock { _ = $0.removeValue(forKey: descriptor) } }

    /// A connection has now time for something else; nil: as much as it wants.
    func set(_ descriptor: Int32, _ allowance: Allowance?) {
        deadlines.withLock { deadlines in
            guard deadlines.keys.contains(descriptor) else { return }
            deadlines[descriptor] = .some(allowance.map { Self.now + $0.rawValue })
        }
    }

    /// Ends the connections whose time is up. libmicrohttpd closes their descriptors, and not before `close` was called.
    func sweep(now: Double = now) {
        deadlines.withLock { deadlines in
            for (descriptor, deadline) in deadlines {
                if let deadline, deadline < now { shutdown(descriptor, Int32(SHUT_RDWR)) }
            }
        }
    }

    /// Seconds by a clock that nobody sets.
    static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
