import Ledger
import Values

/// Takes rows of a journal, as they come, into a ledger.
struct LedgerFilling {
    /// The ledger.
    let ledger: Ledger
    private let name: String
    private let passed: Set<Int>
    private var reader = RowReader()

    /// - Parameters:
    ///   - name: what messages call the book.
    ///   - passed: entries that are passed over.
    init(_ ledger: Ledger, name: String, except passed: Set<Int> = []) { (self.ledger, self.name, self.passed) = (ledger, name, passed) }

    /// Takes a row; where it is an act, gives that back.
    ///
    /// - Throws: `.damaged` where it is none that luca writes, or out of its order.
    mutating func take(_ row: JournalRow) throws(StorageError) -> Act? {
        do throws(RowFault) {
            if case .act = row.table { return try reader.act(row.fields) }
            // A ledger takes numbers as they come; those of a damaged file may be anything.
            guard row.sequence == ledger.lastEntry.rawValue + 1 else {
                throw RowFault(column: 0, problem: "it stands behind entry \(ledger.lastEntry.rawValue)")
            }
            if !passed.isEmpty && passed.contains(row.sequence) {
                ledger.skip(to: EntryID(row.sequence))
            } else if case .activity = row.table {
                try Self.load(try reader.activity(row.fields), EntryID(row.sequence), into: ledger)
            } else if let entry = try reader.entry(row) {
                try Self.load(entry, EntryID(row.sequence), into: ledger)
            } else {
                // What was removed left its number.
                ledger.skip(to: EntryID(row.sequence))
            }
            return nil
        } catch {
            throw .damagedEntry(name, row, error)
        }
    }

    /// Hands an entry to a ledger, which may find that it cannot be: the file was changed by something else.
    private static func load(_ entry: JournalEntry, _ id: EntryID, into ledger: Ledger) throws(RowFault) {
        do { try ledger.load(entry, id: id) } catch { throw RowFault(column: nil, problem: "\(error)") }
    }

    private static func load(_ activity: Activity, _ id: EntryID, into ledger: Ledger) throws(RowFault) {
        do { try ledger.load(activity, id: id) } catch { throw RowFault(column: nil, problem: "\(error)") }
    }
}
