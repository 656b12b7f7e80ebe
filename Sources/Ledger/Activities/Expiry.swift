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
}
