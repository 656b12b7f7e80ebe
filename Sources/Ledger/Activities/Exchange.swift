import Values

extension ActivityRule {
    static let exchange = ActivityRule(
        kind: .adjustment, subtype: .exchange,
        summary: "One side of a change of one currency into another; exchange records both.",
        effect: "Cash changes by the amount, which is below zero on the side that is given, less the fee. It is neither contribution nor income; what "
            + "the market's rates of the day would have given more or less is a gain or a loss by currency.",
        example: #"exchange{date="2014-12-20", account="Brokerage", amount=500, from="USD", to="EUR", rate=0.8}"#,
        required: [.amount],
        optional: [.fee, .tax, .group],
        isReversible: true
    ) { facts, postings throws(DecimalError) in
        postings.fee(facts.fee)
        postings.tax(facts.tax)
        postings.exchange(-facts.amount)
        postings.cash(try facts.amount - facts.fee - facts.tax)
    }
}
