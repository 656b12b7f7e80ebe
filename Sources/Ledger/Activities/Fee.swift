import Values

extension ActivityRule {
    static let fee = ActivityRule(
        kind: .fee,
        summary: "A charge that belongs to no trade, such as custody.",
        effect: "Cash falls by the amount. Below zero it is a refund.",
        example: #"fee{date="2014-12-31", account="Brokerage", amount=25, notes="custody"}"#,
        required: [.amount],
        optional: [.symbol, .fxRate, .settle],
        isReversible: true
    ) { facts, postings throws(DecimalError) in
        postings.fee(facts.amount)
        postings.cash(-facts.amount)
    }
}
