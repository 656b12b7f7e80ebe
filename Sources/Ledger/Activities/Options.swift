import Values

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

    static let assignment = ActivityRule(
        kind: .adjustment, subtype: .assignment,
        summary: "A short option whose owner used it.",
        effect: "The contracts close at zero and their premium is consumed. A put buys the underlying at strike less premium, a call sells "
            + "it at strike plus premium. With the setting option_premium at cash the premium stays a gain of the option, and the trade is at the strike.",
        example: #"assign{date="2014-12-31", account="Options", symbol="ORCL141231P46", quantity=1}"#,
        required: [.symbol, .quantity, .into, .price],
        optional: [.fee, .tax],
        isTrade: true, needsMoney: false
    ) { facts, postings throws(DecimalError) in
        try postings.useOption(facts)
    }

    static let exercise = ActivityRule(
        kind: .adjustment, subtype: .exercise,
        summary: "A long option that its owner used.",
        effect: "The contracts close at zero and their premium is consumed. A call buys the underlying at strike plus premium, a put sells "
            + "it at strike less premium. With the setting option_premium at cash the premium is a loss of the option, and the trade is at the strike.",
        example: #"exercise{date="2014-12-31", account="Options", symbol="ORCL141231C40", quantity=1}"#,
        required: [.symbol, .quantity, .into, .price],
        optional: [.fee, .tax],
        isTrade: true, needsMoney: false
    ) { facts, postings throws(DecimalError) in
        try postings.useOption(facts)
    }
}
