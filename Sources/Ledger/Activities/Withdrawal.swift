import Values

extension ActivityRule {
    static let withdrawal = ActivityRule(
        kind: .withdrawal,
        summary: "Money that the owner took out.",
        effect: "Cash falls by the amount plus the fee; the contribution falls by the amount.",
        example: #"withdraw{date="2014-12-20", account="Brokerage", amount=200}"#,
        required: [.amount],
        optional: [.fee, .fxRate, .settle],
        opposite: .deposit, movesContribution: true
    ) { facts, postings throws(DecimalError) in
        postings.cash(-(try facts.amount + facts.fee))
        postings.fee(facts.fee)
        postings.contribution(-facts.amount)
    }
}
