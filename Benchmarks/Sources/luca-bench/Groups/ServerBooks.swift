import Foundation

/// Questions over the books of a PostgreSQL server.
let server = Group(
    name: "server",
    about: """
        `holdings{book="*", base="EUR"}` over books of 1,000 entries on a PostgreSQL server of its own, which this group starts: the time a book, the start of the \
        program included, and the most memory that the program takes. The reference is the same question of the same books as files, opened one after the other.
        """
) { settings in
    guard let program = settings.program else { return .skipped("there is no built luca; bin/bench builds it") }
    guard let server = try BenchServer() else { return .skipped("there is no PostgreSQL server to start; sudo apt install postgresql-15") }
    defer { server.stop() }
    return .table(try ServerBooksBench(program, server, settings).rows())
}

private struct ServerBooksBench {
    private let program: String
    private let server: BenchServer
    private let settings: Settings

    init(_ program: String, _ server: BenchServer, _ settings: Settings) throws {
        (self.program, self.server, self.settings) = (program, server, settings)
        setenv("LUCA_HOME", server.folder, 1)
        try run([program, "--book", server.folder + "/model.luca", "-e", Self.model])
    }

    /// A thousand entries: two accounts, ten instruments, purchases, some prices and rates.
    private static let model = """
        setting("base_currency", "EUR")
        for a = 1, 2 do account { name = "A" .. a, currency = a == 1 and "EUR" or "USD", type = "securities" } end
        for i = 1, 10 do instrument { symbol = "S" .. i, currency = i < 6 and "EUR" or "USD" } end
        local day = date "2010-01-01"
        for i = 1, 2 do deposit { account = "A" .. i, date = day, amount = 1000000 } end
        for n = 1, 985 do
          local i = n % 10 + 1
          buy { account = i < 6 and "A1" or "A2", symbol = "S" .. i, date = day + n, quantity = 1 + n % 7, price = 10 + n % 13 }
        end
        for i = 1, 10 do for d = 0, 19 do quote { symbol = "S" .. i, date = today() - d, close = 20 + i + d } end end
        for m = 0, 200 do rate { from = "EUR", to = "USD", date = date "2009-12-31" + 30 * m, rate = D"1.2" + D"0.001" * m } end
        """

    func rows() throws -> [Row] {
        var rows: [Row] = []
        for count in [10, 100, 1_000] {
            let database = "books_\(count)", address = try fill(database, count)
            let files = try (1...count).map { number -> String in
                let path = "\(server.folder)/\(database)_\(number).luca"
                try FileManager.default.copyItem(atPath: server.folder + "/model.luca", toPath: path)
                return path
            }
            defer { for file in files { removeBook(file) } }
            let (asked, opened) = try takeTurns(
                [program, "--book", address, "-e", "assert(#holdings{book='*', base='EUR'} == \(count * 10))"],
                [
                    program, "--book", files[0], "-e",
                    "for n = 1, \(count) do assert(#open('\(server.folder)/\(database)_' .. n .. '.luca', false):holdings{base='EUR'} == 10) end",
                ], turns: count == 1_000 ? 3 : settings.runs)
            let (each, file) = (asked.wall / Double(count), opened.wall / Double(count))
            rows.append(
                Row(
                    "holdings of \(count) books, each", .seconds(each), against: .init(name: "as files", measured: .seconds(file), isOwn: true),
                    budget: count == 1_000 ? .milliseconds(3) : nil))
            rows.append(Row("holdings of \(count) books, memory", .bytes(asked.peak), against: .init(name: "as files", measured: .bytes(opened.peak), isOwn: true)))
        }
        return rows
    }

    private func run(_ command: [String]) throws {
        guard try spawn(command).status == 0 else { throw BenchError(message: "\(command.prefix(4).joined(separator: " ")) failed") }
    }

    /// Makes a database with a number of books, all like the model; the address of the first.
    private func fill(_ database: String, _ count: Int) throws -> String {
        try server.psql("CREATE DATABASE \(database)", database: "postgres")
        let administrator = server.address(database, "postgres"), address = server.address(database, "bench", book: "model")
        try run([program, "server", "init", administrator])
        try server.psql(
            """
            DO $$ BEGIN IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'bench') THEN CREATE ROLE bench LOGIN; END IF; END $$;
            GRANT luca_members, luca_creators TO bench;
            """, database: database)
        try run([program, "server", "create", address])
        try run([program, "--book", address, "-e", Self.model])
        if count > 1 { try server.psql(Self.copies(count - 1), database: database) }
        return address
    }

    /// Copies the model by the server's own means: `model 1`, `model 2` …
    private static func copies(_ count: Int) -> String {
        """
        SET session_replication_role = replica;
        CREATE TEMP TABLE made AS SELECT gen_random_uuid() AS book, number FROM generate_series(1, \(count)) AS number;
        INSERT INTO luca.book (book, name, created_at, created_by, channel, uses_market)
            SELECT m.book, b.name || ' ' || m.number, b.created_at, b.created_by, b.channel || '_' || m.number, b.uses_market FROM made AS m CROSS JOIN luca.book AS b;
        DO $$
        DECLARE
            one text;
            columns text;
            original uuid := (SELECT book FROM luca.book WHERE name = 'model');
        BEGIN
            FOR one IN SELECT c.relname FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid
                WHERE c.relnamespace = 'luca'::regnamespace AND c.relkind = 'r' AND a.attname = 'book' AND c.relname NOT IN ('book', 'member_change', 'receipt') LOOP
                SELECT string_agg('t.' || quote_ident(attname), ', ') INTO columns FROM pg_attribute
                    WHERE attrelid = ('luca.' || one)::regclass AND attnum > 0 AND NOT attisdropped AND attname <> 'book';
                EXECUTE format('INSERT INTO luca.%I (book, %s) SELECT m.book, %s FROM made AS m CROSS JOIN luca.%I AS t WHERE t.book = %L ORDER BY m.number, 2',
                    one, replace(columns, 't.', ''), columns, one, original);
            END LOOP;
        END
        $$;
        ANALYZE;
        """
    }
}

/// A PostgreSQL server in a folder of its own, which only a socket in that folder leads to.
struct BenchServer {
    /// The folder, which goes with the server.
    let folder: String
    private let programs: String

    /// Starts one; nil where none is installed.
    ///
    /// - Parameter isDurable: whether what is committed is on the disk before it is told.
    init?(isDurable: Bool = false) throws {
        let root = "/usr/lib/postgresql"
        let versions = ((try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []).compactMap(Int.init).sorted(by: >)
        guard let version = versions.first(where: { FileManager.default.isExecutableFile(atPath: "\(root)/\($0)/bin/initdb") }) else { return nil }
        programs = "\(root)/\(version)/bin"
        folder = FileManager.default.temporaryDirectory.appending(path: "luca-bench-server-\(getpid())").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let data = folder + "/data"
        try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
        let own = geteuid() == 0 ? "chown postgres \(folder) \(data) && " : ""
        try shell(own + asServer("\(programs)/initdb -D \(data) -U postgres --auth=trust --encoding=UTF8 --no-locale --no-sync"))
        let settings = "listen_addresses = ''\nunix_socket_directories = '\(folder)'\nshared_buffers = 256MB\nfsync = \(isDurable ? "on" : "off")\nmax_connections = 40\n"
        try shell("printf %s \"\(settings)\" >> \(data)/postgresql.conf")
        try shell(asServer("\(programs)/pg_ctl -D \(data) -l \(data)/log -w start"))
    }

    private func asServer(_ command: String) -> String { geteuid() == 0 ? "cd / && setpriv --reuid=postgres --regid=postgres --clear-groups \(command)" : command }

    private func shell(_ script: String) throws {
        guard try spawn(["/bin/sh", "-c", script]).status == 0 else { throw BenchError(message: "\(script.prefix(120)) failed") }
    }

    /// Runs statements as the superuser.
    func psql(_ sql: String, database: String) throws {
        let file = folder + "/statements.sql"
        try sql.write(toFile: file, atomically: true, encoding: .utf8)
        try shell("\(programs)/psql -X -q -v ON_ERROR_STOP=1 -h \(folder) -U postgres -d \(database) -f \(file)")
    }

    /// Seconds from one transaction to the next of a script that clients run side by side, by PostgreSQL's own program for that.
    func pgbench(_ script: String, database: String, clients: Int, transactions: Int) throws -> Double {
        let file = folder + "/script.sql", log = folder + "/pgbench.log"
        try script.write(toFile: file, atomically: true, encoding: .utf8)
        try shell("\(programs)/pgbench -n -M prepared -c \(clients) -j \(min(clients, 2)) -t \(transactions) -D n=0 -h \(folder) -U postgres -f \(file) \(database) >\(log) 2>&1")
        let text = try String(contentsOfFile: log, encoding: .utf8)
        guard let match = text.firstMatch(of: /tps = ([0-9.]+)/), let rate = Double(match.1), rate > 0 else { throw BenchError(message: "pgbench says \(text)") }
        return 1 / rate
    }

    /// The address of a database, or of a book in it, for a login.
    func address(_ database: String, _ login: String, book: String? = nil) -> String {
        "postgres://\(login)@/\(database)?host=\(folder)" + (book.map { "&book=\($0)" } ?? "")
    }

    /// Ends the server, and removes its folder.
    func stop() {
        try? shell(asServer("\(programs)/pg_ctl -D \(folder)/data -m immediate -w stop"))
        try? FileManager.default.removeItem(atPath: folder)
    }
}
