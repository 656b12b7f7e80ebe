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

/// A row with memory of its own.
struct MemoryRow {
    private enum Value {
        case null
        case integer(Int64)
        case text([UInt8])
    }

    let table: JournalTable
    let sequence: Int
    let hash: EntryHash
    private let values: [Value]

    /// Copies a row that has a hash.
    init(_ row: JournalRow) {
        table = row.table
        sequence = row.sequence
        hash = row.hash ?? .origin
        values = row.fields.map { field in
            switch field {
            case .null: .null
            case .integer(let value): .integer(value)
            case .text(let bytes): .text(Array(bytes))
            case .foreign(let type): preconditionFailure("a row that is written has no \(type)")
            }
        }
    }

    /// Who recorded it, where that was kept.
    var recordedBy: String? {
        guard let column = table.recordedByColumn, case .text(let bytes) = values[column] else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// What is left of a row that was removed.
    init(tombstoneOf row: RemovedRow, erasure: Int) {
        table = .tombstone
        sequence = row.sequence
        hash = row.hash
        values = [.integer(Int64(row.sequence)), .integer(Int64(erasure))]
    }

    private init(_ row: MemoryRow, _ values: [Value]) { (table, sequence, hash, self.values) = (row.table, row.sequence, row.hash, values) }

    /// The row with another text in a column.
    func replacing(_ column: String, with text: String) -> MemoryRow {
        guard let place = table.columns.firstIndex(of: column) else { preconditionFailure("the rows of \(table.name) have no column \(column)") }
        var values = values
        values[place] = .text(Array(text.utf8))
        return MemoryRow(self, values)
    }

    /// Lends the row.
    func lend<Result>(withHash: Bool, _ body: (JournalRow) throws -> Result) throws -> Result {
        let texts = values.flatMap { value -> [UInt8] in
            if case .text(let bytes) = value { bytes } else { [] }
        }
        return try texts.withUnsafeBufferPointer { buffer in
            var start = 0
            let fields: [JournalField] = values.map { value in
                switch value {
                case .null: return .null
                case .integer(let value): return .integer(value)
                case .text(let bytes):
                    defer { start += bytes.count }
                    return .text(UnsafeBufferPointer(rebasing: buffer[start..<start + bytes.count]))
                }
            }
            return try fields.withUnsafeBufferPointer { fields in
                try body(JournalRow(table: table, fields: fields, hash: withHash ? hash : nil))
            }
        }
    }
}
