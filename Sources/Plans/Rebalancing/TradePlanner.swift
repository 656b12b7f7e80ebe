import Values

/// Proposes trades that bring a portfolio to its targets.
///
/// What holds of every proposal: nothing is sold beyond what is held, nothing spent beyond the cash of its account and the proceeds there,
/// fees included, unless the rules let it be exchanged within the account; all targets together, as they were given, are not further away than before, nor
/// is any one of them but for what is taken out, fees, what whole shares and the smallest trade leave of money, and a loss that makes room for gains under their
/// budget;
/// nothing is bought beyond its target because something else cannot be; quantities are multiples of their step, unless all of something is
/// sold; no trade is smaller than the smallest one; what must not be bought, sold or sold at a loss is not; the gains of all sales stay
/// within their budget. Nothing of one target is both bought and sold.
///
/// ```swift
/// let proposal = try TradePlanner.propose(TradeQuestion(leaves: targets.leaves, positions: positions, money: money, rules: TradeRules()))
/// ```
public enum TradePlanner {
    /// The trades, and what they leave.
    public static func propose(_ question: TradeQuestion) throws(PlanError) -> TradeProposal {
        try question.rules.check()
        precondition(question.aims.map { $0.count == question.leaves.count && $0.allSatisfy { !$0.isNegative } } ?? true, "each target has an aim")
        precondition(question.positions.allSatisfy { question.leaves.indices.contains($0.leaf) }, "a position has a target")
        var question = question
        // A budget of gains is one of taxes.
        if question.rules.gainBudget != nil { question.rules.isTaxAware = true }
        var obstacles: [TradeProposal.Obstacle] = []
        for index in question.money.indices { question.money[index].keepWithinRoom(&obstacles) }
        let (values, money) = try PlanError.checked { () throws(DecimalError) in (try Self.values(question), try Self.money(question)) }
        var goals = try TradeGoals(question, values: values, money: money)
        try PlanError.checked { () throws(DecimalError) in try goals.setAsideWhatCannotBeBought(question, &obstacles) }
        let aims = try goals.goals()
        return try PlanError.checked { () throws(DecimalError) in
            var draft = try TradeDraft(question, goals, aims: aims, obstacles: obstacles)
            try chooseTrades(&draft)
            try draft.dropPurchasesThatWorsen()
            try draft.dropSalesForNothing()
            return try draft.proposal()
        }
    }

    /// What is held of each target, in the currency of the whole.
    private static func values(_ question: TradeQuestion) throws(DecimalError) -> [FixedDecimal] {
        var values = [FixedDecimal](repeating: .zero, count: question.leaves.count)
        for position in question.positions {
            values[position.leaf] = try values[position.leaf] + position.quantity * position.price * position.rate
        }
        guard let leaf = question.cashLeaf else { return values }
        for cash in question.money where cash.isHeld { values[leaf] = try values[leaf] + cash.amount * cash.rate }
        for cash in question.owed { values[leaf] = try values[leaf] - cash.amount * cash.rate }
        return values
    }

    /// What is to be invested, less what is to be taken out.
    private static func money(_ question: TradeQuestion) throws(DecimalError) -> FixedDecimal {
        var sum = FixedDecimal.zero
        for cash in question.money where !cash.isHeld || question.cashLeaf == nil { sum = try sum + cash.amount * cash.rate }
        for cash in question.withdrawals { sum = try sum - cash.amount * cash.rate }
        return sum
    }

    /// Chooses the trades: first what leaves no choice or is chosen by taxes, then the fewest trades for the rest, else the best one after another.
    private static func chooseTrades(_ draft: inout TradeDraft) throws(DecimalError) {
        let leaves = draft.leavesToSell()
        for leaf in leaves where draft.isSoldByItself(leaf) { try draft.sellDown(leaf) }
        let trades: [FewestTrades.Trade]? = if var search = try FewestTrades(draft) { try search.find() } else { nil }
        for trade in trades ?? [] where trade.isSale { try draft.sell(trade.units, of: trade.position) }
        for leaf in leaves { try draft.sellDown(leaf) }
        try draft.raiseWhatIsTakenOut()
        // A loss taken just now keeps the instrument from being bought; demands know nothing of one another.
        for trade in trades ?? [] where !trade.isSale && draft.options(draft.question.positions[trade.position].leaf).contains(trade.position) {
            try draft.buy(trade.units, of: trade.position)
        }
        try draft.buyUp()
    }
}

extension InvestableCash {
    /// Leaves out what may not be brought in.
    fileprivate mutating func keepWithinRoom(_ obstacles: inout [TradeProposal.Obstacle]) {
        guard let room, room < amount else { return }
        let kept = room.isNegative ? .zero : room
        guard let left = try? amount - kept else { preconditionFailure("less than an amount is too much") }
        let taken = kept.description(minimumDigits: digits), leftOut = left.description(minimumDigits: digits)
        obstacles.append(
            .init(
                kind: .contributionLimit,
                message: "\(account) may take \(taken) \(currency) more this year, so \(leftOut) \(currency) of the new money are left out"))
        amount = kept
    }
}
