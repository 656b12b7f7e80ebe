import Values

extension ActivityRule {
    static let split = ActivityRule(
        kind: .split,
        summary: "Units that become more, or fewer, without a change of what they are worth.",
        effect: "Every lot has its units multiplied by the ratio and keeps its cost to the last digit. Without an account it is of the "
            + "instrument wherever it is held. With an amount, which needs an account, the fraction of a unit that is left is sold for it.",
        example: #"split{date="2000-10-13", symbol="ORCL", ratio="2:1"}"#,
        required: [.symbol, .ratio],
        optional: [.amount, .fee, .tax, .fxRate, .settle],
        isTrade: true, needsMoney: false, mayBeOfEveryAccount: true
    ) { facts, postings throws(DecimalError) in
        postings.split(facts.ratio)
        if !facts.amount.isAbsent { postings.sellFraction(for: facts.amount) }
        try postings.moneyAtHand(facts)
    }
}
