import Values

extension ActivityRule {
    /// What brings a book in line with what is so.
    static let corrections = [adjustment, position, unknown]

    static let adjustment = ActivityRule(
        kind: .adjustment,
        summary: "A correction that brings the book in line with the broker's.",
        effect: "With a symbol, units appear as a lot that cost the amount, or quantity times price, or nothing. Without one, cash "
            + "changes by the amount, which may be below zero. Either counts as contribution, never as gain or income.",
        example: #"adjust{date="2014-12-31", account="Savings", amount=-0.01, notes="rounding"}"#,
        required: [],
        optional: [.symbol, .quantity, .price, .amount, .fxRate, .settle, .opened],
        isReversible: true, movesContribution: true, needsMoney: false,
        importWords: ["adjust", "correction"]
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

extension ActivityRule {
    static let position = ActivityRule(
        kind: .adjustment, subtype: .position,
        summary: "What is held as it stands, in an account whose trades nobody records.",
        effect: "The units are as told from that day on: those that are more become a lot, those that are fewer leave by the lot method without a "
            + "gain, and so does what was sold short. The lots cost the amount in all, or quantity times price, where that was told; where it was not, "
            + "new units cost what the others "
            + "do, and of the first ones cost and gain are unknown. Contribution follows the cost.",
        example: #"position{date="2014-12-31", account="Pension", symbol="ORCL", quantity=12, price=40}"#,
        required: [.symbol, .quantity],
        optional: [.price, .amount, .opened],
        isTrade: true, needsMoney: false, mayBeNothing: true
    ) { facts, postings throws(DecimalError) in
        let isPriced = !facts.amount.isAbsent || !facts.price.isAbsent
        postings.holdPosition(facts.quantity, cost: isPriced ? try facts.gross : nil)
    }
}

extension ActivityRule {
    static let unknown = ActivityRule(
        kind: .unknown,
        summary: "Something that is yet to be understood.",
        effect: "It changes nothing until it is voided and recorded as what it is; a warning tells of it.",
        example: #"record{type="unknown", date="2014-12-31", account="Savings", amount=3, notes="CORP ACT 7731"}"#,
        required: [],
        optional: [.symbol, .quantity, .price, .amount, .fee, .tax, .fxRate, .settle, .ratio, .into, .group, .opened, .share],
        isReversible: true, needsMoney: false
    ) { _, _ in }
}
