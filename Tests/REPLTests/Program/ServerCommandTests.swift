import Foundation
import Storage
import TestSupport
import Testing

@Suite("Books of a PostgreSQL server, as the program has them", .enabled(if: BuiltProgram.path != nil))
struct ServerCommandTests {
    private let folder: TemporaryFolder
    private let server: PostgresServer
    private let database: String

    init() throws {
        folder = try TemporaryFolder()
        server = try .shared
        database = try server.makeDatabase()
    }

    private func address(_ login: String, _ book: String? = nil) -> String { server.url(database: database, user: login, query: book.map { "book=\($0)" } ?? "") }

    private func luca(_ arguments: String..., input: String = "") throws -> BuiltProgram.Result { try BuiltProgram.run(arguments, input: input, home: folder.path) }

    /// A server with the book `family` of olga's, whose editor is eddy.
    private func makeBook() throws {
        #expect(try luca("server", "init", address("postgres")).output.contains("is ready for books"))
        for login in ["olga", "eddy", "drew"] {
            server.psql("DO $$ BEGIN IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = '\(login)') THEN CREATE ROLE \(login) LOGIN; END IF; END $$", database: database)
        }
        server.psql("GRANT luca_members TO olga, eddy, drew; GRANT luca_creators TO olga", database: database)
        #expect(try luca("server", "create", address("olga", "family")).code == 0)
        #expect(try luca("server", "user", "add", "eddy", address("olga"), "--role", "editor", "--book", "family").output == "eddy is an editor of family from now on.\n")
        #expect(try luca("server", "user", "add", "drew", address("olga"), "--role", "drafter", "--book", "family").code == 0)
        #expect(try luca("--book", address("olga", "family"), "-e", "account Savings EUR").code == 0)
    }

    @Test("What an owner, an editor and a drafter record, and who did it")
    func roles() throws {
        try makeBook()
        #expect(try luca("--book", address("eddy", "family"), "deposit", "20", "to", "Savings").code == 0)
        let refused = try luca("--book", address("drew", "family"), "deposit", "20", "to", "Savings")
        #expect(refused.code == 1 && refused.errors.contains("error[not_permitted]") && refused.errors.contains("status=\"draft\""))
        #expect(try luca("--book", address("drew", "family"), "-e", "deposit{account='Savings', amount=7, status='draft'}").code == 0)
        let history = try luca("--book", address("olga", "family"), "-e", "for r in history(2) do print(r.recorded_by) end").output
        #expect(history == "eddy\n")
        #expect(try luca("--book", address("olga", "family"), "cash", "--csv").output.contains("Savings,EUR,20"))
        let settings = try luca("--book", address("eddy", "family"), "-e", "setting('base_currency', 'USD')")
        #expect(settings.code == 1 && settings.errors.contains("settings take the role owner"))
    }

    @Test("Members and books are listed, changed and refused in sentences")
    func members() throws {
        try makeBook()
        let list = try luca("server", "user", "list", address("olga", "family")).output
        #expect(["olga   owner", "eddy   editor", "drew   drafter"].allSatisfy { list.contains($0) })
        #expect(try luca("server", "user", "add", "nobody_there", address("olga", "family"), "--role", "viewer").errors.contains("There is no login \"nobody_there\""))
        #expect(try luca("server", "user", "add", "eddy", address("olga", "family"), "--role", "editr").errors.contains("editor"))
        #expect(try luca("server", "user", "remove", "eddy", address("olga", "family")).code == 0)
        let gone = try luca("--book", address("eddy", "family"), "cash")
        #expect(gone.code == 1 && gone.errors.contains("There is no book family"))
        #expect(try luca("books", address("olga")).output.contains("family"))
        #expect(try luca("server", "rename", "home", address("olga", "family")).code == 0)
        #expect(try luca("server", "delete", address("olga", "home"), "--confirm", "family").code == 1)
        #expect(try luca("server", "delete", address("olga", "home"), "--confirm", "home").code == 0)
        #expect(try luca("books", address("olga")).output.contains("You belong to no book"))
        #expect(try luca("server", "status", address("olga")).output.contains("layout          version 1"))
        let unnamed = try luca("server", "status")
        #expect(unnamed.code == 1 && unnamed.errors.contains("error[no_server]: no server is named"))
        #expect(try luca("server", "init", "--sql").output.contains("CREATE SCHEMA luca"))
    }

    @Test("A copy there and back has the same chain, and each verifies")
    func copies() throws {
        try makeBook()
        #expect(try luca("--book", address("olga", "family"), "deposit", "20", "to", "Savings").code == 0)
        #expect(try luca("copy", address("olga", "family"), "there.luca").code == 0)
        #expect(try luca("copy", "there.luca", address("olga", "again")).code == 0)
        let ends = try [address("olga", "family"), "there.luca", address("olga", "again")].map { place in
            try luca("verify", place).output.split(separator: "\n").first { $0.contains("last hash") }.map(String.init)
        }
        #expect(ends[0] != nil && Set(ends).count == 1)
        #expect(try luca("copy", "there.luca", address("olga", "again")).errors.contains("already"))
        #expect(try luca("--book", address("olga", "family"), "export", "folder", "--format", "book").code == 0)
    }

    @Test("A clone is read and written away from the server, pulled and pushed")
    func clone() throws {
        try makeBook()
        #expect(try luca("clone", address("eddy", "family"), "laptop.luca").code == 0)
        #expect(try luca("--book", "laptop.luca", "deposit", "5", "to", "Savings").code == 0)
        #expect(try luca("--book", address("olga", "family"), "deposit", "1", "to", "Savings").code == 0)
        #expect(try luca("--book", "laptop.luca", "cash", "--csv").output.contains("Savings,EUR,5"))
        #expect(try luca("offers", "laptop.luca").output.contains("waiting"))
        #expect(try luca("pull", "laptop.luca").output.contains("1 entry"))
        let pushed = try luca("push", "laptop.luca")
        #expect(pushed.code == 0 && pushed.output.contains("accepted"))
        #expect(try luca("push", "laptop.luca").output.contains("nothing waits"))
        #expect(try luca("--book", address("olga", "family"), "cash", "--csv").output.contains("Savings,EUR,6"))
        #expect(try luca("pull", "laptop.luca").output.contains("nothing new"))
        #expect(try luca("--book", "laptop.luca", "-e", "undo()").code == 0)
        #expect(try luca("offers", "laptop.luca", "--withdraw", "2").output.contains("withdrawn"))
    }

    @Test("Backups are called after the book, of the same identity, and the oldest go")
    func backups() throws {
        try makeBook()
        for _ in 0..<12 { #expect(try luca("--book", address("olga", "family"), "backup").code == 0) }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/family.backups")
        #expect(names.count == 10 && names.allSatisfy { $0.hasPrefix("family-") && $0.hasSuffix(".luca") }, "\(names)")
    }

    @Test("A viewer reads without being told each time, and is told when they record")
    func viewer() throws {
        try makeBook()
        #expect(try luca("server", "user", "add", "eddy", address("olga", "family"), "--role", "viewer").output == "eddy is a viewer of family from now on.\n")
        let read = try luca("--book", address("eddy", "family"), "cash")
        #expect(read.code == 0 && read.errors.isEmpty)
        let refused = try luca("--book", address("eddy", "family"), "deposit", "1", "to", "Savings")
        #expect(refused.code == 1 && refused.errors.contains("you are a viewer of it"))
        let lock = try luca("lock", address("olga", "family"))
        #expect(lock.code == 1 && lock.errors.contains("a book on a server has no passphrase of its own"))
    }

    @Test("A book is moved, and the old place tells where it is; LUCA_BOOK with a file names no book of the server")
    func move() throws {
        try makeBook()
        let other = try server.makeDatabase(), there = server.url(database: other, user: "olga", query: "book=family")
        #expect(try luca("server", "init", server.url(database: other)).code == 0)
        server.psql("GRANT luca_members TO olga, eddy; GRANT luca_creators TO olga", database: other)
        let moved = try luca("server", "move", there, address("olga", "family"))
        #expect(moved.code == 0 && moved.output.contains("The book family is moved: 1 entry"), "\(moved)")
        let old = try luca("--book", address("olga", "family"), "cash")
        #expect(old.code == 0 && old.errors.contains("was moved to postgres://olga@"))
        #expect(try luca("--book", there, "deposit", "5", "to", "Savings").code == 0)
        #expect(try luca("server", "user", "list", there).output.contains("eddy"))
        let set = ["LUCA_BOOK": "home.luca", "LUCA_SERVER": address("olga")]
        #expect(try BuiltProgram.run(["server", "user", "list"], home: folder.path, environment: set).output.contains("olga"))
    }
}
