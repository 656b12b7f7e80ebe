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

/// What a file tells of an option, its underlying still by name.
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

    /// The instrument that may be bought or sold, defined as a stock where nobody did.
    func underlying(in currency: Currency, _ plan: inout PlanBuilder) -> InstrumentID {
        let known = plan.instrument(named: underlying)
        return InstrumentID(known != 0 ? known : plan.define(Instrument(symbol: underlying, currency: currency)))
    }

    /// The option itself, defined where it is not.
    func instrument(in currency: Currency, _ plan: inout PlanBuilder) -> Int32 {
        let known = plan.instrument(named: symbol)
        if known != 0 { return known }
        let terms = OptionTerms(underlying: underlying(in: currency, &plan), right: right, strike: strike, expires: expires)
        return plan.define(Instrument(symbol: symbol, kind: .option, currency: currency, multiplier: multiplier, option: terms))
    }

    /// The symbol under which the book has the option, whatever it is, else the one it gets.
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
