import Ledger
import Values

/// The result of looking rows up by their ids.
struct KnownRows {
    /// The rows that the book has, or that are refused.
    var rows = Set<Int>()
    /// The entries under these rows' ids.
    var entries = Set<EntryID>()
    /// How many of these rows are refused.
    var refused = 0
    /// Lines of rows whose notes have changed.
    var reworded: [Int] = []
    /// Rows whose entries somebody voided.
    var voided: [VoidedRow] = []
    /// Lines of rows whose id and figures an entry of another account has, by that account.
    var elsewhere: [Int32: [Int]] = [:]
    /// Rows whose id an entry has that is another row, by the number of the row.
    var namesakes: [Int: ImportContext.ImportedEntry] = [:]
}

/// Finds rows that have an id in their source. The id decides whether the book has a row, not what its notes say by now; a figure that has changed since
/// is refused, and never taken for a new row.
struct SourceIDMatching {
    private let basis: ComparisonBasis

    init(_ basis: ComparisonBasis) { self.basis = basis }

    /// The id of a row and its account, since brokers number the rows of each account.
    private struct Key: Hashable { let account: Int32, id: String }

    private static func key(_ position: Int, _ plan: ImportPlan) -> Key? {
        let row = plan.activities.row(at: position), id = plan.activities.sourceIDs[row]
        return id.isEmpty ? nil : Key(account: plan.activities.rows[row].account, id: id)
    }

    /// Id, type and instrument. Two rows that share all three show that the ids are those of orders or customers, not of rows.
    private struct Sort: Hashable { let key: Key, kind: ActivityKind, instrument: Int32 }

    /// Settles ids that several rows of the file have. In a format whose ids are keys the second row is the first again. In any other the ids are ignored
    /// where rows of one id have the same type and symbol; else only the shared ids are, such as that of a dividend and its tax.
    static func settleRepeated(_ plan: inout ImportPlan) {
        if plan.activities.sourceIDs.isEmpty { return }
        var first: [Key: Int] = [:], repeated: [(position: Int, first: Int)] = []
        for position in plan.activities.indices {
            guard let key = Self.key(position, plan) else { continue }
            if let other = first[key] { repeated.append((position, other)) } else { first[key] = position }
        }
        if repeated.isEmpty { return }
        if !plan.matching.hasKeys { return forget(Set(repeated.map(\.first) + repeated.map(\.position)), &plan) }
        for (position, other) in repeated {
            let line = plan.activities.line(at: position), before = plan.activities.line(at: other)
            var (one, two) = (plan.activities[position], plan.activities[other])
            (one.notes, two.notes) = ("", "")
            let isSame = one == two
            plan.verdicts.change(
                line: line, to: isSame ? .skipped : .refused,
                issue: ImportIssue(
                    isSame ? .leftOut : .definedTwice, file: plan.file, line: line,
                    message: "the row of this id is on line \(before) already" + (isSame ? "" : ", with other figures"),
                    hint: isSame ? "" : "keep one of the two rows"))
        }
        plan.activities.remove(Set(repeated.map(\.position)))
    }

    /// Forgets the ids of some rows; those of all rows where two that share one have the same type and symbol.
    private static func forget(_ positions: Set<Int>, _ plan: inout ImportPlan) {
        var sorts = Set<Sort>()
        for position in positions {
            let row = plan.activities.row(at: position)
            guard let key = Self.key(position, plan) else { continue }
            guard sorts.insert(Sort(key: key, kind: plan.activities.rows[row].kind, instrument: plan.activities.rows[row].instrument)).inserted else {
                plan.activities.sourceIDs = SparseColumn(empty: "")
                return
            }
        }
        for position in positions { plan.activities.sourceIDs.replace("", row: plan.activities.row(at: position)) }
    }

    /// Finds the rows whose ids the book knows: those with the same figures are there already, those with others are refused. A row whose entry was
    /// voided and not amended is there as well, unless its figures have changed since: then it is told anew.
    func find(_ plan: inout ImportPlan) -> KnownRows {
        var known = KnownRows()
        if plan.activities.sourceIDs.isEmpty { return known }
        let ids = Set(plan.activities.indices.compactMap { Self.key($0, plan)?.id }).union(plan.matching.otherHalves.values).union(plan.matching.parts.values.joined())
        var changed: [Int: ChangedRow] = [:]
        let found = basis.context.importedEntries(ids), entries = Dictionary(grouping: found) { Key(account: $0.activity.account.rawValue, id: $0.activity.detail?.sourceID ?? "") }
        let standingByID = Dictionary(grouping: found.filter { !$0.isVoid }) { $0.activity.detail?.sourceID ?? "" }
        func figures(_ activity: Activity) -> Fingerprint {
            var activity = activity
            // Whether an option is assigned or exercised shows only with the rows before, which a part of an export lacks.
            if activity.subtype == .exercise { activity.subtype = .assignment }
            return basis.fingerprint(activity, hasNotes: false)
        }
        let coarse = CoarseFigures(basis, plan.matching)
        for position in plan.activities.indices {
            guard let key = Self.key(position, plan) else { continue }
            let row = plan.activities.row(at: position), line = plan.activities.line(at: position), now = plan.activities[position]
            // A split of one account is of all accounts in the file of a program that has no others.
            let same = entries[key] ?? (plan.matching.isCoarse && now.account == .every ? standingByID[key.id] : nil) ?? []
            if let half = plan.matching.otherHalves[row], let trade = entries[Key(account: key.account, id: half)]?.first(where: { !$0.isVoid }) {
                known.entries.formUnion(same.map(\.id))
                refuse(
                    row, line, "entry \(trade.id.rawValue) is the other half of this assignment, recorded as a trade of its own",
                    "void(\(trade.id.rawValue)) and import again", &known, &plan)
                continue
            }
            let matches = same.filter { figures($0.activity) == figures(now) || coarse.areAlike($0.activity, now) }, standing = same.filter { !$0.isVoid }
            if let match = matches.first(where: { !$0.isVoid }) ?? matches.first {
                known.rows.insert(row)
                if let id = plan.activities.id(at: position) { plan.known[id] = match.id }
                plan.verdicts.change(line: line, to: .alreadyThere)
                // Where an entry of this id counts, taking the void one again would count the row twice.
                if standing.isEmpty, let void = basis.context.void(match.id) { known.voided.append(VoidedRow(line: line, entry: match.id, void: void)) }
                if !same.contains(where: { $0.activity.notes == now.notes }) { reword(line, match.activity.notes, &known, &plan) }
            } else if let entry = standing.first(where: { isOneRow($0.activity, now, plan.matching, figures) }) {
                let change = RowChange(from: entry.activity, to: now, basis.scope, instrument: basis.instrument)
                changed[line, default: ChangedRow()].add(entry.id, change)
            } else if same.isEmpty, plan.matching.hasGlobalKeys, let entry = standingByID[key.id]?.first {
                changed[line, default: ChangedRow()].add(entry.id, change(from: entry.activity, ofOtherAccount: now, plan))
                known.entries.insert(entry.id)
            } else if same.isEmpty, let other = standingByID[key.id]?.first(where: { figures($0.activity) == figures(now.moved(to: $0.activity.account)) }) {
                known.elsewhere[other.activity.account.rawValue, default: []].append(line)
            } else if let other = standing.first {
                plan.activities.sourceIDs.replace("", row: row)
                known.namesakes[row] = other
                continue
            }
            known.entries.formUnion(same.map(\.id))
        }
        addLostParts(standingByID, plan, to: &changed, &known)
        refuse(changed, &known, &plan)
        noteReworded(known.reworded, &plan)
        noteElsewhere(known.elsewhere, &plan)
        return known
    }

    /// How a row differs from the entry of its id that is of another account.
    private func change(from entry: Activity, ofOtherAccount now: Activity, _ plan: ImportPlan) -> RowChange {
        var change = RowChange(from: entry, to: now, basis.scope, instrument: basis.instrument)
        func name(_ id: AccountID) -> String {
            let place = Int(id.rawValue) - 1, new = place - basis.context.accounts.count
            if basis.context.accounts.indices.contains(place) { return basis.context.accounts[place].name }
            return plan.newAccounts.indices.contains(new) ? plan.newAccounts[new].name : ""
        }
        change.addAccount(from: name(entry.account), to: name(now.account))
        return change
    }

    /// Finds the entries that were a part of a row of the file, and of which it no longer tells.
    private func addLostParts(
        _ standing: [String: [ImportContext.ImportedEntry]], _ plan: ImportPlan, to changed: inout [Int: ChangedRow], _ known: inout KnownRows
    ) {
        if plan.matching.parts.isEmpty { return }
        let told = Set(plan.activities.indices.compactMap { Self.key($0, plan)?.id })
        for (line, parts) in plan.matching.parts.sorted(by: { $0.key < $1.key }) {
            for entry in parts.filter({ !told.contains($0) }).flatMap({ standing[$0] ?? [] }) {
                changed[line, default: ChangedRow()].add(entry.id, nil)
                known.entries.insert(entry.id)
            }
        }
    }

    /// Refuses rows that are other by now, each as a whole: nothing of it is added, though only one of its entries may differ.
    private func refuse(_ changed: [Int: ChangedRow], _ known: inout KnownRows, _ plan: inout ImportPlan) {
        if changed.isEmpty { return }
        known.reworded.removeAll { changed[$0] != nil }
        known.voided.removeAll { changed[$0.line] != nil }
        known.elsewhere = known.elsewhere.mapValues { $0.filter { changed[$0] == nil } }.filter { !$0.value.isEmpty }
        for place in plan.activities.indices {
            let line = plan.activities.line(at: place), row = plan.activities.row(at: place)
            guard changed[line] != nil else { continue }
            known.rows.insert(row)
            known.refused += 1
            known.namesakes[row] = nil
        }
        for (line, row) in changed {
            let hint = row.remedy + wayOut(plan.matching)
            plan.verdicts.change(line: line, to: .refused, issue: ImportIssue(.changedRow, file: plan.file, line: line, message: row.sentence, hint: hint))
        }
    }

    /// Tells of rows that may be the book's under the name of another account, which are added all the same.
    private func noteElsewhere(_ elsewhere: [Int32: [Int]], _ plan: inout ImportPlan) {
        for (account, lines) in elsewhere.sorted(by: { $0.key < $1.key }) {
            guard let first = lines.min(), basis.context.accounts.indices.contains(Int(account) - 1) else { continue }
            let name = MessageText.cut(basis.context.accounts[Int(account) - 1].name), isOne = lines.count == 1
            let rows = isOne ? "1 row has the id and the figures of an entry" : "\(lines.count) rows have the ids and the figures of entries"
            let remedy = plan.matching.namesAccounts ? "call it \"\(name)\" in the file and import again" : "say account=\"\(name)\""
            plan.note(
                .nearlyThere,
                "\(rows) of \"\(name)\" (line \(first)) and \(isOne ? "counts" : "count") again here; if it is the same account, undo this import and \(remedy)")
        }
    }

    /// Whether a row and an entry of one id, whose figures differ, are one row that was corrected. Where ids are keys they always are. Else an id may be
    /// shared: by a dividend and its tax, or by the first rows of the files of two months. A type or a symbol that was written otherwise leaves the rest as it is.
    private func isOneRow(_ entry: Activity, _ now: Activity, _ matching: RowMatching, _ figures: (Activity) -> Fingerprint) -> Bool {
        if matching.hasKeys { return true }
        if matching.idsMayRestart, entry.date != now.date { return false }
        let isSameType = entry.kind == now.kind, isSameSymbol = entry.instrument == now.instrument
        if isSameType && isSameSymbol { return true }
        // What a row is may follow from what else the file has: of the same day, sum and words it is the same.
        if entry.date == now.date, entry.amount != nil, entry.amount == now.amount, entry.currency == now.currency, !now.notes.isEmpty, entry.notes == now.notes { return true }
        if !isSameType && !isSameSymbol { return false }
        var renamed = now
        (renamed.kind, renamed.subtype, renamed.instrument) = (entry.kind, entry.subtype, entry.instrument)
        return figures(renamed) == figures(entry)
    }

    /// A hint for a column that numbers something else than rows; empty where its ids are known to be keys.
    private func wayOut(_ matching: RowMatching) -> String {
        if matching.hasKeys || matching.idHeading.isEmpty { return "" }
        let isWord = matching.idHeading.allSatisfy { $0.isASCII && ($0.isLetter || $0 == "_") }, name = MessageText.cut(matching.idHeading)
        return "; if the two are different rows, columns={\(isWord ? name : "[\"\(name)\"]")=\"order\"} says that the column numbers something else"
    }

    /// Finds the rows that differ in their notes alone from entries that are no other row's: those that were recorded without their id, and where an id is of one row in all accounts,
    /// those that have another, since a program gives what it imports new ones. What counts is taken before what is void. Of a program that knows no splits, trades from before
    /// one are found by what their units have become, whether rows have ids or not.
    ///
    /// Removes the matched entries from those that are left, and returns the rows whose entries are void.
    func takeOutReworded(_ left: inout [UnmatchedEntry], _ plan: inout ImportPlan) -> [VoidedRow] {
        func plain(_ activity: Activity) -> Fingerprint { basis.fingerprint(activity, hasNotes: false) }
        let coarse = CoarseFigures(basis, plan.matching)
        var voided: [VoidedRow] = []
        if plan.matching.looksPastNotes || plan.matching.hasGlobalKeys { voided = takeOutReworded(&left, &plan, by: plain, plain) }
        if plan.matching.isCoarse, !left.isEmpty, !plan.activities.isEmpty { voided += takeOutReworded(&left, &plan, by: coarse.ofRow, coarse.ofRow) }
        guard plan.matching.foldsSplits, !left.isEmpty, !plan.activities.isEmpty else { return voided }
        return voided + takeOutReworded(&left, &plan, by: coarse.ofRow, coarse.ofFolded)
    }

    /// - Parameters:
    ///   - figures: what rows are compared by.
    ///   - entryFigures: the same of entries; nil for those that are none.
    private func takeOutReworded(
        _ left: inout [UnmatchedEntry], _ plan: inout ImportPlan, by figures: (Activity) -> Fingerprint, _ entryFigures: (Activity) -> Fingerprint?
    ) -> [VoidedRow] {
        var places: [Fingerprint: [Int]] = [:], known = KnownRows(), taken = Set<Int>()
        for place in left.indices.reversed() where plan.matching.hasGlobalKeys || !left[place].activity.hasSourceID {
            if let figures = entryFigures(left[place].activity) { places[figures, default: []].append(place) }
        }
        if places.isEmpty { return [] }
        for position in plan.activities.indices where !plan.matching.settledRows.contains(plan.activities.row(at: position)) {
            guard let place = places[figures(plan.activities[position])]?.popLast() else { continue }
            known.rows.insert(plan.activities.row(at: position))
            taken.insert(place)
            let line = plan.activities.line(at: position), entry = left[place]
            if let id = plan.activities.id(at: position) { plan.known[id] = entry.id }
            if let void = basis.context.void(entry.id) {
                known.voided.append(VoidedRow(line: line, entry: entry.id, void: void))
            } else if entry.activity.notes != plan.activities[position].notes {
                reword(line, entry.activity.notes, &known, &plan)
            } else {
                plan.verdicts.change(line: line, to: .alreadyThere)
            }
        }
        plan.activities.remove(rows: known.rows)
        left = left.indices.filter { !taken.contains($0) }.map { left[$0] }
        noteReworded(known.reworded, &plan)
        return known.voided
    }

    private func refuse(_ row: Int, _ line: Int, _ message: String, _ hint: String, _ known: inout KnownRows, _ plan: inout ImportPlan) {
        known.rows.insert(row)
        known.refused += 1
        plan.verdicts.change(line: line, to: .refused, issue: ImportIssue(.changedRow, file: plan.file, line: line, message: message, hint: hint))
    }

    private func reword(_ line: Int, _ notes: String, _ known: inout KnownRows, _ plan: inout ImportPlan) {
        let held = notes.isEmpty ? "without notes" : "with the notes \"\(MessageText.cut(notes))\""
        plan.verdicts.change(
            line: line, to: .alreadyThere,
            issue: ImportIssue(.changedRow, file: plan.file, line: line, message: "the book holds this row already, \(held), which stay"))
        known.reworded.append(line)
    }

    private func noteReworded(_ reworded: [Int], _ plan: inout ImportPlan) {
        guard let first = reworded.min() else { return }
        let rows = reworded.count == 1 ? "1 row that the book holds has" : "\(reworded.count) rows that the book holds have"
        plan.note(
            .changed,
            "\(rows) other notes or flags by now (line \(first)); nothing is added for \(reworded.count == 1 ? "it" : "them"), and the book keeps the notes that it has")
    }
}

extension Activity {
    /// The same in another account.
    fileprivate func moved(to account: AccountID) -> Activity {
        var moved = self
        moved.account = account
        return moved
    }
}
