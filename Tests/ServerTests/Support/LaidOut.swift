import Foundation
import Synchronization
import TestSupport
import Testing

/// A database with luca's layout on the server of the tests, and a login of each kind.
///
/// `anna` may make books and owns those of the tests, where `ed` is an editor, `dora` a drafter and `vic` a viewer; `sven` may make books, and belongs
/// to none of hers; `mark` tells prices for all books; `nobody_of_luca` may log in, and that is all.
struct LaidOut {
    let server: PostgresServer
    let database: String

    static let members = ["anna", "ed", "dora", "vic", "sven"]

    private static let once = Result { try LaidOut() }

    /// The one that is made once for all tests of the process.
    static var shared: LaidOut { get throws { try once.get() } }

    /// The file that an administrator runs.
    static let schemaPath = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "server/schema.sql").path

    /// What that file says, in the one transaction that it wants.
    static func schema() throws -> String { "BEGIN;\n" + (try String(contentsOfFile: schemaPath, encoding: .utf8)) + "\nCOMMIT;\n" }

    /// A database as it is.
    init(server: PostgresServer, database: String) {
        self.server = server
        self.database = database
    }

    /// A new one on the server of all tests.
    init() throws {
        server = try .shared
        database = try server.makeDatabase()
        // Roles are those of the whole server: two who make them at once hinder one another.
        try Self.oneAtATime.withLock { _ in
            try superuser(Self.schema())
            try superuser(Self.logins)
        }
    }

    private static let oneAtATime = Mutex(())

    /// Makes the logins that are not there yet.
    static let logins = """
        DO $$
        DECLARE
            wanted text;
        BEGIN
            FOREACH wanted IN ARRAY ARRAY['anna', 'ed', 'dora', 'vic', 'sven', 'mark', 'nobody_of_luca'] LOOP
                IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = wanted) THEN
                    EXECUTE format('CREATE ROLE %I LOGIN', wanted);
                END IF;
            END LOOP;
        END
        $$;
        SET client_min_messages = 'error';
        GRANT luca_members TO anna, ed, dora, vic, sven;
        GRANT luca_creators TO anna, sven;
        GRANT luca_market TO mark;
        """

    // MARK: Running statements

    /// Runs statements as a login: what they answered, and what went wrong, with all that the server tells of it.
    func run(_ sql: String, as login: String) -> (output: String, errors: String) {
        let run = server.psql("\\set VERBOSITY verbose\n\\set SHOW_CONTEXT never\n" + sql, user: login, database: database)
        return (run.output.trimmingCharacters(in: .newlines), run.errors.trimmingCharacters(in: .newlines))
    }

    /// What statements answered, none of which may fail.
    @discardableResult
    func answer(_ sql: String, as login: String) throws -> String {
        let run = run(sql, as: login)
        if !run.errors.isEmpty { throw Failure(description: "\(login): \(run.errors)") }
        return run.output
    }

    @discardableResult
    func superuser(_ sql: String) throws -> String { try answer(sql, as: server.superuser) }

    /// The code and the sentence of the error that statements end with, as `LU002 that takes the role owner, and yours is viewer`; empty without one.
    func refusal(_ sql: String, as login: String) -> String {
        guard let line = run(sql, as: login).errors.split(separator: "\n").first(where: { $0.contains("ERROR:  ") || $0.contains("FATAL:  ") }),
            let begin = line.range(of: ":  ")
        else { return "" }
        return String(line[begin.upperBound...].replacing(": ", with: " ", maxReplacements: 1))
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    // MARK: Books

    /// Makes a book of Anna's with a member in each role, and a setting and an activity in it.
    func makeBook() throws -> SampleBook {
        let book = SampleBook(number: UUID().uuidString.lowercased(), database: self)
        try answer(
            """
            SELECT luca.create_book('\(book.number)', 'Book \(book.number.prefix(8))');
            SELECT luca.add_member('\(book.number)', 'ed', 'editor'), luca.add_member('\(book.number)', 'dora', 'drafter'), luca.add_member('\(book.number)', 'vic', 'viewer');
            """, as: "anna")
        try book.record(Act([.setting("base_currency", "EUR"), .deposit("10.5")]), as: "anna")
        return book
    }

    /// Makes a book that is Sven's alone, of which the others must not find a trace.
    func makeForeignBook() throws -> SampleBook {
        let book = SampleBook(number: UUID().uuidString.lowercased(), database: self)
        try answer("SELECT luca.create_book('\(book.number)', 'Secret \(book.number.prefix(8))')", as: "sven")
        try book.record(Act([.setting("base_currency", "CHF"), .deposit("987654321", notes: "the secret of Sven")]), as: "sven")
        try answer(
            """
            SELECT luca.store_quotes('\(book.number)', '[{"instrument": 1, "date": "2026-01-01", "source": "s", "close": "1", "currency": "CHF", "recorded_at": "2026-01-01T00:00:00.000Z"}]'),
                luca.store_rates('\(book.number)', '[{"base": "CHF", "quoted": "EUR", "date": "2026-01-01", "source": "s", "rate": "1.1", "recorded_at": "2026-01-01T00:00:00.000Z"}]'),
                luca.save_state('\(book.number)', h.seq, h.hash, 1, 'a', 'b', 'c', 'd') FROM luca.head AS h WHERE h.book = '\(book.number)';
            """, as: "sven")
        return book
    }
}
