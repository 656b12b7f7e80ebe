import Values

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
