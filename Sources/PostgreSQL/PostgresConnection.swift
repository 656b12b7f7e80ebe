import CPostgreSQL
import Glibc

/// One connection to a server, for one thread.
///
///     let connection = try PostgresConnection(PostgresAddress("postgres:///books"))
///     try connection.execute("CREATE TABLE note (number int8, text text)")
///     try connection.query("INSERT INTO note VALUES ($1, $2)", [.integer(1), .text("hello")])
///
/// Nothing waits in libpq itself: each wait looks every 50 ms whether `shouldStop`, and then has the server stop the statement.
///
/// ## Topics
/// - Running: `execute(_:)`, `query(_:_:format:)`, `prepare(_:_:)`, `queryPrepared(_:_:format:)`, `pipeline(_:)`, `copyOut(_:row:)`
/// - State: `isOpen`, `transactionStatus`, `serverVersion`, `backendPID`
/// - Hearing from others: `notifications()`, `waitForInput(seconds:)`
public final class PostgresConnection {
    /// Where a connection stands with its transaction.
    public enum TransactionStatus: Hashable, Sendable {
        /// No transaction is open.
        case idle
        /// A statement runs.
        case active
        /// A transaction is open.
        case inTransaction
        /// A transaction is open in which a statement failed: it can only be rolled back.
        case inError
        /// The connection has ended.
        case unknown
    }

    /// Asked every 50 ms while the server is waited for; `true` stops the statement.
    public var shouldStop: (() -> Bool)?

    let library: PostgresLibrary
    /// How the running statement is being stopped.
    var stop = StopState()
    /// Whether the next wait looks at what TLS has decrypted already before it sleeps.
    var hasLookedAhead = false
    private var handle: OpaquePointer?
    private var isRunning = false
    private var closesAfterwards = false

    /// Connects.
    ///
    /// - Parameters:
    ///   - password: in the place of the one that the address has, or that a file or the environment has.
    ///   - longestWait: seconds for all hosts together, in the place of the address's own `longestWait`.
    ///   - shouldStop: asked every 50 ms while connecting and from then on; `true` ends it. Looking up a host's name cannot be ended.
    /// - Throws: `unreachable`, `authentication`, `timedOut`, `cancelled`, or `server` where it answers something else.
    public init(_ address: PostgresAddress, password: String? = nil, longestWait: Double? = nil, shouldStop: (() -> Bool)? = nil) throws(PostgresError) {
        library = try PostgresLibrary.shared()
        self.shouldStop = shouldStop
        // Whoever wants to stop is not to wait for a connection that comes or fails within no time, again and again.
        if shouldStop?() == true { throw PostgresError(.cancelled, "Connecting was stopped.") }
        if let password { try requireNoNUL(password, "The password") }
        let parameters = address.parameters + (password.map { [("password", $0)] } ?? [])
        guard let connection = PostgresAddress.start(parameters, library) else { throw PostgresError(.unreachable, "There is no memory for a connection.") }
        handle = connection
        // The server's warnings go nowhere: libpq would print them.
        _ = library.setNoticeProcessor(connection, { _, _ in }, nil)
        // So that it tells the server's code as well.
        _ = library.setVerbosity(connection, PQERRORS_VERBOSE)
        do throws(PostgresError) {
            try finishConnecting(connection, address, longestWait ?? address.longestWait)
        } catch {
            close()
            throw error
        }
        _ = library.setVerbosity(connection, PQERRORS_DEFAULT)
        _ = library.setNonBlocking(connection, 1)
    }

    deinit { close() }

    /// Goes on with a connection that is begun, until it stands.
    private func finishConnecting(_ connection: OpaquePointer, _ address: PostgresAddress, _ longestWait: Double?) throws(PostgresError) {
        let started = Clock.now()
        var asked = started, state = PGRES_POLLING_WRITING
        while state != PGRES_POLLING_OK {
            guard library.status(connection) != CONNECTION_BAD, state != PGRES_POLLING_FAILED else { throw refusal(connection, address) }
            let isReady = Poll.wait(library.socket(connection), for: state == PGRES_POLLING_READING ? POLLIN : POLLOUT)
            let now = Clock.now()
            if !isReady || now - asked >= Poll.seconds {
                asked = now
                if shouldStop?() == true { throw PostgresError(.cancelled, "Connecting to \(address) was stopped.") }
            }
            if let longestWait, now - started >= longestWait {
                throw PostgresError(.timedOut, "\(address) has not answered within \(Int(longestWait.rounded(.up))) seconds.")
            }
            if isReady { state = library.connectPoll(connection) }
        }
    }

    /// Why no connection came about.
    private func refusal(_ connection: OpaquePointer, _ address: PostgresAddress) -> PostgresError {
        if library.needsPassword(connection) != 0 {
            return PostgresError(
                .authentication, "\(address) asks for a password, and none was found.", hint: "Put it into ~/.pgpass, into a file that PGPASSFILE names, or into PGPASSWORD.")
        }
        return .connecting(library.errorMessage(connection).map { String(cString: $0) } ?? "")
    }

    /// Ends the connection; what its transaction did is undone. From within a statement, it ends with that.
    public func close() {
        guard !isRunning else {
            closesAfterwards = true
            return
        }
        if let handle { library.finish(handle) }
        handle = nil
    }

    /// Runs something that speaks with the server, and comes back when nothing of it is on its way any more.
    func run<Result>(_ body: (OpaquePointer) throws(PostgresError) -> Result) throws(PostgresError) -> Result {
        guard let handle, library.status(handle) == CONNECTION_OK else { throw .closed }
        guard !isRunning else { throw PostgresError(.misuse, "A connection runs one statement at a time.") }
        (isRunning, stop, hasLookedAhead) = (true, StopState(), false)
        defer {
            isRunning = false
            // A request to cancel that is still on its way would hit the next statement.
            if closesAfterwards || !stop.settle() { close() }
        }
        return try body(handle)
    }
}

// MARK: State

extension PostgresConnection {
    /// Whether the connection stands, as far as is known without asking the server.
    public var isOpen: Bool { handle.map { library.status($0) == CONNECTION_OK } ?? false }

    /// The server's version as a number: 150018 is 15.18.
    public var serverVersion: Int { handle.map { Int(library.serverVersion($0)) } ?? 0 }

    /// The number of the server's process for this connection, by which others see it; 0 once it is closed.
    public var backendPID: Int { handle.map { Int(library.backendPID($0)) } ?? 0 }

    /// Whether `shouldStop` wanted the last call to be stopped: what was stopped without that, the server or somebody else has stopped.
    public var wasToStop: Bool { stop.began != nil }

    /// Where the connection stands with its transaction.
    public var transactionStatus: TransactionStatus {
        switch handle.map({ library.transactionStatus($0) }) ?? PQTRANS_UNKNOWN {
        case PQTRANS_IDLE: .idle
        case PQTRANS_ACTIVE: .active
        case PQTRANS_INTRANS: .inTransaction
        case PQTRANS_INERROR: .inError
        default: .unknown
        }
    }
}
