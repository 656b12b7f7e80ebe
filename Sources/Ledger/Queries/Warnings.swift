public import Values

extension Ledger {
    /// What somebody should know who looks at the book at the end of a day, or now, which is `today`.
    public func warnings(on day: Day? = nil, today: Day? = nil) throws(LedgerError) -> [LedgerWarning] {
        try at(endOf: day).warnings(today: today)
    }

    /// The warnings that do not depend on what day it is.
    func standingWarnings(_ state: ComputedState) throws(LedgerError) -> [LedgerWarning] {
        try overdrawn(state) + unitWarnings(state.state, state.day)
    }

    /// Those of them that are about units: transfers that lack a side, what nobody has understood, options that are no standard ones.
    func unitWarnings(_ state: ReplayState, _ day: Day?) -> [LedgerWarning] { transferWarnings(state, day) + adjustedOptions(state) }

    private func adjustedOptions(_ state: ReplayState) -> [LedgerWarning] {
        var warnings: [LedgerWarning] = []
        for (index, position) in state.positions.enumerated() where position.adjustment?.isStandard == false && position.openLots > 0 {
            let (account, held) = activities.slots.positions[index]
            guard let adjustment = position.adjustment, let held, let terms = self[held].option else { continue }
            warnings.append(
                .adjustedOption(
                    account: self[account].name, symbol: self[held].symbol, strike: adjustment.strike, deliverable: adjustment.deliverable,
                    underlying: self[adjustment.into ?? terms.underlying].symbol))
        }
        return warnings
    }

    private func overdrawn(_ state: ComputedState) throws(LedgerError) -> [LedgerWarning] {
        var warnings: [LedgerWarning] = []
        for cash in try state.cash() where cash.balance.isNegative && self[cash.account].tracking != .value {
            warnings.append(
                .negativeCash(
                    account: cash.account, name: self[cash.account].name, currency: cash.currency, balance: cash.balance,
                    since: try overdrawnSince(cash.account, cash.currency, state.day)))
        }
        return warnings
    }

    /// Transfers that lack a side, and what nobody has understood; where a group is given, those of it.
    func transferWarnings(_ state: ReplayState, _ day: Day?, of group: String? = nil) -> [LedgerWarning] {
        if activities.notable.isEmpty, state.transit.unpaired.isEmpty { return [] }
        func isAsked(_ row: Int) -> Bool { group == nil || activities.detail(at: row)?.group == group }
        // What something else wrote into the book may name no account.
        func tells(_ row: Int) -> Bool {
            activities.counts(at: row) && activities.account(at: row) != .every && activities.date(at: row) <= day ?? .max && isAsked(row)
        }
        let rows = (group.map(rows(ofGroup:)) ?? activities.notable.map(Int.init)).filter(tells), pairs = TransferPairs(activities, rows)
        var exchanges = ExchangePairs()
        for row in rows where activities.subtype(at: row) == .exchange { exchanges.add(row, activities) }
        let inFlight = state.transit.inFlight.filter { group == nil || $0.key.group == group }.sorted { ($0.value.left, $0.key.group) < ($1.value.left, $1.key.group) }
        let unsent = UnknownCosts(self, state).untold.map(Int.init).filter(tells).sorted()
        return rows.compactMap { warning(of: $0, pairs, exchanges, state.transit) } + unsent.compactMap(unknownCost)
            + inFlight.compactMap { key, transfer in
                let quantity = transfer.lots.reduce(FixedDecimal.zero) { (try? $0 + $1.remaining) ?? $0 }
                guard quantity > .zero, let (account, instrument) = named(transfer.home) else { return nil }
                return .unitsInTransit(account: account, symbol: instrument, quantity: quantity, since: transfer.left)
            }
    }

    /// A warning for each entry up to the end of a day that brought in units of which no price or amount tells the cost, also where somebody has told a
    /// position with its cost since: what was asked of the days before stays unknown.
    public func unknownCosts(through day: Day?) throws(LedgerError) -> [LedgerWarning] {
        let unsent = try state(on: day).transit.unpaired.keys.map(Int.init)
        return unsent.filter { activities.counts(at: $0) && activities.account(at: $0) != .every }.sorted().compactMap(unknownCost)
    }

    /// Of units that no account sent and of which no price or amount tells the cost.
    private func unknownCost(of row: Int) -> LedgerWarning? {
        guard UnknownCosts.isUntold(row, activities), let instrument = activities.instrument(at: row), let quantity = activities.quantity(at: row)
        else { return nil }
        return .unknownCost(
            entry: activities.id(at: row), account: self[activities.account(at: row)].name, symbol: self[instrument].symbol, quantity: quantity,
            date: activities.date(at: row))
    }

    private func named(_ slot: PositionSlot) -> (account: String, symbol: String)? {
        let (account, instrument) = activities.slots.positions[slot.index]
        return instrument.map { (self[account].name, self[$0].symbol) }
    }

    private func warning(of row: Int, _ pairs: TransferPairs, _ exchanges: ExchangePairs, _ transit: Transit) -> LedgerWarning? {
        let account = self[activities.account(at: row)].name, entry = activities.id(at: row), date = activities.date(at: row)
        let symbol = activities.instrument(at: row).map { self[$0].symbol }
        if activities.kind(at: row) == .unknown { return .notUnderstood(entry: entry, account: account, date: date, notes: activities.notes(at: row)) }
        if activities.subtype(at: row) == .exchange {
            return exchanges.isWhole(row, activities) ? nil : .unpairedExchange(entry: entry, account: account, currency: activities.currency(at: row), date: date)
        }
        if activities.detail(at: row)?.group == TransferGroup.outside { return nil }
        if !pairs.isInner(row) {
            return .unpairedTransfer(entry: entry, kind: activities.kind(at: row), account: account, symbol: symbol, date: date)
        }
        guard let symbol, transit.unpaired[UInt32(row)] != nil else { return nil }
        return .unsentUnits(entry: entry, account: account, symbol: symbol, date: date)
    }

    /// The day on which the balance went below zero for good.
    private func overdrawnSince(_ account: AccountID, _ currency: Currency, _ day: Day?) throws(LedgerError) -> Day {
        let cashPosition = activities.slots.cashPosition(account, currency)
        let activities = activities
        var rows: [Int32] = []
        for row in 0..<activities.count where activities.counts(at: row) {
            if activities.account(at: row) == account, day.map({ activities.date(at: row) > $0 }) != true { rows.append(Int32(row)) }
        }
        var balance = FixedDecimal.zero
        var since: Day?
        let replayer = Replayer(self)
        var postings = PostingBuffer(policy: policy)
        for row in activities.sorted(rows) {
            try replayer.compile(Int(row), into: &postings)
            for posting in postings.postings where posting.target == .cash && posting.cashPosition == cashPosition {
                balance = try LedgerError.arithmetic { () throws(DecimalError) in try balance + posting.amount }
            }
            since = balance.isNegative ? since ?? activities.date(at: Int(row)) : nil
        }
        guard let since else { preconditionFailure("the sums and the rows disagree about a balance") }
        return since
    }
}

extension CashPosition {
    /// Whether nothing but zeros can be told of it.
    var isUntouched: Bool {
        balance.isZero && contribution.isZero && income.isZero && fees.isZero && taxes.isZero && exchanged.isZero
    }
}

/// Which exchanges of currencies have both sides: something given and something received, in one account and one group.
private struct ExchangePairs {
    private struct Key: Hashable {
        let account: AccountID
        let group: String
    }

    private var sides: [Key: (given: Int, received: Int)] = [:]

    mutating func add(_ row: Int, _ activities: ActivityTable) {
        let isGiven = activities.amount(at: row)?.isNegative ?? false
        sides[key(row, activities), default: (0, 0)].given += isGiven ? 1 : 0
        sides[key(row, activities), default: (0, 0)].received += isGiven ? 0 : 1
    }

    func isWhole(_ row: Int, _ activities: ActivityTable) -> Bool {
        let key = key(row, activities)
        guard !key.group.isEmpty, let sides = sides[key] else { return false }
        return sides.given > 0 && sides.received > 0
    }

    private func key(_ row: Int, _ activities: ActivityTable) -> Key {
        Key(account: activities.account(at: row), group: activities.detail(at: row)?.group ?? "")
    }
}
