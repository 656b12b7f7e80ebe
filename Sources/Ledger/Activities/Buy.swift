import Values

extension ActivityRule {
    static let buy = ActivityRule(
        kind: .buy,
        summary: "Units bought for cash.",
        effect: "Cash falls by quantity times price (and multiplier) plus fee and tax; units sold short are covered first, the rest "
            + "becomes a lot whose cost holds the fee unless fees are kept apart, and the tax where taxes_in_cost says so. With subtype opening no cash moves: the units were "
            + "there before the book began, perhaps since the day in opened, and their cost counts as contribution. With buy_to_close it "
            + "covers what was sold short, and nothing else.",
        example: #"buy{date="2014-03-03", account="Brokerage", symbol="ORCL", quantity=10, price=31.20, fee=1}"#,
        required: [.symbol, .quantity],
        optional: [.price, .amount, .fee, .tax, .fxRate, .settle, .opened, .group],
        subtypes: [.opening, .buyToOpen, .buyToClose],
        isTrade: true, opposite: .sell
    ) { facts, postings throws(DecimalError) in
        let gross = try facts.gross
        let total = try gross + facts.fee + facts.tax
        postings.acquire(facts.quantity, cost: try gross + postings.chargesInCost(facts))
        postings.chargesApart(facts)
        if facts.subtype == .opening { postings.contribution(total) } else { postings.cash(-total) }
    }
}
