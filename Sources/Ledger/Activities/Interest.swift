import Values

extension ActivityRule {
    static let interest = ActivityRule(
        kind: .interest,
        summary: "Interest on cash, a deposit or a bond.",
        effect: "Cash rises by the amount less fee and tax withheld; the amount is income. Below zero it is interest paid, or takes back "
            + "interest booked earlier.",
        example: #"interest{date="2014-12-31", account="Savings", amount=7.40}"#,
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
