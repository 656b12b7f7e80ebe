import CPostgreSQL
import Glibc

/// Seconds by a clock that nobody sets; only differences mean anything.
enum Clock {
    static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

/// Waiting for a socket.
enum Poll {
    /// How long a wait sleeps at most.
    static let seconds = 0.05

    /// Waits until the socket can be read or written, for 50 ms or less; `false` where nothing came.
    static func wait(_ socket: CInt, for events: CInt, seconds: Double = seconds) -> Bool {
        var waiting = pollfd(fd: socket, events: Int16(events), revents: 0)
        return poll(&waiting, 1, CInt((seconds * 1000).rounded(.up))) > 0
    }
}

extension PostgresConnection {
    /// Sends all that is queued, reading meanwhile, so that a server that waits for its answers to be read does not wait for ever.
    func flush(_ connection: OpaquePointer) throws(PostgresError) {
        while isAlive(connection) {
            switch library.flush(connection) {
            case 0: return
            case 1: try pause(connection, for: POLLIN | POLLOUT)
            default: throw PostgresError(library: library, connection: connection, isAlive(connection) ? .misuse : .lost)
            }
        }
    }

    /// The next result; nil at the end of a statement's.
    func nextResult(_ connection: OpaquePointer) throws(PostgresError) -> PostgresResult? {
        // Where the connection ends, the next result tells that.
        while library.isBusy(connection) != 0, isAlive(connection) { try pause(connection, for: POLLIN) }
        return library.getResult(connection).map { PostgresResult(handle: $0, library: library) }
    }

    /// Waits a little for the server, and takes what has come.
    ///
    /// - Throws: `lost` where the server does not even answer to being told to stop.
    func pause(_ connection: OpaquePointer, for events: CInt) throws(PostgresError) {
        // What TLS has decrypted already is not announced by the socket.
        if library.isEncrypted(connection) != 0, !hasLookedAhead {
            hasLookedAhead = true
        } else {
            hasLookedAhead = false
            _ = Poll.wait(library.socket(connection), for: events)
            try askWhetherToStop(connection)
        }
        // Where this fails the connection has ended, and the next result tells why.
        _ = library.consumeInput(connection)
    }

    /// Asks every 50 ms, and has the server stop the statement where the answer is yes.
    func askWhetherToStop(_ connection: OpaquePointer) throws(PostgresError) {
        let now = Clock.now()
        guard now - stop.lastLook >= Poll.seconds * 0.9 else { return }
        stop.lastLook = now
        if stop.began == nil {
            guard shouldStop?() == true else { return }
            stop.began = now
        }
        guard now - (stop.began ?? now) < StopState.longestWait else {
            close()
            throw PostgresError(.lost, "The server does not answer any more, not even to being told to stop.")
        }
        stop.cancel(connection, library)
    }

    /// Whether the connection stands.
    func isAlive(_ connection: OpaquePointer) -> Bool { library.status(connection) == CONNECTION_OK }

    /// Why a call was not taken.
    func refusal(_ connection: OpaquePointer) -> PostgresError { PostgresError(library: library, connection: connection, isAlive(connection) ? .misuse : .lost) }

    /// What a result tells that is a failure.
    func failure(_ result: PostgresResult, _ connection: OpaquePointer) -> PostgresError {
        PostgresError(library: library, result: result.handle, isLost: !isAlive(connection))
    }
}
