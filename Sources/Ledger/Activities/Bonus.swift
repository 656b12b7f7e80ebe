import Values

extension ActivityRule {
    static let bonus = ActivityRule(
        kind: .credit, subtype: .bonus,
        summary: "Money that came with opening an account or moving to it.",
        effect: "Cash rises by the amount less fee and tax; the amount counts as contribution, not as income.",
        example: #"bonus{date="2014-06-30", account="Brokerage", amount=100}"#,
        required: [.amount],
        optional: [.fee, .tax, .fxRate, .settle],
        isReversible: true, movesContribution: true
    ) { facts, postings throws(DecimalError) in
        postings.contribution(facts.amount)
        postings.fee(facts.fee)
        postings.tax(facts.tax)
        postings.cash(try facts.amount - facts.fee - facts.tax)
    }
}
