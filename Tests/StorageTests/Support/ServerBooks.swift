import Foundation
import PostgreSQL
import Synchronization
import TestSupport

@testable import Storage

/// Books on a real PostgreSQL server, which the tests start themselves.
enum ServerBooks {
    /// The login that owns the books of tests, and one that may read them.
    static let owner = "anna", viewer = "vera", editor = "ben", drafter = "dora", stranger = "sam"

    /// A database with luca's layout and those logins, on the server of all tests of the process.
    private static let shared = Result { try database(on: .shared) }
    private static let count = Mutex(0)

    /// Makes a database with luca's layout, and the logins where they are missing; its name.
    static func database(on server: PostgresServer) throws -> String {
        let database = try server.makeDatabase()
        _ = try ServerAdministration(address: server.url(database: database)).initialize()
        for login in [owner, viewer, editor, drafter, stranger] {
            server.psql(
                """
                DO $$ BEGIN IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = '\(login)') THEN CREATE ROLE \(login) LOGIN; END IF; END $$;
                GRANT luca_members TO \(login);
                """, database: database)
        }
        server.psql("GRANT luca_creators TO \(owner)", database: database)
        return database
    }

    /// The address of a book for a login.
    static func address(_ book: String?, as login: String = owner) throws -> String {
        try PostgresServer.shared.url(database: shared.get(), user: login, query: book.map { "book=\($0)" } ?? "")
    }

    /// The address of a book for a login by way of a proxy, which may play faults.
    static func address(_ book: String, as login: String = owner, through proxy: PostgresProxy) throws -> String {
        try proxy.url(database: shared.get(), user: login, query: "book=\(book)")
    }

    /// Runs SQL in the database of the shared server as its superuser; what it answers.
    @discardableResult
    static func sql(_ text: String) throws -> String {
        let run = try PostgresServer.shared.psql(text, database: shared.get())
        guard run.code == 0 else { throw PostgresServer.Problem(description: run.errors) }
        return run.output.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Makes a book of a name that no other has, which the viewer, the editor and the drafter belong to; its name.
    static func make() throws -> String {
        let name = count.withLock {
            $0 += 1
            return "book\($0)"
        }
        let administration = try ServerAdministration(address: address(nil))
        try administration.create(book: name)
        for (login, role) in [(viewer, BookRole.viewer), (editor, .editor), (drafter, .drafter)] { try administration.add(member: login, to: name, as: role) }
        return name
    }
}
