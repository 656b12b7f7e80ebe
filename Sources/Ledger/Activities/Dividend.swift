import Values

extension ActivityRule {
    static let dividend = ActivityRule(
        kind: .dividend,
        summary: "A payment to those who hold an instrument.",
        effect: "Cash rises by the amount less fee and tax withheld; the amount is income of the holding. Below zero it takes back an "
            + "earlier dividend.",
        example: #"dividend{date="2014-04-30", account="Brokerage", symbol="ORCL", amount=12, tax=1.80}"#,
        required: [.symbol],
        optional: [.quantity, .price, .amount, .fee, .tax, .fxRate, .settle],
        isReversible: true, earnsIncome: true
    ) { facts, postings throws(DecimalError) in
        let gross = try facts.gross
        postings.income(gross)
        postings.fee(facts.fee)
        postings.tax(facts.tax)
        postings.cash(try gross - facts.fee - facts.tax)
    }
}
