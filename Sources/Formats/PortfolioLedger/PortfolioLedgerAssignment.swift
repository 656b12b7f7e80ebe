import Ledger
import Values

/// One of the two trades by which the app's first versions wrote an assignment or an exercise: the option closed at 0, and the shares.
struct PortfolioLedgerLeg {
    var transaction: PortfolioLedgerTransaction
    var instrument: PortfolioLedgerInstrument
    /// The row of the plan that it came to.
    var row: Int
    /// The line of the file on which it stands.
    var line: Int
}

extension PortfolioLedgerPlanner {
    /// Adds a transaction.
    ///
    /// The app's first versions wrote an assignment as two trades: the option bought back or sold at 0, flagged as consumed, and the shares at the
    /// strike less or plus the premium. The premium came in when the option was opened, so that price counts it twice: in cash, shares go at the
    /// strike. Such a pair becomes the assignment that it stands for: cash moves by strike × shares, the shares cost strike ∓ premium.
    func add(_ transaction: PortfolioLedgerTransaction, line: Int, to plan: inout PlanBuilder) throws(ImportIssue) -> RowVerdict.Outcome {
        let link = transaction.remark.link, known = instruments[transaction.instrument.uppercased()]
        let isTrade = transaction.action != .assign && transaction.action != .expire, first = plan.plan.activities.rows.count
        guard !link.isEmpty, let known, isTrade else {
            try plan.add(draft(transaction, &plan), line: line)
            if isTrade, transaction.remark.isConsumed { plan.flaggedTrades.insert(first) }
            return .add
        }
        let leg = PortfolioLedgerLeg(transaction: transaction, instrument: known, row: first, line: line)
        guard let other = plan.linkedLegs[link], let assignment = Self.assignment(leg, other) ?? Self.assignment(other, leg) else {
            try plan.add(draft(transaction, &plan), line: line)
            if leg.isShares || leg.isClosedOption { plan.linkedLegs[link] = leg }
            if transaction.remark.isConsumed { plan.flaggedTrades.insert(first) }
            return .add
        }
        let row = plan.plan.activities.rows.count
        try plan.add(draft(assignment, &plan), line: line)
        // The assignment goes by the id of the option's half.
        let half = leg.isShares ? leg.transaction.id : other.transaction.id
        if !half.isEmpty { plan.plan.otherHalves[row] = half.uppercased() }
        plan.superseded.insert(other.row)
        plan.plan.verdicts.change(
            line: other.line, to: .skipped, issue: ImportIssue(.leftOut, file: plan.plan.file, line: other.line, message: "it is the other half of the assignment on line \(line)"))
        plan.linkedLegs[link] = nil
        plan.notice(.changed, "an assignment that the app wrote as an option closed at 0 and a trade at strike and premium is one assignment at the strike: its premium counts once")
        return .add
    }

    /// The assignment that an option closed at 0 and a trade of what it is on come to; nil where they are no pair.
    private static func assignment(_ option: PortfolioLedgerLeg, _ shares: PortfolioLedgerLeg) -> PortfolioLedgerTransaction? {
        guard option.isClosedOption, option.transaction.remark.isConsumed || shares.transaction.remark.isConsumed,
            case .option(let terms) = option.instrument, case .equity(let symbol) = shares.instrument, symbol == terms.underlying,
            option.transaction.account == shares.transaction.account,
            (try? option.transaction.quantity * terms.multiplier) == shares.transaction.quantity
        else { return nil }
        // A put that was sold, and a call that is held, bring shares; the others take them.
        let isShort = option.transaction.action == .buyToClose, isBought = shares.transaction.action == .buy
        guard isBought == (isShort == (terms.right == .put)) else { return nil }
        var assignment = option.transaction
        (assignment.action, assignment.price) = (.assign, .zero)
        (assignment.day, assignment.time) = (shares.transaction.day, shares.transaction.time)
        assignment.fees = (try? option.transaction.fees + shares.transaction.fees) ?? option.transaction.fees
        if assignment.remark.notes.isEmpty { assignment.remark.notes = shares.transaction.remark.notes }
        assignment.remark.isConsumed = true
        return assignment
    }
}

extension PlanBuilder {
    /// Tells of trades that are flagged as consumed by an assignment and of which the file links no other half, as far as the book does not have them yet.
    mutating func tellUnlinkedAssignments() {
        if flaggedTrades.isEmpty { return }
        let lines = plan.activities.indices.filter { flaggedTrades.contains(plan.activities.row(at: $0)) }.map { plan.activities.line(at: $0) }.sorted()
        guard let last = lines.last else { return }
        let shown = lines.count <= 6 ? lines : Array(lines.prefix(5)), more = lines.count - shown.count
        let places = lines.count == 1 ? "line \(last)" : "lines " + shown.map(String.init).joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
        notice(
            .unlinkedAssignment,
            "\(lines.count == 1 ? "1 trade is" : "\(lines.count) trades are") flagged as consumed by an assignment (\(places)), and no other half is linked: where the shares went at the strike less or plus the "
                + "premium, the premium counts twice in cash; give both halves one linkGroupId and import again, or void them and record the assignment with assign{…}")
    }
}

extension PortfolioLedgerLeg {
    /// Whether it closes an option for nothing.
    var isClosedOption: Bool {
        guard case .option = instrument else { return false }
        return transaction.price.isZero && (transaction.action == .buyToClose || transaction.action == .sellToClose)
    }

    /// Whether it is a trade of shares.
    var isShares: Bool {
        guard case .equity = instrument else { return false }
        return transaction.action == .buy || transaction.action == .sell
    }
}
