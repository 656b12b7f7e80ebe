import Values

extension ActivityRule {
    static let tax = ActivityRule(
        kind: .tax,
        summary: "A tax paid from the account.",
        effect: "Cash falls by the amount. Below zero it is a refund.",
        example: #"tax{date="2015-05-02", account="Brokerage", amount=130}"#,
        required: [.amount],
        optional: [.symbol, .fxRate, .settle],
        isReversible: true
    ) { facts, postings throws(DecimalError) in
        postings.tax(facts.amount)
        postings.cash(-facts.amount)
    }
}
