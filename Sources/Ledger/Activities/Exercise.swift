import Values

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
