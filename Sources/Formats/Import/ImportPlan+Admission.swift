public import Ledger

extension ImportPlan {
    /// How many activities are handed over at a time: enough that the ledger's work per call does not count, and little memory.
    private static let batchSize = 65_536

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
        var refused = Set<Int>()
        var start = 0
        while start < activities.count {
            let end = min(start + Self.batchSize, activities.count)
            let outcomes = try take(Array(activities[start..<end]))
            for (offset, outcome) in outcomes.enumerated() {
                guard case .refused(let error) = outcome else { continue }
                refused.insert(start + offset)
                let line = activities.line(at: start + offset)
                verdicts.change(line: line, to: .refused, issue: issue(error, line: line))
            }
            start = end
        }
        activities.remove(refused)
    }

    /// Asks the ledger, without changing it, whether it would take the plan, and notes in the verdicts what it would refuse.
    ///
    /// - Throws: what the ledger says where a new account or instrument cannot be defined, or what it holds cannot be computed.
    public mutating func check(against ledger: Ledger) throws(LedgerError) {
        let start = ledger.checkpoint()
        defer { ledger.rollback(to: start) }
        for account in newAccounts { try ledger.apply(.account(ledger.nextAccountID, account), id: ledger.nextEntry) }
        for instrument in newInstruments { try ledger.apply(.instrument(ledger.nextInstrumentID, instrument), id: ledger.nextEntry) }
        try redefine { (account) throws(LedgerError) in
            guard let id = ledger.account(named: account.name) else { return }
            try ledger.apply(.account(id, account), id: ledger.nextEntry)
        } instrument: { (instrument) throws(LedgerError) in
            guard let id = ledger.instrument(named: instrument.symbol) else { return }
            try ledger.apply(.instrument(id, instrument), id: ledger.nextEntry)
        }
        try admit { (batch) throws(LedgerError) in try ledger.admit(batch, firstID: ledger.nextEntry) }
        try tell { (value) throws(LedgerError) in try ledger.apply(.value(value), id: ledger.nextEntry) }
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

    /// Does something for a row; where the ledger refuses it, the row is refused.
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

    /// What the ledger refuses, as an issue of the row.
    private func issue(_ error: LedgerError, line: Int) -> ImportIssue {
        let kind: ImportIssue.Kind
        if case .oversold = error { kind = .oversold } else { kind = .ledgerRule }
        let hint = error.hint.map { $0.prefix(1).lowercased() + $0.dropFirst() } ?? ""
        return ImportIssue(kind, file: file, line: line, column: error.field ?? "", message: error.message, hint: hint)
    }
}

extension Ledger {
    fileprivate var nextEntry: EntryID { EntryID(lastEntry.rawValue + 1) }
}

extension PlannedActivities {
    /// Takes out the activities of some rows.
    mutating func remove(rows left: Set<Int>) {
        if left.isEmpty { return }
        remove(Set(indices.filter { left.contains(row(at: $0)) }))
    }

    /// Takes out the activities at some places.
    mutating func remove(_ places: Set<Int>) {
        guard !places.isEmpty else { return }
        order = indices.filter { !places.contains($0) }.map { UInt32(row(at: $0)) }
    }
}
