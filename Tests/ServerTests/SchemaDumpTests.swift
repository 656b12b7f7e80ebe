import Foundation
import TestSupport
import Testing

@Suite("The layout is applied once and whole, and a dump of it opens again")
struct SchemaDumpTests {
    /// What PostgreSQL's own program writes of a database, as statements.
    private func dump(_ laidOut: LaidOut, _ arguments: [String] = [], as login: String = "postgres") throws -> (text: String, errors: String) {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        let file = "/tmp/luca-dump-\(UUID().uuidString)"
        defer { for name in [file, file + ".errors"] { unlink(name) } }
        process.arguments =
            ["-c", "exec pg_dump -h \"$1\" -p 5432 -U \"$2\" -d \"$3\" $4 > \(file) 2> \(file).errors", "sh", laidOut.server.folder, login, laidOut.database]
            + [arguments.joined(separator: " ")]
        process.environment = ["PATH": "/usr/bin:/bin", "HOME": "/tmp"]
        try process.run()
        process.waitUntilExit()
        return (try String(contentsOfFile: file, encoding: .utf8), try String(contentsOfFile: file + ".errors", encoding: .utf8))
    }

    /// The same database in another, as a login sees it.
    private func opened(_ dump: String, on server: PostgresServer) throws -> LaidOut {
        let copy = LaidOut(server: server, database: try server.makeDatabase())
        try copy.superuser(dump)
        return copy
    }

    /// What is in a book, as one of its members reads it.
    private func content(_ book: SampleBook, in laidOut: LaidOut) throws -> String {
        try laidOut.answer(
            """
            SELECT * FROM luca.activity WHERE book = '\(book.number)' ORDER BY seq; SELECT * FROM luca.head
            WHERE book = '\(book.number)'; SELECT login, role FROM luca.member WHERE book = '\(book.number)' ORDER BY login
            """,
            as: "vic")
    }

    @Test func aDumpOpensOnTheSameServer() throws {
        let laidOut = try LaidOut()
        let book = try laidOut.makeBook()
        _ = try laidOut.makeForeignBook()
        let copy = try opened(dump(laidOut).text, on: laidOut.server)
        #expect(try content(book, in: copy) == content(book, in: laidOut))
        #expect(try copy.answer("SELECT count(*) FROM luca.book", as: "vic") == "1")
        let moved = SampleBook(number: book.number, database: copy)
        try moved.record(Act([.deposit("1")]), as: "ed")
        #expect(try copy.answer("SELECT luca.first_unsound_entry('\(book.number)')", as: "vic") == "")
        // Nothing of the rules, rights and settings is lost but what belongs to the database as a whole.
        func shape(_ laidOut: LaidOut) throws -> [Substring] {
            try dump(laidOut, ["--schema-only"]).text.split(separator: "\n").filter { !$0.hasPrefix("\\") && !$0.contains("TEMPORARY") }
        }
        #expect(try shape(copy) == shape(laidOut))
    }

    @Test func aDumpOpensOnAnotherServerWhoseLoginsAreBoundAgain() throws {
        let laidOut = try LaidOut()
        let book = try laidOut.makeBook()
        let other = try PostgresServer(isDurable: false)
        // The numbers of its logins are others.
        for number in 0..<5 { other.psql("CREATE ROLE filler_\(number) LOGIN") }
        #expect(
            other.psql(
                "CREATE ROLE luca_tables; CREATE ROLE luca_functions; CREATE ROLE luca_eraser; CREATE ROLE luca_members; CREATE ROLE luca_creators; CREATE ROLE luca_market;"
            ).code == 0)
        #expect(other.psql(LaidOut.logins).code == 0)
        let copy = try opened(dump(laidOut).text, on: other)
        #expect(try copy.answer("SELECT count(*) FROM luca.book", as: "vic") == "0")
        #expect(copy.refusal("SELECT luca.bind_members()", as: "anna").hasPrefix("42501"))
        #expect(try copy.superuser("SELECT luca.bind_members()") == "4")
        #expect(try content(book, in: copy) == content(book, in: laidOut))
        try SampleBook(number: book.number, database: copy).record(Act([.deposit("1")]), as: "ed")
    }

    @Test func aMemberDumpsWhatTheySee() throws {
        let laidOut = try LaidOut()
        _ = try laidOut.makeBook()
        let foreign = try laidOut.makeForeignBook()
        #expect(try dump(laidOut, as: "vic").errors.contains("query would be affected by row-level security policy"))
        let seen = try dump(laidOut, ["--enable-row-security", "--data-only"], as: "vic")
        #expect(seen.errors == "")
        #expect(seen.text.contains("größer") && !seen.text.contains(foreign.number) && !seen.text.contains("secret"))
    }

    @Test func theLayoutIsAppliedByTheOwnerOfTheDatabase() throws {
        // No superuser: whoever may make roles, and owns the database.
        let server = try PostgresServer(isDurable: false)
        let database = try server.makeDatabase()
        #expect(server.psql("CREATE ROLE luca_installer LOGIN CREATEROLE; ALTER DATABASE \(database) OWNER TO luca_installer").code == 0)
        let laidOut = LaidOut(server: server, database: database)
        // Roles of luca's names that may do more are not taken for luca's.
        try laidOut.superuser("CREATE ROLE luca_functions LOGIN")
        #expect(laidOut.refusal(try LaidOut.schema(), as: "luca_installer") == "P0001 the role luca_functions may do more than own what luca needs")
        try laidOut.superuser("DROP ROLE luca_functions")
        try laidOut.answer(LaidOut.schema(), as: "luca_installer")
        try laidOut.answer(LaidOut.logins, as: "luca_installer")
        let book = try laidOut.makeBook()
        #expect(try book.refusal(Act([.deposit("1")]), as: "ed") == "")
        // It belongs to the role of the tables alone, and by that is an administrator.
        #expect(
            try laidOut.superuser("SELECT m.roleid::regrole FROM pg_auth_members AS m WHERE m.member = 'luca_installer'::regrole ORDER BY 1") == "luca_tables")
        #expect(try laidOut.answer("SELECT luca.is_administrator()", as: "luca_installer") == "t")
        try laidOut.answer("SELECT luca.create_book(gen_random_uuid(), 'Of Sven', 'sven')", as: "luca_installer")
        #expect(try laidOut.answer("SELECT count(*) FROM luca.book", as: "sven") == "1")
        #expect(try laidOut.answer("SELECT luca.is_administrator()", as: "anna") == "f")
    }

    @Test func theLayoutIsAppliedOnceAndWhole() throws {
        let laidOut = try LaidOut()
        let before = try dump(laidOut, ["--schema-only"]).text.split(separator: "\n").filter { !$0.hasPrefix("\\") }
        #expect(laidOut.refusal(try LaidOut.schema(), as: "postgres") == "42P06 schema \"luca\" already exists")
        #expect(try dump(laidOut, ["--schema-only"]).text.split(separator: "\n").filter { !$0.hasPrefix("\\") } == before)
        // In pieces it would belong to whoever runs it.
        let empty = LaidOut(server: laidOut.server, database: try laidOut.server.makeDatabase())
        #expect(empty.refusal(try String(contentsOfFile: LaidOut.schemaPath, encoding: .utf8), as: "postgres") == "P0001 this is to be run in one transaction")
        #expect(try empty.superuser("SELECT count(*) FROM pg_namespace WHERE nspname = 'luca'") == "0")
        // A database of old, where everybody may make functions that others then call: no more.
        try empty.superuser("GRANT CREATE ON SCHEMA public TO PUBLIC")
        try empty.superuser(LaidOut.schema())
        #expect(empty.refusal("CREATE TABLE public.mine ()", as: "vic").hasPrefix("42501"))
    }
}
