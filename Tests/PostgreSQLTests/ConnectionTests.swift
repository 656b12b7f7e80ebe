import Foundation
import TestSupport
import Testing

@testable import PostgreSQL

/// A connection to the server of the tests.
func connect(_ query: String = "", database: String = "postgres", user: String? = nil) throws -> PostgresConnection {
    try PostgresConnection(PostgresAddress(PostgresServer.shared.url(database: database, user: user, query: query)))
}

/// What a call fails with.
func failure(_ body: () throws -> Void) -> PostgresError? {
    #expect(throws: PostgresError.self) { try body() }
}

@Suite("A connection is made, or told why not")
struct ConnectionTests {
    @Test("It tells the server's version, its process, its user and what it asked for")
    func connects() throws {
        let server = try PostgresServer.shared, database = try server.makeDatabase()
        let connection = try connect("book=main", database: database)
        #expect(connection.isOpen && connection.serverVersion >= 140000 && connection.transactionStatus == .idle)
        let row = try connection.query("SELECT pg_backend_pid(), current_database(), current_user, current_setting('application_name'), current_setting('client_encoding')")
        #expect(row.integer(0, 0) == connection.backendPID)
        #expect((1..<5).map { row.text(0, $0) } == [database, server.superuser, "luca", "UTF8"])
        #expect(server.psql("SELECT 1; SELECT 'ä'", database: database) == ("1\nä\n", "", 0))
        #expect(server.psql("SELECT nothing", database: database).code == 3)
        connection.close()
        #expect(!connection.isOpen && connection.backendPID == 0 && connection.transactionStatus == .unknown)
        #expect(failure { try connection.query("SELECT 1") }?.kind == .lost)
        connection.close()
    }

    @Test("A database or a role that is not there, and a server that is not there")
    func refusals() throws {
        let missing = failure { _ = try connect(database: "no such") }
        #expect(missing?.kind == .server && missing?.sqlState == "3D000" && missing?.message == "database \"no such\" does not exist")
        let stranger = failure { _ = try connect(user: "nobody here") }
        #expect(stranger?.kind == .authentication && stranger?.sqlState == "28000" && stranger?.message == "role \"nobody here\" does not exist")
        let nowhere = failure { _ = try PostgresConnection(PostgresAddress("postgres:///db?host=/nowhere")) }
        #expect(nowhere?.kind == .unreachable && nowhere?.message.contains("/nowhere/.s.PGSQL.5432") == true && nowhere?.message.contains("\n") == false)
        let closed = failure { _ = try PostgresConnection(PostgresAddress("postgres://127.0.0.1:1/db")) }
        #expect(closed?.kind == .unreachable && closed?.message.contains("Connection refused") == true)
        // The second of two hosts is there.
        let folder = try PostgresServer.shared.folder
        #expect(try PostgresConnection(PostgresAddress("postgres:///postgres?host=/nowhere,\(folder)&port=5432&user=postgres")).isOpen)
    }

    @Test("A password that is missing is told as such, one that is wrong as such, and none is shown")
    func passwords() throws {
        let server = try PostgresServer.shared
        #expect(server.psql("CREATE ROLE with_secret LOGIN PASSWORD 'hush%1' IN ROLE with_password").code == 0)
        let missing = failure { _ = try connect("passfile=/nowhere", user: "with_secret") }
        #expect(missing?.kind == .authentication && missing?.message == "socket/postgres asks for a password, and none was found.")
        #expect(["~/.pgpass", "PGPASSFILE", "PGPASSWORD"].allSatisfy { missing?.hint?.contains($0) == true })
        let wrong = failure { _ = try connect("password=hush2", user: "with_secret") }
        #expect(wrong?.kind == .authentication && wrong?.sqlState == "28P01" && wrong?.message == "password authentication failed for user \"with_secret\"")
        #expect(wrong.map { !"\($0)".contains("hush") } == true)
        #expect(try connect("password=hush%251", user: "with_secret").isOpen)
        let address = try PostgresAddress(server.url(user: "with_secret", query: "password=hush2"))
        #expect(try PostgresConnection(address, password: "hush%1").isOpen)

        let folder = try TemporaryFolder(), file = folder.path + "/passwords"
        try "*:*:*:with_secret:hush%1\n".write(toFile: file, atomically: true, encoding: .utf8)
        chmod(file, 0o600)
        #expect(try connect("passfile=\(file)", user: "with_secret").isOpen)
    }

    @Test("A server that takes the connection and says nothing is waited for as long as is asked, or until the user stops it")
    func silentServer() throws {
        let server = try LoopbackServer { _ in .silent }
        let port = server.url.split(separator: ":").last ?? ""
        let address = try PostgresAddress("postgres://127.0.0.1:\(port)/db?sslmode=disable")
        let started = ContinuousClock.now
        let late = failure { _ = try PostgresConnection(address, longestWait: 0.3) }
        #expect(late?.kind == .timedOut && late?.message == "127.0.0.1/db has not answered within 1 seconds.")
        var asked = 0
        let stopped = failure {
            _ = try PostgresConnection(address) {
                asked += 1
                return asked > 2
            }
        }
        #expect(stopped?.kind == .cancelled && asked == 3)
        #expect(ContinuousClock.now - started < .seconds(3))
    }

    @Test("One that is killed in the middle of a statement is lost, and works again when it is started again")
    func killedServer() throws {
        let server = try PostgresServer(isDurable: true), address = try PostgresAddress(server.url())
        let connection = try PostgresConnection(address)
        try connection.execute("CREATE TABLE kept (number int8)")
        try connection.query("INSERT INTO kept VALUES ($1)", [.integer(7)])
        try connection.execute("BEGIN; INSERT INTO kept VALUES (8)")
        // The server goes when the statement is waited for.
        var isKilled = false
        connection.shouldStop = {
            if !isKilled { try? server.kill() }
            isKilled = true
            return false
        }
        let lost = failure { try connection.query("SELECT pg_sleep(60)") }
        #expect(lost?.kind == .lost && lost?.message.isEmpty == false, "\(String(describing: lost))")
        #expect(!connection.isOpen)
        #expect(failure { try connection.query("SELECT 1") }?.kind == .lost)
        #expect(failure { _ = try PostgresConnection(address) }?.kind == .unreachable)

        try server.start()
        let again = try PostgresConnection(address)
        #expect(try again.query("SELECT number FROM kept").integer(0, 0) == 7)
        try server.stop(.immediate)
        let ended = failure { try again.query("SELECT 1") }
        #expect(ended?.kind == .lost)
        try server.start()
        #expect(try PostgresConnection(address).query("SELECT count(*) FROM kept").integer(0, 0) == 1)
        try server.stop()
    }

    @Test("A process of the server that is told to end is lost, with the server's own word")
    func terminatedBackend() throws {
        let connection = try connect(), other = try connect()
        try other.query("SELECT pg_terminate_backend($1::int)", [.integer(connection.backendPID)])
        let lost = failure { try connection.query("SELECT pg_sleep(10)") }
        #expect(lost?.kind == .lost && lost?.sqlState == "57P01", "\(String(describing: lost))")
        #expect(other.isOpen)
    }

    @Test("What somebody told on a channel is heard by who listens, without waiting")
    func notifications() throws {
        let listener = try connect(), teller = try connect()
        try listener.execute("LISTEN news; LISTEN \"straße\"")
        #expect(try listener.notifications().isEmpty)
        let started = ContinuousClock.now
        #expect(try !listener.waitForInput(seconds: 0.12))
        #expect(ContinuousClock.now - started >= .milliseconds(100))
        try teller.execute("NOTIFY news; NOTIFY \"straße\", 'größer'")
        #expect(try listener.waitForInput(seconds: 20))
        let heard = try listener.notifications()
        #expect(
            heard == [
                PostgresNotification(channel: "news", payload: "", backendPID: teller.backendPID),
                PostgresNotification(channel: "straße", payload: "größer", backendPID: teller.backendPID),
            ])
        // One that comes with the answer to a statement is kept.
        try listener.query("SELECT pg_notify('news', 'mine')")
        #expect(try listener.notifications().map(\.payload) == ["mine"])
        listener.shouldStop = { true }
        #expect(try !listener.waitForInput(seconds: 60))
        listener.shouldStop = nil
        try teller.query("SELECT pg_terminate_backend($1::int)", [.integer(listener.backendPID)])
        #expect(try listener.waitForInput(seconds: 20))
        #expect(failure { while true { _ = try listener.notifications() } }?.kind == .lost)
    }
}
