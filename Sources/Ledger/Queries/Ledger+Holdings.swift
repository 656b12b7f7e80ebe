public import Values

extension Ledger {
    /// What is held at the end of a day, or now; by account name, then symbol.
    public func holdings(on day: Day? = nil) throws(LedgerError) -> [Holding] {
        let state = try state(on: day)
        var holdings: [Holding] = []
        for slot in slotsByName() where slot.index < state.positions.count {
            let position = state.positions[slot.index]
            guard position.openLots > 0, let instrument = activities.slots.positions[slot.index].instrument else { continue }
            holdings.append(
                Holding(
                    account: activities.slots.positions[slot.index].account, instrument: instrument,
                    quantity: position.quantity, cost: position.cost, currency: self[instrument].currency,
                    income: position.income, openLots: position.openLots))
        }
        return holdings
    }

    /// The open lots at the end of a day, or now; by account name, symbol, day of opening and entry.
    public func lots(on day: Day? = nil) throws(LedgerError) -> [OpenLot] {
        let state = try state(on: day)
        var lots: [OpenLot] = []
        for slot in slotsByName() where slot.index < state.positions.count && state.positions[slot.index].openLots > 0 {
            for side in LotSide.allCases {
                for lot in state.positions[slot.index][side].lots where !lot.isUsedUp {
                    lots.append(openLot(lot, side, slot))
                }
            }
        }
        return lots
    }

    private func openLot(_ lot: Lot, _ side: LotSide, _ slot: PositionSlot) -> OpenLot {
        let (account, instrument) = activities.slots.positions[slot.index]
        guard let instrument else { preconditionFailure("only instruments have lots") }
        func signed(_ value: FixedDecimal) -> FixedDecimal { side == .long ? value : -value }
        return OpenLot(
            id: activities.id(at: Int(lot.row)), account: account, instrument: instrument, opened: lot.opened, side: side,
            quantity: signed(lot.quantity), remaining: signed(lot.remaining),
            openingCost: signed(lot.cost), cost: signed(lot.remainingCost), currency: self[instrument].currency)
    }

    /// Positions by account name, then symbol.
    func slotsByName() -> [PositionSlot] {
        if let slotOrder, slotOrder.version == namesVersion, slotOrder.slots.count == activities.slots.positions.count {
            return slotOrder.slots
        }
        let pairs = activities.slots.positions
        let names = pairs.map { pair in (self.name(pair.account), pair.instrument.map { self.symbol($0) } ?? "") }
        let slots = pairs.indices.sorted { names[$0] == names[$1] ? $0 < $1 : names[$0] < names[$1] }
            .map { PositionSlot(rawValue: UInt32($0)) }
        slotOrder = SlotOrder(version: namesVersion, slots: slots)
        return slots
    }

    // A slot may outlive the definition that an act which was taken back made.
    private func name(_ account: AccountID) -> String {
        account.rawValue <= accounts.count ? self[account].name : ""
    }

    private func symbol(_ instrument: InstrumentID) -> String {
        instrument.rawValue <= instruments.count ? self[instrument].symbol : ""
    }
}

/// Positions in the order of their names, and the version of the names that it holds for.
struct SlotOrder {
    let version: Int
    let slots: [PositionSlot]
}
