import Values

extension ActivityRule {
    static let notionalDistribution = ActivityRule(
        kind: .dividend, subtype: .notionalDistribution,
        summary: "Income that a fund keeps and that its owner is taxed for: it raises what the units cost, and brings no cash and no units.",
        effect: "The amount is income, and the cost of the lots rises by it, unit for unit. Cash falls by fee and tax only. Canadian funds "
            + "call it a notional or reinvested distribution, and Portfolio Slicer records it so; elsewhere the cost is adjusted by hand.",
        example: #"notional_distribution{date="2014-12-31", account="Brokerage", symbol="ORCL", amount=12}"#,
        required: [.symbol, .amount],
        optional: [.fee, .tax, .fxRate],
        isTrade: true, earnsIncome: true
    ) { facts, postings throws(DecimalError) in
        postings.income(facts.amount)
        postings.returnCapital(-facts.amount)
        postings.fee(facts.fee)
        postings.tax(facts.tax)
        postings.cash(-(try facts.fee + facts.tax))
    }
}
