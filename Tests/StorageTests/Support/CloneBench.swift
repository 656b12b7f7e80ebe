import Ledger
import Testing
import Values

@testable import Storage

/// A server's book, and clones of it in files.
final class CloneBench {
    /// Where the server's book is kept.
    enum Kind: CaseIterable {
        case memory, file, server
    }

    let kind: Kind
    let folder = TemporaryFolder()
    private let memory = MemoryStore(name: "server")
    private var serverBook: String?
    /// What the clocks of the bench tell; it goes on by a second at each look.
    private var seconds = 0

    init(_ kind: Kind = .memory) { self.kind = kind }

    var clock: Book.Clock {
        { [self] in
            seconds += 1
            return Instant(microseconds: Sample.moment.microseconds + Int64(seconds) * 1_000_000)
        }
    }

    /// A session of the server's book.
    func server() throws -> Book {
        switch kind {
        case .memory: Book(store: MemoryStore(sharing: memory), clock: clock)
        case .file: try Book.open(path: folder.file("server.luca"), options: .init(busyTimeout: 0.2), clock: clock)
        case .server: try Book.open(server: ServerBooks.address(serverName()), options: .init(busyTimeout: 0.2), clock: clock)
        }
    }

    private func serverName() throws -> String {
        let name = try serverBook ?? ServerBooks.make()
        serverBook = name
        return name
    }

    /// A new clone.
    func clone(_ name: String = "laptop.luca") throws -> Book {
        try Book.clone(of: server(), to: folder.file(name), address: "luca://example/family", options: .init(busyTimeout: 0.2), clock: clock)
    }

    /// A further session of a clone.
    func open(_ name: String = "laptop.luca", _ mode: Book.Mode = .existing) throws -> Book {
        try Book.open(path: folder.file(name), mode: mode, options: .init(busyTimeout: 0.2), clock: clock)
    }
}

extension Book {
    /// Everything that a book can be asked for but when prices were stored, to be compared.
    func everything() throws -> BookAnswers { try BookAnswers(self) }

    /// The rows of the chain, without what waits.
    func chain() throws -> [MemoryRow] {
        let store = (store as? CloneStore)?.file ?? store
        var rows: [MemoryRow] = []
        try store.read(JournalSpan(withHashes: true)) { rows.append(MemoryRow($0)) }
        return rows
    }
}

/// What a book answers, in figures and in text.
struct BookAnswers: Equatable {
    var accounts: [Account], instruments: [Instrument], settings: [String: String], plans: PlanStore
    var activities: [Activity], voids: [Bool], acts: [String]
    var quotes: [Quote], rates: [Rate], prices: [InstrumentID: PriceSeries]
    var cash: [CashBalance], holdings: [Holding], answers: [QueryResult]

    init(_ book: Book) throws {
        let ledger = try book.ledger
        (accounts, instruments, settings, plans) = (ledger.accounts, ledger.instruments, ledger.settings, ledger.plans)
        activities = (0..<ledger.activities.count).map(ledger.activities.activity(at:))
        voids = (0..<ledger.activities.count).map(ledger.activities.isVoid(at:))
        acts = try book.acts.map { "\($0.id) \($0.first.rawValue) \($0.source)" }
        (quotes, rates) = (try book.quotes(), try book.rates())
        prices = try book.priceSeries(of: [InstrumentID(1), InstrumentID(2)], from: Sample.day("2024-01-02"))
        (cash, holdings) = (try ledger.cash(), try ledger.holdings())
        answers = try [
            "SELECT id, status, account, symbol, quantity, amount, source FROM activities ORDER BY id", "SELECT * FROM accounts ORDER BY id",
            "SELECT symbol, date, close, source FROM quotes ORDER BY 1, 2, 4", "SELECT rule, day, state, first_entry FROM occurrences ORDER BY 1, 2",
            "SELECT tag, kind, name FROM tags ORDER BY 1, 2, 3",
        ].map { try book.query($0) }
    }
}
