import Ledger
import Values

@testable import Storage

/// What the tests record.
enum Sample {
    static let moment = Instant(microseconds: 1_767_322_984_500_000)
    static var clock: Book.Clock { { moment } }
    static let brokerage = Account(name: "Brokerage", currency: .usd, portfolio: "Family", owner: "Ada")
    static let oracle = Instrument(symbol: "ORCL", name: "Oracle", currency: .usd)

    static func day(_ text: String) -> Day { try! Day(text) }
    static func decimal(_ text: String) -> FixedDecimal { try! FixedDecimal(text) }

    static func deposit(_ amount: String, on date: String = "2024-01-02", in account: AccountID = AccountID(1)) -> Activity {
        Activity(date: day(date), kind: .deposit, account: account, amount: decimal(amount), currency: .usd)
    }

    static func buy(_ quantity: String, at price: String, on date: String = "2024-01-03") -> Activity {
        Activity(
            date: day(date), kind: .buy, account: AccountID(1), instrument: InstrumentID(1), quantity: decimal(quantity),
            price: decimal(price), fee: decimal("1.5"), currency: .usd, notes: "größer, \"quoted\"")
    }

    static func sell(_ quantity: String, at price: String, on date: String = "2024-02-03") -> Activity {
        Activity(
            date: day(date), kind: .sell, account: AccountID(1), instrument: InstrumentID(1), quantity: decimal(quantity),
            price: decimal(price), currency: .usd)
    }

    static func quote(_ close: String, on date: String = "2024-01-05", source: String = "yahoo") -> Quote {
        Quote(instrument: InstrumentID(1), date: day(date), close: decimal(close), currency: .usd, source: source)
    }

    /// Records an account, an instrument, a deposit and a purchase, in two acts.
    static func fill(_ book: Book) throws {
        try book.transaction(source: "setup") {
            try book.define(brokerage)
            try book.define(oracle)
        }
        try book.transaction(source: "repl") {
            try book.append(deposit("1000"))
            try book.append(buy("10", at: "31.25"))
        }
    }
}

/// The stores that every test of a book runs on.
enum StoreKind: CaseIterable {
    case file, memory, server
}

/// A book in a fresh store of a kind, and further sessions of the same book.
final class Shelf {
    let kind: StoreKind
    let folder = TemporaryFolder()
    private var memory: MemoryStore?
    private var serverBook: String?

    init(_ kind: StoreKind) { self.kind = kind }

    var path: String { folder.file("family.luca") }

    /// Opens the book: makes it the first time.
    func open(readOnly: Bool = false, clock: @escaping Book.Clock = Sample.clock) throws -> Book {
        switch kind {
        case .file:
            return try Book.open(path: path, mode: readOnly ? .readOnly : .readWrite, options: .init(busyTimeout: 0.2), clock: clock)
        case .memory:
            let store = memory.map { MemoryStore(sharing: $0, readOnly: readOnly) } ?? MemoryStore()
            if memory == nil { memory = store }
            return Book(store: store, clock: clock)
        case .server:
            let name = try serverBook ?? ServerBooks.make()
            serverBook = name
            return try Book.open(server: ServerBooks.address(name, as: readOnly ? ServerBooks.viewer : ServerBooks.owner), options: .init(busyTimeout: 0.2), clock: clock)
        }
    }

    /// Opens the book for a session that saves its caches as it is closed, however small the book is.
    func openSaving() throws -> Book {
        let book = try open()
        book.present.smallestSaved = 0
        return book
    }

    /// Records the sample in such a session.
    func saveSample() throws {
        let book = try openSaving()
        try Sample.fill(book)
        book.close()
    }
}

/// The error that something throws, if it is one of storage.
func storageError(_ body: () throws -> Void) -> StorageError? {
    do {
        try body()
        return nil
    } catch {
        return error as? StorageError
    }
}
