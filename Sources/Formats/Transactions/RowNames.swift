import Ledger
import Values

/// Finds or defines the account and the instrument of a row, and reads what few rows tell besides.
struct RowNames {
    private let table: Table
    private let column: TransactionColumns
    /// The account of rows that name none; empty where such rows are refused.
    let assumedAccount: [UInt8]
    /// The columns of what few rows tell, as far as there are any.
    private let details: [Int]

    init(_ table: Table, _ column: TransactionColumns, _ plan: inout PlanBuilder) {
        (self.table, self.column) = (table, column)
        assumedAccount = Self.assumedAccount(table, &plan)
        details = [column.into, column.share, column.opened, column.group, column.lots].filter { $0 >= 0 }
    }

    /// The account of rows without one: the one told, else the book's only one where the file has no such column.
    private static func assumedAccount(_ table: Table, _ plan: inout PlanBuilder) -> [UInt8] {
        if let told = table.options.account { return Array(told.utf8) }
        guard !table.map.has(.account), plan.context.accounts.count == 1 else { return [] }
        let name = plan.context.accounts[0].name
        plan.notice(.assumedAccount, "the file names no account; the rows are taken to be of \"\(name)\", the only one")
        return Array(name.utf8)
    }

    // MARK: account and instrument

    /// Finds or defines the account and the instrument of a row that is otherwise in order.
    @inline(__always)
    func find(
        _ record: borrowing CSVReader, _ cells: TransactionCells, _ entry: inout ActivityEntry, _ plan: inout PlanBuilder
    ) throws(ImportIssue) {
        let symbol = try symbol(record, cells, entry)
        if entry.kind.isTrade, cells.instrument != 0 { plan.settle(cells.instrument, entry.currency.currency) }
        if cells.account != 0, symbol.isEmpty || cells.instrument != 0 {
            entry.account = cells.account
            entry.instrument = symbol.isEmpty ? 0 : cells.instrument
            return
        }
        let account = try accountToDefine(record, cells, entry, plan)
        if !symbol.isEmpty, cells.instrument == 0, !plan.options.create { throw unknownSymbol(record, plan) }
        let instrument = symbol.isEmpty || cells.instrument != 0 ? nil : try newInstrument(record, cells)
        entry.account = account.map { plan.define($0) } ?? cells.account
        if symbol.isEmpty { return }
        entry.instrument = instrument.map { plan.define($0, isTentative: !entry.kind.isTrade) } ?? cells.instrument
    }

    /// The symbol of a row, empty where it has none or names cash only.
    @inline(__always)
    private func symbol(_ record: borrowing CSVReader, _ cells: TransactionCells, _ entry: ActivityEntry) throws(ImportIssue) -> UnsafeBufferPointer<UInt8> {
        let none = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
        guard cells.symbol.count > 0 else {
            if entry.kind.figuresForm == .payment, entry.kind.needsSymbol {
                throw table.issue(.missingValue, record, .symbol, "\(article(entry.kind)) needs a symbol", hint: table.symbolHint)
            }
            return none
        }
        if entry.kind.needsSymbol { return cells.symbol }
        if isCash(cells) { return none }
        guard entry.kind.takesSymbol else {
            throw table.issue(.outOfRange, record, .symbol, "\(article(entry.kind)) has no symbol", hint: "it is of the account alone")
        }
        return cells.symbol
    }

    /// Whether a symbol stands for cash, as some programs write payments: `$CASH-USD`, `CASH`, or the currency itself.
    private func isCash(_ cells: TransactionCells) -> Bool {
        let text = String(decoding: cells.symbol, as: UTF8.self).uppercased()
        return text == cells.currency.currency.code || text == "CASH" || text.hasPrefix("$CASH") || text == "-"
    }

    /// The name of a member's account: the family tracker has portfolios, each of a member of the family, and no accounts.
    static func account(ofMember member: String) -> String { "\(member) Investments" }

    /// The account of a member of the family: the one called after the portfolio, else the only one of it; 0 where there is none.
    func familyAccount(_ record: borrowing CSVReader, _ plan: inout PlanBuilder) throws(ImportIssue) -> Int32 {
        let name = String(decoding: record.word(column.account), as: UTF8.self), own = plan.account(named: Self.account(ofMember: name))
        if own != 0 { return own }
        let places = plan.context.accounts.indices.filter { plan.context.accounts[$0].portfolio == name && !plan.context.accounts[$0].isErased }
        guard places.count > 1 else { return places.first.map { Int32($0 + 1) } ?? 0 }
        let names = places.map { "\"\(plan.context.accounts[$0].name)\"" }.joined(separator: ", ")
        throw table.issue(
            .unknownAccount, record, .account, "the portfolio \"\(name)\" has several accounts in the book: \(names)",
            hint: "write the account's name in its place, or define account{name=\"\(Self.account(ofMember: name))\", …} for such rows first")
    }

    private func accountToDefine(
        _ record: borrowing CSVReader, _ cells: TransactionCells, _ entry: ActivityEntry, _ plan: borrowing PlanBuilder
    ) throws(ImportIssue) -> Account? {
        guard cells.account == 0 else { return nil }
        let cell = record.word(column.account)
        let name = cell.count > 0 ? String(decoding: cell, as: UTF8.self) : String(decoding: assumedAccount, as: UTF8.self)
        guard !name.isEmpty else {
            // A split without an account is of every one that holds the instrument.
            if ActivityRule.rule(for: entry.kind, entry.subtype).mayBeOfEveryAccount { return nil }
            throw table.issue(.missingValue, record, .account, "the account is missing", hint: "say account=\"…\" for rows without one")
        }
        guard MessageText.isName(name) else { throw table.issue(.badName, record, .account, MessageText.nameRule) }
        guard plan.options.create else {
            throw table.issue(
                .unknownAccount, record, .account, "the book has no account \"\(name)\"",
                hint: nearestHint(for: name, in: plan.accounts.names, otherwise: "define it first, or import with create=true"))
        }
        if table.options.hasMembers, cell.count > 0 {
            return Account(name: Self.account(ofMember: name), currency: entry.currency.currency, portfolio: name, owner: name)
        }
        let portfolio = String(decoding: record.word(column.portfolio), as: UTF8.self)
        guard MessageText.isName(portfolio) else { throw table.issue(.badName, record, .portfolio, MessageText.nameRule) }
        return Account(name: name, currency: cells.settle ?? entry.currency.currency, portfolio: portfolio)
    }

    private func unknownSymbol(_ record: borrowing CSVReader, _ plan: borrowing PlanBuilder) -> ImportIssue {
        let text = record.shown(column.symbol)
        return table.issue(
            .unknownSymbol, record, .symbol, "the book has no symbol \(text)",
            hint: nearestHint(for: text, in: plan.instruments.names, otherwise: "define it first, or import with create=true"))
    }

    private func newInstrument(_ record: borrowing CSVReader, _ cells: TransactionCells) throws(ImportIssue) -> Instrument {
        if let multiplier = cells.multiplier, multiplier.isNegative || multiplier.isZero {
            throw table.issue(.outOfRange, record, .multiplier, "a multiplier is above zero")
        }
        let symbol = String(decoding: cells.symbol, as: UTF8.self)
        guard MessageText.isName(symbol) else { throw table.issue(.badName, record, .symbol, MessageText.nameRule) }
        let name = String(decoding: record.word(column.name), as: UTF8.self)
        guard MessageText.isName(name) else { throw table.issue(.badName, record, .name, MessageText.nameRule) }
        return Instrument(
            symbol: symbol, name: name,
            kind: InstrumentWords.kind(record.word(column.kind)), currency: cells.currency.currency,
            multiplier: cells.multiplier?.decimal ?? .one)
    }

    // MARK: what few rows tell

    /// What a row says beside the common fields, as far as its rule takes it; other rows may have anything in those columns.
    func detail(
        _ record: borrowing CSVReader, _ ratio: Ratio?, _ entry: inout ActivityEntry, _ plan: inout PlanBuilder
    ) throws(ImportIssue) -> ActivityDetail? {
        // Most rows tell nothing of the kind.
        if ratio == nil, entry.subtype != .assignment, entry.subtype != .exercise, !details.contains(where: { record.word($0).count > 0 }) { return nil }
        let rule = ActivityRule.rule(for: entry.kind, entry.subtype), takes = rule.required.union(rule.optional)
        func cell(_ column: Int, _ field: ActivityFields, _ record: borrowing CSVReader) -> String {
            column >= 0 && takes.contains(field) ? String(decoding: record.word(column), as: UTF8.self) : ""
        }
        let into = try received(record, cell(column.into, .into, record), &entry, &plan)
        var share: FixedDecimal?, opened: Day?
        if takes.contains(.share) { share = try table.number(record, .share, column: column.share)?.decimal }
        if !cell(column.opened, .opened, record).isEmpty { opened = try table.date(record, column: column.opened).day }
        let group = cell(column.group, .group, record), named = cell(column.lots, .lots, record)
        guard MessageText.isName(group) else { throw table.issue(.badName, record, .group, MessageText.nameRule) }
        let lots: [LotChoice]
        do { lots = try LotChoice.lots(in: named) } catch {
            throw table.issue(
                .badNumber, record, .lots, "\"\(MessageText.cut(error.part))\" names no lot",
                hint: "write 12=3.5;14 for 3.5 units of the lot of row 12, then all of row 14's")
        }
        let detail = ActivityDetail(ratio: ratio, into: into.map(InstrumentID.init), group: group, lots: lots, opened: opened, share: share)
        return detail.isEmpty ? nil : detail
    }

    /// The id of the instrument that units become: the one named by the row, else the underlying of an option that is used, whose strike is the price where none is told.
    private func received(
        _ record: borrowing CSVReader, _ name: String, _ entry: inout ActivityEntry, _ plan: inout PlanBuilder
    ) throws(ImportIssue) -> Int32? {
        if name.isEmpty {
            guard entry.subtype == .assignment || entry.subtype == .exercise, entry.instrument != 0, let terms = plan.instrument(entry.instrument).option
            else { return nil }
            let now = plan.context.use(InstrumentID(entry.instrument), AccountID(entry.account), entry.day)
            if entry.price == nil { entry.price = CellNumber(mantissa: (now?.strike ?? terms.strike).units, digits: FixedDecimal.scale) }
            return (now?.underlying ?? terms.underlying).rawValue
        }
        guard MessageText.isName(name) else { throw table.issue(.badName, record, .into, MessageText.nameRule) }
        let known = plan.instrument(named: name)
        if known != 0 { return known }
        guard plan.options.create else {
            throw table.issue(.unknownSymbol, record, .into, "the book has no symbol \(name)", hint: "define it first, or import with create=true")
        }
        return plan.define(Instrument(symbol: name, currency: entry.currency.currency), isTentative: true)
    }

    // MARK: prices

    /// A row of type `price`: what an instrument cost that day.
    func addQuote(_ record: borrowing CSVReader, _ cells: TransactionCells, _ plan: inout PlanBuilder) throws(ImportIssue) {
        guard cells.symbol.count > 0 else { throw table.issue(.missingValue, record, .symbol, "a price needs a symbol") }
        guard let price = cells.price else { throw table.issue(.missingValue, record, .price, "the price is missing") }
        guard !price.isNegative, !price.isZero else {
            throw table.issue(.outOfRange, record, .price, "a price of \(price.decimal) is none", hint: "leave out days without a price")
        }
        if !Bound.price.admits(price.decimal) {
            let what = "the price of \(record.shown(table.map[.symbol])), \(price.decimal),"
            throw table.issue(.beyondBound, record, .price, "\(what) \(Bound.price.refusal(price.decimal))", hint: "look whether the decimal point is where it belongs")
        }
        if cells.instrument == 0, !plan.options.create { throw unknownSymbol(record, plan) }
        let instrument = cells.instrument != 0 ? cells.instrument : plan.define(try newInstrument(record, cells))
        plan.add(QuoteEntry(line: record.line, day: cells.day, instrument: instrument, close: price, currency: cells.currency, source: ""))
    }
}

extension Table {
    /// What to say where a row has no symbol: a column of names may hold them, and a file of one instrument can be told its own.
    var symbolHint: String {
        guard !map.has(.symbol) else { return "" }
        guard map.has(.name) else { return "say symbol=\"…\" for rows without one" }
        return "columns={[\"\(MessageText.cut(map.heading(.name)))\"]=\"symbol\"} takes that column for symbols instead of names"
    }
}
