import Values

/// What came up while the rows of a file were read, and is told once.
struct OFXTally {
    /// What luca has no place for.
    var leftOut = StatementTally()
    /// Rows under the id of another.
    var sharedIDs = 0
    /// Trades of which one figure has the sign of the opposite.
    var wrongSigns = 0
    /// Trades that are told as the opposite with both signs turned.
    var turned = 0
    /// Debits and charges without a sign.
    var unsigned = 0
    /// Payments of which nothing tells the payer.
    var nameless = 0
    /// Figures that the bank has converted at a rate of its own.
    var converted = 0
    /// Income that came after a tax.
    var withheld = 0
    /// Interest of bonds that the money that moved does not hold.
    var accrued = 0
    /// Trades without their price, which does not come to the money that moved.
    var unpriced = 0
    /// Trades that take another back with its charges.
    var refunded = 0
    /// Costs of units that came in, by how they were read.
    var costs = OFXCosts.Tally()
    /// What the bank says went wrong.
    private(set) var faults: [String] = []

    /// Notes what the bank says of a request.
    mutating func note(status record: OFXRecord) {
        guard record.word("SEVERITY") == "ERROR" else { return }
        let message = record.text("MESSAGE")
        faults.append("the bank tells an error, \(MessageText.cut(record.text("CODE")))" + (message.isEmpty ? "" : ": \(MessageText.cut(message))"))
    }

    /// Tells everything.
    func tell(_ plan: inout PlanBuilder) {
        for fault in faults.prefix(5) { plan.notice(.leftOut, fault) }
        for line in leftOut.lines { plan.notice(.leftOut, "\(line) left out, for which luca has no place") }
        plan.notice(
            .changed, count: sharedIDs, "row has the id of another row with other figures; it is added without an id",
            "rows have the id of another row with other figures; they are added without an id")
        plan.notice(
            .changed, count: wrongSigns, "trade has units or money with the sign of the opposite; it is what its name says",
            "trades have units or money with the sign of the opposite; they are what their names say")
        plan.notice(
            .changed, count: turned, "trade has both units and money with the sign of the opposite; it is taken as that: a purchase taken back is a sale",
            "trades have both units and money with the sign of the opposite; they are taken as that: a purchase taken back is a sale")
        plan.notice(
            .unsignedAmounts, count: unsigned, "amount has no sign; the type of its row tells that the money left",
            "amounts have no sign; the types of their rows tell that the money left")
        plan.notice(.leftOut, count: nameless, "dividend does not tell what paid it, and is a credit", "dividends do not tell what paid them, and are credits")
        plan.notice(
            .leftOut, count: converted, "row was converted by the bank; its figures are in the statement's currency, and the rate is left out",
            "rows were converted by the bank; their figures are in the statement's currency, and the rates are left out")
        plan.notice(
            .changed, count: withheld, "payment has a tax withheld; TOTAL is taken as what came after it",
            "payments have a tax withheld; TOTAL is taken as what came after it")
        plan.notice(
            .leftOut, count: accrued, "trade tells accrued interest that is no part of TOTAL; it is left out",
            "trades tell accrued interest that is no part of TOTAL; it is left out")
        plan.notice(
            .changed, count: unpriced, "trade has a price that does not come to TOTAL; units and TOTAL stand",
            "trades have a price that does not come to TOTAL; units and TOTAL stand")
        plan.notice(
            .changed, count: refunded, "trade takes another back with its charges; what moved is taken as the price of its units",
            "trades take others back with their charges; what moved is taken as the price of their units")
        costs.tell(&plan)
    }
}
