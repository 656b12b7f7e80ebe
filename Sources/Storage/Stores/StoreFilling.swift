import Ledger
import Values

/// Filling one store with what another has.
enum StoreFilling {
    /// Copies journal, prices and rates into an empty store, in one transaction.
    static func copy(_ source: any BookStore, into target: any BookStore) throws(StorageError) {
        try copyJournal(of: source, JournalSpan(withHashes: true), into: target)
        try copyMarket(of: source, into: target)
    }

    /// Copies the rows of a span, which come with their hashes, behind those that the target has.
    static func copyJournal(of source: any BookStore, _ span: JournalSpan, into target: any BookStore) throws(StorageError) {
        try inTransaction(of: target) { try source.read(span) { try target.append($0) } }
    }

    /// Copies prices and rates, each with the moment at which it was stored.
    static func copyMarket(of source: any BookStore, into target: any BookStore) throws(StorageError) {
        try inTransaction(of: target) {
            var quotes = Batch<Quote> { _ = try target.store($0, recordedAt: $1) }
            try source.readQuotes(QuoteFilter()) { try quotes.add($0, $1) }
            try quotes.end()
            var rates = Batch<Rate> { _ = try target.store($0, recordedAt: $1) }
            try source.readRates(RateFilter()) { try rates.add($0, $1) }
            try rates.end()
        }
    }

    private static func inTransaction(of target: any BookStore, _ body: () throws -> Void) throws(StorageError) {
        try target.begin(after: nil, shouldStop: nil)
        do throws(StorageError) {
            try StorageError.typed(target.location, body)
            try target.commit()
        } catch {
            target.rollback()
            throw error
        }
    }

    /// Makes a book's file of what a store has, which says that it is a copy; it gets its name when all of it is on the disk, so that a failure leaves nothing.
    static func makeFile(at path: String, from source: any BookStore, _ moment: Instant) throws(StorageError) {
        try NewFile.make(path) { unfinished throws(StorageError) in
            try SQLiteStore.create(path: unfinished)
            let file = try SQLiteStore.open(path: unfinished, readOnly: false)
            defer { file.close() }
            try StorageError.typed(source.location) { try source.withSnapshot { try copy(source, into: file) } }
            let identity = BookIdentity(connection: try file.connected(), name: file.location)
            try identity.take(source.identity())
            try identity.note(.backup(moment))
        }
    }
}

/// Gathers prices or rates that were stored at one moment, and hands them on together.
private struct Batch<Item> {
    private let store: ([Item], Instant) throws -> Void
    private var items: [Item] = []
    private var moment: Instant?

    init(_ store: @escaping ([Item], Instant) throws -> Void) { self.store = store }

    mutating func add(_ item: Item, _ recordedAt: Instant) throws {
        if moment != recordedAt || items.count >= 10_000 { try end() }
        items.append(item)
        moment = recordedAt
    }

    mutating func end() throws {
        if let moment, !items.isEmpty { try store(items, moment) }
        items = []
    }
}
