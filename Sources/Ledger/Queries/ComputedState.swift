import Values

/// What `BookState` tells, read from the engine's state of a ledger.
struct ComputedState {
    let ledger: Ledger
    let state: ReplayState
    /// The day at whose end it is so; nil for the present.
    let day: Day?

    /// Whether money is counted in another currency too.
    private var countsOther: Bool { state.gains.countsOther }

    func holdings() -> [Holding] {
        let pairs = ledger.activities.slots.positions
        var holdings: [Holding] = []
        for slot in ledger.slotsByName() where slot.index < state.positions.count && state.positions[slot.index].openLots > 0 {
            let (position, (account, instrument)) = (state.positions[slot.index], pairs[slot.index])
            guard let instrument else { preconditionFailure("only instruments have lots") }
            holdings.append(
                Holding(
                    account: account, instrument: instrument, quantity: position.quantity, cost: position.cost.own,
                    currency: ledger[instrument].currency, income: position.income, openLots: position.openLots,
                    isCostKnown: !position.hasUnknownCost,
                    otherCost: countsOther ? position.cost.known : nil))
        }
        return holdings
    }

    func lots() -> [OpenLot] {
        var lots: [OpenLot] = []
        for slot in ledger.slotsByName() { lots += self.lots(in: slot) }
        return lots
    }

    /// Those of one position; where rows are given, those alone that they opened.
    func lots(in slot: PositionSlot, openedBy rows: [UInt32]? = nil) -> [OpenLot] {
        guard slot.index < state.positions.count, state.positions[slot.index].openLots > 0 else { return [] }
        return LotSide.allCases.flatMap { side in
            let queue = state.positions[slot.index][side]
            return (rows?.flatMap(queue.openLots(ofRow:)) ?? queue.openLots).map { openLot($0, side, slot) }
        }
    }

    private func openLot(_ lot: Lot, _ side: LotSide, _ slot: PositionSlot) -> OpenLot {
        let (account, instrument) = ledger.activities.slots.positions[slot.index]
        guard let instrument else { preconditionFailure("only instruments have lots") }
        func signed(_ value: FixedDecimal) -> FixedDecimal { side == .long ? value : -value }
        let (opening, cost) = side == .long ? (lot.cost, lot.remainingCost) : (-lot.cost, -lot.remainingCost)
        return OpenLot(
            id: LotName(ledger.activities.id(at: Int(lot.row)), key: lot.key).id, account: account, instrument: instrument, opened: lot.opened,
            tackedDays: Int(lot.tacked), side: side,
            quantity: signed(lot.quantity), remaining: signed(lot.remaining),
            openingCost: opening.own, cost: cost.own, otherOpeningCost: countsOther ? opening.known : nil, otherCost: countsOther ? cost.known : nil,
            currency: ledger[instrument].currency, isCostKnown: !cost.isUnknown)
    }

    func splits() -> [RecordedSplit] { ledger.splits(through: day) }

    /// Those of the warnings that are about units.
    func unitWarnings() -> [LedgerWarning] { ledger.unitWarnings(state, day) }

    /// What somebody should know, whatever day it is.
    func warnings() throws(LedgerError) -> [LedgerWarning] { try ledger.standingWarnings(self) }

    func cash() throws(LedgerError) -> [CashBalance] {
        let pairs = ledger.activities.slots.cashPositions
        var moved = try contributedUnits()
        var balances: [CashBalance] = []
        for slot in ledger.cashSlotsByName() where slot.index < state.cashPositions.count {
            let cashPosition = state.cashPositions[slot.index], pair = pairs[slot.index]
            // Cash is of an account, whatever something else wrote into the book.
            if pair.account == .every { continue }
            let units = moved.removeValue(forKey: CashKey(pair.account, pair.currency)) ?? .zero
            if cashPosition.isUntouched, units.isZero { continue }
            let contribution = try LedgerError.arithmetic { () throws(DecimalError) in try cashPosition.contribution + units }
            balances.append(
                CashBalance(
                    account: pair.account, currency: pair.currency, balance: cashPosition.balance, contribution: contribution,
                    income: cashPosition.income, fees: cashPosition.fees, taxes: cashPosition.taxes, exchanged: cashPosition.exchanged, hasMoved: cashPosition.moves > 0))
        }
        moved = moved.filter { $0.key.account != .every }
        if moved.isEmpty { return balances }
        // Units moved without any money, in a currency that the account has no cash position for.
        balances += moved.map { key, units in
            CashBalance(
                account: key.account, currency: key.currency, balance: .zero, contribution: units, income: .zero, fees: .zero, taxes: .zero,
                exchanged: .zero, hasMoved: false)
        }
        return balances.sorted { (ledger[$0.account].name, $0.currency) < (ledger[$1.account].name, $1.currency) }
    }

    private struct CashKey: Hashable {
        let account: AccountID
        let currency: Currency

        init(_ account: AccountID, _ currency: Currency) { (self.account, self.currency) = (account, currency) }
    }

    /// What units that were transferred cost, which their owner brought in with them or took out.
    private func contributedUnits() throws(LedgerError) -> [CashKey: FixedDecimal] {
        let pairs = ledger.activities.slots.positions
        var moved: [CashKey: FixedDecimal] = [:]
        for (index, position) in state.positions.enumerated() where !position.transferred.own.isZero {
            guard let instrument = pairs[index].instrument else { preconditionFailure("only instruments are transferred") }
            let key = CashKey(pairs[index].account, ledger[instrument].currency)
            moved[key] = try LedgerError.arithmetic { () throws(DecimalError) in try moved[key, default: .zero] + position.transferred.own }
        }
        return moved.filter { !$0.value.isZero }
    }
}
