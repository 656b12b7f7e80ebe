import Ledger
import Values

/// Makes drafts of the app's transactions.
struct PortfolioLedgerPlanner {
    /// By id in upper case.
    var instruments: [String: PortfolioLedgerInstrument] = [:]
    /// By id in upper case.
    var accounts: [String: PortfolioLedgerAccount] = [:]
    /// Whether there was a list of instruments at all.
    var hasInstruments = true

    /// The draft of a transaction; an issue where it names what is not there.
    func draft(_ transaction: PortfolioLedgerTransaction, _ plan: inout PlanBuilder) throws(ImportIssue) -> ImportedDraft {
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
        if transaction.action == .assign { plan.usesOptions = true }
        imported.sourceID = transaction.id.uppercased()
        (plan.plan.hasKeys, plan.plan.looksPastNotes) = (true, true)
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
                .missingFile, column: "instrumentId", text: id, message: "what \(ShownText.cut(id)) is stands in instruments.csv, which is not there",
                hint: "put instruments.csv into the same folder")
        }
        throw ImportIssue(
            .unknownSymbol, column: "instrumentId", text: id, message: "no instrument has the id \(ShownText.cut(id))",
            hint: nearestName(to: id.uppercased(), in: instruments.keys.sorted()).map { "did you mean \($0)?" } ?? "add it to the list of instruments")
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
                    .unknownAccount, column: "accountId", text: transaction.account, message: "no account has the id \(ShownText.cut(transaction.account))",
                    hint: "put accounts.csv into the same folder, or write the account's name")
            }
        }
        if !transaction.currency.isEmpty { draft.currency = transaction.currency }
        draft.fxRate = transaction.rate
        if !transaction.settle.isEmpty { draft.settle = transaction.settle }
        return told
    }
}

extension ContractTerms {
    /// The symbol under which the book has the option, whatever it is, else the one it gets.
    func knownSymbol(_ plan: inout PlanBuilder) -> String {
        let underlying = plan.instrument(named: underlying)
        let known = plan.context.instruments.first { instrument in
            guard let option = instrument.option, underlying != 0 else { return false }
            return option == OptionTerms(underlying: InstrumentID(underlying), right: right, strike: strike, expires: expires)
                && instrument.multiplier == multiplier
        }
        return known?.symbol ?? symbol
    }
}

extension ImportPlan {
    /// Tells exercises from assignments: an option that is held long is exercised, one that was sold is assigned.
    ///
    /// Works through the activities in the order in which they happen, so it comes once that is known.
    mutating func tellExercises(_ instrument: (Int32) -> Instrument) {
        struct Key: Hashable { let account: Int32, instrument: Int32 }
        var held: [Key: FixedDecimal] = [:]
        for place in activities.indices {
            let row = activities.row(at: place), activity = activities[place]
            let key = Key(account: activities.rows[row].account, instrument: activities.rows[row].instrument)
            guard key.instrument != 0, instrument(key.instrument).kind == .option, let quantity = activity.quantity else { continue }
            let before = held[key] ?? .zero, isLong = before > .zero
            switch (activity.kind, activity.subtype) {
            case (.buy, _): held[key] = try? before + quantity
            case (.sell, _): held[key] = try? before - quantity
            case (.adjustment, .assignment), (.adjustment, .exercise), (.adjustment, .expiry):
                held[key] = isLong ? try? before - quantity : try? before + quantity
                if isLong, activity.subtype == .assignment { activities.rows[row].subtype = .exercise }
            default: break
            }
        }
    }
}
