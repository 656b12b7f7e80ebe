import Frames
import Ledger
import Storage

/// What a void or an amendment of one side of a transfer, or of an exchange, does to the other side.
struct TransferSides {
    private let entry: EntryID
    private let others: [EntryID]
    private let before: Set<LedgerWarning>

    /// Nil where the entry has no other side.
    init?(of entry: EntryID, _ book: Book) throws {
        let ledger = try book.ledger
        others = ledger.otherSides(of: entry)
        if others.isEmpty { return nil }
        self.entry = entry
        before = Set(try ledger.transferWarnings(of: entry))
    }

    /// What is unpaired, or on its way, since the act, with the entries of the other side; what stands in the entry's place is the last of them.
    func warnings(_ book: Book, replacement: EntryID? = nil) throws -> [FrameWarning] {
        let ledger = try book.ledger, table = ledger.activities
        let left = others.filter { table.row(of: $0).map(table.counts) ?? false }
        if left.isEmpty { return [] }
        let names = left.map { "\($0.rawValue)" }.joined(separator: " and "), act = replacement == nil ? "void" : "amend"
        let sides = "\(left.count == 1 ? "entry \(names) is" : "entries \(names) are") the other side of entry \((replacement ?? entry).rawValue); \(act) \(left[0].rawValue) as well, or say undo"
        var warnings = try ledger.transferWarnings(of: left[0]).filter { !before.contains($0) }.map { FrameWarning(kind: $0.kind, message: "\($0.message); \(sides)") }
        guard let replacement, warnings.isEmpty else { return warnings }
        for other in left {
            guard let uneven = ledger.unevenCash(replacement, other) else { continue }
            warnings.append(FrameWarning(kind: "uneven_transfer", message: "the transfer sends \(uneven.sent) and brings \(uneven.received); \(sides)"))
        }
        return warnings
    }
}
