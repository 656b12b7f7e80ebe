import Values

extension ActivityRule {
    static let merger = ActivityRule(
        kind: .adjustment, subtype: .merger,
        summary: "Units that another company took over, for its own units, for cash, or for both.",
        effect: "Lots become lots of `into` by the ratio, with their days. Cash, which needs an account, lowers "
            + "their cost; what the cost cannot take is a gain. Without `into` it is a sale of all units for the cash.",
        example: #"merger{date="2014-12-31", symbol="ORCL", into="NVDA", ratio="2:1"}"#,
        required: [.symbol],
        optional: [.into, .ratio, .amount, .fee, .tax, .fxRate, .settle],
        isTrade: true, needsMoney: false, mayBeOfEveryAccount: true
    ) { facts, postings throws(DecimalError) in
        if !facts.amount.isAbsent {
            if facts.other == nil { postings.sellAll(for: facts.amount) } else { postings.returnCapital(facts.amount) }
        }
        try postings.moneyAtHand(facts)
        if let other = facts.other { postings.convert(into: other, facts.ratio, share: .one, movesUnits: true) }
    }
}
