import Values

extension ActivityRule {
    /// What brings money and takes it.
    static let payments = [deposit, withdrawal, credit, fee, tax, exchange]

    static let deposit = ActivityRule(
        kind: .deposit,
        summary: "Money that the owner brought in.",
        effect: "Cash rises by the amount less the fee; the contribution rises by the amount.",
        example: #"deposit{date="2014-01-02", account="Brokerage", amount=500}"#,
        required: [.amount],
        optional: [.fee, .fxRate, .settle],
        opposite: .withdrawal, movesContribution: true,
        figuresForm: .payment,
        importWords: ["deposits", "contribution", "cash in", "money in", "cash deposit", "top up", "cash top up", "wire in", "paid in", "funds received", "einzahlung", "einlage"]
    ) { facts, postings throws(DecimalError) in
        postings.cash(try facts.amount - facts.fee)
        postings.fee(facts.fee)
        postings.contribution(facts.amount)
    }
}

extension ActivityRule {
    static let withdrawal = ActivityRule(
        kind: .withdrawal,
        summary: "Money that the owner took out.",
        effect: "Cash falls by the amount plus the fee; the contribution falls by the amount.",
        example: #"withdraw{date="2014-12-20", account="Brokerage", amount=200}"#,
        required: [.amount],
        optional: [.fee, .fxRate, .settle],
        opposite: .deposit, movesContribution: true,
        figuresForm: .payment, bringsCash: false,
        importWords: ["withdraw", "withdrawals", "removal", "cash out", "money out", "cash withdrawal", "payout", "wire out", "paid out", "auszahlung", "entnahme"]
    ) { facts, postings throws(DecimalError) in
        postings.cash(-(try facts.amount + facts.fee))
        postings.fee(facts.fee)
        postings.contribution(-facts.amount)
    }
}

extension ActivityRule {
    static let credit = ActivityRule(
        kind: .credit,
        summary: "Money that the broker gave: a rebate, a refund, a reward.",
        effect: "Cash rises by the amount less fee and tax; the amount is income of the account. Below zero it takes back an earlier credit.",
        example: #"credit{date="2014-06-30", account="Brokerage", amount=5, notes="rebate"}"#,
        required: [.amount],
        optional: [.symbol, .fee, .tax, .fxRate, .settle],
        isReversible: true, earnsIncome: true,
        figuresForm: .payment,
        importWords: ["rebate", "refund", "cash back", "reward"]
    ) { facts, postings throws(DecimalError) in
        postings.income(facts.amount)
        postings.fee(facts.fee)
        postings.tax(facts.tax)
        postings.cash(try facts.amount - facts.fee - facts.tax)
    }
}

extension ActivityRule {
    static let fee = ActivityRule(
        kind: .fee,
        summary: "A charge that belongs to no trade, such as custody.",
        effect: "Cash falls by the amount. Below zero it is a refund.",
        example: #"fee{date="2014-12-31", account="Brokerage", amount=25, notes="custody"}"#,
        required: [.amount],
        optional: [.symbol, .fxRate, .settle],
        isReversible: true,
        figuresForm: .fee, bringsCash: false,
        importWords: ["fees", "charge", "commission", "service charge", "custody fee", "management fee", "account fee", "adr fee", "gebühr", "gebühren"]
    ) { facts, postings throws(DecimalError) in
        postings.fee(facts.amount)
        postings.cash(-facts.amount)
    }
}

extension ActivityRule {
    static let tax = ActivityRule(
        kind: .tax,
        summary: "A tax paid from the account.",
        effect: "Cash falls by the amount. Below zero it is a refund.",
        example: #"tax{date="2015-05-02", account="Brokerage", amount=130}"#,
        required: [.amount],
        optional: [.symbol, .fxRate, .settle],
        isReversible: true,
        figuresForm: .tax, bringsCash: false,
        importWords: ["taxes", "withholding", "withholding tax", "tax withheld", "foreign tax", "foreign tax paid", "nra tax", "nra tax adj", "steuer", "steuern"]
    ) { facts, postings throws(DecimalError) in
        postings.tax(facts.amount)
        postings.cash(-facts.amount)
    }
}

extension ActivityRule {
    static let exchange = ActivityRule(
        kind: .adjustment, subtype: .exchange,
        summary: "One side of a change of one currency into another; exchange records both.",
        effect: "Cash changes by the amount, which is below zero on the side that is given, less the fee. It is neither contribution nor income; what "
            + "the market's rates of the day would have given more or less is a gain or a loss by currency.",
        example: #"exchange{date="2014-12-20", account="Brokerage", amount=500, from="USD", to="EUR", rate=0.8}"#,
        required: [.amount],
        optional: [.fee, .tax, .group],
        isReversible: true,
        figuresForm: .payment
    ) { facts, postings throws(DecimalError) in
        postings.fee(facts.fee)
        postings.tax(facts.tax)
        postings.exchange(-facts.amount)
        postings.cash(try facts.amount - facts.fee - facts.tax)
    }
}
