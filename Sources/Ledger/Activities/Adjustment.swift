import Values

extension ActivityRule {
    static let adjustment = ActivityRule(
        kind: .adjustment,
        summary: "A correction that brings the book in line with the broker's.",
        effect: "With a symbol, units appear as a lot that cost the amount, or quantity times price, or nothing. Without one, cash "
            + "changes by the amount, which may be below zero. Either counts as contribution, never as gain or income.",
        example: #"adjust{date="2014-12-31", account="Savings", amount=-0.01, notes="rounding"}"#,
        required: [],
        optional: [.symbol, .quantity, .price, .amount, .fxRate, .settle, .opened],
        isReversible: true, movesContribution: true, needsMoney: false
    ) { facts, postings throws(DecimalError) in
        if facts.isOfUnits {
            let cost: FixedDecimal = facts.amount.isAbsent && facts.price.isAbsent ? .zero : try facts.gross
            postings.acquire(facts.quantity, cost: cost)
            postings.contribution(cost)
        } else {
            postings.contribution(facts.amount)
            postings.cash(facts.amount)
        }
    }
}
