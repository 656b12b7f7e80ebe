import Ledger
import Values

/// Rows without an id that are nearly an entry which the file lacks by now. A broker that corrects the price of a sale exports the row anew: it is added, since
/// nothing shows that it is no other sale, and told, since it may count the sale twice.
extension ImportPlan {
    /// How many of such rows a notice tells one by one.
    private static let toldOneByOne = 3

    /// What a row and an entry have in common where one may be the other corrected.
    private struct Gist: Hashable {
        let day: Day, kind: ActivityKind, subtype: ActivitySubtype?, account: AccountID, instrument: InstrumentID?
        let quantity: FixedDecimal?, amount: FixedDecimal?, currency: Currency?

        /// Nil where there is neither a quantity nor an amount to tell it by.
        init?(_ activity: Activity) {
            if activity.quantity == nil, activity.amount == nil { return nil }
            (day, kind, subtype, account, instrument) = (activity.date, activity.kind, activity.subtype, activity.account, activity.instrument)
            let isOfUnits = activity.quantity != nil && activity.instrument != nil
            (quantity, amount, currency) = isOfUnits ? (activity.quantity, nil, nil) : (nil, activity.amount, activity.currency)
        }
    }

    /// Tells of rows to be added that are nearly entries of the book which no row of the file is: of the same day, account, type, symbol and quantity, or for
    /// money the same amount. Each entry is told once.
    ///
    /// - Parameters:
    ///   - untaken: how many entries of a fingerprint no row was taken for.
    ///   - reworded: how many rows were taken for entries with other notes, by their fingerprints without notes.
    ///   - told: entries that rows are known to be by their ids, or that are replaced.
    mutating func tellNearly(
        _ context: ImportContext, _ days: ClosedRange<Day>, untaken: [Fingerprint: Int], _ reworded: [Fingerprint: Int], besides told: Set<EntryID>,
        loosely isLoose: Bool, _ instrument: (Int32) -> Instrument
    ) {
        if looksAtCash || activities.isEmpty || untaken.isEmpty { return }
        var entries = lackedEntries(context, days, untaken, reworded, besides: told, loosely: isLoose)
        if entries.isEmpty { return }
        var found: [(line: Int, message: String)] = []
        for position in activities.indices where !settledRows.contains(activities.row(at: position)) {
            let row = activities[position]
            guard let gist = Gist(row), let entry = entries[gist]?.last else { continue }
            // Of two ids each is a row of its own.
            if let ids = row.detail?.sourceID, !ids.isEmpty, entry.activity.detail?.sourceID.isEmpty == false { continue }
            entries[gist]?.removeLast()
            var change = RowChange(from: entry.activity, to: row, isLoose: isLoose, instrument: instrument)
            change.addNotes(from: entry.activity, to: row)
            let line = activities.line(at: position), number = entry.id.rawValue
            let message = "nearly entry \(number) (\(change.before) there): if the file was corrected, void(\(number))"
            verdicts.change(line: line, to: .add, issue: ImportIssue(.changedRow, file: file, line: line, message: message))
            found.append((line, message))
        }
        tellNearly(found)
    }

    /// The entries as they were recorded that the file lacks, by what they have in common with rows; the first of each comes last.
    private func lackedEntries(
        _ context: ImportContext, _ days: ClosedRange<Day>, _ untaken: [Fingerprint: Int], _ reworded: [Fingerprint: Int], besides told: Set<EntryID>, loosely isLoose: Bool
    ) -> [Gist: [(id: EntryID, activity: Activity)]] {
        var equals: [Fingerprint: [(id: EntryID, activity: Activity)]] = [:], reworded = reworded
        context.recorded?(days) { entry, activity in
            guard !told.contains(entry) else { return }
            let print = context.fingerprint(activity, loosely: isLoose)
            if untaken[print] != nil { equals[print, default: []].append((entry, activity)) }
        }
        var lacked: [(id: EntryID, activity: Activity)] = []
        // Of equal entries the first visited were taken first.
        for (print, same) in equals { lacked += same.suffix(untaken[print] ?? 0) }
        var entries: [Gist: [(id: EntryID, activity: Activity)]] = [:]
        for entry in lacked.sorted(by: { $0.id > $1.id }) where context.isAsImported(entry.id) {
            let figures = context.fingerprint(entry.activity, loosely: isLoose, hasNotes: false)
            if let count = reworded[figures], count > 0 {
                reworded[figures] = count - 1
            } else if let gist = Gist(entry.activity) {
                entries[gist, default: []].append(entry)
            }
        }
        return entries
    }

    private mutating func tellNearly(_ found: [(line: Int, message: String)]) {
        guard let first = found.min(by: { $0.line < $1.line }) else { return }
        if found.count <= Self.toldOneByOne {
            for row in found.sorted(by: { $0.line < $1.line }) { note(.nearlyThere, "line \(row.line) is \(row.message)") }
        } else {
            note(.nearlyThere, "\(found.count) rows are nearly entries that the file lacks; line \(first.line) is \(first.message); the message of each row says the same of it")
        }
    }
}
