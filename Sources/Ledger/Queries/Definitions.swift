/// What a book's names stand for: its accounts, instruments and settings, without anything that happened.
public struct Definitions {
    /// Every account as last defined; the one with the number 1 comes first.
    public let accounts: [Account]
    /// Every instrument as last defined; the one with the number 1 comes first.
    public let instruments: [Instrument]
    /// What the settings amount to.
    public let policy: Policy

    private let accountIDs: [String: AccountID]
    private let instrumentIDs: [String: InstrumentID]

    init(_ ledger: Ledger) {
        (accounts, instruments, policy) = (ledger.accounts, ledger.instruments, ledger.policy)
        (accountIDs, instrumentIDs) = (ledger.accountIDs, ledger.instrumentIDs)
    }

    /// The account of a number, which must be defined.
    public subscript(account: AccountID) -> Account { accounts[Int(account.rawValue) - 1] }

    /// The instrument of a number, which must be defined.
    public subscript(instrument: InstrumentID) -> Instrument { instruments[Int(instrument.rawValue) - 1] }

    /// The account of exactly that name.
    public func account(named name: String) -> AccountID? { accountIDs[name] }

    /// The instrument of exactly that symbol.
    public func instrument(named symbol: String) -> InstrumentID? { instrumentIDs[symbol] }
}

extension Ledger {
    /// What its names stand for at present.
    public var definitions: Definitions { Definitions(self) }
}
