import Values

extension Ledger {
    /// Takes in an activity as the next entry of the journal, wholly or, where it throws, not at all.
    ///
    /// Returns it as it is to be kept: in the place of another it keeps its place within the day.
    func apply(_ activity: Activity, id: EntryID) throws(LedgerError) -> Activity {
        try checkNext(id)
        prepareUnits(for: activity)
        let activity = placed(activity)
        do throws(LedgerError) {
            try wholly(id) { () throws(LedgerError) in try record(activity, as: id) }
        } catch {
            guard mayWait(error) else { throw error }
            openSet?.isWaiting = true
            defer { openSet?.isWaiting = false }
            try wholly(id) { () throws(LedgerError) in try record(activity, as: id) }
        }
        return activity
    }

    /// Checks that a number is above those of all entries.
    func checkNext(_ id: EntryID) throws(LedgerError) {
        guard id > lastEntry else {
            throw .misnumbered(what: "entry", number: id.rawValue, expected: lastEntry.rawValue + 1)
        }
    }

    /// An activity in its place within the day. Those of another book tell it themselves.
    private func placed(_ activity: Activity) -> Activity {
        guard openSet?.placesEntries != false, activity.hasDetail, let detail = activity.detail else { return activity }
        let place = detail.amends.map { activities.placeKept(by: activity, for: $0) } ?? []
        if place == detail.place { return activity }
        var placed = activity
        placed.detail = detail.standing(at: place)
        return placed
    }

    /// Takes in an entry by a step that leaves nothing behind where it throws.
    func wholly(_ id: EntryID, _ step: () throws(LedgerError) -> Void) throws(LedgerError) {
        let start = checkpoint()
        do throws(LedgerError) {
            version += 1
            lastEntry = id
            try step()
        } catch {
            rollback(to: start)
            throw error
        }
        release(start)
    }

    /// Takes in an activity that is recorded for itself, or in the place of another.
    func record(_ activity: Activity, as id: EntryID) throws(LedgerError) {
        do throws(LedgerError) { try take(activity, id) } catch { throw error.told(of: named(activity)) }
    }

    private func take(_ activity: Activity, _ id: EntryID) throws(LedgerError) {
        try check(activity)
        if let amended = activity.detail?.amends { return try amend(amended, activity, id) }
        activities.append(activity, entry: id)
        if activity.status == .posted { try takeIn(row: activities.count - 1) }
    }

    /// The activity as the subject of a sentence: `the buy of ORCL on 2014-03-03`.
    func named(_ activity: Activity) -> String {
        let symbol = activity.instrument.flatMap { instruments.indices.contains(Int($0.rawValue) - 1) ? self[$0].symbol : nil }
        return "the \(activity.subtype?.noun ?? activity.kind.noun)\(symbol.map { " of \($0)" } ?? "") on \(activity.date)"
    }

    /// Puts an activity in the place of another. Only both together need to leave enough for every sale.
    private func amend(_ entry: EntryID, _ activity: Activity, _ id: EntryID) throws(LedgerError) {
        guard let before = activities.row(of: entry) else { throw missing(entry) }
        if let other = activities.amendment(of: before) { throw .alreadyAmended(entry, by: other) }
        // One that was voided comes back that way.
        let freed = activities.isVoid(at: before) ? [] : try release(row: before)
        activities.append(activity, entry: id)
        let row = activities.count - 1
        if activity.status == .posted { try takeIn(row: row) }
        let replayer = Replayer(self)
        try checkSales(in: freed, by: replayer, causedBy: .recording(row: row))
        try checkNamedLots(of: freed)
    }

    /// Checks an activity that names accounts and instruments by number: that they are there, and all that its rule asks for.
    func check(_ activity: Activity) throws(LedgerError) {
        let rule = ActivityRule.rule(for: activity.kind, activity.subtype)
        for instrument in [activity.instrument, activity.detail?.into] {
            if let instrument, !instruments.indices.contains(Int(instrument.rawValue) - 1) {
                throw .undefined(what: "instrument", number: Int(instrument.rawValue))
            }
        }
        let instrument = activity.instrument.map { self[$0] }
        try checkReceived(activity)
        if activity.account == .every, rule.mayBeOfEveryAccount {
            return try rule.check(activity, instrument: instrument, accountName: nil)
        }
        guard accounts.indices.contains(Int(activity.account.rawValue) - 1) else {
            throw .undefined(what: "account", number: Int(activity.account.rawValue))
        }
        let account = self[activity.account]
        if account.isErased { throw .undefined(what: "account", number: Int(activity.account.rawValue)) }
        if account.tracking == .value, activity.quantity != nil {
            throw .trackedByValue(account: account.name)
        }
        if let opened = account.opened, activity.date < opened {
            throw .beforeOpening(account: account.name, opened: opened, date: activity.date)
        }
        if let closed = account.closed, activity.date > closed {
            throw .afterClosing(account: account.name, closed: closed, date: activity.date)
        }
        if activity.subtype == .position, account.tracking != .holdings {
            throw .notTrackedByHoldings(account: account.name, tracking: account.tracking)
        }
        try rule.check(activity, instrument: instrument, accountName: account.name)
    }

    /// What units become, or what is received beside them, has its cost in the same currency: nothing converts it on the way.
    private func checkReceived(_ activity: Activity) throws(LedgerError) {
        guard let instrument = activity.instrument, activity.kind != .unknown else { return }
        let isInKind = activity.subtype == .dividendInKind
        guard let received = activity.detail?.into ?? (isInKind ? instrument : nil) else { return }
        let currency = isInKind ? activity.currency : self[instrument].currency
        if self[received].currency != currency {
            let isOfAccount = accounts.indices.contains(Int(activity.account.rawValue) - 1)
            let account = isOfAccount ? self[activity.account].name : "every account"
            if !isInKind {
                throw .otherCurrency(
                    act: activity.subtype?.noun ?? activity.kind.noun, symbol: self[instrument].symbol, priced: currency, into: self[received].symbol,
                    intoPriced: self[received].currency, remedy: remedy(activity, into: self[received].symbol, isOfAccount ? account : nil))
            }
            throw .currencyMismatch(symbol: self[received].symbol, priced: self[received].currency, given: currency, account: account)
        }
    }

    /// What can be recorded where units would become those of an instrument in another currency, as somebody types it.
    private func remedy(_ activity: Activity, into: String, _ account: String?) -> String {
        let symbol = activity.instrument.map { self[$0].symbol } ?? "", place = "in \(account ?? "…") on \(activity.date)"
        let each = account == nil ? ", for each account that holds it" : ""
        if activity.subtype == .spinoff {
            return "Say capital … \(symbol) \(place) with the cost that goes, then buy … \(into) @ … \(place)\(each)"
        }
        if activity.subtype == .exercise || activity.subtype == .assignment {
            let buys = (activity.instrument.flatMap { self[$0].option?.right } == .call) == (activity.subtype == .exercise)
            return "Say expire \(activity.quantity.map { "\($0)" } ?? "…") \(symbol) \(place), then \(buys ? "buy" : "sell") … \(into) @ … \(place)"
        }
        return "Say sell all \(symbol) @ … \(place), then buy … \(into) @ … \(place)\(each)"
    }
}

extension Ledger {
    /// Takes in an activity that was checked when it was recorded. Amortised O(1), some tens of nanoseconds.
    public func load(_ activity: Activity, id: EntryID) throws(LedgerError) {
        guard activity.account.rawValue >= 1 || activity.account == .every, activity.account.rawValue <= accounts.count else {
            throw .undefined(what: "account", number: Int(activity.account.rawValue))
        }
        try checkForEngine(activity)
        if let last = activities.lastEntry(atOrAfter: id) { throw .misnumbered(what: "entry", number: id.rawValue, expected: last.rawValue + 1) }
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
        try ActivityRule.checkForEngine(activity) { activity.instrument.map { self[$0] } }
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
