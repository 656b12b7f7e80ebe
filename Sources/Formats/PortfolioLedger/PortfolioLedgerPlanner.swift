import Ledger
import Values

/// Makes activities of the app's transactions: looks up what their ids mean, and joins the halves of assignments.
struct PortfolioLedgerPlanner: FileCompletion {
    /// By id in upper case.
    var instruments: [String: PortfolioLedgerInstrument] = [:]
    /// By id in upper case.
    var accounts: [String: PortfolioLedgerAccount] = [:]
    /// Whether the file came with a list of instruments.
    var hasInstruments = true
    /// The first halves of the assignments that the app wrote as two trades, by the id that links them.
    private var linkedLegs: [String: PortfolioLedgerLeg] = [:]
    /// Rows that are the other half of an assignment on a later row.
    private var superseded = Set<Int>()
    /// The rows of trades that the app flags as consumed by an assignment; those that became one with their other half are superseded.
    private var flaggedTrades = Set<Int>()
    /// Whether options are assigned or exercised, the rows not telling which of the two.
    private var usesOptions = false

    /// The draft of a transaction; an issue where it names what is not there.
    private mutating func draft(_ transaction: PortfolioLedgerTransaction, _ plan: inout PlanBuilder) throws(ImportIssue) -> ImportedDraft {
        var draft = ActivityDraft(
            date: transaction.day, time: transaction.time, kind: transaction.action.kind.rawValue, subtype: transaction.action.subtype?.rawValue,
            quantity: transaction.quantity, notes: transaction.remark.text)
        var multiplier = FixedDecimal.one
        var imported = ImportedDraft(draft)
        switch try instrument(transaction.instrument, &plan) {
        case .equity(let symbol):
            draft.symbol = symbol
            if transaction.action == .expire || transaction.action == .assign {
                throw ImportIssue(.outOfRange, column: "action", message: "\(symbol) is no option, so it cannot \(transaction.action.rawValue)")
            }
        case .option(let terms):
            imported.terms = terms
            draft.symbol = terms.knownSymbol(&plan)
            multiplier = terms.multiplier
        }
        if transaction.action.kind != .adjustment { draft.price = transaction.price }
        draft.fee = try fee(transaction, multiplier: multiplier, &plan)
        imported.accountCurrency = try name(transaction, &draft, &plan)
        if transaction.action == .assign { usesOptions = true }
        imported.sourceID = transaction.id.uppercased()
        (plan.plan.matching.hasKeys, plan.plan.matching.looksPastNotes, plan.plan.matching.isCoarse) = (true, true, true)
        imported.opensShort = transaction.action == .sellToOpen
        imported.draft = draft
        return imported
    }

    /// The instrument of an id; without a list of them, one that the book knows by that symbol.
    private func instrument(_ id: String, _ plan: inout PlanBuilder) throws(ImportIssue) -> PortfolioLedgerInstrument {
        if let known = instruments[id.uppercased()] { return known }
        let symbol = plan.instrument(named: id)
        if symbol != 0 { return .equity(symbol: plan.instrument(symbol).symbol) }
        // A file written by hand may name instruments by their symbols.
        if !hasInstruments, id.utf8.count != 36 || id.split(separator: "-").count != 5 { return .equity(symbol: id) }
        if !hasInstruments {
            throw ImportIssue(
                .missingFile, column: "instrumentId", text: id, message: "what \(MessageText.cut(id)) is stands in instruments.csv, which is not there",
                hint: "put instruments.csv into the same folder")
        }
        throw ImportIssue(
            .unknownSymbol, column: "instrumentId", text: id, message: "no instrument has the id \(MessageText.cut(id))",
            hint: Suggestion(for: id.uppercased(), in: instruments.keys.sorted())?.question ?? "add it to the list of instruments")
    }

    /// Charges as money. The app itself multiplies them with the contract, which its own form does not say.
    private func fee(
        _ transaction: PortfolioLedgerTransaction, multiplier: FixedDecimal, _ plan: inout PlanBuilder
    ) throws(ImportIssue) -> FixedDecimal? {
        guard !transaction.fees.isZero else { return nil }
        guard multiplier != .one else { return transaction.fees }
        guard plan.options.multiplyFees else {
            plan.notice(.optionFees, "fees of options are taken to be money; multiply_fees=true takes them times the multiplier, as the app does")
            return transaction.fees
        }
        guard let fee = try? transaction.fees * multiplier else { throw ImportIssue(.outOfRange, column: "fees", message: "the figures are too large") }
        return fee
    }

    /// The account and the currency: the row's own, else that of the account by the file or by the book. Gives back the currency of a new account.
    private func name(_ transaction: PortfolioLedgerTransaction, _ draft: inout ActivityDraft, _ plan: inout PlanBuilder) throws(ImportIssue) -> Currency? {
        var told: Currency?
        if !transaction.account.isEmpty {
            if let account = accounts[transaction.account.uppercased()] {
                draft.account = account.name
                // Figures of an account in pence are in pence, whether the book has the account in pounds already or not.
                if var code = account.currency, plan.account(named: account.name) == 0 || MinorUnit.normalize(code) != nil {
                    draft.currency = code
                    told = code.withUTF8 { try? plan.currency($0).currency }
                }
            } else if plan.account(named: transaction.account) != 0 {
                draft.account = transaction.account
            } else {
                throw ImportIssue(
                    .unknownAccount, column: "accountId", text: transaction.account, message: "no account has the id \(MessageText.cut(transaction.account))",
                    hint: "put accounts.csv into the same folder, or write the account's name")
            }
        }
        if !transaction.currency.isEmpty { draft.currency = transaction.currency }
        draft.fxRate = transaction.rate
        if !transaction.settle.isEmpty { draft.settle = transaction.settle }
        return told
    }

    // MARK: assignments

    /// Adds a transaction.
    ///
    /// The app's first versions wrote an assignment as two trades: the option bought back or sold at 0, flagged as consumed, and the shares at the
    /// strike less or plus the premium. The premium came in when the option was opened, so that price counts it twice: in cash, shares go at the
    /// strike. Such a pair becomes the assignment that it stands for: cash moves by strike × shares, the shares cost strike ∓ premium.
    mutating func add(_ transaction: PortfolioLedgerTransaction, line: Int, to plan: inout PlanBuilder) throws(ImportIssue) -> RowVerdict.Outcome {
        let link = transaction.remark.link, known = instruments[transaction.instrument.uppercased()]
        let isTrade = transaction.action != .assign && transaction.action != .expire, first = plan.plan.activities.rows.count
        guard !link.isEmpty, let known, isTrade else {
            try plan.add(draft(transaction, &plan), line: line)
            if isTrade, transaction.remark.isConsumed { flaggedTrades.insert(first) }
            return .add
        }
        let leg = PortfolioLedgerLeg(transaction: transaction, instrument: known, row: first, line: line)
        guard let other = linkedLegs[link], let assignment = Self.assignment(leg, other) ?? Self.assignment(other, leg) else {
            try plan.add(draft(transaction, &plan), line: line)
            if leg.isShares || leg.isClosedOption { linkedLegs[link] = leg }
            if transaction.remark.isConsumed { flaggedTrades.insert(first) }
            return .add
        }
        let row = plan.plan.activities.rows.count
        try plan.add(draft(assignment, &plan), line: line)
        // The assignment goes by the id of the option's half.
        let half = leg.isShares ? leg.transaction.id : other.transaction.id
        if !half.isEmpty { plan.plan.matching.otherHalves[row] = half.uppercased() }
        superseded.insert(other.row)
        plan.plan.verdicts.change(
            line: other.line, to: .skipped,
            issue: ImportIssue(.leftOut, file: plan.plan.file, line: other.line, message: "it is the other half of the assignment on line \(line)"))
        linkedLegs[link] = nil
        plan.notice(
            .changed,
            "an assignment that the app wrote as an option closed at 0 and a trade at strike and premium is one assignment at the strike: "
                + "its premium counts once")
        return .add
    }

    /// The assignment that an option closed at 0 and a trade of its underlying stand for; nil where they are no pair.
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

    func rowsWereOrdered(_ plan: inout PlanBuilder) {
        plan.plan.activities.remove(rows: superseded)
        if usesOptions { plan.plan.tellExercises(plan.instrument) }
    }

    /// Tells of trades that are flagged as consumed by an assignment and of which the file links no other half, as far as the book does not have them yet.
    func bookWasCompared(_ plan: inout PlanBuilder) {
        if flaggedTrades.isEmpty { return }
        let lines = plan.plan.activities.indices.filter { flaggedTrades.contains(plan.plan.activities.row(at: $0)) }.map { plan.plan.activities.line(at: $0) }.sorted()
        guard let last = lines.last else { return }
        let shown = lines.count <= 6 ? lines : Array(lines.prefix(5)), more = lines.count - shown.count
        let places = lines.count == 1 ? "line \(last)" : "lines " + shown.map(String.init).joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
        plan.notice(
            .unlinkedAssignment,
            "\(lines.count == 1 ? "1 trade is" : "\(lines.count) trades are") flagged as consumed by an assignment (\(places)), and no other half is linked: "
                + "where the shares went at the strike less or plus the premium, the premium counts twice in cash; "
                + "give both halves one linkGroupId and import again, or void them and record the assignment with assign{…}")
    }
}

/// One of the two trades by which the app's first versions wrote an assignment or an exercise: the option closed at 0, and the shares.
private struct PortfolioLedgerLeg {
    var transaction: PortfolioLedgerTransaction
    var instrument: PortfolioLedgerInstrument
    /// The row of the plan that it came to.
    var row: Int
    /// The line of the file on which it stands.
    var line: Int

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

extension ImportPlan {
    /// Tells exercises from assignments: an option that is held long is exercised, one that was sold is assigned.
    ///
    /// Works through the activities in the order in which they happen, so it comes once that is known.
    fileprivate mutating func tellExercises(_ instrument: (Int32) -> Instrument) {
        struct Key: Hashable { let account: Int32, instrument: Int32 }
        var held: [Key: FixedDecimal] = [:]
        for place in activities.indices {
            let row = activities.row(at: place), activity = activities[place]
            let key = Key(account: activities.rows[row].account, instrument: activities.rows[row].instrument)
            guard key.instrument != 0, instrument(key.instrument).kind == .option, let quantity = activity.quantity else { continue }
            let before = held[key] ?? .zero, isLong = before > .zero
            if activity.kind == .buy {
                held[key] = try? before + quantity
            } else if activity.kind == .sell {
                held[key] = try? before - quantity
            } else if activity.kind == .adjustment, [.assignment, .exercise, .expiry].contains(activity.subtype) {
                held[key] = isLong ? try? before - quantity : try? before + quantity
                if isLong, activity.subtype == .assignment { activities.callExercise(row: row) }
            }
        }
    }
}
