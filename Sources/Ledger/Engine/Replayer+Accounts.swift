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
        let owner = owner(of: slot)
        let slots = activities.slots.holders(of: instrument).filter { other in
            other.index < state.positions.count && self.owner(of: other) == owner && !isSheltered(other)
        }
        try LedgerError.arithmetic { () throws(DecimalError) in try state.pool(slots, undo: &undo) }
    }

    /// Moves losses that are not allowed.
    func wash(
        _ posting: Posting, _ row: Int, _ gainsBefore: Int, _ state: inout ReplayState, _ undo: inout UndoLog
    ) throws(LedgerError) {
        guard let instrument = activities.slots.positions[posting.position.index].instrument else { return }
        let owner = owner(of: posting.position), table = activities
        // Few trades have to do with a loss, and what follows looks through all accounts of the owner.
        let isPurchase = posting.target == .acquire
        let mayMove = isPurchase
            ? state.wash.losses[WashSales.Key(owner: owner, instrument: instrument.rawValue)]?.isEmpty == false
            : (gainsBefore..<state.gains.count).contains { state.gains.costs[$0] > state.gains.proceeds[$0] }
        if !mayMove { return }
        let slots = table.slots.holders(of: instrument).filter { $0.index < state.positions.count && self.owner(of: $0) == owner }
        let money = money(of: row)
        let circle = WashCircle(
            key: WashSales.Key(owner: owner, instrument: instrument.rawValue), slots: slots, sheltered: Set(slots.filter(isSheltered)),
            day: { table.opened(at: Int($0)) }, isEarlier: { a, b in
                let (first, second) = (table.opened(at: Int(a)), table.opened(at: Int(b)))
                return first == second ? table.precedes(Int(a), Int(b)) : first < second
            }, entry: UInt32(truncatingIfNeeded: table.id(at: row).rawValue), money: { money($0) })
        try LedgerError.arithmetic { () throws(DecimalError) in
            if isPurchase {
                try state.washPurchase(posting.position, on: table.date(at: row), circle, undo: &undo)
            } else if !isSheltered(posting.position) {
                try state.washSale(gainsBefore, on: table.date(at: row), circle, undo: &undo)
            }
        }
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
