import Values

extension ActivityRule {
    static let sell = ActivityRule(
        kind: .sell,
        summary: "Units sold for cash.",
        effect: "Cash rises by quantity times price (and multiplier) less fee and tax; lots are relieved in the order of the lot method, "
            + "each with its share of the proceeds, from which the fee is taken unless fees are kept apart, and the tax where taxes_in_cost says so. Selling more than is held "
            + "is refused unless the account may go short, or the subtype is sell_to_open; then the rest opens a short lot. With lots, "
            + "those are taken first, in the order named.",
        example: #"sell{date="2015-06-01", account="Brokerage", symbol="ORCL", quantity=4, price=43.10, fee=1}"#,
        required: [.symbol, .quantity],
        optional: [.price, .amount, .fee, .tax, .fxRate, .settle, .lots, .group],
        subtypes: [.sellToOpen, .sellToClose],
        isTrade: true, opposite: .buy
    ) { facts, postings throws(DecimalError) in
        let gross = try facts.gross
        postings.relieve(facts.quantity, proceeds: try gross - postings.chargesInCost(facts))
        postings.chargesApart(facts)
        postings.cash(try gross - facts.fee - facts.tax)
    }
}
