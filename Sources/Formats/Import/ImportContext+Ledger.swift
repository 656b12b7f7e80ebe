public import Ledger
public import Values

extension ImportContext {
    /// What an import needs to know of a ledger. Holds on to the ledger, which must not change before the plan is made.
    ///
    /// Where the book has no base currency, the one that all its accounts share is taken; where they share none, a row that needs one is refused.
    ///
    /// - Parameter undone: the entries that an undo took back; to an import they were never recorded.
    public init(_ ledger: Ledger, today: Day? = nil, undone: Set<EntryID> = []) {
        let shared = Set(ledger.accounts.filter { !$0.isErased }.map(\.currency))
        self.init(
            accounts: ledger.accounts, instruments: ledger.instruments,
            baseCurrency: ledger.policy.baseCurrency ?? (shared.count == 1 ? shared.first : nil), today: today, currencies: ledger.currencies)
        values = ledger.values.standing().map(\.value)
        reserves = ledger.plans.documents(.reserve)
        guard ledger.activities.count > 0 else { return }
        cashEntries = { account in
            var effects = CashEffects(ledger)
            let activities = ledger.activities, id = AccountID(account), currency = ledger[id].currency
            return activities.rowsInOrder().map(Int.init).compactMap { row in
                guard activities.counts(at: row), activities.account(at: row) == id, activities.cashCurrency(at: row) == currency else { return nil }
                guard let amount = try? effects.effect(at: row) else { return nil }
                let activity = activities.activity(at: row)
                return CashEntry(id: activities.id(at: row), day: activity.date, time: activity.time, amount: amount, notes: activity.notes)
            }
        }
        use = { option, account, day in
            guard ledger.instruments.indices.contains(Int(option.rawValue) - 1) else { return nil }
            return try? ledger.use(of: option, in: account, on: day)
        }
        sentGroups = { groups in
            let activities = ledger.activities
            let sent = (0..<activities.count).lazy.filter { activities.kind(at: $0) == .transferOut && activities.counts(at: $0) }
                .compactMap { activities.detail(at: $0)?.group }
            return groups.intersection(sent)
        }
        sides = { groups in
            let activities = ledger.activities
            return (0..<activities.count).compactMap { row in
                let kind = activities.kind(at: row)
                guard kind == .transferOut || kind == .transferIn, activities.counts(at: row), let group = activities.detail(at: row)?.group, groups.contains(group)
                else { return nil }
                let side = activities.activity(at: row)
                return Side(group: group, instrument: side.instrument, currency: side.currency, isOut: kind == .transferOut, day: side.date)
            }
        }
        importedEntries = { ids in
            let activities = ledger.activities
            return (0..<activities.count).compactMap { row in
                guard activities.isKnownToImports(row, undone: undone), let id = activities.detail(at: row)?.sourceID, !id.isEmpty, ids.contains(id) else { return nil }
                return ImportedEntry(id: activities.id(at: row), activity: activities.activity(at: row), isVoid: activities.isVoid(at: row))
            }
        }
        void = { entry in
            let activities = ledger.activities
            guard let standing = activities.row(of: entry).map(activities.amended), activities.isVoid(at: standing) else { return nil }
            return activities.id(at: standing)
        }
        isAsImported = { entry in
            let activities = ledger.activities
            return activities.row(of: entry).map { !activities.isVoid(at: $0) && activities.detail(at: $0)?.amends == nil } ?? false
        }
        undoneAccounts = { ledger.accounts(emptiedBy: undone) }
        recorded = { days, visit in
            let activities = ledger.activities, standings: [(ActivityTable, Int) -> Bool] = [
                { !$0.isVoid(at: $1) }, { $0.isVoid(at: $1) && !$0.isVoid(at: $0.amended($1)) }, { $0.isVoid(at: $0.amended($1)) },
            ]
            for fits in standings {
                for row in 0..<activities.count where days.contains(activities.date(at: row)) && fits(activities, row) {
                    guard activities.isKnownToImports(row, undone: undone) else { continue }
                    visit(activities.id(at: row), activities.activity(at: row))
                }
            }
        }
    }
}

extension Ledger {
    /// The accounts in which all that was ever recorded an undo took back.
    fileprivate func accounts(emptiedBy undone: Set<EntryID>) -> Set<AccountID> {
        if undone.isEmpty { return [] }
        var emptied = Set<AccountID>(), used = Set(values.standing().map(\.value.account))
        for row in 0..<activities.count {
            let account = activities.account(at: row)
            if activities.isKnownToImports(row, undone: undone) { used.insert(account) } else { emptied.insert(account) }
        }
        return emptied.subtracting(used)
    }
}

extension ActivityTable {
    /// Whether an import takes a row of a file for this entry. Not for one that an undo took back, be it since amended; and not for one in whose place the
    /// very same stands, such as one that was voided and brought back: of two equal rows of a file the second would be taken for it.
    func isKnownToImports(_ row: Int, undone: Set<EntryID>) -> Bool {
        if !isVoid(at: row) { return true }
        let standing = amended(row)
        if undone.contains(id(at: standing)) { return false }
        return standing == row || asTold(row) != asTold(standing)
    }

    /// What an activity says, whatever it stands in the place of, and wherever in its day.
    private func asTold(_ row: Int) -> Activity {
        var told = activity(at: row)
        if let detail = told.detail?.amending(nil).standing(at: []) { told.detail = detail.isEmpty ? nil : detail }
        return told
    }
}
