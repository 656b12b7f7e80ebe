/// What a book's names stand for: its accounts, instruments and settings, without anything that happened.
public struct Definitions {
    /// Every account as last defined; the one with the number 1 comes first.
    public let accounts: [Account]
    /// Every instrument as last defined; the one with the number 1 comes first.
    public let instruments: [Instrument]
    /// The choices made, as text by key.
    public let settings: [String: String]
    /// What the settings amount to.
    public let policy: Policy
    /// What is planned.
    public let plans: PlanStore

    private let accountIDs: [String: AccountID]
    private let instrumentIDs: [String: InstrumentID]

    init(_ ledger: Ledger) {
        (accounts, instruments, settings, policy, plans) = (ledger.accounts, ledger.instruments, ledger.settings, ledger.policy, ledger.plans)
        (accountIDs, instrumentIDs) = (ledger.accountIDs, ledger.instrumentIDs)
    }

    /// Names without a ledger; the settings must be ones that there are.
    init(accounts: [Account], instruments: [Instrument], settings: [String: String], plans: PlanStore) {
        (self.accounts, self.instruments, self.settings, policy, self.plans) = (accounts, instruments, settings, Setting.policy(settings), plans)
        let named = accounts.indices.filter { !accounts[$0].isErased }.map { (accounts[$0].name, AccountID(Int32($0 + 1))) }
        accountIDs = Dictionary(named) { first, _ in first }
        instrumentIDs = Dictionary(instruments.indices.map { (instruments[$0].symbol, InstrumentID(Int32($0 + 1))) }) { first, _ in first }
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
