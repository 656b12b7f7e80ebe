import Values

extension ActivityRule {
    static let credit = ActivityRule(
        kind: .credit,
        summary: "Money that the broker gave: a rebate, a refund, a reward.",
        effect: "Cash rises by the amount less fee and tax; the amount is income of the account. Below zero it takes back an earlier credit.",
        example: #"credit{date="2014-06-30", account="Brokerage", amount=5, notes="rebate"}"#,
        required: [.amount],
        optional: [.symbol, .fee, .tax, .fxRate, .settle],
        isReversible: true, earnsIncome: true
    ) { facts, postings throws(DecimalError) in
        postings.income(facts.amount)
        postings.fee(facts.fee)
        postings.tax(facts.tax)
        postings.cash(try facts.amount - facts.fee - facts.tax)
    }
}
