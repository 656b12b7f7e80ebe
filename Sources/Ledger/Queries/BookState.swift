import Values

/// What a book comes to at one point: its holdings, lots and cash. To be read before the ledger changes again.
public struct BookState {
    private let source: Source

    private enum Source {
        /// Read from the engine.
        case computed(ComputedState)
        /// Read from bytes that were kept.
        case saved(SavedState)
    }

    /// The state of a ledger at the end of a day; nil for the present.
    init(ledger: Ledger, state: ReplayState, day: Day?) { source = .computed(ComputedState(ledger: ledger, state: state, day: day)) }

    /// A state that was saved.
    init(_ saved: SavedState) { source = .saved(saved) }

    /// The accounts, instruments, settings and plans of the book.
    public var definitions: Definitions {
        switch source {
        case .computed(let state): state.ledger.definitions
        case .saved(let state): state.definitions
        }
    }

    /// What is held; by account name, then symbol.
    public func holdings() -> [Holding] {
        switch source {
        case .computed(let state): state.holdings()
        case .saved(let state): state.holdings
        }
    }

    /// The open lots; by account name, symbol, day of opening and entry.
    public func lots() -> [OpenLot] {
        switch source {
        case .computed(let state): return state.lots()
        case .saved(let state):
            guard let lots = state.lots else { preconditionFailure("this state was asked for without its lots") }
            return lots
        }
    }

    /// The open lots of an instrument in an account; those above zero before those below, each by day of opening and entry. Their number decides what it costs.
    public func lots(of account: AccountID, _ instrument: InstrumentID) -> [OpenLot] {
        switch source {
        case .computed(let state): state.lots(of: account, instrument)
        case .saved: lots().filter { $0.account == account && $0.instrument == instrument }
        }
    }

    /// Cash; by account name, then currency. Pairs of which nothing but zeros can be told are left out.
    public func cash() throws(LedgerError) -> [CashBalance] {
        switch source {
        case .computed(let state): try state.cash()
        case .saved(let state): state.cash
        }
    }

    /// The splits up to then, in order of days.
    public func splits() -> [RecordedSplit] {
        switch source {
        case .computed(let state): state.splits()
        case .saved(let state): state.splits
        }
    }

    /// What the last trade of each instrument paid, where it is known without asking the ledger.
    public var lastPaid: [InstrumentID: PriceSeries.Price]? {
        if case .saved(let state) = source { state.paid } else { nil }
    }

    /// What somebody should know who looks at the book on a day: that of the state, or where it is the present `today`.
    public func warnings(today: Day? = nil) throws(LedgerError) -> [LedgerWarning] {
        switch source {
        case .computed(let state): try state.warnings() + overdue(state.day ?? today)
        case .saved(let state): try state.warnings + overdue(today)
        }
    }

    /// Those of the warnings that are about units held: in transit, from nowhere, options past their day.
    public func warningsOfUnits(today: Day? = nil) throws(LedgerError) -> [LedgerWarning] {
        switch source {
        case .computed(let state): state.unitWarnings().filter(\.isOfUnits) + (try overdue(state.day ?? today).filter(\.isOfUnits))
        case .saved(let state): state.warnings.filter(\.isOfUnits) + (try overdue(today).filter(\.isOfUnits))
        }
    }

    /// What should have been recorded by a day: what became of options, and of deposits whose term has ended.
    private func overdue(_ day: Day?) throws(LedgerError) -> [LedgerWarning] {
        guard let day else { return [] }
        return expired(day, definitions) + (try matured(day, definitions))
    }

    private func expired(_ day: Day, _ names: Definitions) -> [LedgerWarning] {
        if !names.instruments.contains(where: { $0.option != nil }) { return [] }
        return holdings().compactMap { holding in
            guard let option = names[holding.instrument].option, option.expires < day else { return nil }
            return .expiredOption(
                account: names[holding.account].name, symbol: names[holding.instrument].symbol, quantity: holding.quantity, expired: option.expires)
        }
    }

    private func matured(_ day: Day, _ names: Definitions) throws(LedgerError) -> [LedgerWarning] {
        if !names.accounts.contains(where: { $0.matures != nil }) { return [] }
        let funded = Set(try cash().filter { $0.balance > .zero }.map(\.account))
        return names.accounts.enumerated().compactMap { place, account in
            guard let matures = account.matures, matures < day, funded.contains(AccountID(Int32(place + 1))) else { return nil }
            return .maturedDeposit(account: account.name, matured: matures)
        }
    }
}

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
                    currency: ledger[instrument].currency, income: position.income, hasForeignIncome: position.foreignPayments > 0, openLots: position.openLots,
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

    func lots(of account: AccountID, _ instrument: InstrumentID) -> [OpenLot] {
        ledger.activities.slots.find(account, instrument).map { lots(in: $0) } ?? []
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
