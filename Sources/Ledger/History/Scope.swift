/// The part of a book that is valued: some accounts with all they hold and owe, or what they hold of some instruments.
///
/// Of accounts, money in and out is what their owner brings in and takes out. Of instruments, it is what is paid for them and what they pay:
/// their cash is not theirs. Of cash alone it is both: what the owner brings in, and what instruments pay less what is paid for them, so that
/// the instruments of some accounts and their cash add up to the accounts.
public struct Scope: Hashable, Sendable {
    /// Accounts that belong to it, by number less one; nil for all.
    public var accounts: [Bool]?
    /// Instruments that belong to it, by number less one; nil for all.
    public var instruments: [Bool]?

    /// Whether cash belongs to it, and what accounts tracked by value are told to be worth.
    public var hasCash: Bool

    /// All of the book, unless accounts or instruments are named; cash belongs to it where no instruments are named, or where it is asked for.
    public init(accounts: [Bool]? = nil, instruments: [Bool]? = nil, cash: Bool = false) {
        self.accounts = accounts
        self.instruments = instruments
        hasCash = cash || instruments == nil
    }

    /// Whether an account belongs to it, or some of what the account holds.
    public func contains(_ account: AccountID) -> Bool {
        if account == .every { return false }
        guard let accounts else { return true }
        let place = Int(account.rawValue) - 1
        return accounts.indices.contains(place) && accounts[place]
    }

    /// Whether what its accounts hold of an instrument belongs to it.
    public func contains(_ instrument: InstrumentID) -> Bool {
        guard let instruments else { return true }
        let place = Int(instrument.rawValue) - 1
        return instruments.indices.contains(place) && instruments[place]
    }

    /// Whether what an account holds of an instrument belongs to it; nil stands for the account's cash.
    package func contains(_ account: AccountID, _ instrument: InstrumentID?) -> Bool {
        contains(account) && (instrument.map(contains) ?? hasCash)
    }
}
