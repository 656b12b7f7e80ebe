import Values

extension ActivityRule {
    static let returnOfCapital = ActivityRule(
        kind: .dividend, subtype: .returnOfCapital,
        summary: "A payment that gives back part of what the units cost.",
        effect: "Cash rises by the amount less fee and tax. The cost of the lots falls by it, unit for unit; what a lot's cost cannot take is a gain.",
        example: #"return_of_capital{date="2014-04-30", account="Brokerage", symbol="ORCL", amount=30}"#,
        required: [.symbol, .amount],
        optional: [.fee, .tax, .fxRate, .settle],
        isTrade: true
    ) { facts, postings throws(DecimalError) in
        postings.returnCapital(facts.amount)
        postings.fee(facts.fee)
        postings.tax(facts.tax)
        postings.cash(try facts.amount - facts.fee - facts.tax)
    }
}
