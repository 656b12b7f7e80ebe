import Ledger
import Plans
import Values

/// Gathers what the rows of a file come to. Formats put in rows; `finish` makes the plan.
struct PlanBuilder {
    let context: ImportContext
    let options: ImportOptions
    var accounts: NameBook
    var instruments: NameBook
    private(set) var currencies: CurrencyBook
    private(set) var sources = ByteInterner()
    var plan = ImportPlan()
    private let emptyNote: Int
    /// New instruments whose currency is that of a payment.
    private var tentative = Set<Int32>()
    private var noticed = Set<ImportNotice>()
    /// Whether options are assigned or exercised, the rows not telling which of the two.
    var usesOptions = false
    /// What the book holds of values, to tell those that come again.
    lazy var recordedValues = Set(context.values)
    /// Definitions of the book as rows have changed them so far, by id.
    var changedAccounts: [Int32: Account] = [:]
    var changedInstruments: [Int32: Instrument] = [:]

    /// Rows that a later row of the file tells better.
    var superseded = Set<Int>()
    /// The first legs of the assignments that the Portfolio Ledger app wrote as two trades, by the id that links them.
    var linkedLegs: [String: PortfolioLedgerLeg] = [:]

    /// The rows of trades that the app flags as consumed by an assignment; those that became one with their other half are superseded.
    var flaggedTrades = Set<Int>()

    /// Whether groups tie the sides of transfers only where they are one of each, near each other.
    var checksPairs = false
    /// Rows that tell a rate though they are in their account's currency.
    private var needlessRates = 0
    /// Accounts that are new, and whose currency is settled: by a definition, or by a row that settles in it.
    var settledAccounts = Set<Int32>()

    /// The reserve plan that the file is of.
    var reserve: ReserveDraft?
    /// The plan of that name that the book has.
    lazy var knownReserve: ReservePlan? = Self.recordedReserve(context, options)
    /// The entries with which plans' files opened accounts of the book, as far as they were asked for.
    var openings: [Int32: [ImportContext.CashEntry]] = [:]
    /// The accounts of the book that an undo emptied.
    lazy var undoneAccounts = context.undoneAccounts()
    /// Rows of a history of accounts that are new, or that a plan's file opened.
    var history: [ReserveEvent] = []
    /// The rows of adjustments between rows of a history that do not follow from one another.
    var jumps = Set<Int>()
    /// Other accounts of the book that a history has rows of.
    var grown = Set<Int32>()
    /// The tiers in which a history names an account, where no plan tells whether they are several.
    var historyTiers: [Int32: [String]] = [:]

    init(context: ImportContext, options: ImportOptions, format: String) {
        self.context = context
        self.options = options
        accounts = NameBook(context.accounts.map(\.name))
        instruments = NameBook(context.instruments.map(\.symbol))
        currencies = CurrencyBook(known: context.currencies)
        plan.format = format
        plan.file = options.baseName
        emptyNote = plan.activities.notes.intern("")
    }

    mutating func reserve(rows: Int) {
        plan.verdicts.reserve(rows)
        plan.activities.rows.reserveCapacity(rows)
    }

    /// Tells something once, however often it comes up.
    mutating func notice(_ kind: ImportNotice.Kind, _ message: String) {
        let notice = ImportNotice(kind, message)
        if noticed.insert(notice).inserted { plan.notices.append(notice) }
    }

    mutating func verdict(line: Int, _ outcome: RowVerdict.Outcome) {
        plan.verdicts.append(line: line, outcome)
    }

    mutating func verdict(_ issue: ImportIssue, line: Int, outcome: RowVerdict.Outcome = .refused) {
        var issue = issue
        issue.file = plan.file
        issue.line = line
        plan.verdicts.append(line: line, outcome, issue: issue)
    }

    // MARK: names

    @inline(__always)
    mutating func account(_ cell: UnsafeBufferPointer<UInt8>) -> Int32 { accounts.id(cell) }

    @inline(__always)
    mutating func instrument(_ cell: UnsafeBufferPointer<UInt8>) -> Int32 { instruments.id(cell) }

    @inline(__always)
    mutating func currency(_ cell: UnsafeBufferPointer<UInt8>) throws(CurrencyError) -> CurrencyBook.Entry { try currencies.entry(cell) }

    mutating func currency(_ currency: Currency) -> CurrencyBook.Entry { currencies.entry(currency) }

    /// The currency that the user told for rows that name none, counted as it was told; nil where nobody told one.
    mutating func toldCurrency() -> CurrencyBook.Entry? {
        guard let told = options.currency else { return nil }
        return options.minorUnit.flatMap { currencies.entry(minorUnit: $0) } ?? currency(told)
    }

    /// The currency of an account that rows name without telling one: its own, which goes before the one told.
    mutating func currency(of account: Account) -> CurrencyBook.Entry { currency(of: account.currency, "account \"\(account.name)\" is in") }

    /// The currency of an instrument that rows name without telling one.
    mutating func currency(of instrument: Instrument) -> CurrencyBook.Entry { currency(of: instrument.currency, "\(instrument.symbol) is in") }

    /// A currency that is known without the user, counted in the minor unit that the user told where that is a part of it.
    ///
    /// - Parameter what: what tells it, for the notice that the one told is another: `account "A" is in`.
    mutating func currency(of known: Currency, _ what: @autoclosure () -> String) -> CurrencyBook.Entry {
        guard let told = toldCurrency() else { return currency(known) }
        if told.currency == known { return told }
        notice(.assumedCurrency, "\(what()) \(known), and rows without a currency are in that; \(told.currency), the one told, is for what has none of its own")
        return currency(known)
    }

    /// Notes that figures are in a minor unit, to be told at the end.
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

    mutating func define(_ account: Account) -> Int32 {
        notice(.newAccount, sentence(newAccount: account))
        plan.newAccounts.append(account)
        return accounts.add(account.name)
    }

    private func sentence(newAccount account: Account) -> String {
        let near = nearestName(to: account.name, in: context.accounts.map(\.name))
        return "account \"\(account.name)\" is new, in \(account.currency)" + (near.map { "; the nearest that the book has is \"\($0)\"" } ?? "")
    }

    /// Puts a new account into the currency that a row settles in, the first that does; what is told of it follows.
    private mutating func settle(newAccount place: Int, in currency: Currency) {
        let before = ImportNotice(.newAccount, sentence(newAccount: plan.newAccounts[place]))
        plan.newAccounts[place].currency = currency
        if let told = plan.notices.firstIndex(of: before) { plan.notices[told] = ImportNotice(.newAccount, sentence(newAccount: plan.newAccounts[place])) }
    }

    /// Defines an instrument; tentatively where only a payment tells its currency, which need not be the one it is traded in.
    mutating func define(_ instrument: Instrument, isTentative: Bool = false) -> Int32 {
        if isTentative { tentative.insert(Int32(instruments.names.count + 1)) }
        plan.newInstruments.append(instrument)
        return instruments.add(instrument.symbol)
    }

    /// Notes the currency that an instrument is traded in.
    @inline(__always)
    mutating func settle(_ instrument: Int32, _ currency: Currency) {
        guard !tentative.isEmpty, tentative.remove(instrument) != nil else { return }
        plan.newInstruments[Int(instrument) - 1 - instruments.recorded].currency = currency
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
            throw ImportIssue(.missingValue, column: "settle", message: "a row in \(own) that settles in \(told) needs a rate", hint: "fx_rate is the \(told) for one \(own)")
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

    // MARK: rows

    /// Adds an activity whose numbers stand in `entry`.
    @inline(__always)
    mutating func add(_ entry: ActivityEntry) {
        let number = plan.activities.rows.count
        let quantity = PackedDecimal(entry.quantity, wide: &plan.activities.wide)
        let price = PackedDecimal(entry.price, wide: &plan.activities.wide)
        let fee = entry.fee.isZero ? .zero : PackedDecimal(entry.fee, wide: &plan.activities.wide)
        let amount: PackedDecimal
        switch entry.amount {
        case .none: amount = .absent
        case .cell(let cell): amount = PackedDecimal(cell, wide: &plan.activities.wide)
        case .sum(let sum): amount = PackedDecimal(sum, wide: &plan.activities.wide)
        }
        let notes = entry.notes.isEmpty ? emptyNote : plan.activities.notes.intern(entry.notes)
        if !entry.tax.isZero { plan.activities.taxes.set(entry.tax.decimal, row: number) }
        if let rate = entry.rate { plan.activities.rates.set(rate.decimal, row: number) }
        if let time = entry.time { plan.activities.times.set(time, row: number) }
        if let id = entry.id { plan.activities.ids.set(id, row: number) }
        if !entry.sourceID.isEmpty { plan.activities.sourceIDs.set(entry.sourceID, row: number) }
        if let detail = entry.detail { plan.activities.details.set(detail, row: number) }
        plan.activities.rows.append(
            PlannedActivities.Row(
                quantity: quantity.mantissa, price: price.mantissa, amount: amount.mantissa, fee: fee.mantissa,
                quantityDigits: quantity.digits, priceDigits: price.digits, amountDigits: amount.digits, feeDigits: fee.digits,
                day: entry.day.number, line: UInt32(truncatingIfNeeded: entry.line), account: entry.account, instrument: entry.instrument,
                notes: UInt32(notes), currency: entry.currency.index, kind: entry.kind, subtype: entry.subtype, status: entry.status))
    }

    /// Adds a quote.
    mutating func add(_ entry: QuoteEntry) {
        let number = plan.quotes.rows.count
        let source = sources.intern(entry.source.isEmpty ? options.source : entry.source)
        if entry.hasRange {
            plan.quotes.ranges.set(
                PlannedQuotes.Range(
                    open: PackedDecimal(entry.open, wide: &plan.quotes.wide), high: PackedDecimal(entry.high, wide: &plan.quotes.wide),
                    low: PackedDecimal(entry.low, wide: &plan.quotes.wide), adjusted: PackedDecimal(entry.adjusted, wide: &plan.quotes.wide),
                    volume: PackedDecimal(entry.volume, wide: &plan.quotes.wide)),
                row: number)
        }
        plan.quotes.rows.append(
            PlannedQuotes.Row(
                instrument: entry.instrument, day: entry.day.number, line: UInt32(truncatingIfNeeded: entry.line),
                currency: entry.currency.index, source: UInt16(truncatingIfNeeded: source),
                close: PackedDecimal(entry.close, wide: &plan.quotes.wide)))
    }

    /// The plan, its rows put in the order in which they happened and compared with what the book holds.
    consuming func finish() -> ImportPlan {
        finishHistory()
        finishBalances()
        finishReserve()
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
        plan.activities.currencies = currencies.all
        plan.quotes.currencies = currencies.all
        plan.quotes.sources = (0..<sources.count).map(sources.text)
        plan.putInOrder()
        plan.activities.remove(rows: superseded)
        if usesOptions { plan.tellExercises(instrument) }
        plan.settleSourceIDs()
        plan.takeOutRecorded(context, loosely: options.hasMembers, instrument)
        shrinkAdjustments()
        tellJumps()
        tellHistoryTiers()
        tellUnlinkedAssignments()
        if checksPairs { plan.dropFalsePairs(context, instrument) }
        plan.tellUnknownCosts(context, instrument, account)
        if let today = options.day { plan.tellFutureRows(after: today) }
        return plan
    }

    /// A few by name, the others by their number.
    private static func sentence(newInstruments: [Instrument]) -> String {
        let shown = newInstruments.prefix(5).map { "\($0.symbol) (\($0.currency))" }.joined(separator: ", ")
        let rest = newInstruments.count - 5
        return (newInstruments.count == 1 ? "a symbol is new: " : "\(newInstruments.count) symbols are new: ") + shown
            + (rest > 0 ? " and \(rest) more" : "")
    }
}
