import Ledger

/// Holds a journal that comes from elsewhere against its own chain, row by row, from a head on that is known.
///
/// As `Verifier` does for a whole book: each row must follow the one before by number, by act and by hash, and be one that this luca reads; an erasure must
/// vouch for the tombstones that name it.
struct ChainProof {
    /// Where the journal ends by now.
    private(set) var head: JournalHead
    private var lastAct: Int
    private var tombstones: [Int: TombstoneDigest] = [:]
    private let hasher = ChainHasher()
    private var reader = RowReader()

    /// What is wrong with a journal, for the end of a sentence.
    struct Fault: Error {
        let detail: String
    }

    /// A proof of what follows the head of a journal that has so many acts.
    init(behind head: JournalHead, acts: Int) { (self.head, lastAct) = (head, acts) }

    /// Takes in a tombstone that stands before the head, in the place of an entry that was known.
    mutating func take(tombstone sequence: Int, _ hash: EntryHash, of erasure: Int) { tombstones[erasure, default: TombstoneDigest()].add(sequence, hash) }

    /// Takes in the next row.
    mutating func take(_ row: JournalRow) throws(Fault) {
        guard row.sequence == head.sequence + 1 else { throw Fault(detail: "\(row.table.noun) with the number \(row.sequence) stands behind entry \(head.sequence)") }
        guard let hash = row.hash else { throw Fault(detail: "entry \(row.sequence) has no hash of 32 bytes") }
        if row.table == .tombstone {
            tombstones[row.integer(1), default: TombstoneDigest()].add(row.sequence, hash)
        } else {
            guard hash == hasher.hash(row.table, row.fields, after: head.hash) else { throw Fault(detail: "entry \(row.sequence), \(row.table.noun), does not fit its hash") }
            try read(row)
        }
        // An act stands before its first entry and has the number of that.
        head = JournalHead(sequence: row.table == .act ? head.sequence : row.sequence, hash: hash)
    }

    private mutating func read(_ row: JournalRow) throws(Fault) {
        do throws(RowFault) {
            if row.table == .act {
                let act = try reader.act(row.fields)
                guard act.id == lastAct + 1 else { throw RowFault(column: 0, problem: "act \(lastAct + 1) is missing") }
                lastAct = act.id
                return
            }
            _ = try reader.entry(row)
        } catch {
            throw Fault(detail: "entry \(row.sequence), \(row.table.noun), cannot be read, \(error.problem)")
        }
        guard row.integer(1) == lastAct else { throw Fault(detail: "entry \(row.sequence) stands in act \(lastAct) and says that it is of act \(row.integer(1))") }
        if row.table == .erasure {
            let digest = tombstones.removeValue(forKey: row.sequence) ?? TombstoneDigest()
            guard digest.count == row.integer(3), digest.text == row.text(4) else {
                throw Fault(detail: "the tombstones of the erasure in entry \(row.sequence) are not those that it left")
            }
        }
    }

    /// Makes sure that nothing is left that nobody vouches for.
    func end() throws(Fault) {
        if let erasure = tombstones.keys.min() { throw Fault(detail: "tombstones say that entry \(erasure) erased what they stand for, and it did not") }
    }
}
