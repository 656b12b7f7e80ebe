import Values

extension ActivityRule {
    static let stakingReward = ActivityRule(
        kind: .interest, subtype: .stakingReward,
        summary: "Units earned for lending or staking others.",
        effect: "The worth of the units on the day is income, and they become a lot that cost as much. Cash falls by fee and tax only.",
        example: #"staking_reward{date="2014-12-31", account="Brokerage", symbol="ORCL", quantity=0.1, price=44}"#,
        required: [.symbol, .quantity],
        optional: [.price, .amount, .fee, .tax, .fxRate, .settle],
        isTrade: true, earnsIncome: true
    ) { facts, postings throws(DecimalError) in
        let worth = try facts.gross
        postings.income(worth)
        postings.acquire(facts.quantity, cost: worth)
        postings.fee(facts.fee)
        postings.tax(facts.tax)
        postings.cash(-(try facts.fee + facts.tax))
    }
}
