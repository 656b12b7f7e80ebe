import Glibc
import PostgreSQL

/// The connection to a server with luca's books: made as luca wants it, and made again where it was lost.
final class ServerLink {
    /// The login.
    private(set) var login = ""
    /// Counts the connections that were made: statements, listening, and what others committed meanwhile are of one of them.
    private(set) var number = 0
    /// Whether the server is a copy of another, for reading.
    private(set) var isStandby = false

    private let address: PostgresAddress
    private let password: String?
    private var connection: PostgresConnection?
    /// A process of the server's, told by its number and by when it began, so that no other is taken for it.
    struct Process {
        let number: Int, began: String

        fileprivate var parameters: [PostgresParameter] { [.integer(number), .text(began)] }
    }

    /// The process for the connection, be it lost; and that of the connection that was lost before.
    private(set) var process: Process?
    private var former: Process?
    /// The seconds that statements of the connection wait for a lock.
    var lockTimeout = ServerLink.usualLockTimeout
    /// Whether a process of a lost connection may still be committing, and is not to be ended.
    var sparesFormer = false
    /// The channels on which the server tells of acts, and those on which it has.
    private var channels: Set<String> = [], heard: Set<String> = []
    /// Whether the server was waited for in vain, so that whatever comes next does not wait again.
    private var isGivenUp = false

    /// How long a server that went away is waited for.
    private static let patience = Duration.seconds(10)

    init(_ address: PostgresAddress, _ password: String?) { (self.address, self.password) = (address, password) }

    /// Another connection to the same server for the same login, which is made when it is needed.
    func another() -> ServerLink { ServerLink(address, password) }

    /// The connection, as long as it stands.
    var standing: PostgresConnection? { connection.flatMap { $0.isOpen ? $0 : nil } }

    func close() {
        connection?.close()
        (connection, process, former) = (nil, nil, nil)
    }

    /// Connects. A server that was there before is waited for, as it may be starting again, but for once only.
    ///
    /// - Parameter shouldStop: asked from then on whenever the connection is waited for.
    func connect(_ shouldStop: @escaping () -> Bool) throws(PostgresError) -> PostgresConnection {
        let deadline = ContinuousClock.now + (connection == nil || isGivenUp ? .zero : Self.patience)
        var pause = 0.05
        connection?.close()
        while true {
            do throws(PostgresError) {
                let made = try PostgresConnection(address, password: password, shouldStop: shouldStop)
                try begin(made)
                isGivenUp = false
                return made
            } catch {
                let isPassing = [.unreachable, .lost, .timedOut].contains(error.kind) || error.sqlState == Self.tooManyConnections
                guard isPassing, ContinuousClock.now < deadline else {
                    isGivenUp = isPassing
                    throw error
                }
            }
            let end = ContinuousClock.now + .seconds(pause)
            while ContinuousClock.now < end, !shouldStop() { usleep(20_000) }
            pause = min(pause * 2, 2)
        }
    }

    private static let tooManyConnections = "53300"

    /// Has a new connection as luca wants it, in one round trip, and one that was lost ended at the server.
    private func begin(_ made: PostgresConnection) throws(PostgresError) {
        let answers = try made.pipeline { pipeline throws(PostgresError) in
            try pipeline.query(Self.settings)
            pipeline.sync()
            for setting in Self.watchfulness {
                try pipeline.query(setting)
                pipeline.sync()
            }
        }
        let result = try answers[0].get()[0]
        // Not every system that a server runs on can watch connections.
        for case .failure(let error) in answers where error.kind == .lost { throw error }
        login = result.text(0, 0) ?? ""
        isStandby = result.text(0, 1) == "t"
        former = process ?? former
        process = result.text(0, 2).map { Process(number: made.backendPID, began: $0) }
        connection = made
        lockTimeout = Self.usualLockTimeout
        number += 1
        // What was told while the connection was away was missed.
        heard.formUnion(channels)
        let wanted = channels
        channels = []
        for channel in wanted { try listen(to: channel, made) }
        if !sparesFormer { try endFormer(made) }
    }

    /// Has the server end its process of the connection that was lost: it may hold the lock of a book still, where the network was cut and the server does
    /// not know.
    func endFormer(_ connection: PostgresConnection) throws(PostgresError) {
        guard let ended = former else { return }
        former = nil
        do throws(PostgresError) { try connection.query(Self.ending + Self.ofProcess, ended.parameters) } catch {
            // Who may not do that waits until the server notices.
            if error.kind == .lost { throw error }
        }
    }

    /// The seconds that statements of a new connection wait for a lock.
    private static let usualLockTimeout = 10.0

    /// Has statements wait for a lock for some seconds; none at all would have them wait for ever.
    static func setting(lockTimeout seconds: Double) -> ServerStatement {
        ServerStatement("SELECT set_config('lock_timeout', '\(max(1, Int(seconds * 1000)))ms', false)")
    }

    /// What was acknowledged is on the disk, whatever the login's settings say; and a session that hangs gives up its locks.
    private static let settings = """
        SELECT session_user, pg_is_in_recovery(), (SELECT backend_start FROM pg_stat_get_activity(pg_backend_pid())),
            set_config('synchronous_commit', CASE current_setting('synchronous_commit') WHEN 'off' THEN 'on'
                ELSE current_setting('synchronous_commit') END, false), set_config('search_path', 'pg_catalog', false),
            set_config('idle_in_transaction_session_timeout', '600s', false), set_config('statement_timeout', '600s', false),
            set_config('lock_timeout', '\(Int(usualLockTimeout))s', false), set_config('row_security', 'on', false)
        """

    /// Has the server notice a client that is gone: within seconds while a statement runs or waits, and within half a minute where its host or the network
    /// vanished. Without, it would hold the lock of a book for hours.
    private static let watchfulness = [
        "SELECT set_config('client_connection_check_interval', '1s', false)",
        """
        SELECT set_config('tcp_keepalives_idle', '15', false), set_config('tcp_keepalives_interval', '5', false), set_config('tcp_keepalives_count', '3', false),
            set_config('tcp_user_timeout', '30s', false)
        """,
    ]

    /// Has the server end a process, and waits until it has ended, for some seconds at most; whether it has. What it was sent and had not begun is then never done.
    func end(_ process: Process, _ connection: PostgresConnection) throws(PostgresError) -> Bool {
        try connection.query(Self.endingSoon + Self.ofProcess, process.parameters)
        return try connection.query("SELECT" + Self.ofProcess, process.parameters).rowCount == 0
    }

    private static let ending = "SELECT pg_terminate_backend($1::int4)", endingSoon = "SELECT pg_terminate_backend($1::int4, 5000)"
    private static let ofProcess = " FROM pg_stat_get_activity($1::int4) AS a WHERE a.backend_start = $2::timestamptz"

    // MARK: News

    /// Has the server tell of a book's acts.
    func listen(to channel: String, _ connection: PostgresConnection) throws(PostgresError) {
        if isStandby { return }
        try connection.execute("LISTEN \(channel)")
        channels.insert(channel)
    }

    /// Whether the server tells this connection of a book's acts.
    func listens(to channel: String) -> Bool { channels.contains(channel) }

    /// Whether the server has told of an act in a book, or may have while the connection was away, and nobody has asked since; without waiting.
    func hasHeard(of channel: String) -> Bool {
        if let connection = standing, connection.transactionStatus == .idle, let notices = try? connection.notifications() { heard.formUnion(notices.map(\.channel)) }
        return heard.contains(channel)
    }

    /// Somebody has asked since.
    func forgetHeard(of channel: String) { heard.remove(channel) }
}
