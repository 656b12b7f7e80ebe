import FoundationEssentials
import PostgreSQL
import Values

/// A PostgreSQL server with luca's books, as one login sees it: its connection, which comes back where it was lost.
///
/// Several books of a server may share one; one of them at a time has a transaction. It belongs to one thread.
final class BookServer {
    /// Where the transaction of the connection stands, as far as books know of it.
    enum Transaction {
        case none
        /// One that reads a single state of the books.
        case reading
        /// One that records.
        case act
        /// One in which something failed, or that was lost with its connection: every further statement of it fails with this.
        case failed(StorageError)
    }

    /// Where it is, for messages: `db.example.org/family`.
    let name: String
    /// Whether it is a copy of another server, for reading ("hot standby"). It takes nothing, and tells of nothing.
    var isStandby: Bool { link.isStandby }
    /// Asked while something is waited for; `true` ends that with `.interrupted`.
    var shouldStop: (() -> Bool)?
    /// What is known of the connection, and how it comes back.
    let link: ServerLink

    /// The names under which the server knows statements, by their text, on the connection of a number.
    private var prepared: (connection: Int, names: [String: String]) = (0, [:])
    private var transaction = Transaction.none
    /// What is to be told to whoever sits at the session.
    private var notes: [String] = []
    /// How many books use it.
    private var users = 0
    /// Where answers take longer than this, a session listens for news and does not ask before each statement.
    var quickAnswer = Duration.milliseconds(2)
    /// The shortest time that an answer took.
    private(set) var roundTrip = Duration.seconds(1)

    /// - Throws: `.misuse` for an address that makes no sense.
    init(address: PostgresAddress, password: String? = nil) {
        name = address.description
        link = ServerLink(address, password)
    }

    private init(_ other: BookServer) {
        name = other.name
        link = other.link.another()
    }

    /// The same server for the same login, by a connection of its own; for another thread.
    func another() -> BookServer { BookServer(self) }

    /// A number that no other has: thirty-two hexadecimal digits in the form of a UUID.
    static func randomNumber() -> String { UUID().uuidString.lowercased() }

    /// The login, which entries are recorded by.
    var login: String { link.login }

    /// Whether a transaction is open, be it one that has failed.
    var isInTransaction: Bool { if case .none = transaction { false } else { true } }

    // MARK: Users

    /// One more book uses the connection.
    func retain() { users += 1 }

    /// One book less uses it; the last ends it.
    func release() {
        users -= 1
        if users <= 0 { close() }
    }

    func close() {
        link.close()
        transaction = .none
    }

    /// Adds a sentence for whoever sits at the session.
    func note(_ text: String) { notes.append(text) }

    /// Hands over the sentences that have come up.
    func takeNotes() -> [String] {
        defer { notes = [] }
        return notes
    }

    // MARK: The connection

    /// Makes sure that the open transaction has not failed.
    ///
    /// - Throws: what it failed with.
    func checkTransaction() throws(StorageError) { _ = try connected() }

    /// The connection, which is made where there is none; within a transaction that was lost or has failed there is none.
    private func connected() throws(StorageError) -> PostgresConnection {
        if case .failed(let cause) = transaction { throw cause }
        if let connection = link.standing { return connection }
        if isInTransaction { throw fail(.connectionLost(name, nil)) }
        do throws(PostgresError) { return try link.connect { [weak self] in self?.shouldStop?() == true } } catch { throw .ofServer(error, name) }
    }

    /// Runs something on the connection, and puts its errors into the words of a book.
    ///
    /// - Parameter isRepeatable: whether it may be asked again on a new connection, as a question outside of a transaction.
    func perform<Result>(isRepeatable: Bool, _ body: (PostgresConnection) throws(PostgresError) -> Result) throws(StorageError) -> Result {
        for attempt in 0... {
            let connection = try connected()
            do throws(PostgresError) {
                let began = ContinuousClock.now
                let result = try body(connection)
                roundTrip = min(roundTrip, .now - began)
                return result
            } catch {
                if attempt == 0, isRepeatable, isRepeated(error, connection) { continue }
                throw said(error, connection)
            }
        }
        preconditionFailure("the second attempt ends it")
    }

    /// Whether something that failed outside of a transaction goes through on a new connection: that one was lost, or has forgotten a statement, or has
    /// compiled it for tables that were changed since.
    private func isRepeated(_ error: PostgresError, _ connection: PostgresConnection) -> Bool {
        if isInTransaction { return false }
        if ["26000", "0A000"].contains(error.sqlState) { connection.close() }
        return error.kind == .lost || !connection.isOpen
    }

    /// What an error is called by a book; a transaction that it broke takes no further statements.
    private func said(_ error: PostgresError, _ connection: PostgresConnection) -> StorageError {
        let said = StorageError.ofServer(error, name, wasAskedFor: connection.wasToStop)
        return connection.isOpen && connection.transactionStatus != .inError ? said : fail(said)
    }

    /// Notes that the running transaction, where there is one, has failed; hands the error back.
    @discardableResult
    private func fail(_ error: StorageError) -> StorageError {
        switch transaction {
        case .none, .failed: return error
        case .reading: transaction = .failed(error)
        case .act:
            // What is lost before its commit was sent is not recorded.
            let error = error.kind == .connectionLost ? StorageError.lostUnsent(name, error) : error
            transaction = .failed(error.kind == .connectionLost ? error : .actFailed(error))
            return error
        }
        return error
    }

    /// The name of a statement that the server has compiled.
    private func statement(_ sql: String, _ connection: PostgresConnection) throws(PostgresError) -> String {
        if prepared.connection != link.number { prepared = (link.number, [:]) }
        if let name = prepared.names[sql] { return name }
        let name = "luca\(prepared.names.count)"
        try connection.prepare(name, sql)
        prepared.names[sql] = name
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
    ///
    /// - Parameter isRepeatable: whether they may be run twice where the connection is lost.
    func execute(_ sql: String, isRepeatable: Bool = false) throws(StorageError) {
        try perform(isRepeatable: isRepeatable) { connection throws(PostgresError) in try connection.execute(sql) }
    }

    /// Hands over the rows of a question one after the other, each as `BinaryRow` reads it. A transaction outlives that the receiver throws.
    func copy(_ question: String, _ receive: (UnsafeRawBufferPointer) throws -> Void) throws {
        for attempt in 0... {
            let connection = try connected()
            var hasReceived = false
            do {
                try connection.copyOut("COPY (\(question)) TO STDOUT (FORMAT binary)", isEnded: !isInTransaction) { row in
                    hasReceived = true
                    try receive(row)
                }
                return
            } catch let error as PostgresError {
                // Once rows have been handed over, they are not asked again.
                if attempt == 0, !hasReceived, isRepeated(error, connection) { continue }
                throw said(error, connection)
            } catch {
                if !connection.isOpen || connection.transactionStatus == .inError { fail(error as? StorageError ?? .interrupted()) }
                throw error
            }
        }
    }

    /// Runs statements in one round trip, as one transaction where none is open; what each of them answers.
    ///
    /// - Parameter isRepeatable: whether they may be run twice where the connection is lost.
    @discardableResult
    func run(_ statements: [ServerStatement], isRepeatable: Bool = false) throws(StorageError) -> [PostgresResult] {
        try perform(isRepeatable: isRepeatable) { connection throws(PostgresError) in
            let answers = try connection.pipeline { pipeline throws(PostgresError) in
                for one in statements { try add(one, to: &pipeline, connection) }
            }
            return try answers[0].get()
        }
    }

    /// Adds a statement, which the server compiles on the way where it does not know it yet.
    private func add(_ one: ServerStatement, to pipeline: inout PostgresPipeline, _ connection: PostgresConnection) throws(PostgresError) {
        // Settings of transactions have no parameters and are compiled in no time; to prepare them would cost more.
        if one.parameters.isEmpty { return try pipeline.query(one.sql, format: .binary) }
        try pipeline.queryPrepared(statement(one.sql, connection), one.parameters, format: .binary)
    }

    // MARK: Transactions

    /// Begins a transaction that records with some statements, in one round trip; what each of them answers.
    ///
    /// - Parameter lockTimeout: the seconds that they wait for a lock.
    @discardableResult
    func begin(_ statements: [ServerStatement], lockTimeout: Double = 10, _ shouldStop: (() -> Bool)? = nil) throws(StorageError) -> [PostgresResult] {
        guard !isInTransaction else { throw .otherTransaction(name) }
        let usual = self.shouldStop
        if let shouldStop { self.shouldStop = shouldStop }
        defer { self.shouldStop = usual }
        do throws(StorageError) {
            let result = try perform(isRepeatable: true) { connection throws(PostgresError) in
                for one in statements { _ = try statement(one.sql, connection) }
                let isNewTimeout = link.lockTimeout != lockTimeout
                let answers = try connection.pipeline { pipeline throws(PostgresError) in
                    if isNewTimeout {
                        try add(ServerLink.setting(lockTimeout: lockTimeout), to: &pipeline, connection)
                        // Within the transaction it would be taken back with it.
                        pipeline.sync()
                    }
                    for one in [ServerStatement("BEGIN")] + statements { try add(one, to: &pipeline, connection) }
                }
                for answer in answers.dropLast() { _ = try answer.get() }
                link.lockTimeout = lockTimeout
                return try Array(answers[answers.count - 1].get().dropFirst())
            }
            transaction = .act
            return result
        } catch {
            // It is begun where a statement behind that failed.
            rollback()
            throw error
        }
    }

    /// Begins a transaction that reads one state of the books, whatever others commit.
    func beginReading() throws(StorageError) {
        try execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", isRepeatable: true)
        transaction = .reading
    }

    /// Ends the transaction with its last statements, which are one by themselves where none is open, and sends others behind it in the same
    /// round trip, in groups. Where one fails, the rest of its group is left out, and the others run.
    ///
    /// - Returns: what each of those groups failed with, if it did.
    /// - Throws: what the commit failed with. The transaction is still open then, until it is rolled back.
    func commit(_ last: [ServerStatement], then groups: [[ServerStatement]]) throws(StorageError) -> [StorageError?] {
        let connection = try connected()
        let answers: [PostgresPipeline.Answer]
        do throws(PostgresError) {
            answers = try connection.pipeline { pipeline throws(PostgresError) in
                for group in [isInTransaction ? last + [ServerStatement("COMMIT")] : last] + groups {
                    for one in group { try add(one, to: &pipeline, connection) }
                    pipeline.sync()
                }
            }
            _ = try answers[0].get()
        } catch {
            // That it is not recorded is not known here.
            throw error.kind == .lost ? .connectionLost(name, error.message) : said(error, connection)
        }
        transaction = .none
        let failures = answers.dropFirst().map { answer -> StorageError? in
            if case .failure(let error) = answer { .ofServer(error, name, wasAskedFor: connection.wasToStop) } else { nil }
        }
        // A group that was stopped has left its own transaction open.
        rollback()
        return failures
    }

    /// Goes back to a point of the transaction, which brings one back to life that has failed behind it, and gives the point up.
    func rollback(to savepoint: String) throws(StorageError) {
        if case .failed = transaction, link.standing != nil { transaction = .act }
        try execute("ROLLBACK TO SAVEPOINT \(savepoint); RELEASE SAVEPOINT \(savepoint)")
    }

    /// Forgets what the transaction did; where the connection was lost, the server does.
    func rollback() {
        transaction = .none
        guard let connection = link.standing, connection.transactionStatus != .idle else { return }
        withoutStopping { do throws(PostgresError) { try connection.execute("ROLLBACK") } catch { connection.close() } }
    }

    /// Runs what is to be done even where the user has stopped something.
    func withoutStopping<Result, Failure>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        let usual = shouldStop
        shouldStop = nil
        defer { shouldStop = usual }
        return try body()
    }
}
