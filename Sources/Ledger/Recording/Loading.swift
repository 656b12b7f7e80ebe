import Values

extension Ledger {
    /// Takes in an activity that was checked when it was recorded. Amortised O(1), some tens of nanoseconds.
    public func load(_ activity: Activity, id: EntryID) throws(LedgerError) {
        guard activity.account.rawValue >= 1 || activity.account == .every, activity.account.rawValue <= accounts.count else {
            throw .undefined(what: "account", number: Int(activity.account.rawValue))
        }
        try checkForEngine(activity)
        if activities.count > 0, id <= activities.id(at: activities.count - 1) {
            throw .misnumbered(what: "entry", number: id.rawValue, expected: activities.id(at: activities.count - 1).rawValue + 1)
        }
        if activity.hasDetail, let amended = activity.detail?.amends {
            // What it stands for may have been of an account that was erased since.
            guard let row = activities.row(of: amended) else {
                guard !erased.isEmpty else { throw .notAnActivity(amended) }
                return append(activity, id)
            }
            activities.setVoid(true, at: row)
        }
        append(activity, id)
    }

    /// Makes sure of what the engine takes for granted of an activity: a row that something else than luca wrote may be without it.
    private func checkForEngine(_ activity: Activity) throws(LedgerError) {
        if let instrument = activity.instrument { try checkDefined(instrument) }
        if activity.hasDetail, let into = activity.detail?.into { try checkDefined(into) }
        try ActivityRule.checkForEngine(activity, instrument: activity.instrument.map { self[$0] })
    }

    private func checkDefined(_ instrument: InstrumentID) throws(LedgerError) {
        guard instrument.rawValue >= 1, instrument.rawValue <= instruments.count else { throw .undefined(what: "instrument", number: Int(instrument.rawValue)) }
    }

    private func append(_ activity: Activity, _ id: EntryID) {
        activities.append(activity, entry: id)
        noteLoaded(id)
    }

    /// Makes room for that many activities in all and some more, so that the first one recorded afterwards need not move the others.
    public func reserveCapacity(_ activities: Int) {
        self.activities.reserveCapacity(adding: max(256, activities - self.activities.count))
    }

    /// Notes that the journal reaches as far as an entry that tells the ledger nothing.
    public func skip(to id: EntryID) { if id > lastEntry { lastEntry = id } }

    /// Notes that an entry was loaded.
    func noteLoaded(_ id: EntryID) {
        if id > lastEntry { lastEntry = id }
        needsReplay = true
        version += 1
    }
}
