import Values

extension ActivityRule {
    static let reinvestedDividend = ActivityRule(
        kind: .dividend, subtype: .drip,
        summary: "A dividend that bought more of what paid it.",
        effect: "The dividend is income, and the units become a lot that cost quantity times price. Cash changes by what is left of the "
            + "dividend after fee, tax and the purchase; without an amount the dividend is what the units cost.",
        example: #"drip{date="2014-04-30", account="Brokerage", symbol="ORCL", amount=12, quantity=0.31, price=38.70}"#,
        required: [.symbol, .quantity, .price],
        optional: [.amount, .fee, .tax, .fxRate, .settle],
        isTrade: true, earnsIncome: true, amountIsApart: true
    ) { facts, postings throws(DecimalError) in
        let cost = try facts.product, dividend = facts.amount.isAbsent ? cost : facts.amount
        postings.income(dividend)
        postings.acquire(facts.quantity, cost: cost)
        postings.fee(facts.fee)
        postings.tax(facts.tax)
        postings.cash(try dividend - cost - facts.fee - facts.tax)
    }
}
