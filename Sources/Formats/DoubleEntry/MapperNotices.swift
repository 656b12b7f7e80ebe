import Values

extension DoubleEntryMapper {
    /// Tells what transactions have that luca has no place for, or takes otherwise.
    func tell(_ book: DoubleEntryBook, _ plan: inout PlanBuilder) {
        let lost = leftOut.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        if !lost.isEmpty {
            let shown = MessageText.list(lost.map { "\($0.key) (\($0.value))" })
            plan.notice(.leftOut, "postings of what is neither a currency nor has a cost or price are left out: \(shown)")
        }
        let unclear = unknown.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        if let first = unclear.first {
            let shown = MessageText.list(unclear.map { "\(MessageText.cut($0.key)) (\($0.value))" })
            let word = book.accountClass(first.key) == .income ? "gains" : "fee"
            plan.notice(
                .changed,
                "beside trades stand income and expenses of which nothing tells what they mean, and count as money from outside: \(shown); say what they are, such as accounts={[\"\(MessageText.cut(first.key))\"]=\"\(word)\"}, or \"outside\""
            )
        }
        plan.notice(
            .leftOut, count: namelessDividends, "dividend does not tell what paid it, and is a credit", "dividends do not tell what paid them, and are credits")
        plan.notice(
            .changed, count: olderLots, "lot has an older day than the purchase that paid for it, and counts from the purchase: its term may be another",
            "lots have older days than the purchases that paid for them, and count from the purchases: their terms may be others")
        plan.notice(
            .changed, count: wrongLots, "sale names a lot that its account does not hold, and takes the units that came first: its gain may be another",
            "sales name lots that their accounts do not hold, and take the units that came first: their gains may be others")
        plan.notice(
            .changed, count: dearerMoves,
            "transaction moves units to another account at another cost, beside money that is paid: they keep their cost, and the money is a payment of its own",
            "transactions move units to other accounts at other costs, beside money that is paid: they keep their costs, and the money is a payment of its own")
        plan.notice(
            .changed, count: averagedMoves,
            "transaction moves units at another cost than that of their lots, which they keep: an account that averages has the setting lot_method average before you import",
            "transactions move units at other costs than those of their lots, which they keep: an account that averages has the setting lot_method average before you import")
        plan.notice(
            .changed, count: otherProceeds, "transaction brings another sum than its price says for the units sold, and that sum counts",
            "transactions bring other sums than their prices say for the units sold, and those sums count")
        if feeCount > 0 {
            plan.notice(.changed, "fees of trades are part of cost and proceeds here, and \(book.program) keeps them apart, as the setting fees_in_cost does where it is false")
        }
    }
}
