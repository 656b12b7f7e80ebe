public import Values

extension Ledger {
    /// Makes an activity of a draft, or tells what is wrong with it and what to do about it.
    ///
    /// Names are looked up, a currency in minor units (`GBp`) is turned into the currency itself, and the rule of the activity's kind
    /// checks its fields. Whether enough units are held shows when the activity is applied. `today` is the date of a draft without one;
    /// a posted activity cannot be later.
    public func resolve(_ draft: ActivityDraft, today: Day) throws(LedgerError) -> Activity {
        let (kind, subtype) = try sense(of: draft)
        let rule = ActivityRule.rule(for: kind, subtype), account = try account(of: draft, rule)
        let instrument = try instrument(draft.symbol, draft, account, today: today)
        let (currency, factor) = try currency(of: draft, account: account, instrument: instrument)
        var activity = try LedgerError.arithmetic { () throws(DecimalError) in
            Activity(
                date: draft.date ?? today, time: draft.time, kind: kind, subtype: subtype, account: account, instrument: instrument,
                quantity: draft.quantity, price: try draft.price?.scaled(by: factor), amount: try draft.amount?.scaled(by: factor),
                fee: try draft.fee?.scaled(by: factor) ?? .zero, tax: try draft.tax?.scaled(by: factor) ?? .zero,
                currency: currency, fxRate: draft.fxRate, notes: draft.notes)
        }
        activity.detail = try detail(of: draft, &activity)
        if let settles = try settlement(of: draft, activity, rule) { activity.detail = (activity.detail ?? ActivityDetail()).settling(in: settles) }
        if let name = draft.status { activity.status = try status(named: name) }
        if activity.status == .posted, activity.date > today { throw .futureDate(date: activity.date, today: today) }
        do throws(LedgerError) {
            try check(activity)
            try checkPremium(activity)
        } catch {
            throw error.told(of: named(activity))
        }
        return activity
    }

    /// The accounts and symbols that drafts name and the book does not define, each once, in the order in which they appear.
    public func missingNames(in drafts: some Sequence<ActivityDraft>) -> MissingNames {
        var missing = MissingNames()
        for draft in drafts {
            if let name = draft.account, account(named: name) == nil { missing.note(account: name, currency: draft.currency) }
            for symbol in [draft.symbol, draft.into] {
                if let symbol, !symbol.isEmpty, instrument(named: symbol) == nil { missing.note(symbol: symbol, currency: draft.currency) }
            }
        }
        return missing
    }

    /// The draft that makes an activity again.
    public func draft(of entry: EntryID) throws(LedgerError) -> ActivityDraft {
        guard let row = activities.row(of: entry) else { throw missing(entry) }
        let activity = activities.activity(at: row), detail = activity.detail
        var draft = ActivityDraft(
            date: activity.date, time: activity.time, kind: activity.kind.rawValue, subtype: activity.subtype?.rawValue,
            status: activity.status.rawValue, account: activity.account == .every ? nil : self[activity.account].name,
            symbol: activity.instrument.map { self[$0].symbol }, quantity: activity.quantity, price: activity.price, amount: activity.amount,
            fee: activity.fee, tax: activity.tax, currency: activity.currency.code, fxRate: activity.fxRate, notes: activity.notes)
        draft.ratio = detail?.ratio
        draft.into = detail?.into.map { self[$0].symbol }
        draft.group = detail?.group
        draft.lots = detail?.lots ?? []
        draft.opened = detail?.opened
        draft.share = detail?.share
        draft.settle = activities.settlement(at: row, accounts)?.code
        return draft
    }

    /// The kind and the finer sense; a type may be named by its finer sense.
    private func sense(of draft: ActivityDraft) throws(LedgerError) -> (ActivityKind, ActivitySubtype?) {
        guard let name = draft.kind else { throw .missingField(kind: nil, field: .type, alternative: nil) }
        let told = try subtype(of: draft)
        guard let sense = ActivityRule.sense(named: name) else {
            throw .unknownType(name: name, nearest: nearestName(to: name, in: ActivityRule.typeNames))
        }
        if let told, let subtype = sense.subtype, told != subtype { throw .wrongSubtype(kind: sense.kind, subtype: told) }
        return (sense.kind, told ?? sense.subtype)
    }

    private func subtype(of draft: ActivityDraft) throws(LedgerError) -> ActivitySubtype? {
        guard let name = draft.subtype, !name.isEmpty else { return nil }
        guard let subtype = ActivitySubtype(rawValue: name) else {
            throw .unknownSubtype(name: name, nearest: nearestName(to: name, in: ActivitySubtype.allCases.map(\.rawValue)))
        }
        return subtype
    }

    private func status(named name: String) throws(LedgerError) -> ActivityStatus {
        guard let status = ActivityStatus(rawValue: name) else {
            throw .unknownStatus(name: name, nearest: nearestName(to: name, in: ActivityStatus.allCases.map(\.rawValue)))
        }
        return status
    }

    private func account(of draft: ActivityDraft, _ rule: ActivityRule) throws(LedgerError) -> AccountID {
        guard let name = draft.account, !name.isEmpty else {
            if rule.mayBeOfEveryAccount { return .every }
            throw .missingField(kind: rule.kind, field: .account, alternative: nil)
        }
        guard let account = account(named: name) else { throw unknownAccount(name, draft) }
        return account
    }

    private func instrument(_ symbol: String?, _ draft: ActivityDraft, _ account: AccountID = .every, today: Day = .max) throws(LedgerError) -> InstrumentID? {
        guard let symbol, !symbol.isEmpty else { return nil }
        if let known = instrument(named: symbol) { return known }
        if account != .every, let adjusted = try option(nowCalled: symbol, in: account, on: draft.date ?? today) { return adjusted }
        throw unknownSymbol(symbol, draft)
    }

    /// Refuses a premium a unit where the contract is for other than the multiplier's units since a split: it would make other money.
    func checkPremium(_ activity: Activity) throws(LedgerError) {
        guard activity.kind == .buy || activity.kind == .sell, activity.price != nil, activity.amount == nil, let option = activity.instrument else { return }
        guard let adjusted = try adjustment(of: option, in: activity.account, on: activity.date), adjusted.multiplier != self[option].multiplier else { return }
        throw .adjustedMultiplier(symbol: self[option].symbol, written: self[option].multiplier, now: adjusted.multiplier)
    }

    /// What the draft says beside the common fields, or nil. Options that are used bring their own terms: what is traded, and the strike.
    private func detail(of draft: ActivityDraft, _ activity: inout Activity) throws(LedgerError) -> ActivityDetail? {
        var into = try instrument(draft.into, draft)
        if activity.subtype == .assignment || activity.subtype == .exercise, let instrument = activity.instrument {
            guard self[instrument].kind == .option else { throw .notAnOption(symbol: self[instrument].symbol) }
            guard let terms = self[instrument].option else { throw .noOptionTerms(symbol: self[instrument].symbol) }
            let now = try use(of: instrument, in: activity.account, on: activity.date)
            into = now?.underlying ?? terms.underlying
            activity.price = now?.strike ?? terms.strike
        }
        let detail = ActivityDetail(
            ratio: draft.ratio, into: into, group: draft.group ?? "", lots: draft.lots, opened: draft.opened, share: draft.share)
        return detail.isEmpty ? nil : detail
    }

    /// The draft's currency, and what its figures are to be multiplied with to be in it.
    private func currency(
        of draft: ActivityDraft, account: AccountID, instrument: InstrumentID?
    ) throws(LedgerError) -> (Currency, factor: FixedDecimal) {
        guard let code = draft.currency else {
            guard account == .every else { return (self[account].currency, .one) }
            return (instrument.map { self[$0].currency } ?? .usd, .one)
        }
        return try currency(named: code)
    }

    /// The currency of a code, which may be that of a minor unit.
    private func currency(named code: String) throws(LedgerError) -> (currency: Currency, factor: FixedDecimal) {
        if let unit = MinorUnit.normalize(code) { return (unit.currency, unit.factor) }
        do {
            return (try self.currency(coded: code), .one)
        } catch {
            throw .unknownCurrency(error)
        }
    }

    /// The currency in which the cash of an activity moves, where that is not its own: the account's, where it tells a rate and nobody said
    /// that cash moves in the trade's currency.
    public func settlement(of activity: Activity, named settle: String? = nil) throws(LedgerError) -> Currency? {
        let own = activity.currency
        guard activity.account != .every, self[activity.account].currency != own || settle != nil else { return nil }
        let account = self[activity.account]
        guard let settle else { return activity.fxRate != nil && account.settlement == .account ? account.currency : nil }
        let asked = try currency(named: settle).currency
        if asked == own { return nil }
        if asked != account.currency { throw .wrongSettlement(given: asked.code, own: own, account: account.currency) }
        if activity.fxRate == nil { throw .settlementWithoutRate(kind: activity.kind, own: own, settles: asked) }
        return asked
    }

    private func settlement(of draft: ActivityDraft, _ activity: Activity, _ rule: ActivityRule) throws(LedgerError) -> Currency? {
        if let settle = draft.settle, !settle.isEmpty {
            guard rule.optional.contains(.settle), activity.account != .every else { throw .superfluousField(kind: rule.kind, field: .settle) }
            return try settlement(of: activity, named: settle)
        }
        return rule.optional.contains(.settle) ? try settlement(of: activity) : nil
    }

    private func unknownAccount(_ name: String, _ draft: ActivityDraft) -> LedgerError {
        .unknownAccount(name: name, nearest: nearestName(to: name, in: accounts.map(\.name)), currency: draft.currency ?? policy.baseCurrency?.code)
    }

    private func unknownSymbol(_ symbol: String, _ draft: ActivityDraft) -> LedgerError {
        // What the hint has for an example: most of what an account trades is in its own currency.
        let likely = draft.account.flatMap { account(named: $0) }.map { self[$0].currency } ?? policy.baseCurrency
        return .unknownSymbol(symbol: symbol, nearest: nearestName(to: symbol, in: instruments.map(\.symbol)), currency: draft.currency ?? likely?.code)
    }
}

extension FixedDecimal {
    fileprivate func scaled(by factor: FixedDecimal) throws(DecimalError) -> FixedDecimal {
        factor == .one ? self : try self * factor
    }
}

extension Ledger {
    /// What contracts of an option that an account holds at the end of a day have become; nil where they are as they were written.
    func adjustment(of option: InstrumentID, in account: AccountID, on day: Day) throws(LedgerError) -> OptionAdjustment? {
        guard activities.slots.mayBeAdjusted(option), let slot = activities.slots.find(account, option) else { return nil }
        if openSet?.isBroken == true { return try adjustmentByUnits(of: slot, on: day) }
        let state: ReplayState
        do throws(LedgerError) {
            state = try self.state(on: day)
        } catch {
            // In a set that is open some may not have found their units yet.
            guard openSet != nil, error.isOfUnits else { throw error }
            return try adjustmentByUnits(of: slot, on: day)
        }
        return slot.index < state.positions.count ? state.positions[slot.index].adjustment : nil
    }

    /// The same from units alone: what finds too few of them is passed over.
    private func adjustmentByUnits(of slot: PositionSlot, on day: Day) throws(LedgerError) -> OptionAdjustment? {
        let replayer = Replayer(self)
        var run = QuantityRun(replayer), postings = PostingBuffer(policy: policy)
        for row in activities.rows(in: activities.slots.linked(to: slot)).map(Int.init) where activities.date(at: row) <= day {
            try replayer.compile(row, into: &postings)
            _ = try run.take(postings, on: activities.date(at: row))
        }
        return run.adjustment(of: slot)
    }

    /// The strike at which an option that an account holds is used on a day, for a unit of what it was written for, and what is delivered; nil where
    /// that is as its terms say.
    public func use(of option: InstrumentID, in account: AccountID, on day: Day) throws(LedgerError) -> (strike: FixedDecimal, underlying: InstrumentID)? {
        guard let terms = self[option].option, let adjusted = try adjustment(of: option, in: account, on: day) else { return nil }
        let written = self[option].multiplier
        let strike = try LedgerError.arithmetic { () throws(DecimalError) in
            adjusted.multiplier == written ? adjusted.strike : try adjusted.money / written
        }
        return (strike, adjusted.into ?? terms.underlying)
    }

    /// The option that has become one of such terms and is held in an account: a broker's statement calls it by its new terms.
    func option(nowCalled symbol: String, in account: AccountID, on day: Day) throws(LedgerError) -> InstrumentID? {
        guard let (root, right, strike, expires) = OptionTerms.told(by: symbol) else { return nil }
        for (place, instrument) in instruments.enumerated() {
            guard let terms = instrument.option, terms.right == right, terms.expires == expires else { continue }
            guard let adjusted = try adjustment(of: InstrumentID(Int32(place + 1)), in: account, on: day), adjusted.strike == strike else { continue }
            if self[adjusted.into ?? terms.underlying].symbol == root { return InstrumentID(Int32(place + 1)) }
        }
        return nil
    }
}

extension OptionTerms {
    /// The terms that a symbol of the Options Clearing Corporation tells, such as `ORCL  250117C00030000` or `ORCL250117C30`, or one of ours,
    /// `ORCL 2025-01-17 30 C`; nil where it is neither.
    static func told(by symbol: String) -> (root: String, right: Right, strike: FixedDecimal, expires: Day)? {
        let words = symbol.split(separator: " ")
        if words.count >= 4, let day = try? Day(String(words[1])), let strike = try? FixedDecimal(words[2]) {
            return words[3] == "C" || words[3] == "P" ? (String(words[0]), words[3] == "C" ? .call : .put, strike, day) : nil
        }
        let text = words.joined()
        guard let place = text.lastIndex(where: { $0 == "C" || $0 == "P" }), text.distance(from: text.startIndex, to: place) > 6 else { return nil }
        let start = text.index(place, offsetBy: -6), digits = Array(text[start..<place]), number = text[text.index(after: place)...]
        func part(_ from: Int) -> String { String(digits[from...from + 1]) }
        guard digits.allSatisfy(\.isASCII), let day = try? Day("20\(part(0))-\(part(2))-\(part(4))"), var strike = try? FixedDecimal(number) else { return nil }
        // Eight digits are thousandths.
        if number.count == 8, let thousandth = try? strike / 1000 { strike = thousandth }
        return (String(text[..<start]), text[place] == "C" ? .call : .put, strike, day)
    }
}
