import Ledger
import Values
import XML

/// Puts what a file of Portfolio Performance holds into a plan: accounts and securities, transactions in the order of their days, prices.
struct PortfolioPerformanceReader {
    private let file: PortfolioPerformanceFile
    private let names: PortfolioPerformanceNames
    private let classes: PortfolioPerformanceClasses
    /// Securities without a currency, which nobody can hold.
    private var indices = Set<Int>()
    private var verdicts: [(place: Int, outcome: RowVerdict.Outcome, issue: ImportIssue?)] = []
    private var drafts = 0
    private var mapper: PortfolioPerformanceMapper
    private let lines: [Int: Int]

    private var tree: XStreamTree { file.tree }

    init(_ file: PortfolioPerformanceFile, _ plan: inout PlanBuilder) {
        self.file = file
        names = PortfolioPerformanceNames(file, plan.context)
        classes = PortfolioPerformanceClasses(file)
        mapper = PortfolioPerformanceMapper(file, names)
        lines = Self.lines(file, &plan)
        indices = Set(file.securities.filter { file.tree.text($0, "currencyCode").isEmpty })
    }

    /// What each object is called in its verdict: the line on which it begins, or where two begin on one, its number.
    private static func lines(_ file: PortfolioPerformanceFile, _ plan: inout PlanBuilder) -> [Int: Int] {
        let prices = file.securities.flatMap { file.tree.list($0, "prices") + (file.tree.child($0, "latest").map { [$0] } ?? []) }
        let places = Set(file.securities + file.accounts + file.portfolios + file.transactions.map(\.place) + file.strays + file.lost + prices).sorted(),
            elements = file.tree.elements
        let isDistinct = zip(places, places.dropFirst()).allSatisfy { elements[$0].line < elements[$1].line }
        if !isDistinct { plan.notice(.format, "several elements of the file stand on one line, so that \"line\" counts its elements") }
        return Dictionary(uniqueKeysWithValues: places.map { ($0, isDistinct ? elements[$0].line : $0 + 1) })
    }

    private func line(_ place: Int) -> Int { lines[place] ?? tree.elements[place].line }

    /// Reads everything.
    mutating func read(_ plan: inout PlanBuilder) {
        plan.plan.matching.hasKeys = file.transactions.contains { !$0.uuid.isEmpty }
        let transactions = inOrder()
        let shorts = mapper.shorts(transactions)
        for portfolio in file.portfolios { attempt(portfolio, &plan) { (reader, plan) throws(ImportIssue) in try reader.portfolio(portfolio, shorts, &plan) } }
        for account in file.accounts { attempt(account, &plan) { (reader, plan) throws(ImportIssue) in try reader.account(account, shorts, &plan) } }
        for security in file.securities { attempt(security, &plan) { (reader, plan) throws(ImportIssue) in try reader.security(security, &plan) } }
        for transaction in transactions where !mapper.isOtherHalf(transaction) {
            attempt(transaction.place, &plan) { (reader, plan) throws(ImportIssue) in try reader.transaction(transaction, &plan) }
        }
        for stray in file.strays {
            verdicts.append(
                (
                    stray, .refused,
                    ImportIssue(.missingValue, message: "no account and no portfolio lists this transaction", hint: "open the file in Portfolio Performance and save it again")
                ))
        }
        for place in file.lost {
            let issue = ImportIssue(.missingValue, message: "it refers to something that is not in the file", hint: "open the file in Portfolio Performance and save it again")
            verdicts.append((place, .refused, issue))
        }
        for security in file.securities where !indices.contains(security) { readPrices(security, &plan) }
        for verdict in verdicts.sorted(by: { line($0.place) < line($1.place) }) {
            if let issue = verdict.issue {
                plan.verdict(issue, line: line(verdict.place), outcome: verdict.outcome)
            } else {
                plan.verdict(line: line(verdict.place), verdict.outcome)
            }
        }
        tell(&plan)
    }

    private mutating func attempt(
        _ place: Int, _ plan: inout PlanBuilder, _ body: (inout PortfolioPerformanceReader, inout PlanBuilder) throws(ImportIssue) -> RowVerdict.Outcome
    ) {
        do throws(ImportIssue) {
            let outcome = try body(&self, &plan)
            verdicts.append((place, outcome, nil))
        } catch {
            verdicts.append((place, error.kind.skips ? .skipped : .refused, error))
        }
    }

    /// The transactions by day and time; within a moment what comes in before what goes out.
    private func inOrder() -> [PortfolioPerformanceFile.Transaction] {
        func rank(_ type: String) -> Int {
            switch type {
            case "DEPOSIT", "DELIVERY_INBOUND": 0
            case "BUY": 1
            case "TRANSFER_OUT": 2
            case "TRANSFER_IN": 3
            case "SELL", "DELIVERY_OUTBOUND": 4
            default: 5
            }
        }
        return file.transactions.enumerated().sorted { ($0.element.date, rank($0.element.type), $0.offset) < ($1.element.date, rank($1.element.type), $1.offset) }.map(\.element)
    }

    // MARK: accounts

    private func portfolio(_ place: Int, _ shorts: Set<String>, _ plan: inout PlanBuilder) throws(ImportIssue) -> RowVerdict.Outcome {
        let account = tree.child(place, "referenceAccount"), code = account.map { tree.text($0, "currencyCode") } ?? ""
        return try define(names.accounts[place] ?? "", .securities, code.isEmpty ? file.baseCurrency : code, shorts, line(place), &plan)
    }

    private func account(_ place: Int, _ shorts: Set<String>, _ plan: inout PlanBuilder) throws(ImportIssue) -> RowVerdict.Outcome {
        let name = names.accounts[place] ?? ""
        if names.joined.values.contains(place) { throw ImportIssue(.leftOut, message: "it is the cash of the account \"\(MessageText.cut(name))\"") }
        let code = tree.text(place, "currencyCode")
        return try define(name, .cash, code.isEmpty ? file.baseCurrency : code, shorts, line(place), &plan)
    }

    private func define(_ name: String, _ kind: Account.Kind, _ code: String, _ shorts: Set<String>, _ line: Int, _ plan: inout PlanBuilder) throws(ImportIssue)
        -> RowVerdict.Outcome
    {
        guard MessageText.isName(name) else { throw ImportIssue(.badName, column: "name", text: name, message: MessageText.nameRule) }
        guard plan.account(named: name) == 0 else { return .alreadyThere }
        guard plan.options.create else {
            throw ImportIssue(.unknownAccount, column: "name", text: name, message: "the book has no account \"\(name)\"", hint: "define it first, or import with create=true")
        }
        var account = Account(name: name, kind: kind, currency: try currency(code, plan))
        if shorts.contains(name) {
            account.allowShort = true
            plan.notice(.newAccount, "account \"\(name)\" may go short, since it sells what it does not hold")
        }
        return try plan.take(account, line: line)
    }

    private func currency(_ code: String, _ plan: borrowing PlanBuilder) throws(ImportIssue) -> Currency {
        if let unit = MinorUnit.normalize(code) { return unit.currency }
        do { return try plan.context.currencies.currency(code) } catch {
            throw ImportIssue(.badCurrency, column: "currencyCode", text: code, message: error.description, hint: error.declaration ?? "")
        }
    }

    private func security(_ place: Int, _ plan: inout PlanBuilder) throws(ImportIssue) -> RowVerdict.Outcome {
        let symbol = names.symbols[place] ?? "", name = tree.text(place, "name")
        if indices.contains(place) { throw ImportIssue(.leftOut, message: "\(MessageText.cut(name)) has no currency: it is an index, which nobody holds") }
        if !tree.text(place, "targetCurrencyCode").isEmpty {
            throw ImportIssue(.leftOut, message: "\(MessageText.cut(name)) is a rate of exchange, which luca keeps otherwise: say rates to fetch them")
        }
        guard plan.instrument(named: symbol) == 0 else { return .alreadyThere }
        guard plan.options.create else {
            throw ImportIssue(.unknownSymbol, column: "name", text: symbol, message: "the book has no symbol \(symbol)", hint: "define it first, or import with create=true")
        }
        guard MessageText.isName(symbol) else { throw ImportIssue(.badName, column: "name", text: symbol, message: MessageText.nameRule) }
        let isCoin = tree.text(place, "feed").hasPrefix("COINGECKO")
        return try plan.take(
            Instrument(
                symbol: symbol, name: name == symbol || !MessageText.isName(name) ? "" : name, kind: isCoin ? .crypto : .stock,
                currency: try currency(tree.text(place, "currencyCode"), plan),
                assetClass: classes.names[place] ?? ""), line: line(place))
    }

    // MARK: transactions

    private mutating func transaction(_ transaction: PortfolioPerformanceFile.Transaction, _ plan: inout PlanBuilder) throws(ImportIssue) -> RowVerdict.Outcome {
        guard let day = try? Day(transaction.date.prefix(10)) else {
            throw ImportIssue(
                .badDate, column: "date", text: transaction.date, message: "\"\(MessageText.cut(transaction.date))\" is no date",
                hint: "Portfolio Performance writes 2024-01-31T00:00")
        }
        if let security = tree.child(transaction.place, "security"), indices.contains(security) {
            throw ImportIssue(
                .badCurrency, column: "security", message: "\(MessageText.cut(tree.text(security, "name"))) has no currency", hint: "give it one in Portfolio Performance")
        }
        var made: [ImportedDraft]
        do { made = try mapper.drafts(transaction, on: day) } catch let issue as ImportIssue {
            guard issue.kind.skips, let entry = names.standing[transaction.uuid] else { throw issue }
            throw ImportIssue(.changedRow, message: "\(issue.message), and the book has it as entry \(entry.rawValue)", hint: "void(\(entry.rawValue)) and import again")
        } catch {
            throw ImportIssue(.outOfRange, message: "its figures are too large: \(error)")
        }
        if let today = plan.today, day > today {
            drafts += 1
            for place in made.indices { made[place].draft.status = ActivityStatus.draft.rawValue }
        }
        try plan.add(made, line: line(transaction.place))
        return .add
    }

    // MARK: prices

    private mutating func readPrices(_ security: Int, _ plan: inout PlanBuilder) {
        let instrument = plan.instrument(named: names.symbols[security] ?? "")
        if instrument == 0 { return }
        let factor = MinorUnit.normalize(tree.text(security, "currencyCode"))?.factor ?? .one
        guard let quoted = try? currency(tree.text(security, "currencyCode"), plan) else { return }
        let latest = tree.child(security, "latest").map { [$0] } ?? []
        for place in tree.list(security, "prices") + latest {
            attempt(place, &plan) { (reader, plan) throws(ImportIssue) in try reader.price(place, instrument, factor, quoted, &plan) }
        }
    }

    private func price(
        _ place: Int, _ instrument: Int32, _ factor: FixedDecimal, _ quoted: Currency, _ plan: inout PlanBuilder
    ) throws(ImportIssue) -> RowVerdict.Outcome {
        let element = tree.elements[place], told = element["t"] ?? tree.text(place, "date"), figure = element["v"] ?? tree.text(place, "value")
        guard let day = try? Day(told.prefix(10)) else { throw ImportIssue(.badDate, column: "t", text: told, message: "\"\(MessageText.cut(told))\" is no date") }
        let number = try file.price(figure)
        guard number > .zero, let close = try? number * factor else { throw ImportIssue(.leftOut, column: "v", message: "a price of \(number) says nothing") }
        guard Bound.price.admits(close) else { throw ImportIssue(.beyondBound, column: "v", message: "the price \(close) \(Bound.price.refusal(close))") }
        if let today = plan.today, day > today { throw ImportIssue(.leftOut, column: "t", message: "\(day) is after today") }
        plan.add(
            QuoteEntry(
                line: line(place), day: day, instrument: instrument, close: CellNumber(mantissa: close.units, digits: FixedDecimal.scale),
                currency: plan.currency(quoted), source: ""))
        return .quote
    }

    // MARK: what is to be known

    private func tell(_ plan: inout PlanBuilder) {
        if drafts > 0 { plan.notice(.futureDate, "\(drafts == 1 ? "1 transaction of a day to come is a draft" : "\(drafts) transactions of days to come are drafts")") }
        for sentence in mapper.sentences { plan.notice(.changed, sentence) }
        for sentence in classes.sentences { plan.notice(.leftOut, sentence) }
        for (noun, count) in PortfolioPerformanceRest.counts(file) {
            plan.notice(.leftOut, "\(count == 1 ? "1 \(noun.one)" : "\(count) \(noun.many)") left out, for which luca has no place")
        }
    }
}
