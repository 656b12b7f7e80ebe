import Values

extension Ledger {
    /// Takes in an entry that was checked when it was recorded, as quickly as can be: only what the memory's order rests on is checked
    /// again. Activities come in the order of their numbers, definitions before what names them.
    ///
    /// Nothing is computed until somebody asks; a book whose sales do not fit its purchases says so then.
    public func load(_ entry: JournalEntry, id: EntryID) throws(LedgerError) {
        precondition(!undo.isActive, "loading comes before any act")
        switch entry {
        case .account(let number, let account):
            fillErased(below: number)
            guard (1...accounts.count + 1).contains(Int(number.rawValue)) else {
                throw .misnumbered(what: "account", number: Int(number.rawValue), expected: accounts.count + 1)
            }
            define(account, number)
        case .instrument(let number, let instrument):
            guard (1...instruments.count + 1).contains(Int(number.rawValue)) else {
                throw .misnumbered(what: "instrument", number: Int(number.rawValue), expected: instruments.count + 1)
            }
            if let underlying = instrument.option?.underlying, !(1...max(instruments.count, Int(number.rawValue))).contains(Int(underlying.rawValue)) {
                throw .undefined(what: "instrument", number: Int(underlying.rawValue))
            }
            try checkOptionStays(instrument, number)
            define(instrument, number)
        case .activity(let activity):
            return try load(activity, id: id)
        case .void(let entry, _):
            guard let row = activities.row(of: entry) else { throw .notAnActivity(entry) }
            activities.setVoid(true, at: row)
        case .value(let value):
            guard accounts.indices.contains(Int(value.account.rawValue) - 1) else {
                throw .undefined(what: "account", number: Int(value.account.rawValue))
            }
            values.append(value, id)
        case .setting(let key, let value):
            // A key that this version does not know was known to the one that recorded it.
            if Setting.named(key) != nil {
                try check(setting: key, value)
                set(key, value)
            }
        case .plan(let document): definitions.plans.put(document)
        case .occurrence(let occurrence): definitions.plans.put(occurrence, by: id)
        case .erasure(let number):
            if erased.contains(number), number.rawValue < .max { fillErased(below: AccountID(number.rawValue + 1)) }
            guard accounts.indices.contains(Int(number.rawValue) - 1), self[number].isErased else {
                throw .undefined(what: "account", number: Int(number.rawValue))
            }
        }
        noteLoaded(id)
    }

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

    /// Puts placeholders where accounts were that were erased, up to a number.
    private func fillErased(below number: AccountID) {
        while nextAccountID < number, erased.contains(nextAccountID) { put(.erased, at: accounts.count) }
    }

    /// Makes room for that many activities in all and some more, so that the first one recorded afterwards need not move the others.
    public func reserveCapacity(_ activities: Int) {
        self.activities.reserveCapacity(adding: max(256, activities - self.activities.count))
    }

    /// Notes that the journal reaches as far as an entry that tells the ledger nothing.
    public func skip(to id: EntryID) { if id > lastEntry { lastEntry = id } }

    private func noteLoaded(_ id: EntryID) {
        if id > lastEntry { lastEntry = id }
        needsReplay = true
        version += 1
    }
}
