import Values

extension ActivityRule {
    static let symbolChange = ActivityRule(
        kind: .adjustment, subtype: .symbolChange,
        summary: "An instrument that goes on under another symbol.",
        effect: "Lots become lots of `into`, with their units, days and cost.",
        example: #"symbol_change{date="2014-12-31", symbol="ORCL", into="NVDA"}"#,
        required: [.symbol, .into],
        optional: [],
        isTrade: true, needsMoney: false, mayBeOfEveryAccount: true
    ) { facts, postings throws(DecimalError) in
        if let other = facts.other { postings.convert(into: other, .same, share: .one, movesUnits: true) }
    }
}
