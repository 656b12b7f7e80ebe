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
    public func cash() -> [CashBalance] {
        switch source {
        case .computed(let state): state.cash()
        case .saved(let state): state.cash
        }
    }

    /// What somebody should know who looks at the book.
    public func warnings() throws(LedgerError) -> [LedgerWarning] {
        switch source {
        case .computed(let state): try state.ledger.warnings(on: state.day)
        case .saved(let state): state.warnings
        }
    }
}
