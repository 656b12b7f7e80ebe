import Values

extension ActivityRule {
    static let position = ActivityRule(
        kind: .adjustment, subtype: .position,
        summary: "What is held as it stands, in an account whose trades nobody records.",
        effect: "The units are as told from that day on: those that are more become a lot, those that are fewer leave by the lot method without a "
            + "gain, and so does what was sold short. The lots cost the amount in all, or quantity times price, where that was told; where it was not, new units cost what the others "
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
