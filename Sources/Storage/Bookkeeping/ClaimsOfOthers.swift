import Ledger

/// What others have said on the server since a clone took its journal, as far as two must not say it who do not know of each other: an account that was defined
/// anew, a setting, a row of a file.
struct ClaimsOfOthers {
    /// The last entry by each claim.
    private var last: [EntryClaim.Key: (sequence: Int, entry: JournalEntry)] = [:]

    /// Reads the chain of a clone behind an entry, but for what the clone itself has offered.
    init(_ file: SQLiteStore, behind entry: Int) throws {
        var own: [ClosedRange<Int>] = []
        try file.offerTable().read(.accepted) { offer, _ in
            if let first = offer.firstEntry, offer.entryCount > 0 { own.append(first...first + offer.entryCount - 1) }
        }
        var reader = RowReader()
        try file.read(JournalSpan(after: entry)) { row in
            if row.table == .act || own.contains(where: { $0.contains(row.sequence) }) { return }
            let read: JournalEntry?
            do throws(RowFault) { read = try reader.entry(row) } catch { throw StorageError.damagedEntry(file.location, row, error) }
            guard let read else { return }
            for claim in read.content.claims { last[claim.key] = (row.sequence, read) }
        }
    }

    /// Makes sure that nobody else has said since what an entry says.
    ///
    /// - Parameter seen: up to which entry whoever recorded it knew what others had said.
    func check(_ entry: JournalEntry, behind seen: Int) throws(OfferRefusal) {
        for claim in entry.content.claims {
            guard let other = last[claim.key], other.sequence > seen, !claim.mayRepeat || other.entry != entry else { continue }
            let told = other.entry.content.claims.first { $0.key == claim.key }?.told ?? claim.told
            throw OfferRefusal(
                reason: "\(told.prefix(1).uppercased())\(told.dropFirst()) on the server since, by entry \(other.sequence): look at that, and say this again if it is still so.")
        }
    }
}
