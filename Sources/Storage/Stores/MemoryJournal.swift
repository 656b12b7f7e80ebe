import Ledger
import Values

/// What the sessions of a book in memory share.
final class MemoryJournal {
    var rows: [MemoryRow] = []
    var quotes: [MemoryQuoteKey: MemoryQuote] = [:]
    var rates: [MemoryRateKey: MemoryRate] = [:]
    var revision = 0
    var quoteRevision = 0
    var rateRevision = 0
    var isBeingWritten = false
    var savedState: StoredState?
    /// The first entries of acts by the tokens under which they were recorded.
    var tokens: [String: Int] = [:]
    /// What tells it from every other book.
    let identity = (0..<32).map { _ in String(Int.random(in: 0..<16), radix: 16) }.joined()
}

/// What a transaction has written: rows behind those that stand, and quotes and rates as they will be.
struct MemoryChanges {
    var rows: [MemoryRow] = []
    var quotes: [MemoryQuoteKey: MemoryQuote]
    var quotesChanged = false
    var rates: [MemoryRateKey: MemoryRate]
    var ratesChanged = false
    /// By number of a row that stands: what takes its place.
    var tombstones: [Int: MemoryRow] = [:]
    var savedState: StoredState?
}

extension MemoryRow {
    /// What is left of a row that was removed.
    init(tombstoneOf row: RemovedRow, erasure: Int) {
        self.init(table: .tombstone, sequence: row.sequence, hash: row.hash, values: [.integer(Int64(row.sequence)), .integer(Int64(erasure))])
    }
}
