import Ledger
import Values

/// Puts what a double-entry book says into a plan: accounts and instruments first, then its statements in the order of their days, with a verdict for each.
struct DoubleEntryPlanner {
    /// What the file says beside its statements.
    private let book: DoubleEntryBook
    /// Its statements, in the order of the file, until they are put into the plan.
    private var directives: [DoubleEntryBook.Directive]
    private let accounts: DoubleEntryAccounts
    private var booking: DoubleEntryBooking
    private var mapper: DoubleEntryMapper
    /// What becomes of each line.
    private var verdicts: [Int: (outcome: RowVerdict.Outcome, issue: Int32)] = [:]
    /// The issues that verdicts name by their places; those without have -1.
    private var issues: [ImportIssue] = []
    private var checks = BalanceChecks()
    /// What is left out, and rules that are not run, by the word for one of them.
    private var leftOut: [String: Int], notRun: [String: Int] = [:]
    private var definedAccounts: Set<String> = []
    /// The lines that tell the currencies of instruments: of the first cost or price of each.
    private var currencyLines: [String: Int] = [:]
    /// The lines of refused transactions, by the rows of the lots that they open.
    private var refusedLots: [Int: Int] = [:]
    /// The transactions that the book itself wrote.
    private var own: OwnTransactions
    /// Whether the book has instruments of which one unit stands for several of what their prices are of, such as options.
    private let hasMultipliers: Bool
    /// What the book keeps of accounts of such files.
    private let kept: KeptMeanings

    /// A planner of a book.
    init(_ file: DoubleEntryBook, _ plan: borrowing PlanBuilder) {
        var book = file.withSymbols(plan.context.currencies.hasCode)
        directives = book.directives
        book.directives = []
        (self.book, leftOut) = (book, book.leftOut)
        kept = KeptMeanings(plan.plan.format, in: plan.context.accountMappings)
        accounts = DoubleEntryAccounts(book, directives, currencies: plan.context.currencies, told: ToldMeanings(kept: kept.words, told: plan.options.accounts))
        booking = DoubleEntryBooking(book)
        own = OwnTransactions(directives, plan.context)
        hasMultipliers = plan.context.instruments.contains { $0.multiplier != .one }
        mapper = DoubleEntryMapper(accounts)
    }

    /// Puts everything into the plan, telling how it goes on as one pass over the file.
    mutating func add(to plan: inout PlanBuilder, _ progress: inout TextProgress, pass: Int) throws(ImportIssue) {
        try checkAccounts()
        try keepMeanings(&plan)
        plan.plan.matching.looksPastNotes = true
        if let remark = UnknownAccounts(book, directives, plan.plan.meanings).remark { plan.notice(.leftOut, remark) }
        var ordered = directives
        directives = []
        ordered = DirectiveOrder(book).padded(ordered)
        try defineInstruments(ordered, &plan)
        DirectiveOrder.leaveOutPrices(&ordered, &plan)
        for place in ordered.indices {
            try progress.report(pass, place, of: ordered.count)
            // Each is let go once it stands in the plan, which takes its place in memory.
            let directive = ordered[place]
            ordered[place].content = .leftOut(noun: "")
            do throws(ImportIssue) {
                let outcome = try take(directive, &plan)
                if verdicts[directive.line] == nil { settle(directive.line, outcome.0, outcome.1) }
            } catch {
                settle(directive.line, error.kind.skips ? .skipped : .refused, error)
            }
        }
        checks.endDay(&plan)
        plan.plan.matching.doubleEntryAccounts = Set(accounts.names.values.map { plan.account(named: $0) })
        for gain in book.gains {
            guard let name = accounts.names[gain.holder.account] else { continue }
            plan.plan.heldGains.append(
                PlannedHeldGain(
                    line: gain.line, day: gain.day, account: name, symbol: gain.holder.commodity, currency: gain.amount.commodity, amount: gain.amount.number))
        }
        for (line, issue) in book.issues { settle(line, .refused, issue) }
        for (line, verdict) in verdicts.sorted(by: { $0.key < $1.key }) {
            guard verdict.issue >= 0 else {
                plan.verdict(line: line, verdict.outcome)
                continue
            }
            var issue = issues[Int(verdict.issue)]
            let place = book.place(of: line)
            if !place.file.isEmpty { issue.message = "\(MessageText.cut(place.file)):\(place.line): \(issue.message)" }
            plan.verdict(issue, line: line, outcome: verdict.outcome)
        }
        tell(&plan)
    }

    /// Refuses a book of whose accounts luca would keep none: it would come in as nothing.
    private func checkAccounts() throws(ImportIssue) {
        guard accounts.names.isEmpty, book.issues.isEmpty else { return }
        var told: [String] = []
        for directive in directives {
            guard case .transaction(let transaction) = directive.content else { continue }
            for posting in transaction.postings where !told.contains(posting.account) { told.append(posting.account) }
            if told.count > 2 { break }
        }
        guard let first = told.first else { return }
        let shown = told.prefix(3).map { MessageText.cut($0) }.joined(separator: ", ")
        throw ImportIssue(
            .unknownAccount, text: first, message: "none of its accounts is known to be one of assets: \(shown)\(told.count > 3 ? " …" : "")",
            hint: "say which are, and what luca calls them: accounts={[\"\(MessageText.cut(first))\"]=\"Bank\"}, --accounts \"\(MessageText.cut(first))=Bank\" on the command line")
    }

    /// Notes what becomes of a line.
    private mutating func settle(_ line: Int, _ outcome: RowVerdict.Outcome, _ issue: ImportIssue?) {
        if let issue { issues.append(issue) }
        verdicts[line] = (outcome, issue == nil ? -1 : Int32(issues.count - 1))
    }

    /// Notes what accounts mean, and has the book keep what was said of them.
    private func keepMeanings(_ plan: inout PlanBuilder) throws(ImportIssue) {
        let told = plan.options.accounts
        try Self.check(told, accounts, book, plan.context.accounts)
        plan.plan.meanings = accounts.meanings
        var now = kept
        for (account, word) in told { now.words[account] = word }
        if now.words != kept.words { plan.plan.documents.append(now.document) }
        let count = plan.plan.meanings.count { $0.origin == .kept }
        if count > 0 {
            plan.notice(
                .format, "\(MessageText.counted(count, "account")) of the file \(count == 1 ? "means" : "mean") what the book keeps of an earlier import; accounts=\"?\" shows it")
        }
    }

    // MARK: definitions

    /// Defines the instruments that accounts of luca's hold, or that pay what they get, in the currency of their first cost or price.
    private mutating func defineInstruments(_ directives: [DoubleEntryBook.Directive], _ plan: inout PlanBuilder) throws(ImportIssue) {
        var currencies: [String: String] = [:], order: [String] = []
        func note(_ commodity: String, _ currency: String?, _ line: Int, _ lines: inout [String: Int]) {
            guard let currency, currencies[commodity] == nil, accounts.kind(commodity) == .instrument, accounts.kind(currency) == .currency else { return }
            (currencies[commodity], lines[commodity]) = (currency, line)
            order.append(commodity)
        }
        var held = Set(accounts.names.keys.flatMap { accounts.commodities(of: $0) })
        for directive in directives {
            guard case .transaction(let transaction) = directive.content else { continue }
            if let payer = transaction.instrument { held.insert(payer) }
            for posting in transaction.postings {
                guard let commodity = posting.units?.commodity else { continue }
                note(commodity, posting.cost?.commodity ?? posting.price?.commodity, posting.line, &currencyLines)
            }
        }
        for directive in directives { if case .price(let commodity, let amount) = directive.content { note(commodity, amount.commodity, directive.line, &currencyLines) } }
        // What was never held has the currency of what it pays.
        for (payer, currency) in accounts.payers.sorted(by: { $0.key < $1.key }) where held.insert(payer).inserted { note(payer, currency, 0, &currencyLines) }
        for commodity in order where held.contains(commodity) && plan.instrument(named: commodity) == 0 {
            guard MessageText.isName(commodity), plan.options.create, let currency = try? plan.context.currencies.currency(currencies[commodity] ?? "") else { continue }
            _ = plan.define(Instrument(symbol: commodity, name: accounts.words[commodity].flatMap { MessageText.isName($0) ? $0 : nil } ?? "", currency: currency))
        }
    }

    /// Defines an account of luca's where the book has none of the name. Returns whether it did.
    private mutating func define(_ name: String, on day: Day?, _ plan: inout PlanBuilder) throws(ImportIssue) -> Bool {
        guard definedAccounts.insert(name).inserted, plan.account(named: name) == 0, plan.options.create, MessageText.isName(name) else { return false }
        let held = Set(accounts.sources(of: name).flatMap { accounts.commodities(of: $0) })
        let paid = held.sorted().compactMap { symbol in (plan.instrument(named: symbol) as Int32?).flatMap { $0 == 0 ? nil : plan.instrument($0).currency.code } }
        let currency = try plan.ownOrAssumedCurrency(accounts.currency(of: name, paid).flatMap { try? plan.context.currencies.currency($0) })
        // GnuCash tells so of accounts that go short; beancount of any whose lots nobody looks at.
        let isShort = book.keepsAccountsApart && accounts.sources(of: name).contains { booking.booking(of: $0) == .none }
        let kind = accounts.holdsUnits(name) ? Account.Kind.securities : .cash
        plan.settledAccounts.insert(plan.define(Account(name: name, kind: kind, currency: currency, opened: day, allowShort: isShort)))
        return true
    }

    // MARK: statements

    private mutating func take(_ directive: DoubleEntryBook.Directive, _ plan: inout PlanBuilder) throws(ImportIssue) -> (RowVerdict.Outcome, ImportIssue?) {
        func skipped(_ message: String) -> (RowVerdict.Outcome, ImportIssue?) { (.skipped, ImportIssue(.leftOut, message: message)) }
        switch directive.content {
        case .open(let account, let way):
            booking.open(account, way)
            guard let name = accounts.names[account] else { return skipped("luca keeps no account of \(book.accountClass(account)?.rawValue ?? "this kind")") }
            if !accounts.isUsed(name) { return skipped("nothing that luca keeps is posted to it") }
            if try define(name, on: directive.day == .min ? nil : directive.day, &plan) { return (.define, nil) }
            return Int(plan.account(named: name)) > plan.accounts.recorded ? skipped("it is part of the account \"\(name)\"") : (.alreadyThere, nil)
        case .close(let account): return skipped(accounts.names[account] == nil ? "luca keeps no such account" : "luca's account stays open: say account{…, closed=…} to close it")
        case .commodity(let commodity, _):
            let number = plan.instrument(named: commodity)
            if number == 0 { return skipped(accounts.kind(commodity) == .currency ? "it is a currency" : "no account holds it") }
            return Int(number) > plan.instruments.recorded ? (.define, nil) : (.alreadyThere, nil)
        case .transaction(let transaction) where transaction.opening == .again:
            try accounts.checkAgain(transaction, on: directive.day, plan)
            return skipped("it takes back the closing before it")
        case .transaction(let transaction): return try take(transaction, directive, &plan)
        case .balance(let account, let told, let tolerance): return checks.check(account, told, tolerance, directive, booking, accounts, &plan)
        case .part(let line): return skipped("it is of the split on \(shown(line))")
        case .pad: return skipped("nothing had to be padded")
        case .price(let commodity, let amount): return try quote(commodity, amount, directive, &plan)
        case .leftOut(let noun):
            leftOut[noun, default: 0] += 1
            return skipped("luca has no place for \(article(noun))")
        case .notRun(let noun):
            notRun[noun, default: 0] += 1
            return skipped("\(article(noun)) is not run: what would follow of it is left out")
        }
    }

    private mutating func take(
        _ transaction: DoubleEntryBook.Transaction, _ directive: DoubleEntryBook.Directive, _ plan: inout PlanBuilder
    ) throws(ImportIssue) -> (RowVerdict.Outcome, ImportIssue?) {
        var rows: [Int] = []
        do {
            let postings = try booking.book(transaction, on: directive.day)
            rows = postings.map(\.row).filter { $0 > 0 }
            switch own.meaning(of: transaction) {
            case .known(let entries):
                checks.check(transaction, directive, booking, accounts, &plan)
                know(entries, transaction, postings, &plan)
                return (.alreadyThere, nil)
            case .changed(let entries): throw OwnTransactions.issue(entries)
            case .new: break
            }
            if transaction.opening == .first { try accounts.checkOpening(transaction, on: directive.day, plan) }
            let result = try mapper.map(transaction, on: directive.day, postings, booking)
            for move in result.moved { booking.setRows(move.rows, ofRow: move.row, in: move.account) }
            checks.check(transaction, directive, booking, accounts, &plan)
            for (account, gain) in result.gains.map({ (String?.none, $0) }) + result.gainsByAccount.map({ ($0, $1) }) {
                plan.plan.gains.append(
                    PlannedGain(
                        line: directive.line, day: directive.day, currency: gain.commodity, amount: gain.number,
                        tolerance: max(.cent, booking.tolerance(gain.commodity)), account: account))
            }
            if let skipped = result.skipped { return (.skipped, ImportIssue(.leftOut, message: skipped)) }
            var drafts = result.drafts
            for place in drafts.indices {
                try check(drafts[place], &plan)
                if hasMultipliers { try countMultiplier(of: &drafts[place].draft, &plan) }
                if let name = drafts[place].draft.account { _ = try define(name, on: nil, &plan) }
            }
            try plan.add(drafts, line: directive.line)
            return (.add, nil)
        } catch let issue as ImportIssue {
            for row in rows { refusedLots[row] = directive.line }
            throw issue
        } catch {
            for row in rows { refusedLots[row] = directive.line }
            throw ImportIssue(.outOfRange, message: "its figures are too large, or have too many digits: \(error)")
        }
    }

    /// Takes a transaction for entries of the book, whose lots have their numbers there as labels.
    private mutating func know(_ entries: [EntryID], _ transaction: DoubleEntryBook.Transaction, _ postings: [BookedPosting], _ plan: inout PlanBuilder) {
        plan.plan.matching.ownEntries.formUnion(entries)
        for posting in postings where posting.row > 0 { if let lot = posting.label.flatMap({ Int($0) }) { plan.plan.known[posting.row] = EntryID(lot) } }
    }

    /// Refuses what the ledger would refuse in words that do not lead to the cause: a trade in another currency than the instrument's, and one of lots that
    /// a refused transaction opens.
    private func check(_ imported: ImportedDraft, _ plan: inout PlanBuilder) throws(ImportIssue) {
        let draft = imported.draft
        for choice in draft.lots {
            guard let line = refusedLots[Int(choice.lot.rawValue)] else { continue }
            throw ImportIssue(.badWord, column: "lots", message: "it takes units of a lot that \(shown(line)) opens, which is refused")
        }
        guard let symbol = draft.symbol, let told = draft.currency, let kind = draft.kind.flatMap(ActivityKind.init(rawValue:)) else { return }
        let number = plan.instrument(named: symbol)
        if draft.price == nil, draft.amount == nil { return }
        guard ActivityRule.rule(for: kind, draft.subtype.flatMap(ActivitySubtype.init(rawValue:))).isTrade, number != 0, plan.instrument(number).currency.code != told else {
            return
        }
        let own = plan.instrument(number).currency.code, isNew = Int(number) > plan.instruments.recorded
        let first = isNew ? currencyLines[symbol].map { "for \(own) in \(shown($0))" } ?? "for \(own)" : "for \(own) in the book"
        throw ImportIssue(
            .badCurrency, column: "currency", text: told, message: "\(symbol) is traded \(first), and for \(told) here: an instrument has one currency in luca",
            hint: book.renamingHint.replacing("*", with: "\(symbol).\(told)"))
    }

    /// Has prices be those of the underlying where the book counts units of an instrument by a multiplier: the file counts contracts, and tells what one of them costs.
    private func countMultiplier(of draft: inout ActivityDraft, _ plan: inout PlanBuilder) throws {
        guard let number = draft.symbol.map({ plan.instrument(named: $0) }), number != 0, let price = draft.price, let quantity = draft.quantity else { return }
        let multiplier = plan.instrument(number).multiplier
        if multiplier == .one { return }
        draft.amount = try draft.amount ?? (price * quantity)
        let own = try price / multiplier
        draft.price = try own * multiplier == price ? own : nil
    }

    /// A line as a message names it, with its file where that is not the imported one.
    private func shown(_ line: Int) -> String {
        let place = book.place(of: line)
        return place.file.isEmpty ? "line \(place.line)" : "line \(place.line) of \(MessageText.cut(place.file))"
    }

    private mutating func quote(
        _ commodity: String, _ amount: DoubleEntryBook.Amount, _ directive: DoubleEntryBook.Directive, _ plan: inout PlanBuilder
    ) throws(ImportIssue) -> (RowVerdict.Outcome, ImportIssue?) {
        let code: Currency
        do { code = try plan.context.currencies.currency(amount.commodity) } catch {
            return (.skipped, ImportIssue(.leftOut, message: "its price is in \(MessageText.cut(amount.commodity)), which is no currency"))
        }
        if amount.number.isZero {
            leftOut["price of zero", default: 0] += 1
            return (.skipped, ImportIssue(.leftOut, message: "a price of 0 is none"))
        }
        guard amount.number > .zero else { throw ImportIssue(.outOfRange, column: "price", message: "a price of \(amount.number) is none") }
        let number = plan.instrument(named: commodity), multiplier = hasMultipliers && number != 0 ? plan.instrument(number).multiplier : .one
        guard let close = try? amount.number / multiplier, Bound.price.admits(close) else {
            throw ImportIssue(.beyondBound, column: "price", message: "the price \(amount.number) \(Bound.price.refusal(amount.number))")
        }
        if number == 0 {
            guard accounts.kind(commodity) == .currency, let from = try? plan.context.currencies.currency(commodity), from != code else {
                return (.skipped, ImportIssue(.leftOut, message: "no account holds \(MessageText.cut(commodity))"))
            }
            plan.plan.rates.append(Rate(from: from, to: code, date: directive.day, rate: amount.number, source: plan.options.source))
            return (.rate, nil)
        }
        plan.add(
            QuoteEntry(
                line: directive.line, day: directive.day, instrument: number, close: CellNumber(mantissa: close.units, digits: FixedDecimal.scale),
                currency: plan.currency(code), source: ""))
        return (.quote, nil)
    }

    // MARK: notices

    private func tell(_ plan: inout PlanBuilder) {
        for remark in book.remarks { plan.notice(.leftOut, remark) }
        for section in book.sections.dropFirst() { plan.notice(.format, "\(MessageText.cut(section.name)) is read as well; its lines count from \(section.first) on") }
        for (noun, count) in leftOut.sorted(by: { $0.key < $1.key }) { plan.notice(.leftOut, "\(MessageText.counted(count, noun)) left out, for which luca has no place") }
        for (noun, count) in notRun.sorted(by: { $0.key < $1.key }) {
            plan.notice(.leftOut, "\(MessageText.counted(count, noun)) not run: what would follow of \(count == 1 ? "it" : "them") is left out")
        }
        if book.flaggedCount > 0 {
            plan.notice(.changed, "\(MessageText.counted(book.flaggedCount, "transaction")) marked ! \(book.flaggedCount == 1 ? "counts" : "count") as those marked * do")
        }
        plan.notice(.alreadyThere, count: own.knownCount, "transaction is of this book, which wrote it", "transactions are of this book, which wrote them")
        if let missing = own.missing { plan.notice(.changed, missing) }
        for (name, parted) in accounts.parted.sorted(by: { $0.key < $1.key }) {
            plan.notice(.changed, "\"\(MessageText.cut(name))\" differs from another account in capitals alone, and is called \"\(MessageText.cut(parted))\"")
        }
        mapper.tell(book, &plan)
        for (name, commodity) in accounts.keptApart.sorted(by: { $0.name < $1.name }) {
            plan.notice(
                .changed, "\(MessageText.cut(commodity)) is in several accounts of \(book.program) beside the same money, and \"\(MessageText.cut(name))\" is one of its own here")
        }
        plan.notice(
            .format, count: checks.held, "balance that the file tells agrees with its transactions", "balances that the file tells agree with its transactions")
        let failed = checks.failed
        plan.plan.note(.changed, failed) {
            $0
        } together: { first in
            "\(failed.count) balances do not agree: \(first)"
        }
        keepAverages(&plan)
    }

    /// Has new accounts that are booked AVERAGE take lots at their average cost, by a setting of the book; of one that the book has, it is told.
    private func keepAverages(_ plan: inout PlanBuilder) {
        let averaged = accounts.names.keys.filter { booking.booking(of: $0) == .average }
        for (name, sources) in Dictionary(grouping: averaged, by: { accounts.names[$0] ?? "" }).sorted(by: { $0.key < $1.key }) {
            let number = Int(plan.account(named: name)), isKnown = number > 0 && number <= plan.accounts.recorded
            if number == 0 || plan.context.sharesCosts(isKnown ? AccountID(Int32(number)) : nil) { continue }
            if isKnown {
                plan.notice(.changed, "\"\(name)\" is booked AVERAGE: give the setting lot_method of that account the value average before you import")
                continue
            }
            let others = accounts.sources(of: name).filter { !sources.contains($0) && accounts.commodities(of: $0).contains { accounts.kind($0) == .instrument } }
            let held = Set(sources.flatMap { accounts.commodities(of: $0) }.filter { accounts.kind($0) == .instrument })
            let symbols: [String?] = others.isEmpty ? [nil] : held.sorted()
            plan.plan.lotMethods += symbols.map { PlannedLotMethod(account: name, symbol: $0, method: .average) }
            plan.notice(.changed, "\"\(name)\" is booked AVERAGE, and its setting lot_method is average\(others.isEmpty ? "" : " for \(MessageText.list(held.sorted()))")")
        }
    }
}
