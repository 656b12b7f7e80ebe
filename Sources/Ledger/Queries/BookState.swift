import Values

/// What a book comes to at one point: its holdings, lots and cash. To be read before the ledger changes again.
public struct BookState {
    private let source: Source

    private enum Source {
        case computed(ComputedState)
        case saved(SavedState)
    }

    /// The state of a ledger at the end of a day; nil for the present.
    init(ledger: Ledger, state: ReplayState, day: Day?) { source = .computed(ComputedState(ledger: ledger, state: state, day: day)) }

    /// A state that was saved.
    init(_ saved: SavedState) { source = .saved(saved) }

    /// What its names stand for.
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
