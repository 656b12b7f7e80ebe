import Values

extension Ledger {
    func check(_ account: Account, _ number: AccountID) throws(LedgerError) {
        if account.name.isEmpty { throw .emptyAccountName }
        if let other = self.account(named: account.name), other != number { throw .duplicateAccount(name: account.name) }
        guard (1...accounts.count + 1).contains(Int(number.rawValue)) else {
            throw .misnumbered(what: "account", number: Int(number.rawValue), expected: accounts.count + 1)
        }
        if Int(number.rawValue) <= accounts.count, self[number].isErased { throw .undefined(what: "account", number: Int(number.rawValue)) }
        if let opened = account.opened, let closed = account.closed, closed < opened {
            throw .badDates(account: account.name, opened: opened, closed: closed)
        }
        if Int(number.rawValue) > accounts.count { return }
        let takesNoUnits = account.tracking == .value && self[number].tracking != .value
        if account.opened == nil && account.closed == nil && !takesNoUnits { return }
        for row in 0..<activities.count where activities.account(at: row) == number && activities.counts(at: row) {
            if takesNoUnits, activities.quantity(at: row) != nil {
                throw .unitsInAccount(account: account.name, entry: activities.id(at: row))
            }
            let date = activities.date(at: row)
            if account.opened.map({ date < $0 }) == true || account.closed.map({ date > $0 }) == true {
                throw .activityOutsideAccount(
                    account: account.name, opened: account.opened, closed: account.closed, date: date, entry: activities.id(at: row))
            }
        }
    }

    /// Defines an account, or defines it anew, and returns what it was.
    @discardableResult
    func define(_ account: Account, _ number: AccountID) -> Account? {
        let index = Int(number.rawValue) - 1
        let before = index < accounts.count ? accounts[index] : nil
        undo.append(.account(index: index, before))
        put(account, at: index)
        if let before, policy.tiesAccounts, before.owner != account.owner || before.kind != account.kind { replayLater() }
        return before
    }

    /// Puts an account in its place; nil takes the last one away.
    func put(_ account: Account?, at index: Int) {
        if index < accounts.count { answers.similarNames?.count(accounts[index], -1) }
        if let account { answers.similarNames?.count(account, 1) }
        definitions.put(account, at: index)
    }

    func check(_ instrument: Instrument, _ number: InstrumentID) throws(LedgerError) {
        if instrument.symbol.isEmpty { throw .emptySymbol }
        if let other = self.instrument(named: instrument.symbol), other != number { throw .duplicateSymbol(symbol: instrument.symbol) }
        guard (1...instruments.count + 1).contains(Int(number.rawValue)) else {
            throw .misnumbered(what: "instrument", number: Int(number.rawValue), expected: instruments.count + 1)
        }
        guard instrument.multiplier > .zero else {
            throw .badMultiplier(symbol: instrument.symbol, multiplier: instrument.multiplier)
        }
        if !Bound.price.admits(instrument.multiplier) {
            throw .beyondBound(what: "the multiplier of \(instrument.symbol)", field: "multiplier", value: instrument.multiplier, bound: .price)
        }
        if let strike = instrument.option?.strike, !Bound.price.admits(strike) {
            throw .beyondBound(what: "the strike of \(instrument.symbol)", field: "strike", value: strike, bound: .price)
        }
        try checkOptionStays(instrument, number)
        guard Int(number.rawValue) <= instruments.count, self[number].currency != instrument.currency else { return }
        for row in 0..<activities.count where activities.instrument(at: row) == number && activities.counts(at: row) {
            if ActivityRule.rule(for: activities.kind(at: row), activities.subtype(at: row)).isTrade {
                throw .currencyInUse(symbol: instrument.symbol, from: self[number].currency, to: instrument.currency)
            }
        }
    }

    /// Refuses to make something else of an option that was used: its use rests on what it is on.
    func checkOptionStays(_ instrument: Instrument, _ number: InstrumentID) throws(LedgerError) {
        guard instrument.option == nil, instruments.indices.contains(Int(number.rawValue) - 1), self[number].option != nil else { return }
        for row in 0..<activities.count where activities.instrument(at: row) == number {
            let subtype = activities.subtype(at: row)
            if subtype == .exercise || subtype == .assignment { throw .usedOption(symbol: instrument.symbol, use: subtype?.noun ?? "") }
        }
    }

    /// Defines an instrument, or defines it anew. A new multiplier changes what its trades cost, so all is computed again.
    ///
    /// - Returns: whether it is an option whose contracts may be others by its new terms.
    @discardableResult
    func define(_ instrument: Instrument, _ number: InstrumentID) -> Bool {
        let index = Int(number.rawValue) - 1
        let before = index < instruments.count ? instruments[index] : nil
        undo.append(.instrument(index: index, before))
        put(instrument, at: index)
        let changesTerms = before?.option != instrument.option && activities.slots.mayBeAdjusted(number)
        guard let before, before.multiplier != instrument.multiplier || changesTerms else { return false }
        replayLater()
        return changesTerms
    }

    /// Puts an instrument in its place; nil takes the last one away.
    func put(_ instrument: Instrument?, at index: Int) {
        if index < instruments.count { answers.similarNames?.count(instruments[index], -1) }
        if let instrument { answers.similarNames?.count(instrument, 1) }
        definitions.put(instrument, at: index)
        if let underlying = instrument?.option?.underlying { activities.slots.note(InstrumentID(Int32(index + 1)), on: underlying) }
    }

    func check(setting key: String, _ value: String) throws(LedgerError) {
        guard let setting = Setting.named(key) else {
            throw .unknownSetting(key: key, nearest: nearestName(to: key, in: Setting.offered.map(\.key)))
        }
        var trial = policy
        if !value.isEmpty, !setting.store(value, &trial) {
            throw .badSetting(key: key, value: setting.isSecret ? "…" : value, allowed: setting.allowed)
        }
    }

    /// Makes a choice of policy, or with an empty value goes back to the default.
    func set(_ key: String, _ value: String) {
        undo.append(.setting(key: key, value: settings[key]))
        let before = policy
        definitions.put(setting: key, value.isEmpty ? nil : value)
        if policy.tiesAccounts { activities.slots.tieAccounts() }
        if policy.changesLots(from: before) { replayLater() }
    }

}

extension Ledger {
    func check(_ document: PlanDocument) throws(LedgerError) {
        guard document.name.contains(where: { !$0.isWhitespace }) else { throw .unnamedPlan(kind: document.kind.rawValue) }
    }

    func keep(_ document: PlanDocument) {
        let before = plans.standing(document.kind, document.name)
        // What is not there is not taken away.
        if before.document == nil, document.body.isEmpty { return }
        undo.append(.plan(document.kind, name: document.name, before.document, place: before.place))
        definitions.plans.put(document)
    }

    /// Checks that a day of a rule is not settled twice, and that what was recorded for it stands before it.
    func check(_ occurrence: Occurrence, _ id: EntryID) throws(LedgerError) {
        if let first = occurrence.first, first >= id || first.rawValue < 1 { throw .undefined(what: "entry", number: first.rawValue) }
        let before = plans.occurrence(of: occurrence.rule, on: occurrence.day)?.state ?? .open
        if occurrence.state != .open, before != .open {
            throw .alreadySettled(rule: occurrence.rule, day: occurrence.day, state: before)
        }
    }

    func settle(_ occurrence: Occurrence, by id: EntryID) {
        undo.append(.occurrence(rule: occurrence.rule, day: occurrence.day, plans.settlement(of: occurrence.rule, on: occurrence.day)))
        definitions.plans.put(occurrence, by: id)
    }
}
