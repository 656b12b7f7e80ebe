import Values

/// What knows accounts by their names and instruments by their symbols.
public protocol NamedBook {
    /// Every account as last defined; the one with the number 1 comes first.
    var accounts: [Account] { get }
    /// Every instrument as last defined; the one with the number 1 comes first.
    var instruments: [Instrument] { get }
    /// How the book is kept.
    var policy: Policy { get }
    /// The account of exactly that name.
    func account(named name: String) -> AccountID?
    /// The instrument of exactly that symbol.
    func instrument(named symbol: String) -> InstrumentID?
}

extension Ledger: NamedBook {}
extension Definitions: NamedBook {}

extension NamedBook {
    /// The account of a name that somebody gave; where there is none, the error names the nearest.
    public func knownAccount(_ name: String) throws(LedgerError) -> AccountID {
        if let account = account(named: name) { return account }
        throw .unknownAccount(name: name, nearest: nearestName(to: name, in: accounts.map(\.name)), currency: policy.baseCurrency?.code)
    }

    /// The instrument of a symbol that somebody gave; where there is none, the error names the nearest.
    public func knownInstrument(_ symbol: String) throws(LedgerError) -> InstrumentID {
        if let instrument = instrument(named: symbol) { return instrument }
        throw .unknownSymbol(symbol: symbol, nearest: nearestName(to: symbol, in: instruments.map(\.symbol)), currency: policy.baseCurrency?.code)
    }
}
