public import Ledger
public import Values

extension ImportContext {
    /// What an import needs to know of a ledger. Holds on to the ledger, which must not change before the plan is made.
    ///
    /// Where the book has no base currency, the one that all its accounts share is taken; where they share none, a row that needs one is refused.
    public init(_ ledger: Ledger, today: Day? = nil) {
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
                guard let id = activities.detail(at: row)?.sourceID, !id.isEmpty, ids.contains(id) else { return nil }
                return ImportedEntry(id: activities.id(at: row), activity: activities.activity(at: row), isVoid: activities.isVoid(at: row))
            }
        }
        recorded = { days, visit in
            let activities = ledger.activities
            for isVoid in [false, true] {
                for row in 0..<activities.count where days.contains(activities.date(at: row)) && activities.isVoid(at: row) == isVoid {
                    visit(activities.id(at: row), activities.activity(at: row))
                }
            }
        }
    }
}
