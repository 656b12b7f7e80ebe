import Synchronization

/// The streams of events that pages listen to (server-sent events, as the HTML standard has them): each is told "changed" when the book has changed.
final class EventStreams: Sendable {
    /// As many as are open at once; the oldest makes room for one more, and its page asks again.
    static let most = 24
    /// Seconds after which a silent stream says something, so that whoever is in between does not close it.
    static let heartbeat = 15.0

    private struct Stream {
        let connection: Connection
        /// The revision that the page has seen or was told of.
        var told: UInt64
        var lastWord: Double
        var isGreeted = false
        var isSuspended = false
        var isEnded = false
    }

    private struct State {
        var revision: UInt64 = 0
        var lastID = 0
        var streams: [Int: Stream] = [:]
    }

    private let state = Mutex(State())

    /// How often the book has changed.
    var revision: UInt64 { state.withLock { $0.revision } }

    /// Begins a stream for a page that has seen the book as it was after so many changes; without a number, as it is. Returns the stream's number.
    func open(_ connection: Connection, since: UInt64?) -> Int {
        state.withLock { state in
            Self.endGone(&state)
            let open = state.streams.filter { !$0.value.isEnded }
            if open.count >= Self.most, let oldest = open.keys.min() { Self.wake(&state, oldest) { $0.isEnded = true } }
            state.lastID += 1
            state.streams[state.lastID] = Stream(connection: connection, told: since ?? state.revision, lastWord: ConnectionDeadlines.now)
            return state.lastID
        }
    }

    /// The next bytes of a stream, at most `room`; empty if there is nothing to say, and then its connection is suspended until there is; nil at its end.
    /// Called by the thread of libmicrohttpd.
    func next(_ id: Int, room: Int) -> [UInt8]? {
        state.withLock { state in
            guard var stream = state.streams[id], !stream.isEnded else { return nil }
            defer { state.streams[id] = stream }
            var text = ""
            if !stream.isGreeted {
                // How many milliseconds a page waits until it asks again, when the stream breaks off.
                text = "retry: 1000\n\n"
                stream.isGreeted = true
            }
            if stream.told < state.revision {
                text += "event: changed\ndata: \(state.revision)\n\n"
                stream.told = state.revision
            } else if text.isEmpty && ConnectionDeadlines.now - stream.lastWord >= Self.heartbeat {
                text = ": nothing has changed\n\n"
            }
            // Each is a few dozen bytes, and the room a thousand.
            precondition(text.utf8.count <= room)
            if text.isEmpty {
                stream.isSuspended = true
                stream.connection.suspend()
            } else {
                stream.lastWord = ConnectionDeadlines.now
            }
            return Array(text.utf8)
        }
    }

    /// A stream's connection is over.
    func close(_ id: Int) { state.withLock { _ = $0.streams.removeValue(forKey: id) } }

    /// The book has changed for the so manieth time.
    func change(_ revision: UInt64) {
        state.withLock { state in
            state.revision = max(state.revision, revision)
            for id in state.streams.keys { Self.wake(&state, id) }
        }
    }

    /// Ends the streams whose pages have gone, and wakes those that have been silent for long. To be called about once a second.
    func tick() {
        let now = ConnectionDeadlines.now
        state.withLock { state in
            Self.endGone(&state)
            for (id, stream) in state.streams where now - stream.lastWord >= Self.heartbeat { Self.wake(&state, id) }
        }
    }

    private static func endGone(_ state: inout State) {
        for (id, stream) in state.streams where stream.isSuspended && stream.connection.isClosedByPeer { wake(&state, id) { $0.isEnded = true } }
    }

    /// Changes a stream, and has it asked for its next bytes.
    private static func wake(_ state: inout State, _ id: Int, _ change: (inout Stream) -> Void = { _ in }) {
        guard var stream = state.streams[id] else { return }
        change(&stream)
        let wasSuspended = stream.isSuspended
        stream.isSuspended = false
        state.streams[id] = stream
        if wasSuspended { stream.connection.resume() }
    }
}
