import Values

/// What lots of one account have to do with those of others.
extension Replayer {
    func lotMethod(_ slot: PositionSlot, _ row: Int) -> LotMethod {
        let (account, instrument) = activities.slots.positions[slot.index]
        return policy.lotMethod(account, instrument, on: activities.date(at: row))
    }

    /// Lets all units of a pool cost the same before some of them leave.
    func pool(_ slot: PositionSlot, _ row: Int, _ state: inout ReplayState, _ undo: inout UndoLog) throws(LedgerError) {
        guard lotMethod(slot, row).isPooled, let instrument = activities.slots.positions[slot.index].instrument else { return }
        // Nothing leaves an account that holds nothing.
        if isSheltered(slot) || state.positions[slot.index].long.isEmpty { return }
        let slots = pool(of: slot, instrument).filter { $0.index < state.positions.count }
        try LedgerError.arithmetic { () throws(DecimalError) in try state.pool(slots, undo: &undo) }
    }

    /// The positions that share the cost of a position's units where accounts pool: those of its owner but pensions, which have theirs to themselves.
    func pool(of slot: PositionSlot) -> [PositionSlot] {
        guard let instrument = activities.slots.positions[slot.index].instrument, !isSheltered(slot) else { return [slot] }
        return pool(of: slot, instrument)
    }

    private func pool(of slot: PositionSlot, _ instrument: InstrumentID) -> [PositionSlot] {
        let owner = owner(of: slot)
        return activities.slots.holders(of: instrument).filter { self.owner(of: $0) == owner && !isSheltered($0) }
    }

    /// Moves losses that are not allowed, after the activity in a row bought or sold units of a position.
    func wash(
        _ slot: PositionSlot, isPurchase: Bool, _ row: Int, _ gainsBefore: Int, _ state: inout ReplayState, _ undo: inout UndoLog
    ) throws(LedgerError) {
        guard let instrument = activities.slots.positions[slot.index].instrument else { return }
        let owner = owner(of: slot), table = activities, key = WashSales.Key(owner: owner, instrument: instrument.rawValue)
        // Few trades have to do with a loss, and what follows looks through all accounts of the owner.
        let mayMove =
            isPurchase
            ? state.wash.losses[key]?.isEmpty == false
            : (gainsBefore..<state.gains.count).contains { state.gains.costs[$0] > state.gains.proceeds[$0] }
        if !mayMove { return }
        let slots = table.slots.holders(of: instrument).filter { $0.index < state.positions.count && self.owner(of: $0) == owner }
        let money = money(of: row)
        let group = WashSaleGroup(
            key: key, slots: slots, sheltered: Set(slots.filter(isSheltered)),
            day: { table.opened(at: Int($0)) },
            isEarlier: { a, b in
                let (first, second) = (table.opened(at: Int(a)), table.opened(at: Int(b)))
                return first == second ? table.precedes(Int(a), Int(b)) : first < second
            }, entry: UInt32(truncatingIfNeeded: table.id(at: row).rawValue), isPurchase: { self.isPurchase(at: Int($0), of: instrument) }, money: { money($0) })
        try LedgerError.arithmetic { () throws(DecimalError) in
            if isPurchase {
                try state.washPurchase(slot, on: table.date(at: row), group, undo: &undo)
            } else if !isSheltered(slot) {
                try state.washSale(gainsBefore, of: slot, on: table.date(at: row), group, undo: &undo)
            }
        }
    }

    /// The same after a change of lots: an option that was used, or units that went for the cash of a merger or a split.
    func wash(_ change: LotChange, _ row: Int, _ gainsBefore: Int, _ state: inout ReplayState, _ undo: inout UndoLog) throws(LedgerError) {
        switch change.posting.target {
        case .useOption:
            guard let other = change.other else { return }
            try wash(other, isPurchase: change.terms.buys, row, gainsBefore, &state, &undo)
        case .sellAll, .sellFraction: try wash(change.slot, isPurchase: false, row, gainsBefore, &state, &undo)
        case .cash, .acquire, .relieve, .income, .fee, .tax, .contribution, .exchange, .split, .returnCapital, .convert, .transferOut, .transferIn,
            .holdPosition, .closeOption:
            return
        }
    }

    /// Whether an activity that opened a lot bought units of an instrument, which may go by another symbol now.
    private func isPurchase(at row: Int, of instrument: InstrumentID) -> Bool {
        let bought: InstrumentID?
        switch (activities.kind(at: row), activities.subtype(at: row)) {
        case (.buy, .opening), (.transferIn, _), (.adjustment, .position), (.adjustment, nil): return false
        case (.adjustment, _): bought = activities.detail(at: row)?.into
        case (.dividend, .dividendInKind): bought = activities.detail(at: row)?.into ?? activities.instrument(at: row)
        case (.buy, _), (.sell, _), (.dividend, _), (.split, _), (.deposit, _), (.withdrawal, _), (.transferOut, _), (.interest, _), (.credit, _), (.fee, _), (.tax, _),
            (.unknown, _):
            bought = activities.instrument(at: row)
        }
        return bought.map { $0 == instrument || isRenamed($0, to: instrument) } ?? false
    }

    /// Whether changes of symbols led from one instrument to another. Units that came by a merger or a spin-off were not bought as what they are.
    private func isRenamed(_ instrument: InstrumentID, to other: InstrumentID) -> Bool {
        var names: Set<InstrumentID> = [instrument]
        for row in activities.rows(in: activities.slots.holders(of: other).flatMap(activities.slots.linked)) {
            guard activities.subtype(at: Int(row)) == .symbolChange, let from = activities.instrument(at: Int(row)), names.contains(from) else { continue }
            if let into = activities.detail(at: Int(row))?.into { names.insert(into) }
        }
        return names.contains(other)
    }

    private func owner(of slot: PositionSlot) -> String {
        let account = activities.slots.positions[slot.index].account
        return account == .every ? "" : accounts[Int(account.rawValue) - 1].owner
    }

    /// Whether gains in the account are nobody's business before it pays out.
    private func isSheltered(_ slot: PositionSlot) -> Bool {
        let account = activities.slots.positions[slot.index].account
        return account != .every && accounts[Int(account.rawValue) - 1].kind == .pension
    }
}

extension ReplayState {
    /// Gives each position of a pool the share of its cost that its units have.
    mutating func pool(_ slots: [PositionSlot], undo: inout UndoLog) throws(DecimalError) {
        var cost = LotMoney.zero, units = FixedDecimal.zero
        for slot in slots {
            cost = try cost + positions[slot.index].long.cost
            units = try units + positions[slot.index].long.quantity
        }
        for slot in slots where !positions[slot.index].long.isEmpty {
            let own = positions[slot.index].long.quantity
            let part = own == units ? cost : try cost.share(own, of: units)
            cost = try cost - part
            units = try units - own
            if undo.isActive { note(slot.index, undo: &undo) }
            positions[slot.index].long.average(part)
        }
    }
}
