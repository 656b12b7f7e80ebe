import Ledger
import Values

/// Takes rows of a journal, as they come, into a ledger.
struct LedgerFilling {
    /// The ledger.
    let ledger: Ledger
    private let name: String
    private let passed: Set<Int>
    private let follows: Bool
    private var reader = RowReader()

    /// - Parameters:
    ///   - name: what messages call the book.
    ///   - passed: entries that are passed over.
    ///   - follows: whether the rows stand behind what the ledger has already, and may have been computed.
    init(_ ledger: Ledger, name: String, except passed: Set<Int> = [], follows: Bool = false) {
        (self.ledger, self.name, self.passed, self.follows) = (ledger, name, passed, follows)
    }

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
            } else if !follows, case .activity = row.table {
                try Self.load(try reader.activity(row.fields), EntryID(row.sequence), into: ledger)
            } else if let entry = try reader.entry(row) {
                try load(entry, EntryID(row.sequence))
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
    private func load(_ entry: JournalEntry, _ id: EntryID) throws(RowFault) {
        do { try follows ? ledger.follow(entry, id: id) : ledger.load(entry, id: id) } catch { throw RowFault(column: nil, problem: "\(error)") }
    }

    private static func load(_ activity: Activity, _ id: EntryID, into ledger: Ledger) throws(RowFault) {
        do { try ledger.load(activity, id: id) } catch { throw RowFault(column: nil, problem: "\(error)") }
    }
}
