import Ledger
import Values

/// Rows that have an id in their source. The id decides whether the book has a row, not what its notes say by now; a figure that has changed since
/// is told, and never taken for a new row.
extension ImportPlan {
    /// What was found of rows by their ids.
    struct KnownRows {
        /// The rows that are no new ones.
        var rows = Set<Int>()
        /// The entries that they are, or were before they were amended.
        var entries = Set<EntryID>()
        /// How many of the rows are refused.
        var refused = 0
        /// Lines of rows whose notes have changed.
        var reworded: [Int] = []
    }

    /// An account's row of a source: brokers number the rows of each account.
    private struct Key: Hashable { let account: Int32, id: String }

    private func key(_ position: Int) -> Key? {
        let row = activities.row(at: position), id = activities.sourceIDs[row]
        return id.isEmpty ? nil : Key(account: activities.rows[row].account, id: id)
    }

    /// Sees to ids that several rows of the file have. In a format whose ids are keys the second is the first again; in any other the column is not
    /// one of rows, but of orders or customers, and tells nothing.
    mutating func settleSourceIDs() {
        if activities.sourceIDs.isEmpty { return }
        var first: [Key: Int] = [:], repeated: [(position: Int, first: Int)] = []
        for position in activities.indices {
            guard let key = key(position) else { continue }
            if let other = first[key] { repeated.append((position, other)) } else { first[key] = position }
        }
        if repeated.isEmpty { return }
        guard hasKeys else {
            activities.sourceIDs = SparseColumn(empty: "")
            return
        }
        for (position, other) in repeated {
            let line = activities.line(at: position), before = activities.line(at: other)
            var (one, two) = (activities[position], activities[other])
            (one.notes, two.notes) = ("", "")
            let isSame = one == two
            verdicts.change(
                line: line, to: isSame ? .skipped : .refused,
                issue: ImportIssue(
                    isSame ? .leftOut : .definedTwice, file: file, line: line, message: "the row of this id is on line \(before) already" + (isSame ? "" : ", with other figures"),
                    hint: isSame ? "" : "keep one of the two rows"))
        }
        activities.remove(Set(repeated.map(\.position)))
    }

    /// Finds the rows whose ids the book knows: those with the same figures are there already, those with others are refused. A row whose entry was
    /// voided and not amended is there as well, unless its figures have changed since: then it is told anew.
    mutating func takeOutKnown(_ context: ImportContext, loosely isLoose: Bool, _ instrument: (Int32) -> Instrument) -> KnownRows {
        var known = KnownRows(), stayOut: [VoidedRow] = []
        if activities.sourceIDs.isEmpty { return known }
        let ids = Set(activities.indices.compactMap { key($0)?.id }).union(otherHalves.values)
        let entries = Dictionary(grouping: context.importedEntries(ids)) { Key(account: $0.activity.account.rawValue, id: $0.activity.detail?.sourceID ?? "") }
        func figures(_ activity: Activity) -> Fingerprint {
            var activity = activity
            // Whether an option is assigned or exercised shows only with the rows before, which a part of an export lacks.
            if activity.subtype == .exercise { activity.subtype = .assignment }
            return context.fingerprint(activity, loosely: isLoose, hasNotes: false)
        }
        for position in activities.indices {
            guard let key = key(position) else { continue }
            let row = activities.row(at: position), line = activities.line(at: position), now = activities[position], same = entries[key] ?? []
            known.entries.formUnion(same.map(\.id))
            if let half = otherHalves[row], let trade = entries[Key(account: key.account, id: half)]?.first(where: { !$0.isVoid }) {
                refuse(row, line, "entry \(trade.id.rawValue) is the other half of this assignment, recorded as a trade of its own", "void(\(trade.id.rawValue)) and import again", &known)
                continue
            }
            let matches = same.filter { figures($0.activity) == figures(now) }
            if let match = matches.first(where: { !$0.isVoid }) ?? matches.first {
                known.rows.insert(row)
                verdicts.change(line: line, to: .alreadyThere)
                if context.isVoided(match.id) { stayOut.append(VoidedRow(line: line, entry: match.id)) }
                if !same.contains(where: { $0.activity.notes == now.notes }) { reword(line, match.activity.notes, &known) }
            } else if let standing = same.first(where: { !$0.isVoid }) {
                let change = RowChange(from: standing.activity, to: now, isLoose: isLoose, instrument: instrument)
                refuse(row, line, "the book has this row as entry \(standing.id.rawValue), \(change.sentence)", change.remedy(standing.id), &known)
            }
        }
        tell(known.reworded)
        tell(stayOut)
        return known
    }

    /// Finds the rows that differ in their notes alone from entries that are no other row's: those that were recorded without their id.
    ///
    /// Returns how many there are of each fingerprint without notes.
    mutating func takeOutReworded(
        _ context: ImportContext, _ days: ClosedRange<Day>, beside same: [Fingerprint: Int], _ found: KnownRows, loosely isLoose: Bool
    ) -> [Fingerprint: Int] {
        guard let recorded = context.recorded, !activities.isEmpty else { return [:] }
        func figures(_ activity: Activity) -> Fingerprint { context.fingerprint(activity, loosely: isLoose, hasNotes: false) }
        var held: [Fingerprint: [String]] = [:], known = KnownRows()
        recorded(days) { entry, activity in
            guard !found.entries.contains(entry), activity.detail?.sourceID.isEmpty != false else { return }
            held[figures(activity), default: []].append(activity.notes)
        }
        for (print, count) in same {
            if let notes = held[print] { held[print] = Array(notes.dropFirst(count)) }
        }
        if held.isEmpty { return [:] }
        var taken: [Fingerprint: Int] = [:]
        for position in activities.indices where !settledRows.contains(activities.row(at: position)) {
            let print = figures(activities[position])
            guard let notes = held[print]?.popLast() else { continue }
            known.rows.insert(activities.row(at: position))
            taken[print, default: 0] += 1
            reword(activities.line(at: position), notes, &known)
        }
        activities.remove(rows: known.rows)
        tell(known.reworded)
        return taken
    }

    private mutating func refuse(_ row: Int, _ line: Int, _ message: String, _ hint: String, _ known: inout KnownRows) {
        known.rows.insert(row)
        known.refused += 1
        verdicts.change(line: line, to: .refused, issue: ImportIssue(.changedRow, file: file, line: line, message: message, hint: hint))
    }

    private mutating func reword(_ line: Int, _ notes: String, _ known: inout KnownRows) {
        let held = notes.isEmpty ? "without notes" : "with the notes \"\(ShownText.cut(notes))\""
        verdicts.change(line: line, to: .alreadyThere, issue: ImportIssue(.changedRow, file: file, line: line, message: "the book holds this row already, \(held), which stay"))
        known.reworded.append(line)
    }

    private mutating func tell(_ reworded: [Int]) {
        guard let first = reworded.min() else { return }
        let rows = reworded.count == 1 ? "1 row that the book holds has" : "\(reworded.count) rows that the book holds have"
        note(.changed, "\(rows) other notes or flags by now (line \(first)); nothing is added for \(reworded.count == 1 ? "it" : "them"), and the book keeps the notes that it has")
    }
}
