public import Ledger
public import Values

/// The draft of a row's activity, with what defines its account and its instrument where these are new.
public struct ImportedDraft: Sendable {
    /// What happened, names still as text.
    public var draft: ActivityDraft
    /// The name of a new instrument.
    public var name = ""
    /// The kind of a new instrument; nil for a stock.
    public var kind: Instrument.Kind?
    /// Units of the underlying in one of a new instrument.
    public var multiplier: FixedDecimal?
    /// The portfolio of a new account.
    public var portfolio = ""
    /// The owner of a new account.
    public var owner = ""
    /// The currency of a new account, where the file tells it apart from the row's.
    public var accountCurrency: Currency?
    /// What the statement says that it does to the account's cash, in the currency in which it settles, below zero for what leaves; nil where it does not say.
    public var cash: FixedDecimal?
    /// The terms of an option that the file defines.
    var terms: ContractTerms?
    /// Whether a new account has to be able to sell what it does not hold.
    var opensShort = false
    /// Whether it is of every account, though one is told for rows that name none.
    var isOfEveryAccount = false
    /// The number by which drafts of the same file name the lot that it opens; nil where none does.
    var number: Int?
    /// The id by which the source of the file knows the row; empty for none.
    public var sourceID = ""

    /// A draft by itself.
    public init(_ draft: ActivityDraft) { self.draft = draft }
}

/// The terms of an option as a file tells them, the underlying by its symbol.
struct ContractTerms: Hashable {
    var underlying: String
    var right: OptionTerms.Right
    var strike: FixedDecimal
    var expires: Day
    var multiplier: FixedDecimal

    /// The symbol that luca gives it: `KLM 2027-01-15 42.5 P`, with the multiplier behind where it is not 100.
    var symbol: String {
        "\(underlying) \(expires) \(strike) \(right == .call ? "C" : "P")" + (multiplier == 100 ? "" : " x\(multiplier)")
    }

    /// The id of the underlying, which is defined as a stock if the book has none of that symbol.
    func underlying(in currency: Currency, _ plan: inout PlanBuilder) -> InstrumentID {
        let known = plan.instrument(named: underlying)
        return InstrumentID(known != 0 ? known : plan.define(Instrument(symbol: underlying, currency: currency)))
    }

    /// The id of the option, which is defined if the book has none of that symbol.
    func instrument(in currency: Currency, _ plan: inout PlanBuilder) -> Int32 {
        let known = plan.instrument(named: symbol)
        if known != 0 { return known }
        let terms = OptionTerms(underlying: underlying(in: currency, &plan), right: right, strike: strike, expires: expires)
        return plan.define(Instrument(symbol: symbol, kind: .option, currency: currency, multiplier: multiplier, option: terms))
    }

    /// The symbol of the book's option with these terms, else the one that luca would give it.
    func knownSymbol(_ plan: inout PlanBuilder) -> String {
        let underlying = plan.instrument(named: underlying)
        let known = plan.context.instruments.first { instrument in
            guard let option = instrument.option, underlying != 0 else { return false }
            return option == OptionTerms(underlying: InstrumentID(underlying), right: right, strike: strike, expires: expires)
                && instrument.multiplier == multiplier
        }
        return known?.symbol ?? symbol
    }
}
