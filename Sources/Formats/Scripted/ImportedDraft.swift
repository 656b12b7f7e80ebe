public import Ledger
public import Values

/// An activity as a row tells it, with what to define where its names are new.
public struct ImportedDraft: Sendable {
    /// What happened, names still as text.
    public var draft: ActivityDraft
    /// What a new instrument is called.
    public var name = ""
    /// What a new instrument is; a stock where nobody said.
    public var kind: Instrument.Kind?
    /// Units of the underlying in one of a new instrument.
    public var multiplier: FixedDecimal?
    /// The portfolio of a new account.
    public var portfolio = ""
    /// Whose a new account is.
    public var owner = ""
    /// The currency of a new account, where the file tells it apart from the row's.
    var accountCurrency: Currency?
    /// The terms of an option that the file defines.
    var terms: ContractTerms?
    /// Whether a new account has to be able to sell what it does not hold.
    var opensShort = false
    /// The id by which the source of the file knows the row; empty for none.
    public var sourceID = ""

    /// A draft by itself.
    public init(_ draft: ActivityDraft) { self.draft = draft }
}
