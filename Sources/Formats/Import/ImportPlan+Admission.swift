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
        try admit { (batch) throws(LedgerError) in try ledger.admit(batch, firstID: ledger.nextEntry) }
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
    /// Takes out the activities at some places.
    mutating func remove(_ places: Set<Int>) {
        guard !places.isEmpty else { return }
        order = indices.filter { !places.contains($0) }.map { UInt32(row(at: $0)) }
    }
}
