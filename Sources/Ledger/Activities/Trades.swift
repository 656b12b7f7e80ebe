import Values

extension ActivityRule {
    /// What trades do, and the use of options.
    static let trades = [buy, sell, expiry, assignment, exercise]

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
        isTrade: true, opposite: .sell,
        figuresForm: .trade, bringsCash: false,
        importWords: [
            "bought", "purchase", "purchased", "you bought", "buy order", "market buy", "limit buy", "buy market", "buy limit", "advanced trade buy", "reinvest shares", "b",
            "kauf",
        ]
    ) { facts, postings throws(DecimalError) in
        let gross = try facts.gross
        let total = try gross + facts.fee + facts.tax
        postings.acquire(facts.quantity, cost: try gross + postings.chargesInCost(facts))
        postings.chargesApart(facts)
        if facts.subtype == .opening { postings.contribution(total) } else { postings.cash(-total) }
    }
}

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
        isTrade: true, opposite: .buy,
        figuresForm: .trade,
        importWords: ["sold", "sale", "you sold", "sell order", "market sell", "limit sell", "sell market", "sell limit", "advanced trade sell", "redemption", "s", "verkauf"]
    ) { facts, postings throws(DecimalError) in
        let gross = try facts.gross
        postings.relieve(facts.quantity, proceeds: try gross - postings.chargesInCost(facts))
        postings.chargesApart(facts)
        postings.cash(try gross - facts.fee - facts.tax)
    }
}

extension ActivityRule {
    static let exercise = ActivityRule(
        kind: .adjustment, subtype: .exercise,
        summary: "A long option that its owner used.",
        effect: "The contracts close at zero and their premium is consumed. A call buys the underlying at strike plus premium, a put sells "
            + "it at strike less premium. With the setting option_premium at cash the premium is a loss of the option, and the trade is at the strike.",
        example: #"exercise{date="2014-12-31", account="Options", symbol="ORCL141231C40", quantity=1}"#,
        required: [.symbol, .quantity, .into, .price],
        optional: [.fee, .tax, .fxRate, .settle],
        isTrade: true, needsMoney: false
    ) { facts, postings throws(DecimalError) in
        try postings.useOption(facts)
    }
}

extension ActivityRule {
    static let assignment = ActivityRule(
        kind: .adjustment, subtype: .assignment,
        summary: "A short option whose owner used it.",
        effect: "The contracts close at zero and their premium is consumed. A put buys the underlying at strike less premium, a call sells "
            + "it at strike plus premium. With the setting option_premium at cash the premium stays a gain of the option, and the trade is at the strike.",
        example: #"assign{date="2014-12-31", account="Options", symbol="ORCL141231P46", quantity=1}"#,
        required: [.symbol, .quantity, .into, .price],
        optional: [.fee, .tax, .fxRate, .settle],
        isTrade: true, needsMoney: false
    ) { facts, postings throws(DecimalError) in
        try postings.useOption(facts)
    }
}

extension ActivityRule {
    static let expiry = ActivityRule(
        kind: .adjustment, subtype: .expiry,
        summary: "An option that ended worthless.",
        effect: "The contracts, or all that are held, close at zero: what was paid is lost, what was received is kept.",
        example: #"expire{date="2014-12-31", account="Options", symbol="ORCL141231C40"}"#,
        required: [.symbol],
        optional: [.quantity],
        isTrade: true, needsMoney: false
    ) { facts, postings throws(DecimalError) in
        postings.closeOption(facts.quantity)
    }
}
