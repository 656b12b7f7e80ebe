import Foundation
import Ledger
import Storage
import Synchronization
import Values

/// Recording on a PostgreSQL server, and opening a book of it.
let serverActs = Group(
    name: "server-acts",
    about: """
        Acts of one deposit each on a PostgreSQL server of its own whose commits are on the disk, by one, four and sixteen writers: the time from one act to the next. The \
        reference are raw transactions of the same inserts (act, activity, receipt) by pgbench, prepared, without checks, locks or notices; connections are warm for both. Then opening a book of 100,000 \
        activities with its ledger, against the same book in a file.
        """
) { settings in
    guard let program = settings.program else { return .skipped("there is no built luca; bin/bench builds it") }
    guard let server = try BenchServer(isDurable: true) else { return .skipped("there is no PostgreSQL server to start; sudo apt install postgresql-15") }
    defer { server.stop() }
    let bench = try ServerActsBench(program, server)
    return .table(try bench.acts() + bench.opening(settings))
}

private struct ServerActsBench {
    private let program: String
    private let server: BenchServer
    private static let database = "acts"

    init(_ program: String, _ server: BenchServer) throws {
        (self.program, self.server) = (program, server)
        setenv("LUCA_HOME", server.folder, 1)
        try server.psql("CREATE DATABASE \(Self.database)", database: "postgres")
        _ = try ServerAdministration(address: server.address(Self.database, "postgres")).initialize()
        try server.psql("CREATE ROLE bench LOGIN; GRANT luca_members, luca_creators TO bench;", database: Self.database)
    }

    // MARK: Acts

    func acts() throws -> [Row] {
        var rows: [Row] = []
        for (writers, share) in [(1, 0.75), (4, 0.3), (16, 0.3)] {
            for isShared in writers == 1 ? [true] : [true, false] {
                let raw = try self.raw(writers), own = try record(writers, onOne: isShared)
                let least = isShared ? share : 0.5
                let what = writers == 1 ? "one writer" : isShared ? "\(writers) writers of one book" : "\(writers) writers, a book each"
                // Sixteen writers of books of their own are what has a budget; four of their own are told.
                let budget: Budget? = writers == 4 && !isShared ? nil : .times(1 / least)
                rows.append(Row("an act, \(what)", .seconds(own), against: .init(name: "raw inserts", measured: .seconds(raw)), budget: budget))
            }
        }
        return rows
    }

    /// Seconds from one act to the next, over all writers.
    private func record(_ writers: Int, onOne: Bool) throws -> Double {
        let names = (0..<writers).map { "w\(writers)\(onOne ? "" : "own\($0)")" }
        let administration = try ServerAdministration(address: server.address(Self.database, "bench"))
        for name in Set(names) { try administration.create(book: name) }
        @Sendable func clock() -> Instant { Instant(microseconds: 1_767_322_984_500_000) }
        let account = AccountID(1), day = try Day("2026-01-02")
        for name in Set(names) {
            let book = try Book.open(server: server.address(Self.database, "bench", book: name), clock: clock)
            try book.define(Account(name: "Savings", currency: .eur))
            book.close()
        }
        let each = Self.acts(of: writers), failures = Mutex<[String]>([]), ready = DispatchGroup(), done = DispatchGroup()
        for _ in 0..<writers { ready.enter() }
        for name in names {
            // A thread each: what waits for a server must not keep others from starting.
            done.enter()
            Thread.detachNewThread {
                var isReady = false
                func getReady() {
                    if !isReady { ready.leave() }
                    isReady = true
                }
                defer {
                    getReady()
                    done.leave()
                }
                do {
                    let book = try Book.open(server: server.address(Self.database, "bench", book: name), clock: clock)
                    defer { book.close() }
                    func record() throws { try book.append(Activity(date: day, kind: .deposit, account: account, amount: 1, currency: .eur)) }
                    // The server compiles its functions for each connection, which is not measured, as it is not of the raw inserts.
                    for _ in 0..<20 { try record() }
                    getReady()
                    ready.wait()
                    for _ in 0..<each { try record() }
                } catch { failures.withLock { $0.append("\(error)") } }
            }
        }
        ready.wait()
        let began = ContinuousClock.now
        done.wait()
        let elapsed = ContinuousClock.now - began
        if let failure = failures.withLock({ $0.first }) { throw BenchError(message: failure) }
        return (Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18) / Double(each * writers)
    }

    /// How many acts each of some writers records.
    private static func acts(of writers: Int) -> Int { max(200, 2_000 / writers) }

    /// Seconds from one raw transaction to the next.
    private func raw(_ writers: Int) throws -> Double {
        let hash = "decode(repeat('ab', 32), 'hex')"
        let script = """
            \\set n :n + 1
            \\set seq :client_id * 100000000 + :n + \(Int.random(in: 1...9000) * 10_000_000_000)
            BEGIN;
            INSERT INTO luca.receipt (book, token, first_seq) VALUES ('00000000-0000-0000-0000-000000000001', gen_random_uuid(), :seq);
            INSERT INTO luca.act VALUES ('00000000-0000-0000-0000-000000000001', :seq, :seq, '2026-01-02T03:04:05.000Z', 'luca', \(hash));
            INSERT INTO luca.activity VALUES ('00000000-0000-0000-0000-000000000001', :seq, :seq, '2026-01-02', NULL, 'deposit', NULL, 'posted', 1, NULL, NULL, NULL, '1', '0', '0', 'EUR', NULL, '', NULL, NULL, 'bench', \(hash));
            COMMIT;
            """
        return try server.pgbench(script, database: Self.database, clients: writers, transactions: Self.acts(of: writers))
    }

    // MARK: Opening

    func opening(_ settings: Settings) throws -> [Row] {
        guard let generator = settings.bookGenerator else { return [Row("opening a book of 100,000", skipped: "there is no book generator; LUCA_BOOK_GENERATOR names it")] }
        let bench = try BookBench(generator: generator, program: program, settings), path = server.folder + "/large.luca"
        _ = try spawn([program, "--book", path, "import", "--yes", try bench.csv(BookBench.sizes[1])])
        let address = server.address(Self.database, "bench", book: "large")
        guard try spawn([program, "copy", path, address]).status == 0 else { throw BenchError(message: "luca copy failed") }
        let question = "return #holdings{}, gains{}:sum('gain')"
        let (there, here) = try takeTurns([program, "--book", address, "-e", question], [program, "--book", path, "-e", question], turns: max(settings.runs, 5))
        removeBook(path)
        return [
            Row(
                "holdings and gains of 100,000 activities, cold", .seconds(there.wall), against: .init(name: "from a file", measured: .seconds(here.wall), isOwn: true),
                budget: .times(2))
        ]
    }
}
