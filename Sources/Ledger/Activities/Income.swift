import Values

extension ActivityRule {
    /// What is earned.
    static let income = [dividend, reinvestedDividend, dividendInKind, returnOfCapital, notionalDistribution, stakingReward, bonus, interest]

    static let dividend = ActivityRule(
        kind: .dividend,
        summary: "A payment to those who hold an instrument.",
        effect: "Cash rises by the amount less fee and tax withheld; the amount is income of the holding. Below zero it takes back an "
            + "earlier dividend.",
        example: #"dividend{date="2014-04-30", account="Brokerage", symbol="ORCL", amount=12, tax=1.80}"#,
        required: [.symbol],
        optional: [.quantity, .price, .amount, .fee, .tax, .fxRate, .settle],
        isReversible: true, earnsIncome: true,
        figuresForm: .payment,
        importWords: [
            "div", "dividends", "cash dividend", "qualified dividend", "ordinary dividend", "non qualified dividend", "dividend received", "dividend ordinary", "dividend dividend",
            "cdiv", "reinvest dividend", "distribution", "dividende", "ausschüttung",
        ]
    ) { facts, postings throws(DecimalError) in
        let gross = try facts.gross
        postings.income(gross)
        postings.fee(facts.fee)
        postings.tax(facts.tax)
        postings.cash(try gross - facts.fee - facts.tax)
    }
}

extension ActivityRule {
    static let reinvestedDividend = ActivityRule(
        kind: .dividend, subtype: .drip,
        summary: "A dividend that bought more of what paid it.",
        effect: "The dividend is income, and the units become a lot that cost quantity times price. Cash changes by what is left of the "
            + "dividend after fee, tax and the purchase; without an amount the dividend is what the units cost.",
        example: #"drip{date="2014-04-30", account="Brokerage", symbol="ORCL", amount=12, quantity=0.31, price=38.70}"#,
        required: [.symbol, .quantity, .price],
        optional: [.amount, .fee, .tax, .fxRate, .settle],
        isTrade: true, earnsIncome: true, amountIsApart: true,
        figuresForm: .trade
    ) { facts, postings throws(DecimalError) in
        let cost = try facts.product, dividend = facts.amount.isAbsent ? cost : facts.amount
        postings.income(dividend)
        postings.acquire(facts.quantity, cost: cost)
        postings.fee(facts.fee)
        postings.tax(facts.tax)
        postings.cash(try dividend - cost - facts.fee - facts.tax)
    }
}

extension ActivityRule {
    static let dividendInKind = ActivityRule(
        kind: .dividend, subtype: .dividendInKind,
        summary: "A dividend paid in units, mostly of another instrument.",
        effect: "The worth of the units on the day is income of what paid it; the units become a lot of `into` (or of the same "
            + "instrument) that cost as much. Cash falls by fee and tax only.",
        example: #"dividend_in_kind{date="2014-04-30", account="Brokerage", symbol="ORCL", into="NVDA", quantity=2, price=18}"#,
        required: [.symbol, .quantity],
        optional: [.into, .price, .amount, .fee, .tax, .fxRate, .settle],
        earnsIncome: true
    ) { facts, postings throws(DecimalError) in
        let worth = try facts.gross
        postings.income(worth)
        postings.acquire(facts.quantity, cost: worth, of: facts.other ?? facts.position)
        postings.fee(facts.fee)
        postings.tax(facts.tax)
        postings.cash(-(try facts.fee + facts.tax))
    }
}

extension ActivityRule {
    static let stakingReward = ActivityRule(
        kind: .interest, subtype: .stakingReward,
        summary: "Units earned for lending or staking others.",
        effect: "The worth of the units on the day is income, and they become a lot that cost as much. Cash falls by fee and tax only.",
        example: #"staking_reward{date="2014-12-31", account="Brokerage", symbol="ORCL", quantity=0.1, price=44}"#,
        required: [.symbol, .quantity],
        optional: [.price, .amount, .fee, .tax, .fxRate, .settle],
        isTrade: true, earnsIncome: true
    ) { facts, postings throws(DecimalError) in
        let worth = try facts.gross
        postings.income(worth)
        postings.acquire(facts.quantity, cost: worth)
        postings.fee(facts.fee)
        postings.tax(facts.tax)
        postings.cash(-(try facts.fee + facts.tax))
    }
}

extension ActivityRule {
    static let bonus = ActivityRule(
        kind: .credit, subtype: .bonus,
        summary: "Money that came with opening an account or moving to it.",
        effect: "Cash rises by the amount less fee and tax; the amount counts as contribution, not as income.",
        example: #"bonus{date="2014-06-30", account="Brokerage", amount=100}"#,
        required: [.amount],
        optional: [.fee, .tax, .fxRate, .settle],
        isReversible: true, movesContribution: true,
        figuresForm: .payment
    ) { facts, postings throws(DecimalError) in
        postings.contribution(facts.amount)
        postings.fee(facts.fee)
        postings.tax(facts.tax)
        postings.cash(try facts.amount - facts.fee - facts.tax)
    }
}

extension ActivityRule {
    static let returnOfCapital = ActivityRule(
        kind: .dividend, subtype: .returnOfCapital,
        summary: "A payment that gives back part of what the units cost.",
        effect: "Cash rises by the amount less fee and tax. The cost of the lots falls by it, unit for unit; what a lot's cost cannot take is a gain.",
        example: #"return_of_capital{date="2014-04-30", account="Brokerage", symbol="ORCL", amount=30}"#,
        required: [.symbol, .amount],
        optional: [.fee, .tax, .fxRate, .settle],
        isTrade: true,
        figuresForm: .payment
    ) { facts, postings throws(DecimalError) in
        postings.returnCapital(facts.amount)
        postings.fee(facts.fee)
        postings.tax(facts.tax)
        postings.cash(try facts.amount - facts.fee - facts.tax)
    }
}

extension ActivityRule {
    static let notionalDistribution = ActivityRule(
        kind: .dividend, subtype: .notionalDistribution,
        summary: "Income that a fund keeps and that its owner is taxed for: it raises what the units cost, and brings no cash and no units.",
        effect: "The amount is income, and the cost of the lots rises by it, unit for unit. Cash falls by fee and tax only. Canadian funds "
            + "call it a notional or reinvested distribution, and Portfolio Slicer records it so; elsewhere the cost is adjusted by hand.",
        example: #"notional_distribution{date="2014-12-31", account="Brokerage", symbol="ORCL", amount=12}"#,
        required: [.symbol, .amount],
        optional: [.fee, .tax, .fxRate],
        isTrade: true, earnsIncome: true
    ) { facts, postings throws(DecimalError) in
        postings.income(facts.amount)
        postings.returnCapital(-facts.amount)
        postings.fee(facts.fee)
        postings.tax(facts.tax)
        postings.cash(-(try facts.fee + facts.tax))
    }
}

extension ActivityRule {
    static let interest = ActivityRule(
        kind: .interest,
        summary: "Interest on cash, a deposit or a bond.",
        effect: "Cash rises by the amount less fee and tax withheld; the amount is income. Below zero it is interest paid, or takes back "
            + "interest booked earlier.",
        example: #"interest{date="2014-12-31", account="Savings", amount=7.40}"#,
        required: [.amount],
        optional: [.symbol, .fee, .tax, .fxRate, .settle],
        isReversible: true, earnsIncome: true,
        figuresForm: .payment,
        importWords: [
            "int", "credit interest", "bank interest", "interest income", "interest earned", "cash interest", "interest on cash", "coupon", "coupons", "coupon payment",
            "bond coupon", "bond interest", "zins", "zinsen", "kupon",
        ]
    ) { facts, postings throws(DecimalError) in
        postings.income(facts.amount)
        postings.fee(facts.fee)
        postings.tax(facts.tax)
        postings.cash(try facts.amount - facts.fee - facts.tax)
    }
}
