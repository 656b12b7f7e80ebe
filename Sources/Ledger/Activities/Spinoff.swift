import Values

extension ActivityRule {
    static let spinoff = ActivityRule(
        kind: .adjustment, subtype: .spinoff,
        summary: "A company that gave its owners units of a part of it.",
        effect: "For each lot a lot of `into` comes about, its units by the ratio, acquired on the same day; `share` of the lot's cost goes with it.",
        example: #"spinoff{date="2014-12-31", symbol="ORCL", into="NVDA", ratio="1:4", share=0.1}"#,
        required: [.symbol, .into, .ratio, .share],
        optional: [],
        isTrade: true, needsMoney: false, mayBeOfEveryAccount: true
    ) { facts, postings throws(DecimalError) in
        if let other = facts.other { postings.convert(into: other, facts.ratio, share: facts.detail?.share ?? .zero, movesUnits: false) }
    }
}
