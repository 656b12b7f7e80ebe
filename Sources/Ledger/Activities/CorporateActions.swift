import Values

extension ActivityRule {
    /// What companies do with their shares.
    static let corporateActions = [split, merger, spinoff, symbolChange]

    static let split = ActivityRule(
        kind: .split,
        summary: "Units that become more, or fewer, without a change of what they are worth.",
        effect: "Every lot has its units multiplied by the ratio and keeps its cost to the last digit. Without an account it is of the "
            + "instrument wherever it is held. With an amount, which needs an account, the fraction of a unit that is left is sold for it.",
        example: #"split{date="2000-10-13", symbol="ORCL", ratio="2:1"}"#,
        required: [.symbol, .ratio],
        optional: [.amount, .fee, .tax, .fxRate, .settle],
        isTrade: true, needsMoney: false, mayBeOfEveryAccount: true,
        bringsCash: false,
        importWords: ["stock split", "forward split", "reverse split", "share split"]
    ) { facts, postings throws(DecimalError) in
        postings.split(facts.ratio)
        if !facts.amount.isAbsent { postings.sellFraction(for: facts.amount) }
        try postings.moneyAtHand(facts)
    }
}

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
