import Values

extension Ledger {
    /// Takes in the next entry of the journal, wholly or, where it throws, not at all.
    ///
    /// Everything is checked that can be checked without knowing what day it is (see `resolve(_:today:)` for that). Recording an activity
    /// that comes last for its position costs microseconds whatever the size of the book. Entries need not be numbered without gaps,
    /// as others may share the sequence, but each number is above the one before.
    ///
    /// Returns the entry as it is to be kept: an activity in the place of another keeps its place within the day.
    @discardableResult
    public func apply(_ entry: JournalEntry, id: EntryID) throws(LedgerError) -> JournalEntry {
        guard id > lastEntry else {
            throw .misnumbered(what: "entry", number: id.rawValue, expected: lastEntry.rawValue + 1)
        }
        prepareUnits(for: entry)
        let entry = placed(entry)
        do throws(LedgerError) {
            try wholly(entry, id)
        } catch {
            guard mayWait(entry, error) else { throw error }
            openSet?.isWaiting = true
            defer { openSet?.isWaiting = false }
            try wholly(entry, id)
        }
        return entry
    }

    /// An entry with its activity in its place within the day. Those of another book tell it themselves.
    private func placed(_ entry: JournalEntry) -> JournalEntry {
        guard case .activity(var activity) = entry, openSet?.placesEntries != false, activity.hasDetail, let detail = activity.detail else { return entry }
        let place = detail.amends.map { activities.placeKept(by: activity, for: $0) } ?? []
        if place == detail.place { return entry }
        activity.detail = detail.standing(at: place)
        return .activity(activity)
    }

    private func wholly(_ entry: JournalEntry, _ id: EntryID) throws(LedgerError) {
        let start = checkpoint()
        do throws(LedgerError) {
            try perform(entry, id: id)
        } catch {
            rollback(to: start)
            throw error
        }
        release(start)
    }

    private func perform(_ entry: JournalEntry, id: EntryID) throws(LedgerError) {
        version += 1
        lastEntry = id
        switch entry {
        case .account(let number, let account):
            try check(account, number)
            let before = define(account, number)
            if before?.allowShort == true, !account.allowShort { try checkSales(of: number) }
        case .instrument(let number, let instrument):
            try check(instrument, number)
            if define(instrument, number), openSet == nil { try checkSales(of: number) }
        case .activity(let activity):
            do throws(LedgerError) { try take(activity, id) } catch { throw error.told(of: named(activity)) }
        case .void(let entry, _):
            try takeOut(row: checkVoid(entry))
        case .value(let value):
            try check(value)
            values.append(value, id)
        case .setting(let key, let value):
            try check(setting: key, value)
            set(key, value)
        case .plan(let document):
            try check(document)
            keep(document)
        case .occurrence(let occurrence):
            try check(occurrence, id)
            settle(occurrence, by: id)
        case .erasure:
            preconditionFailure("a ledger from which an account is erased is made anew")
        }
    }

    /// Takes in an activity that is recorded for itself, or in the place of another.
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

    /// Refuses terms of an option, defined anew, by which a trade or a use of it that stands finds too few contracts.
    private func checkSales(of instrument: InstrumentID) throws(LedgerError) {
        let replayer = Replayer(self)
        for slot in activities.slots.holders(of: instrument) { try replayer.checkSales(in: slot, causedBy: .defining(symbol: self[instrument].symbol)) }
    }

    /// Refuses to forbid short sales where the account has made one.
    private func checkSales(of account: AccountID) throws(LedgerError) {
        let replayer = Replayer(self)
        for (index, pair) in activities.slots.positions.enumerated() where pair.account == account && pair.instrument != nil {
            try replayer.checkSales(in: PositionSlot(rawValue: UInt32(index)), causedBy: .forbiddingShorts)
        }
    }

    private func check(_ value: AccountValue) throws(LedgerError) {
        guard accounts.indices.contains(Int(value.account.rawValue) - 1) else {
            throw .undefined(what: "account", number: Int(value.account.rawValue))
        }
        let account = self[value.account]
        if account.isErased { throw .undefined(what: "account", number: Int(value.account.rawValue)) }
        if let amount = value.value, !Bound.amount.admits(amount) {
            throw .beyondBound(what: "the worth of \(quoted(account.name))", field: "amount", value: amount, bound: .amount)
        }
        if account.tracking != .value { throw .notTrackedByValue(account: account.name, tracking: account.tracking) }
        if let opened = account.opened, value.date < opened { throw .beforeOpening(account: account.name, opened: opened, date: value.date) }
        if let closed = account.closed, value.date > closed { throw .afterClosing(account: account.name, closed: closed, date: value.date) }
    }

    /// The row of an activity that can be voided.
    private func checkVoid(_ entry: EntryID) throws(LedgerError) -> Int {
        guard let row = activities.row(of: entry) else { throw missing(entry) }
        if activities.isVoid(at: row) { throw .alreadyVoid(entry) }
        return row
    }
}
