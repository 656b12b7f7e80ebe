import Ledger
import SQLite
import Values

/// A book of a server as a SQLite database in memory, of which users' questions in SQL are asked: they mean the same there as of a file.
///
/// It is made when the first question comes, and takes in afterwards what was recorded since.
final class QueryMirror {
    private let name: String
    private var store: SQLiteStore?
    /// What it has of prices and rates; nil where that has to be read again.
    private var market: (quotes: Int, rates: Int)?

    init(name: String) { self.name = name }

    func close() {
        store?.close()
        store = nil
    }

    /// Runs a question on the book as a store has it, with the rows of an act that runs.
    ///
    /// - Parameters:
    ///   - head: where the journal of the source ends without those rows.
    ///   - revision: of prices and rates; nil where the running act may have changed them.
    func withDatabase<Result>(
        of source: any BookStore, head: JournalHead, revision: (quotes: Int, rates: Int)?, pending: PendingRows?, _ body: (SQLiteStore) throws(StorageError) -> Result
    ) throws(StorageError) -> Result {
        let store = try current(source, head, revision)
        guard let pending, pending.count > 0 else { return try body(store) }
        try store.begin(after: nil, shouldStop: nil)
        defer { store.rollback() }
        try StorageError.typed(name) { for index in 0..<pending.count { try pending.lend(index) { try store.append($0) } } }
        return try body(store)
    }

    private func current(_ source: any BookStore, _ head: JournalHead, _ revision: (quotes: Int, rates: Int)?) throws(StorageError) -> SQLiteStore {
        if let store, try !isBeginning(store, of: source, head) { close() }
        let store: SQLiteStore
        if let known = self.store {
            store = known
        } else {
            store = try SQLiteStore.inMemory(name: name)
            market = nil
        }
        let end = try store.head()
        if end != head { try StoreFilling.copyJournal(of: source, JournalSpan(after: end.sequence, through: head.sequence, withHashes: true), into: store) }
        if revision == nil || market?.quotes != revision?.quotes || market?.rates != revision?.rates {
            // Where this does not come to its end, what is there is of no revision.
            market = nil
            try store.emptyMarket()
            try StoreFilling.copyMarket(of: source, into: store)
            market = revision
        }
        self.store = store
        return store
    }

    /// Whether what is there is still the beginning of the source's journal, as far as that can change: accounts are erased, a server is restored.
    private func isBeginning(_ store: SQLiteStore, of source: any BookStore, _ head: JournalHead) throws(StorageError) -> Bool {
        let end = try store.head()
        if end == head || end.sequence == 0 { return true }
        guard end.sequence < head.sequence, try source.hash(of: end.sequence) == end.hash else { return false }
        var isErased = false
        try StorageError.typed(name) { try source.read(JournalSpan(after: end.sequence, tables: [.erasure])) { _ in isErased = true } }
        return !isErased
    }
}
