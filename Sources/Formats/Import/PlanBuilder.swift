import Ledger
import Values

/// Builds the plan of an import: formats add rows and definitions, `finish` orders them and compares them with the book.
struct PlanBuilder {
    /// The book.
    let context: ImportContext
    /// What the user and the format say about the file.
    let options: ImportOptions
    /// Today, where it is known: a format whose program plans ahead takes what is behind it for drafts.
    var today: Day? { options.day ?? context.today }
    /// The names of the accounts of book and plan.
    var accounts: NameIndex
    /// The symbols of the instruments of book and plan.
    var instruments: NameIndex
    private(set) var currencies: CurrencyIndex
    /// The plan as far as it is made.
    var plan = ImportPlan()
    /// New instruments of which only a payment tells the currency, which a trade may correct.
    private var tentative = Set<Int32>()
    private var noticed = Set<ImportNotice>()
    /// The values that the book has, so that the same are not added again.
    private lazy var recordedValues = Set(context.values)
    /// Definitions of the book as rows have changed them so far, by id.
    private var changedAccounts: [Int32: Account] = [:]
    private var changedInstruments: [Int32: Instrument] = [:]
    /// Whether a group that does not tie one outgoing to one incoming side is dropped: see `ImportPlan.dropFalsePairs`.
    var checksPairs = false
    /// Rows that tell a rate though they are in their account's currency.
    private var needlessRates = 0
    /// New accounts whose currency is final: told by a definition, or by a row that settles in it.
    var settledAccounts = Set<Int32>()

    init(context: ImportContext, options: ImportOptions, format: String) {
        self.context = context
        self.options = options
        accounts = NameIndex(context.accounts.map(\.name))
        instruments = NameIndex(context.instruments.map(\.symbol))
        currencies = CurrencyIndex(known: context.currencies)
        plan.format = format
        plan.file = options.baseName
    }

    /// Makes room for some rows.
    mutating func reserve(rows: Int) {
        plan.verdicts.reserve(rows)
        plan.activities.reserve(rows)
    }

    /// Adds a notice, once however often it comes up.
    mutating func notice(_ kind: ImportNotice.Kind, _ message: String) {
        let notice = ImportNotice(kind, message)
        if noticed.insert(notice).inserted { plan.notices.append(notice) }
    }

    /// Tells what came up so many times; nothing where it never did.
    mutating func notice(_ kind: ImportNotice.Kind, count: Int, _ one: String, _ many: String) {
        if count > 0 { notice(kind, count == 1 ? "1 \(one)" : "\(count) \(many)") }
    }

    /// Notes what becomes of a row.
    mutating func verdict(line: Int, _ outcome: RowVerdict.Outcome) {
        plan.verdicts.append(line: line, outcome)
    }

    /// Notes that a row is refused or skipped, and why.
    mutating func verdict(_ issue: ImportIssue, line: Int, outcome: RowVerdict.Outcome = .refused) {
        var issue = issue
        issue.file = plan.file
        issue.line = line
        plan.verdicts.append(line: line, outcome, issue: issue)
    }

    // MARK: names

    /// The id of the account that a cell names, 0 where there is none.
    @inline(__always)
    mutating func account(_ cell: UnsafeBufferPointer<UInt8>) -> Int32 { accounts.id(cell) }

    /// The id of the instrument whose symbol a cell holds, 0 where there is none.
    @inline(__always)
    mutating func instrument(_ cell: UnsafeBufferPointer<UInt8>) -> Int32 { instruments.id(cell) }

    /// The id of an account's name, 0 where there is none.
    mutating func account(named name: String) -> Int32 { accounts.id(name) }

    /// The id of a symbol, 0 where there is none.
    mutating func instrument(named symbol: String) -> Int32 { instruments.id(symbol) }

    /// The currency whose code a cell holds; the unit of a minor one, such as pence, is noted.
    @inline(__always)
    mutating func currency(_ cell: UnsafeBufferPointer<UInt8>) throws(CurrencyError) -> CurrencyIndex.Entry { try currencies.entry(cell) }

    /// The entry of a currency in the plan's list.
    mutating func currency(_ currency: Currency) -> CurrencyIndex.Entry { currencies.entry(currency) }

    /// The currency that the user told for rows that name none, counted as it was told; nil where nobody told one.
    mutating func toldCurrency() -> CurrencyIndex.Entry? {
        guard let told = options.currency else { return nil }
        return options.minorUnit.flatMap { currencies.entry(minorUnit: $0) } ?? currency(told)
    }

    /// Remembers that figures are in a minor unit, which a notice tells at the end.
    mutating func noteMinorUnit(_ code: String) { _ = currencies.entry(minorUnit: code) }

    /// The account of an id, of the book or of the plan.
    func account(_ id: Int32) -> Account {
        let index = Int(id) - 1
        return index < accounts.recorded ? changedAccounts[id] ?? context.accounts[index] : plan.newAccounts[index - accounts.recorded]
    }

    /// The instrument of an id, of the book or of the plan.
    func instrument(_ id: Int32) -> Instrument {
        let index = Int(id) - 1
        return index < instruments.recorded ? changedInstruments[id] ?? context.instruments[index] : plan.newInstruments[index - instruments.recorded]
    }

    /// Looks up the instruments that there are by now. Unlike the method it keeps no copy of the plan alive, which a change of the plan would have to copy.
    private var instrumentLookup: (Int32) -> Instrument {
        let recorded = instruments.recorded, changed = changedInstruments, known = context.instruments, new = plan.newInstruments
        return { id in
            let index = Int(id) - 1
            return index < recorded ? changed[id] ?? known[index] : new[index - recorded]
        }
    }

    /// Adds a new account and gives its id.
    mutating func define(_ account: Account) -> Int32 {
        notice(.newAccount, sentence(newAccount: account))
        plan.newAccounts.append(account)
        return accounts.add(account.name)
    }

    private func sentence(newAccount account: Account) -> String {
        let near = nearestName(to: account.name, in: context.accounts.map(\.name))
        return "account \"\(account.name)\" is new, in \(account.currency)" + (near.map { "; the nearest that the book has is \"\($0)\"" } ?? "")
    }

    /// Sets the currency of a new account to the one that its first settling row tells, and corrects the notice of the account.
    private mutating func settle(newAccount place: Int, in currency: Currency) {
        let before = ImportNotice(.newAccount, sentence(newAccount: plan.newAccounts[place]))
        plan.newAccounts[place].currency = currency
        if let told = plan.notices.firstIndex(of: before) { plan.notices[told] = ImportNotice(.newAccount, sentence(newAccount: plan.newAccounts[place])) }
    }

    /// Adds a new instrument and gives its id; tentatively where only a payment tells its currency, which need not be the one it is traded in.
    mutating func define(_ instrument: Instrument, isTentative: Bool = false) -> Int32 {
        if isTentative { tentative.insert(Int32(instruments.names.count + 1)) }
        plan.newInstruments.append(instrument)
        return instruments.add(instrument.symbol)
    }

    /// Whether an instrument is one of the book, or one that a trade of the file has told of.
    func isKnownByTrade(_ instrument: Int32) -> Bool { instrument != 0 && !tentative.contains(instrument) }

    /// Sets the currency of a tentative instrument, and its multiplier, to what a trade tells.
    @inline(__always)
    mutating func settle(_ instrument: Int32, _ currency: Currency, multiplier: FixedDecimal? = nil) {
        guard !tentative.isEmpty, tentative.remove(instrument) != nil else { return }
        let place = Int(instrument) - 1 - instruments.recorded
        plan.newInstruments[place].currency = currency
        if let multiplier { plan.newInstruments[place].multiplier = multiplier }
    }

    /// Lets the cash of an activity move in another currency: the one told, else its account's where it tells a rate; by the rule of `Ledger.settlement`.
    ///
    /// An account that only rows define is in the currency that its rows settle in; one that settles in another is refused.
    mutating func settle(_ entry: inout ActivityEntry, in told: Currency?) throws(ImportIssue) {
        let rule = ActivityRule.rule(for: entry.kind, entry.subtype), own = entry.currency.currency
        guard rule.optional.contains(.settle), entry.account != 0 else {
            if let told, told != own { throw ImportIssue(.outOfRange, column: "settle", message: "\(article(entry.kind)) has no settlement") }
            return
        }
        if let told, told != own, entry.rate == nil {
            throw ImportIssue(
                .missingValue, column: "settle", message: "a row in \(own) that settles in \(told) needs a rate",
                hint: "fx_rate is the \(told) for one \(own)")
        }
        let place = Int(entry.account) - 1 - accounts.recorded
        if let told, told != own, plan.newAccounts.indices.contains(place), settledAccounts.insert(entry.account).inserted { settle(newAccount: place, in: told) }
        let account = account(entry.account)
        if let told, told != own, told != account.currency {
            throw ImportIssue(
                .badCurrency, column: "settle", text: told.code, message: "it cannot settle in \(told), but only in \(account.currency), the account's currency, or \(own)")
        }
        if let rate = entry.rate, rate.decimal != .one, account.currency == own { needlessRates += 1 }
        let settles = told ?? (account.settlement == .account && entry.rate != nil ? account.currency : own)
        if settles != own { entry.detail = (entry.detail ?? ActivityDetail()).settling(in: settles) }
    }

    // MARK: definitions and values

    /// Takes in the definition of an account: a new one, a change of one that the book has, or nothing new.
    mutating func take(_ account: Account, line: Int) throws(ImportIssue) -> RowVerdict.Outcome {
        if let opened = account.opened, let closed = account.closed, closed < opened {
            throw ImportIssue(.outOfRange, column: "closed", message: "the account \"\(account.name)\" closes on \(closed), before it opens on \(opened)")
        }
        let id = self.account(named: account.name)
        guard id != 0 else {
            settledAccounts.insert(define(account))
            return .define
        }
        let known = self.account(id)
        var account = account
        account.name = known.name
        guard account != known else { return .alreadyThere }
        guard Int(id) <= accounts.recorded, changedAccounts[id] == nil else { throw Self.twice("the account \"\(known.name)\"") }
        changedAccounts[id] = account
        plan.changedAccounts.append(PlannedDefinition(line: line, definition: account))
        notice(.changed, "account \"\(known.name)\" is defined anew")
        return .define
    }

    /// Takes in the definition of an instrument, as that of an account.
    mutating func take(_ instrument: Instrument, line: Int) throws(ImportIssue) -> RowVerdict.Outcome {
        guard instrument.multiplier > .zero else { throw ImportIssue(.outOfRange, column: "multiplier", message: "a multiplier is above zero") }
        let id = self.instrument(named: instrument.symbol)
        guard id != 0 else {
            _ = define(instrument)
            return .define
        }
        let known = self.instrument(id)
        var instrument = instrument
        instrument.symbol = known.symbol
        guard instrument != known else { return .alreadyThere }
        guard Int(id) <= instruments.recorded, changedInstruments[id] == nil else { throw Self.twice("the symbol \(known.symbol)") }
        changedInstruments[id] = instrument
        plan.changedInstruments.append(PlannedDefinition(line: line, definition: instrument))
        notice(.changed, "symbol \(known.symbol) is defined anew")
        return .define
    }

    private static func twice(_ what: String) -> ImportIssue {
        ImportIssue(.definedTwice, message: "the file defines \(what) before, and otherwise", hint: "keep one of the two rows")
    }

    /// Takes in what an account is worth.
    mutating func take(_ value: AccountValue, line: Int) -> RowVerdict.Outcome {
        guard recordedValues.insert(value).inserted else { return .alreadyThere }
        plan.values.append(PlannedValue(line: line, value: value))
        return .value
    }

    // MARK: rows

    /// Adds an activity.
    @inline(__always)
    mutating func add(_ entry: ActivityEntry) { plan.activities.append(entry) }

    /// Adds a quote.
    mutating func add(_ entry: QuoteEntry) { plan.quotes.append(entry, source: options.source) }

    /// The plan, its rows put in the order in which they happened and compared with what the book holds.
    ///
    /// - Parameter completion: what the format does with the file as a whole.
    consuming func finish(_ completion: (any FileCompletion)?) -> ImportPlan {
        var completion = completion
        completion?.rowsWereRead(&self)
        noteAssumptions()
        plan.activities.currencies = currencies.all
        plan.quotes.currencies = currencies.all
        plan.putInOrder()
        completion?.rowsWereOrdered(&self)
        SourceIDMatching.settleRepeated(&plan)
        let scope = FileScope(isLoose: options.hasMembers, terms: plan.matching.terms)
        BookComparison(ComparisonBasis(context: context, scope: scope, instrument: instrumentLookup)).takeOutRecorded(&plan, likes: options.likes)
        completion?.bookWasCompared(&self)
        if checksPairs { plan.dropFalsePairs(context, instrument) }
        plan.tellUnknownCosts(context, instrument, account)
        if let today = options.day { plan.tellFutureRows(after: today) }
        return plan
    }

    /// Adds the notices on what was assumed of names, currencies and rates.
    private mutating func noteAssumptions() {
        for (written, known) in accounts.caseMended { notice(.nameCase, "account \"\(written)\" is taken for \"\(known)\"") }
        for (written, known) in instruments.caseMended { notice(.nameCase, "symbol \(written) is taken for \(known)") }
        if !plan.newInstruments.isEmpty { notice(.newInstrument, Self.sentence(newInstruments: plan.newInstruments)) }
        for unit in currencies.minorUnits {
            notice(.minorUnits, "amounts in \(unit) are brought to \(MinorUnit.normalize(unit)?.currency.code ?? unit)")
        }
        if needlessRates > 0 {
            let rows = needlessRates == 1 ? "1 row tells a rate (fx_rate) and is in its" : "\(needlessRates) rows tell a rate (fx_rate) and are in their"
            notice(.needlessRate, "\(rows) account's currency, so that nothing is converted by it; if the account is in another, define it before the import")
        }
    }

    /// A sentence on new instruments: five by name, the others counted.
    private static func sentence(newInstruments: [Instrument]) -> String {
        let shown = newInstruments.prefix(5).map { "\($0.symbol) (\($0.currency))" }.joined(separator: ", ")
        let rest = newInstruments.count - 5
        return (newInstruments.count == 1 ? "a symbol is new: " : "\(newInstruments.count) symbols are new: ") + shown
            + (rest > 0 ? " and \(rest) more" : "")
    }
}

/// What a format does with a file as a whole, beside what each row comes to.
protocol FileCompletion {
    /// Called once all rows are read, before they are put in order.
    mutating func rowsWereRead(_ plan: inout PlanBuilder)
    /// Called once the rows stand in the order in which they happened, before those that the book holds are taken out.
    mutating func rowsWereOrdered(_ plan: inout PlanBuilder)
    /// Called once the rows that the book holds are taken out.
    mutating func bookWasCompared(_ plan: inout PlanBuilder)
}

extension FileCompletion {
    func rowsWereRead(_ plan: inout PlanBuilder) {}
    func rowsWereOrdered(_ plan: inout PlanBuilder) {}
    func bookWasCompared(_ plan: inout PlanBuilder) {}
}
