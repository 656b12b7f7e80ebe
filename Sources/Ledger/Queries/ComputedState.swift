import Values

/// What `BookState` tells, read from the engine's state of a ledger.
struct ComputedState {
    let ledger: Ledger
    let state: ReplayState
    /// The day at whose end it is so; nil for the present.
    let day: Day?

    func holdings() -> [Holding] {
        let pairs = ledger.activities.slots.positions
        var holdings: [Holding] = []
        for slot in ledger.slotsByName() where slot.index < state.positions.count && state.positions[slot.index].openLots > 0 {
            let (position, (account, instrument)) = (state.positions[slot.index], pairs[slot.index])
            guard let instrument else { preconditionFailure("only instruments have lots") }
            holdings.append(
                Holding(
                    account: account, instrument: instrument, quantity: position.quantity, cost: position.cost,
                    currency: ledger[instrument].currency, income: position.income, openLots: position.openLots))
        }
        return holdings
    }

    func lots() -> [OpenLot] {
        var lots: [OpenLot] = []
        for slot in ledger.slotsByName() where slot.index < state.positions.count && state.positions[slot.index].openLots > 0 {
            for side in LotSide.allCases {
                for lot in state.positions[slot.index][side].lots where !lot.isUsedUp { lots.append(openLot(lot, side, slot)) }
            }
        }
        return lots
    }

    private func openLot(_ lot: Lot, _ side: LotSide, _ slot: PositionSlot) -> OpenLot {
        let (account, instrument) = ledger.activities.slots.positions[slot.index]
        guard let instrument else { preconditionFailure("only instruments have lots") }
        func signed(_ value: FixedDecimal) -> FixedDecimal { side == .long ? value : -value }
        return OpenLot(
            id: ledger.activities.id(at: Int(lot.row)), account: account, instrument: instrument, opened: lot.opened, side: side,
            quantity: signed(lot.quantity), remaining: signed(lot.remaining),
            openingCost: signed(lot.cost), cost: signed(lot.remainingCost), currency: ledger[instrument].currency)
    }

    func cash() -> [CashBalance] {
        let pairs = ledger.activities.slots.purses
        return ledger.pursesByName().compactMap { slot in
            guard slot.index < state.purses.count, !state.purses[slot.index].isUntouched else { return nil }
            let purse = state.purses[slot.index]
            return CashBalance(
                account: pairs[slot.index].account, currency: pairs[slot.index].currency, balance: purse.balance,
                contribution: purse.contribution, income: purse.income, fees: purse.fees, taxes: purse.taxes)
        }
    }
}
