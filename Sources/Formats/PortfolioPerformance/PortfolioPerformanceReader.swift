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
    private var verdicts: [Verdict] = []
    private var issues: [ImportIssue] = []
    private var drafts = 0
    private var mapper: PortfolioPerformanceMapper
    /// Whether each object begins on a line of its own, by which its verdict is known; else by its number.
    private let goesByLine: Bool

    private var tree: XStreamTree { file.tree }

    /// What becomes of an object.
    private struct Verdict {
        /// The number of its element.
        var number: UInt32
        var line: UInt32
        var outcome: RowVerdict.Outcome
        /// Its place among the issues; -1 for none.
        var issue: Int32 = -1
    }

    init(_ file: PortfolioPerformanceFile, _ plan: inout PlanBuilder) {
        self.file = file
        names = PortfolioPerformanceNames(file, plan.context)
        classes = PortfolioPerformanceClasses(file)
        mapper = PortfolioPerformanceMapper(file, names)
        goesByLine = Self.goesByLine(file)
        if !goesByLine { plan.notice(.format, "several elements of the file stand on one line, so that \"line\" counts its elements") }
        indices = Set(file.securities.filter { file.tree.text($0, "currencyCode").isEmpty })
    }

    /// Whether no two objects that get a verdict begin on one line.
    private static func goesByLine(_ file: PortfolioPerformanceFile) -> Bool {
        let tree = file.tree, lists = file.securities.map { tree.child($0, "prices") }
        let others = file.securities.flatMap { tree.list($0, "prices") + (tree.child($0, "latest").map { [$0] } ?? []) }
        var isTold = [Bool](repeating: false, count: tree.elements.places.count)
        for place in file.securities + file.accounts + file.portfolios + file.strays + file.lost + others { isTold[place] = true }
        for transaction in file.transactions { isTold[transaction.place] = true }
        // Both stand in the order of their elements.
        var prices = Set(lists.compactMap { $0 }).sorted().flatMap { file.prices.of($0) }[...], last = -1
        func isNext(_ line: Int) -> Bool {
            defer { last = line }
            return line > last
        }
        for place in tree.elements.places where isTold[place] {
            let number = tree.elements.number(place)
            while let price = prices.first, price.number < number {
                guard isNext(Int(price.line)) else { return false }
                prices.removeFirst()
            }
            guard isNext(tree.elements.line(place)) else { return false }
        }
        return prices.allSatisfy { isNext(Int($0.line)) }
    }

    private func line(_ place: Int) -> Int { goesByLine ? tree.elements.line(place) : tree.elements.number(place) }

    /// Reads everything, telling how it goes on as a second pass over the bytes.
    mutating func read(_ plan: inout PlanBuilder, _ progress: inout TextProgress) throws(ImportIssue) {
        plan.plan.matching.hasKeys = file.transactions.contains { !$0.uuid.isEmpty }
        plan.plan.matching.hasGlobalKeys = plan.plan.matching.hasKeys
        let transactions = inOrder()
        let shorts = mapper.shorts(transactions), work = transactions.count + file.prices.count
        for portfolio in file.portfolios { attempt(portfolio, &plan) { (reader, plan) throws(ImportIssue) in try reader.portfolio(portfolio, shorts, &plan) } }
        for account in file.accounts { attempt(account, &plan) { (reader, plan) throws(ImportIssue) in try reader.account(account, shorts, &plan) } }
        for security in file.securities { attempt(security, &plan) { (reader, plan) throws(ImportIssue) in try reader.security(security, &plan) } }
        for (done, transaction) in transactions.enumerated() where !mapper.isOtherHalf(transaction) {
            attempt(transaction.place, &plan) { (reader, plan) throws(ImportIssue) in try reader.transaction(transaction, &plan) }
            try progress.report(1, done, of: work)
        }
        for stray in file.strays {
            refuse(stray, "no account and no portfolio lists this transaction")
        }
        for place in file.lost { refuse(place, "it refers to something that is not in the file") }
        var done = transactions.count
        for security in file.securities where !indices.contains(security) {
            readPrices(security, &plan)
            done += file.prices.of(tree.child(security, "prices")).count
            try progress.report(1, done, of: work)
        }
        tellVerdicts(&plan)
        tell(&plan)
    }

    private mutating func tellVerdicts(_ plan: inout PlanBuilder) {
        verdicts.sort { $0.number < $1.number }
        plan.plan.verdicts.reserve(verdicts.count)
        var last: UInt32 = 0
        // What several lists refer to has one verdict.
        for verdict in verdicts where verdict.number != last {
            last = verdict.number
            let line = Int(goesByLine ? verdict.line : verdict.number)
            if verdict.issue < 0 { plan.verdict(line: line, verdict.outcome) } else { plan.verdict(issues[Int(verdict.issue)], line: line, outcome: verdict.outcome) }
        }
        (verdicts, issues) = ([], [])
    }

    private mutating func refuse(_ place: Int, _ message: String) {
        let issue = ImportIssue(.missingValue, message: message, hint: "open the file in Portfolio Performance and save it again")
        add(.refused, issue, UInt32(clamping: tree.elements.number(place)), UInt32(clamping: tree.elements.line(place)))
    }

    private mutating func add(_ outcome: RowVerdict.Outcome, _ issue: ImportIssue?, _ number: UInt32, _ line: UInt32) {
        if let issue { issues.append(issue) }
        verdicts.append(Verdict(number: number, line: line, outcome: outcome, issue: issue == nil ? -1 : Int32(issues.count - 1)))
    }

    private mutating func attempt(
        _ place: Int, _ plan: inout PlanBuilder, _ body: (inout PortfolioPerformanceReader, inout PlanBuilder) throws(ImportIssue) -> RowVerdict.Outcome
    ) { attempt(UInt32(clamping: tree.elements.number(place)), UInt32(clamping: tree.elements.line(place)), &plan, body) }

    private mutating func attempt(
        _ number: UInt32, _ line: UInt32, _ plan: inout PlanBuilder, _ body: (inout PortfolioPerformanceReader, inout PlanBuilder) throws(ImportIssue) -> RowVerdict.Outcome
    ) {
        do throws(ImportIssue) {
            let outcome = try body(&self, &plan)
            add(outcome, nil, number, line)
        } catch {
            add(error.kind.skips ? .skipped : .refused, error, number, line)
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
        let parts = plan.context.recorded == nil ? [] : mapper.parts(of: transaction)
        if !parts.isEmpty { plan.plan.matching.parts[line(transaction.place)] = parts }
        return .add
    }

    // MARK: prices

    private mutating func readPrices(_ security: Int, _ plan: inout PlanBuilder) {
        let instrument = plan.instrument(named: names.symbols[security] ?? "")
        if instrument == 0 { return }
        let factor = MinorUnit.normalize(tree.text(security, "currencyCode"))?.factor ?? .one
        guard let quoted = try? currency(tree.text(security, "currencyCode"), plan) else { return }
        let quotation = Quotation(instrument: instrument, factor: factor, currency: quoted)
        var prices = file.prices.of(tree.child(security, "prices"))
        for place in tree.list(security, "prices") {
            let number = tree.elements.number(place)
            let before = prices.prefix { $0.number < number }
            take(before, quotation, &plan)
            prices = prices.dropFirst(before.count)
            attempt(place, &plan) { (reader, plan) throws(ImportIssue) in try reader.price(place, quotation, &plan) }
        }
        take(prices, quotation, &plan)
        if let latest = tree.child(security, "latest") {
            attempt(latest, &plan) { (reader, plan) throws(ImportIssue) in try reader.price(latest, quotation, &plan) }
        }
    }

    /// What prices are of, and in.
    private struct Quotation {
        var instrument: Int32
        /// What a price of one is in the currency.
        var factor: FixedDecimal
        var currency: Currency
    }

    private mutating func take(_ prices: ArraySlice<PortfolioPerformancePrices.Price>, _ quotation: Quotation, _ plan: inout PlanBuilder) {
        for price in prices {
            attempt(price.number, price.line, &plan) { (reader, plan) throws(ImportIssue) in
                let line = Int(reader.goesByLine ? price.line : price.number)
                return try Self.price(reader.file.price(price.figure), on: Day(number: price.day), quotation, line, &plan)
            }
        }
    }

    private func price(_ place: Int, _ quotation: Quotation, _ plan: inout PlanBuilder) throws(ImportIssue) -> RowVerdict.Outcome {
        let told = tree.elements.attribute(place, "t") ?? tree.text(place, "date"), figure = tree.elements.attribute(place, "v") ?? tree.text(place, "value")
        guard let day = try? Day(told.prefix(10)) else { throw ImportIssue(.badDate, column: "t", text: told, message: "\"\(MessageText.cut(told))\" is no date") }
        return try Self.price(try file.price(figure), on: day, quotation, line(place), &plan)
    }

    private static func price(
        _ number: FixedDecimal, on day: Day, _ quotation: Quotation, _ line: Int, _ plan: inout PlanBuilder
    ) throws(ImportIssue) -> RowVerdict.Outcome {
        guard number > .zero, let close = try? number * quotation.factor else { throw ImportIssue(.leftOut, column: "v", message: "a price of \(number) says nothing") }
        guard Bound.price.admits(close) else { throw ImportIssue(.beyondBound, column: "v", message: "the price \(close) \(Bound.price.refusal(close))") }
        if let today = plan.today, day > today { throw ImportIssue(.leftOut, column: "t", message: "\(day) is after today") }
        plan.add(
            QuoteEntry(
                line: line, day: day, instrument: quotation.instrument, close: CellNumber(mantissa: close.units, digits: FixedDecimal.scale),
                currency: plan.currency(quotation.currency), source: ""))
        return .quote
    }

    // MARK: what is to be known

    private func tell(_ plan: inout PlanBuilder) {
        if drafts > 0 { plan.notice(.futureDate, "\(drafts == 1 ? "1 transaction of a day to come is a draft" : "\(drafts) transactions of days to come are drafts")") }
        for sentence in mapper.sentences { plan.notice(.changed, sentence) }
        for sentence in classes.sentences { plan.notice(.leftOut, sentence) }
        for sentence in PortfolioPerformanceRest.sentences(file, names) { plan.notice(.leftOut, sentence) }
        tellVersion(&plan)
        tellBaseCurrency(&plan)
    }

    private func tellVersion(_ plan: inout PlanBuilder) {
        let last = PortfolioPerformanceFile.lastVersion
        guard file.version > last else { return }
        plan.notice(
            .changed,
            "the file is of version \(file.version), and the newest that luca knows is \(last): compare holdings and cash with the statement of assets in Portfolio Performance")
    }

    /// Tells the currency in which the file sums up, where the book has none and the file several to sum up.
    private func tellBaseCurrency(_ plan: inout PlanBuilder) {
        guard plan.context.baseCurrency == nil, let base = try? currency(file.baseCurrency, plan) else { return }
        let codes = (file.accounts + file.securities).map { tree.text($0, "currencyCode") }.filter { !$0.isEmpty }
        guard codes.contains(where: { $0 != base.code }) else { return }
        plan.notice(.changed, "the file sums up in \(base), and the book has no currency for that yet: setting(\"base_currency\", \"\(base)\") says the same here")
    }
}
