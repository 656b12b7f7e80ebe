import Ledger
import Values

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
}
