import Foundation
import LuaSurface
import Storage
import Synchronization
import TestSupport
import Values

/// Books on the PostgreSQL server of the tests, in a database of their own.
struct ServerFixture {
    let server: PostgresServer
    let database: String

    /// A database with luca's layout and the login `anna`, who may make books.
    init() throws {
        server = try .shared
        database = try server.makeDatabase()
        _ = try ServerAdministration(address: server.url(database: database)).initialize()
        for login in ["anna", "ben"] {
            run("DO $$ BEGIN IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = '\(login)') THEN CREATE ROLE \(login) LOGIN; END IF; END $$;")
            run("GRANT luca_members TO \(login)")
        }
        run("GRANT luca_creators TO anna")
    }

    /// Runs statements as the superuser; what they tell.
    @discardableResult
    func run(_ sql: String) -> String {
        let run = server.psql(sql, database: database)
        precondition(run.code == 0, run.errors)
        return run.output.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Makes books that anna owns.
    func make(_ names: String...) throws {
        let administration = try ServerAdministration(address: address())
        for name in names { try administration.create(book: name) }
    }

    /// The address of a book for a login.
    func address(_ book: String? = nil, as login: String = "anna") -> String {
        server.url(database: database, user: login, query: book.map { "book=\($0)" } ?? "")
    }

    /// A session on a book.
    func session(on book: String, as login: String = "anna") throws -> ScriptSession {
        let session = try ScriptSession()
        try session.runtime.use(Book.open(server: address(book, as: login)) { Instant(microseconds: 1_400_000_000_000_000) })
        return session
    }

    /// Copies a book many times by the server's own means: `NAME 1`, `NAME 2` …
    func copy(_ book: String, times: Int) {
        let original = run("SELECT book FROM luca.book WHERE name = '\(book)'")
        run(
            """
            SET session_replication_role = replica;
            CREATE TEMP TABLE made AS SELECT gen_random_uuid() AS book, number FROM generate_series(1, \(times)) AS number;
            INSERT INTO luca.book (book, name, created_at, created_by, channel, uses_market)
                SELECT m.book, b.name || ' ' || m.number, b.created_at, b.created_by, b.channel || '_' || m.number, b.uses_market
                FROM made AS m CROSS JOIN luca.book AS b WHERE b.book = '\(original)';
            DO $$
            DECLARE
                one text;
                columns text;
            BEGIN
                FOR one IN SELECT c.relname FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid
                    WHERE c.relnamespace = 'luca'::regnamespace AND c.relkind = 'r' AND a.attname = 'book' AND c.relname NOT IN ('book', 'member_change', 'receipt') LOOP
                    SELECT string_agg(quote_ident(attname), ', ') INTO columns FROM pg_attribute
                        WHERE attrelid = ('luca.' || one)::regclass AND attnum > 0 AND NOT attisdropped AND attname <> 'book';
                    EXECUTE format('INSERT INTO luca.%I (book, %s) SELECT m.book, %s FROM made AS m CROSS JOIN luca.%I AS t WHERE t.book = %L ORDER BY m.number, 2',
                        one, columns, (SELECT string_agg('t.' || trim(c), ', ') FROM unnest(string_to_array(columns, ',')) AS c), one, '\(original)');
                END LOOP;
            END
            $$;
            ANALYZE;
            """)
    }
}
