import Foundation
import Glibc
import PostgreSQL
import Values

/// A PostgreSQL server with luca's books, as one login sees it: its connection, which comes back where it was lost.
///
/// Several books of a server may share one; one of them at a time has a transaction. It belongs to one thread.
final class BookServer {
    /// Where it is, for messages: `db.example.org/family`.
    let name: String
    /// The login, which entries are recorded by.
    private(set) var login = ""
    /// Asked while something is waited for; `true` ends that with `.interrupted`.
    var shouldStop: (() -> Bool)?

    private let address: PostgresAddress
    private let password: String?
    private var connection: PostgresConnection?
    /// The names under which the server knows statements, by their text.
    private var prepared: [String: String] = [:]
    private(set) var isInTransaction = false
    /// The channels on which the server tells this connection of acts, and those on which it has.
    private var channels: Set<String> = [], heard: Set<String> = []
    /// What is to be told to whoever sits at the session.
    private var notes: [String] = []
    /// How many books use it.
    private var users = 0
    private var lastAnswer = ContinuousClock.now
    /// The shortest time that an answer took.
    private var roundTrip = Duration.seconds(1)

    /// How long a server that went away is waited for.
    private static let patience = Duration.seconds(10)

    /// - Throws: `.misuse` for an address that makes no sense.
    init(address: PostgresAddress, password: String? = nil) {
        (self.address, self.password) = (address, password)
        name = address.description
    }

    /// The same server for the same login, by a connection of its own; for another thread.
    func another() -> BookServer { BookServer(address: address, password: password) }

    /// A number that no other has: thirty-two hexadecimal digits in the form of a UUID.
    static func randomNumber() -> String { UUID().uuidString.lowercased() }

    // MARK: Users

    /// One more book uses the connection.
    func retain() { users += 1 }

    /// One book less uses it; the last ends it.
    func release() {
        users -= 1
        if users <= 0 { close() }
    }

    func close() {
        connection?.close()
        connection = nil
        isInTransaction = false
    }

    /// Adds a sentence for whoever sits at the session.
    func note(_ text: String) { notes.append(text) }

    /// Hands over the sentences that have come up.
    func takeNotes() -> [String] {
        defer { notes = [] }
        return notes
    }

    // MARK: The connection

    /// The connection, which is made where there is none; within a transaction that was lost there is none.
    private func connected() throws(StorageError) -> PostgresConnection {
        if let connection, connection.isOpen { return connection }
        if isInTransaction { throw .connectionLost(name, nil) }
        return try connect(patience: connection == nil ? .zero : Self.patience)
    }

    private func connect(patience: Duration) throws(StorageError) -> PostgresConnection {
        let deadline = ContinuousClock.now + patience
        var pause = 0.05
        connection?.close()
        while true {
            do throws(PostgresError) {
                let made = try PostgresConnection(address, password: password, shouldStop: { [weak self] in self?.shouldStop?() == true })
                try begin(made)
                return made
            } catch {
                guard [.unreachable, .lost, .timedOut].contains(error.kind), ContinuousClock.now < deadline else { throw .ofServer(error, name) }
            }
            if shouldStop?() == true { throw .interrupted() }
            usleep(UInt32(pause * 1_000_000))
            pause = min(pause * 2, 2)
        }
    }

    /// Has a new connection as luca wants it.
    private func begin(_ made: PostgresConnection) throws(PostgresError) {
        // What was acknowledged is on the disk, whatever the login's settings say; and a session that hangs gives up its locks.
        let result = try made.query(
            """
            SELECT session_user, set_config('synchronous_commit', CASE current_setting('synchronous_commit') WHEN 'off' THEN 'on'
                ELSE current_setting('synchronous_commit') END, false), set_config('search_path', 'pg_catalog', false),
                set_config('idle_in_transaction_session_timeout', '600s', false), set_config('statement_timeout', '600s', false),
                set_config('lock_timeout', '10s', false), set_config('row_security', 'on', false)
            """, [])
        login = result.text(0, 0) ?? ""
        (connection, prepared, isInTransaction) = (made, [:], false)
        let wanted = channels
        channels = []
        // What was told while the connection was away was missed.
        heard.formUnion(wanted)
        for channel in wanted { try made.execute("LISTEN \(channel)") }
        channels = wanted
    }

    /// Runs something on the connection, and puts its errors into the words of a book.
    ///
    /// - Parameter isRepeatable: whether it may be asked again on a new connection, as a question outside of a transaction.
    private func perform<Result>(isRepeatable: Bool, _ body: (PostgresConnection) throws(PostgresError) -> Result) throws(StorageError) -> Result {
        let isOutside = !isInTransaction
        for attempt in 0... {
            let connection = try connected()
            do throws(PostgresError) {
                let began = ContinuousClock.now
                let result = try body(connection)
                lastAnswer = .now
                roundTrip = min(roundTrip, lastAnswer - began)
                return result
            } catch {
                if error.kind == .lost { isInTransaction = false }
                if error.kind == .lost, isRepeatable, isOutside, attempt == 0 { continue }
                throw .ofServer(error, name)
            }
        }
        preconditionFailure("the second attempt ends it")
    }

    /// The name of a statement that the server has compiled.
    private func statement(_ sql: String, _ connection: PostgresConnection) throws(PostgresError) -> String {
        if let name = prepared[sql] { return name }
        let name = "luca\(prepared.count)"
        try connection.prepare(name, sql)
        prepared[sql] = name
        return name
    }

    // MARK: Statements

    /// Asks something; values come as bytes in the server's own form.
    func ask(_ sql: String, _ parameters: [PostgresParameter] = []) throws(StorageError) -> PostgresResult {
        try perform(isRepeatable: true) { connection throws(PostgresError) in
            try connection.queryPrepared(statement(sql, connection), parameters, format: .binary)
        }
    }

    /// Runs statements without values.
    func execute(_ sql: String) throws(StorageError) {
        try perform(isRepeatable: false) { connection throws(PostgresError) in try connection.execute(sql) }
    }

    /// Hands over the rows of a question one after the other, each as `BinaryRow` reads it.
    func copy(_ question: String, _ receive: (UnsafeRawBufferPointer) throws -> Void) throws {
        // Once rows have been handed over, they are not asked again.
        let connection = try connected()
        do { try connection.copyOut("COPY (\(question)) TO STDOUT (FORMAT binary)", row: receive) } catch let error as PostgresError {
            throw StorageError.ofServer(error, name)
        }
        lastAnswer = .now
    }

    /// Runs groups of statements in one round trip. Where one fails, the rest of its group is left out, and the others run.
    ///
    /// - Throws: the first error.
    func run(_ groups: [[ServerStatement]], inTransaction: Bool = false) throws(StorageError) {
        try perform(isRepeatable: false) { connection throws(PostgresError) in
            let answers = try connection.pipeline { pipeline throws(PostgresError) in
                for group in groups {
                    for one in group { try add(one, to: &pipeline, connection) }
                    pipeline.sync()
                }
            }
            for answer in answers { _ = try answer.get() }
        }
        if !inTransaction { isInTransaction = false }
    }

    /// Adds a statement, which the server compiles on the way where it does not know it yet.
    private func add(_ one: ServerStatement, to pipeline: inout PostgresPipeline, _ connection: PostgresConnection) throws(PostgresError) {
        // Settings of transactions have no parameters and are compiled in no time; to prepare them would cost more.
        if one.parameters.isEmpty { return try pipeline.query(one.sql, format: .binary) }
        try pipeline.queryPrepared(statement(one.sql, connection), one.parameters, format: .binary)
    }

    // MARK: Transactions

    /// Begins a transaction with some statements, in one round trip; what the last answers.
    func begin(_ statements: [ServerStatement], _ shouldStop: (() -> Bool)?) throws(StorageError) -> PostgresResult {
        precondition(!isInTransaction, "another book of \(name) has a transaction")
        let usual = self.shouldStop
        if let shouldStop { self.shouldStop = shouldStop }
        defer { self.shouldStop = usual }
        return try perform(isRepeatable: true) { connection throws(PostgresError) in
            for one in statements { _ = try statement(one.sql, connection) }
            isInTransaction = true
            let answers = try connection.pipeline { pipeline throws(PostgresError) in
                for one in [ServerStatement("BEGIN")] + statements { try add(one, to: &pipeline, connection) }
            }
            guard let result = try answers[0].get().last else { preconditionFailure("a section has an answer to each statement") }
            return result
        }
    }

    /// Begins a transaction that reads one state of the books, whatever others commit.
    func beginReading() throws(StorageError) {
        try perform(isRepeatable: true) { connection throws(PostgresError) in
            try connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        }
        isInTransaction = true
    }

    /// Ends a transaction that read.
    func endReading() { rollback() }

    /// Ends a transaction that wrote nothing.
    func commitNothing() throws(StorageError) { rollback() }

    /// Forgets what the transaction did; where the connection was lost, the server does.
    func rollback() {
        guard isInTransaction else { return }
        isInTransaction = false
        guard let connection, connection.isOpen else { return }
        // What the user stopped is not stopped again.
        let usual = shouldStop
        shouldStop = nil
        defer { shouldStop = usual }
        do { try connection.execute("ROLLBACK") } catch { connection.close() }
    }

    /// Has all that was committed before written to the server's disk, before it answers: a transaction of its own that waits for it.
    static let flush = [ServerStatement("SELECT pg_logical_emit_message(true, 'luca', '')")]

    /// Tells others that something was recorded. The notice itself need not wait for the disk: who missed it asks for the head.
    static func announcement(on channel: String) -> [ServerStatement] {
        [
            ServerStatement("BEGIN"), ServerStatement("SELECT set_config('synchronous_commit', 'off', true)"),
            ServerStatement("SELECT pg_notify($1, '')", [.text(channel)]), ServerStatement("COMMIT"),
        ]
    }

    // MARK: News

    /// Has the server tell of what is recorded in a book.
    func listen(to channel: String) throws(StorageError) {
        precondition(channel.utf8.allSatisfy { $0 == UInt8(ascii: "_") || (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) }, "a channel is made by luca")
        guard !isInTransaction else { return }
        try execute("LISTEN \(channel)")
        channels.insert(channel)
    }

    /// Whether the server tells this connection of a book's acts.
    func listens(to channel: String) -> Bool { channels.contains(channel) }

    /// Whether the server has told of an act in a book since this was last asked; without waiting.
    func hasHeard(of channel: String) -> Bool {
        if let connection, connection.isOpen, !isInTransaction, let notices = try? connection.notifications() { heard.formUnion(notices.map(\.channel)) }
        return heard.remove(channel) != nil
    }

    /// Whether enough time has passed since the last answer that asking again takes little of it.
    var isDueToAsk: Bool { ContinuousClock.now - lastAnswer > roundTrip * 4 || roundTrip < .milliseconds(2) }
}

/// A statement with its values.
struct ServerStatement {
    let sql: String
    let parameters: [PostgresParameter]

    init(_ sql: String, _ parameters: [PostgresParameter] = []) { (self.sql, self.parameters) = (sql, parameters) }
}
