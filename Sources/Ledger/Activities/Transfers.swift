import Values

extension ActivityRule {
    /// What goes from one account to another.
    static let transfers = [transferIn, transferOut]

    static let transferIn = ActivityRule(
        kind: .transferIn,
        summary: "Cash or units moved in from another account.",
        effect: "Cash rises by the amount less fee; or units come in, with the days and cost that they had where the group has a transfer "
            + "out on or before the day. Units without one become a lot at the price given, acquired on `opened`; "
            + "a warning says so, and where none is given, that what they cost is unknown. "
            + "With transfer_fees_in_cost the fee raises what they cost.",
        example: #"record{type="transfer_in", date="2014-12-20", account="Savings", amount=200, group="to savings"}"#,
        required: [],
        optional: [.symbol, .quantity, .amount, .price, .fee, .tax, .fxRate, .settle, .group, .opened],
        isTrade: true, opposite: .transferOut, movesContribution: true, needsMoney: false,
        figuresForm: .transfer,
        importWords: ["transfer in", "transferin", "delivery inbound", "shares in", "acat in", "journal in"]
    ) { facts, postings throws(DecimalError) in
        let isInCost = facts.isOfUnits && postings.transferFeesInCost
        if !isInCost { postings.fee(facts.fee) }
        postings.tax(facts.tax)
        let charges = try facts.fee + facts.tax
        if !facts.isOfUnits {
            postings.contribution(facts.amount)
            postings.cash(try facts.amount - charges)
        } else {
            let cost = facts.amount.isAbsent && facts.price.isAbsent ? nil : try facts.gross
            postings.transferIn(facts.quantity, cost: cost, fee: isInCost ? facts.fee : .zero, group: facts.group)
            if !charges.isZero { postings.cash(-charges) }
        }
    }
}

extension ActivityRule {
    static let transferOut = ActivityRule(
        kind: .transferOut,
        summary: "Cash or units moved out to another account.",
        effect: "Cash falls by the amount plus fee; or units leave with their lots, which the transfer in of the same group takes up with "
            + "their days and cost. The group outside says that the other side is not in the book. "
            + "The contribution falls by the amount, or by what the units cost; there is no gain.",
        example: #"record{type="transfer_out", date="2014-12-20", account="Brokerage", amount=200, group="to savings"}"#,
        required: [],
        optional: [.symbol, .quantity, .amount, .price, .fee, .tax, .fxRate, .settle, .group, .lots],
        isTrade: true, opposite: .transferIn, movesContribution: true, needsMoney: false,
        figuresForm: .transfer, bringsCash: false,
        importWords: ["transfer out", "transferout", "delivery outbound", "shares out", "acat out", "journal out"]
    ) { facts, postings throws(DecimalError) in
        let isInCost = facts.isOfUnits && postings.transferFeesInCost && TransferGroup.isPair(facts.group)
        if !isInCost { postings.fee(facts.fee) }
        postings.tax(facts.tax)
        let charges = try facts.fee + facts.tax
        if !facts.isOfUnits {
            postings.contribution(-facts.amount)
            postings.cash(-(try facts.amount + charges))
        } else {
            postings.transferOut(facts.quantity, fee: isInCost ? facts.fee : .zero, group: facts.group)
            if !charges.isZero { postings.cash(-charges) }
        }
    }
}
