import Values

extension ActivityRule {
    static let deposit = ActivityRule(
        kind: .deposit,
        summary: "Money that the owner brought in.",
        effect: "Cash rises by the amount less the fee; the contribution rises by the amount.",
        example: #"deposit{date="2014-01-02", account="Brokerage", amount=500}"#,
        required: [.amount],
        optional: [.fee, .fxRate, .settle],
        opposite: .withdrawal, movesContribution: true
    ) { facts, postings throws(DecimalError) in
        postings.cash(try facts.amount - facts.fee)
        postings.fee(facts.fee)
        postings.contribution(facts.amount)
    }
}
