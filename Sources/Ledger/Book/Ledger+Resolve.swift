public import Values

extension Ledger {
    /// Makes an activity of a draft, or tells what is wrong with it and what to do about it.
    ///
    /// Names are looked up, a currency in minor units (`GBp`) is turned into the currency itself, and the rule of the activity's kind
    /// checks its fields. Whether enough units are held shows when the activity is applied. `today` is the date of a draft without one;
    /// a posted activity cannot be later.
    public func resolve(_ draft: ActivityDraft, today: Day) throws(LedgerError) -> Activity {
        let kind = try kind(of: draft)
        guard let accountName = draft.account else { throw .missingField(kind: kind, field: .account, alternative: nil) }
        guard let account = accountIDs[accountName] else { throw unknownAccount(accountName, draft) }
        var instrument: InstrumentID?
        if let symbol = draft.symbol, !symbol.isEmpty {
            guard let known = instrumentIDs[symbol] else { throw unknownSymbol(symbol, draft) }
            instrument = known
        }
        let (currency, factor) = try currency(of: draft, account: account)
        let activity = try LedgerError.arithmetic { () throws(DecimalError) in
            Activity(
                date: draft.date ?? today, time: draft.time, kind: kind, account: account, instrument: instrument,
                quantity: draft.quantity, price: try draft.price?.scaled(by: factor), amount: try draft.amount?.scaled(by: factor),
                fee: try draft.fee?.scaled(by: factor) ?? .zero, tax: try draft.tax?.scaled(by: factor) ?? .zero,
                currency: currency, fxRate: draft.fxRate, notes: draft.notes)
        }
        return try finish(activity, draft, today: today)
    }

    /// The accounts and symbols that drafts name and the book does not define, each once, in the order in which they appear.
    public func missingNames(in drafts: some Sequence<ActivityDraft>) -> MissingNames {
        var missing = MissingNames()
        for draft in drafts {
            if let name = draft.account, accountIDs[name] == nil { missing.note(account: name, currency: draft.currency) }
            if let symbol = draft.symbol, !symbol.isEmpty, instrumentIDs[symbol] == nil {
                missing.note(symbol: symbol, currency: draft.currency)
            }
        }
        return missing
    }

    private func kind(of draft: ActivityDraft) throws(LedgerError) -> ActivityKind {
        guard let name = draft.kind else { throw .missingField(kind: nil, field: .type, alternative: nil) }
        guard let kind = ActivityKind(rawValue: name) else {
            throw .unknownType(name: name, nearest: nearestName(to: name, in: ActivityKind.allCases.map(\.rawValue)))
        }
        return kind
    }

    /// The draft's currency, and what its figures are to be multiplied with to be in it.
    private func currency(of draft: ActivityDraft, account: AccountID) throws(LedgerError) -> (Currency, factor: FixedDecimal) {
        guard let code = draft.currency else { return (self[account].currency, .one) }
        if let unit = MinorUnit.normalize(code) { return (unit.currency, unit.factor) }
        do {
            return (try Currency(code), .one)
        } catch {
            throw .unknownCurrency(error)
        }
    }

    /// Adds subtype and status, then checks the whole.
    private func finish(_ activity: Activity, _ draft: ActivityDraft, today: Day) throws(LedgerError) -> Activity {
        var activity = activity
        if let name = draft.subtype {
            guard let subtype = ActivitySubtype(rawValue: name) else {
                throw .unknownSubtype(name: name, nearest: nearestName(to: name, in: ActivitySubtype.allCases.map(\.rawValue)))
            }
            activity.subtype = subtype
        }
        if let name = draft.status {
            guard let status = ActivityStatus(rawValue: name) else {
                throw .unknownStatus(name: name, nearest: nearestName(to: name, in: ActivityStatus.allCases.map(\.rawValue)))
            }
            activity.status = status
        }
        if activity.status == .posted, activity.date > today { throw .futureDate(date: activity.date, today: today) }
        try check(activity)
        return activity
    }

    private func unknownAccount(_ name: String, _ draft: ActivityDraft) -> LedgerError {
        .unknownAccount(name: name, nearest: nearestName(to: name, in: accounts.map(\.name)), currency: draft.currency)
    }

    private func unknownSymbol(_ symbol: String, _ draft: ActivityDraft) -> LedgerError {
        let currency = draft.currency ?? draft.account.flatMap { accountIDs[$0] }.map { self[$0].currency.code }
        return .unknownSymbol(symbol: symbol, nearest: nearestName(to: symbol, in: instruments.map(\.symbol)), currency: currency)
    }
}

extension FixedDecimal {
    fileprivate func scaled(by factor: FixedDecimal) throws(DecimalError) -> FixedDecimal {
        factor == .one ? self : try self * factor
    }
}
