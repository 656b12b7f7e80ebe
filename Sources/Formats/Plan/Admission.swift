public import Ledger
import Values

extension ImportPlan {
    /// How many activities are handed over at a time: enough that the ledger's work per call does not count, and little memory.
    private static let batchSize = 32_768

    /// Hands the activities over in batches, in the order in which they happened, and notes in the verdicts what is refused.
    ///
    /// Each batch goes on where the one before left off, so whoever takes them must keep what it takes until the end; the refused ones
    /// leave `activities`. New accounts and instruments must have been defined before.
    ///
    ///     try book.transaction(source: "import book.csv") {
    ///         for account in plan.newAccounts { try book.define(account) }
    ///         for instrument in plan.newInstruments { try book.define(instrument) }
    ///         try plan.admit { try book.admit($0) }
    ///         if plan.refusedCount > 0, !partial { throw … }
    ///     }
    public mutating func admit<Failure: Error>(_ take: ([Activity]) throws(Failure) -> [Verdict]) throws(Failure) {
        var admission = Admission(entries: known), waiting: [Int] = [], start = 0
        while start < activities.count {
            let end = batchEnd(from: start)
            try offer(Array(start..<end), &admission, take)
            // Rows that found too little may be right behind others of their moment, which a file has in any order.
            if !admission.refused.isEmpty { waiting += (start..<end).filter { admission.refused[$0] != nil } }
            if !waiting.isEmpty {
                var again = beforeTheirUnits(waiting, admittedFrom: start..<end, admission)
                while !again.isEmpty {
                    try offer(again, &admission, take)
                    // What has come now may be what others of its moment wait for.
                    let come = Set(again.filter { admission.refused[$0] == nil }.map(moment))
                    again = waiting.filter { admission.refused[$0] != nil && come.contains(moment($0)) }
                }
                // The moment may go on in the next batch.
                waiting = waiting.filter { admission.refused[$0] != nil && moment($0) == moment(end - 1) }
            }
            start = end
        }
        for (place, issue) in admission.refused { verdicts.change(line: activities.line(at: place), to: .refused, issue: issue) }
        activities.remove(Set(admission.refused.keys))
        lines = admission.lines
    }

    /// Hands over the rows at some places, and notes which are admitted and which are refused.
    private func offer<Failure: Error>(
        _ places: [Int], _ admission: inout Admission, _ take: ([Activity]) throws(Failure) -> [Verdict]
    ) throws(Failure) {
        var batch: [Activity] = [], offered: [Int] = []
        batch.reserveCapacity(places.count)
        offered.reserveCapacity(places.count)
        for place in places {
            var activity = activities[place]
            guard known.isEmpty && !activities.namesLots || admission.rename(&activity) else {
                // Its lots are those of rows that are not there.
                let named = LotChoice.text(activity.detail?.lots ?? [])
                admission.refused[place] = ImportIssue(
                    .ledgerRule, file: file, line: activities.line(at: place), column: "lots",
                    message: "\(named) names a lot that no row before it opened",
                    hint: "a lot goes by the id of the row that opened it; the archive of a book keeps the names of lots that several entries have parted")
                continue
            }
            batch.append(activity)
            offered.append(place)
        }
        if batch.isEmpty { return }
        for (place, outcome) in zip(offered, try take(batch)) {
            switch outcome {
            case .admitted(let entry):
                admission.refused[place] = nil
                if let id = activities.id(at: place) { admission.entries[id] = entry }
                if remembersEntries { admission.lines[entry] = activities.line(at: place) }
                admission.note(entry, at: place)
            case .refused(let error): admission.refused[place] = issue(error, line: activities.line(at: place), stranded: stranded(by: error, admission))
            }
        }
    }

    /// Of rows that were refused, those before an admitted row of the same moment, which may have brought what they lacked.
    private func beforeTheirUnits(_ refused: [Int], admittedFrom batch: Range<Int>, _ admission: Admission) -> [Int] {
        var last: [Moment: Int] = [:]
        for place in batch where admission.refused[place] == nil { last[moment(place)] = place }
        return refused.filter { place in last[moment(place)].map { $0 > place } ?? false }
    }

    private func moment(_ place: Int) -> Moment {
        let row = activities.row(at: place)
        return Moment(day: activities.rows[row].day, time: activities.times[row])
    }

    /// Where a batch ends: before a row that names a lot of another row of it, since that has got its number by then.
    private func batchEnd(from start: Int) -> Int {
        let end = min(start + Self.batchSize, activities.count)
        if !activities.namesLots { return end }
        var inside: Set<Int> = []
        return (start..<end).first { place in
            let namesOneInside = activities.detail(at: place)?.lots.contains { !inside.isDisjoint(with: $0.rows) } ?? false
            if let id = activities.id(at: place) { inside.insert(id) }
            return namesOneInside
        } ?? end
    }

    /// Tries the plan on the ledger, takes everything back, and notes in the verdicts what the ledger refused.
    ///
    /// - Throws: the ledger's error where a new account or instrument cannot be defined, or its holdings cannot be computed.
    public mutating func check(
        against ledger: Ledger, then look: (inout ImportPlan, Ledger) throws(LedgerError) -> Void = { (_, _) throws(LedgerError) in }
    ) throws(LedgerError) {
        let start = ledger.checkpoint()
        defer { ledger.rollback(to: start) }
        for entry in replaced { try ledger.apply(.void(entry, reason: "told by \(file)"), id: ledger.nextEntry) }
        for account in newAccounts { try ledger.apply(.account(ledger.nextAccountID, account), id: ledger.nextEntry) }
        for instrument in newInstruments { try ledger.apply(.instrument(ledger.nextInstrumentID, instrument), id: ledger.nextEntry) }
        try keepLotMethods(ledger) { (key, value) throws(LedgerError) in try ledger.apply(.setting(key: key, value: value), id: ledger.nextEntry) }
        try redefine { (account) throws(LedgerError) in
            guard let id = ledger.account(named: account.name) else { return }
            try ledger.apply(.account(id, account), id: ledger.nextEntry)
        } instrument: { (instrument) throws(LedgerError) in
            guard let id = ledger.instrument(named: instrument.symbol) else { return }
            try ledger.apply(.instrument(id, instrument), id: ledger.nextEntry)
        }
        try admit { (batch) throws(LedgerError) in try ledger.admit(batch, firstID: ledger.nextEntry) }
        try tell { (value) throws(LedgerError) in try ledger.apply(.value(value), id: ledger.nextEntry) }
        try look(&self, ledger)
    }

    /// Refuses the row that has become an entry; needs `remembersEntries`.
    public mutating func refuse(_ entry: EntryID, as error: LedgerError) {
        guard let line = lines[entry] else { return }
        verdicts.change(line: line, to: .refused, issue: issue(error, line: line))
    }

    /// Hands over the settings by which new accounts take lots. The accounts and instruments must have been defined before.
    public func keepLotMethods<Failure: Error>(_ ledger: Ledger, _ keep: (_ key: String, _ value: String) throws(Failure) -> Void) throws(Failure) {
        for told in lotMethods {
            guard let account = ledger.account(named: told.account) else { continue }
            let scope = LotRule.Scope(account: account, instrument: told.symbol.flatMap { ledger.instrument(named: $0) })
            try keep(scope.key("lot_method"), told.method.name)
        }
    }

    /// Hands over what is defined anew, and notes in the verdicts what the ledger refuses.
    public mutating func redefine<Failure: Error>(
        account: (Account) throws(Failure) -> Void, instrument: (Instrument) throws(Failure) -> Void
    ) throws(Failure) {
        for change in changedAccounts {
            try attempt(line: change.line) { () throws(Failure) in try account(change.definition) }
        }
        for change in changedInstruments {
            try attempt(line: change.line) { () throws(Failure) in try instrument(change.definition) }
        }
    }

    /// Hands over what accounts are worth, and notes in the verdicts what the ledger refuses.
    public mutating func tell<Failure: Error>(_ take: (AccountValue) throws(Failure) -> Void) throws(Failure) {
        for told in values {
            try attempt(line: told.line) { () throws(Failure) in try take(told.value) }
        }
    }

    /// Runs something for a row; where it throws a `LedgerError`, the row is refused.
    private mutating func attempt<Failure: Error>(line: Int, _ body: () throws(Failure) -> Void) throws(Failure) {
        do {
            try body()
        } catch {
            guard let refusal = error as? LedgerError else { throw error }
            verdicts.change(line: line, to: .refused, issue: issue(refusal, line: line))
        }
    }

    /// Takes out all activities of the rows that another plan of the same file found refused.
    public mutating func leaveOut(refusedIn checked: ImportPlan) {
        let refused = checked.verdicts.filter { $0.outcome == .refused }
        let lines = Set(refused.map(\.line))
        activities.remove(Set(activities.indices.filter { lines.contains(activities.line(at: $0)) }))
        for verdict in refused { verdicts.change(line: verdict.line, to: .refused, issue: verdict.issue) }
    }

    /// The ledger's error as an issue of the row.
    ///
    /// - Parameter stranded: the entry that it names and that is a row of the plan, with its line.
    private func issue(_ error: LedgerError, line: Int, stranded: (entry: EntryID, line: Int)? = nil) -> ImportIssue {
        let kind: ImportIssue.Kind
        if case .oversold = error { kind = .oversold } else if case .negativeCash = error { kind = .negativeCash } else { kind = .ledgerRule }
        var told = error.hint
        // An account that the file brings is not there yet.
        if case .oversold(let name, _, _, _, _) = error, let account = newAccounts.first(where: { $0.name == name }) {
            told = LedgerError.mayGoShort(name, currency: account.currency)
        }
        var hint = told.map { $0.prefix(1).lowercased() + $0.dropFirst() } ?? "", message = error.message
        if case .oversold(let name, _, _, let held, _) = error, held.isZero || newAccounts.contains(where: { $0.name == name }) {
            hint = "if some came before the file begins, import an earlier file first, or record them with transfer_in, with their cost and day; \(hint)"
        }
        if let stranded {
            message = message.replacing("(entry \(stranded.entry.rawValue))", with: "(line \(stranded.line))")
            hint = "look at line \(stranded.line) first: units that it takes may be missing from the file"
        }
        return ImportIssue(kind, file: file, line: line, column: error.field ?? "", message: message, hint: hint)
    }

    /// The entry that a row would leave without its units, where that is a row of the plan, too.
    private func stranded(by error: LedgerError, _ admission: Admission) -> (entry: EntryID, line: Int)? {
        let named: EntryID
        switch error {
        case .strands(_, _, _, _, _, let entry, _, _), .strandsEvent(_, _, _, _, _, let entry): named = entry
        default: return nil
        }
        return admission.place(of: named).map { (named, activities.line(at: $0)) }
    }
}

extension Ledger {
    fileprivate var nextEntry: EntryID { EntryID(lastEntry.rawValue + 1) }
}

/// When something happened: rows of one moment may stand in any order.
private struct Moment: Hashable {
    let day: Int32, time: Instant?
}

/// What the ledger said of the rows handed over so far.
private struct Admission {
    /// The entries that rows have become, by the number by which other rows name them.
    var entries: [Int: EntryID]
    /// The lines of rows, by the entries that they have become.
    var lines: [EntryID: Int] = [:]
    /// Runs of rows that have become entries one after another.
    private var runs: [(entry: Int, place: Int, count: Int)] = []
    /// Why rows are refused, by their places in the plan.
    var refused: [Int: ImportIssue] = [:]

    init(entries: [Int: EntryID]) { self.entries = entries }

    /// Notes which entry a row has become.
    mutating func note(_ entry: EntryID, at place: Int) {
        if let last = runs.last, last.entry + last.count == entry.rawValue, last.place + last.count == place {
            runs[runs.count - 1].count += 1
        } else {
            runs.append((entry.rawValue, place, 1))
        }
    }

    /// The place of the row that has become an entry; nil where none has.
    func place(of entry: EntryID) -> Int? {
        runs.last { $0.entry <= entry.rawValue && entry.rawValue < $0.entry + $0.count }.map { $0.place + entry.rawValue - $0.entry }
    }

    /// Replaces the numbers of rows by which lots are named with those of entries; false where such a row has become no entry.
    func rename(_ activity: inout Activity) -> Bool {
        guard let detail = activity.detail, !detail.lots.isEmpty else { return true }
        var lots: [LotChoice] = []
        for choice in detail.lots {
            guard let lot = choice.lot.lot(renumbered: { entries[$0.rawValue] }) else { return false }
            lots.append(LotChoice(lot, quantity: choice.quantity))
        }
        activity.detail = detail.naming(lots)
        return true
    }
}

extension LotChoice {
    /// The numbers of the rows that it names: of that which opened the lot, and of that which parted it, if one did.
    fileprivate var rows: [Int] {
        var rows: [Int] = []
        _ = lot.lot(renumbered: { row in
            rows.append(row.rawValue)
            return row
        })
        return rows
    }
}

extension PlannedActivities {
    /// Whether rows name lots by the numbers of other rows.
    fileprivate var namesLots: Bool { !ids.isEmpty }

    fileprivate func detail(at place: Int) -> ActivityDetail? { details[row(at: place)] }
}
