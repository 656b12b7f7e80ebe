import Values

extension ActivityRule {
    static let dividendInKind = ActivityRule(
        kind: .dividend, subtype: .dividendInKind,
        summary: "A dividend paid in units, mostly of another instrument.",
        effect: "The worth of the units on the day is income of what paid it; the units become a lot of `into` (or of the same "
            + "instrument) that cost as much. Cash falls by fee and tax only.",
        example: #"dividend_in_kind{date="2014-04-30", account="Brokerage", symbol="ORCL", into="NVDA", quantity=2, price=18}"#,
        required: [.symbol, .quantity],
        optional: [.into, .price, .amount, .fee, .tax, .fxRate, .settle],
        earnsIncome: true
    ) { facts, postings throws(DecimalError) in
        let worth = try facts.gross
        postings.income(worth)
        postings.acquire(facts.quantity, cost: worth, of: facts.other ?? facts.position)
        postings.fee(facts.fee)
        postings.tax(facts.tax)
        postings.cash(-(try facts.fee + facts.tax))
    }
}
