import Ledger
import Values

/// Reads the rows of a transactions file.
///
/// `RowCurrencies` tells what a row's figures are in, `RowMoney` works out what the row moves, `RowNames` finds or defines account and instrument.
/// Names are defined last, so that a refused row defines nothing. A class, so that none of it is copied for a row.
final class TransactionReader: RowReader {
    private let table: Table
    private let column: TransactionColumns
    private let names: RowNames
    private let currencies: RowCurrencies
    private let money: RowMoney
    private var words: TypeWords
    private var statuses = StatusWords()
    private var subtypes = SubtypeWords()

    init(_ table: Table, _ plan: inout PlanBuilder) throws(ImportIssue) {
        self.table = table
        words = try TypeWords(user: table.options.types)
        column = TransactionColumns(table.map, namesLots: table.lots.isOwn)
        plan.plan.matching.hasKeys = table.options.hasMembers
        if column.source >= 0 {
            plan.plan.matching.idHeading = table.map.headings[column.source]
            plan.plan.matching.idsMayRestart = column.source == table.map[.id] && !table.map.isTold(.id)
        }
        let terms: [(ImportField, ActivityFields)] = [(.ratio, .ratio), (.into, .into), (.share, .share), (.opened, .opened), (.settle, .settle)]
        for (field, term) in terms where table.map.has(field) { plan.plan.matching.terms.insert(term) }
        plan.plan.matching.looksPastNotes = [.id, .reference, .order].contains(where: table.map.has)
        if let fault = table.lots.fault { plan.notice(.unusedColumn, fault) }
        // The sides of transfers are tied by groups that luca wrote, or that the user says are such; elsewhere the word may mean anything.
        if table.map.has(.group), !table.map.isTold(.group), !table.map.isOwnExport { plan.checksPairs = true }
        names = RowNames(table, column, &plan)
        currencies = RowCurrencies(table, column, &plan)
        money = RowMoney(table, currencies)
        if table.signs.chargesAreNegative {
            plan.notice(.negativeCharges, "fees and taxes are written below zero throughout; they are read as charges")
        }
        if !table.signs.isSigned(.buy) || !table.signs.isSigned(.withdrawal) {
            plan.notice(.unsignedAmounts, "amounts carry no sign; the type of a row tells whether cash comes or goes")
        }
    }

    func read(_ record: borrowing CSVReader, into plan: inout PlanBuilder) throws(ImportIssue) -> RowVerdict.Outcome {
        let meaning = words.meaning(record.word(column.type))
        if meaning == .unknown { throw unknownType(record) }
        if meaning == .skip { throw table.issue(.leftOut, record, .type, "rows of type \"\(record.shown(column.type))\" are left out") }
        guard let status = try status(record) else { throw notPosted(record) }
        let cells = try cells(record, &plan)
        if let today = plan.context.today, cells.day > today, status == .posted {
            throw table.issue(.futureDate, record, .date, "\(cells.day) is after today, \(today)", hint: "its status would be \"pending\"")
        }
        guard case .activity(let kind, let subtype) = meaning else {
            try names.addQuote(record, cells, &plan)
            return .quote
        }
        if movesNothing(cells, kind) { throw table.issue(.leftOut, record, .quantity, "it moves nothing: 0 at 0") }
        var entry = ActivityEntry(
            line: record.line, day: cells.day, time: cells.time, kind: kind, subtype: subtype, status: status, account: 0, instrument: 0,
            quantity: nil, price: nil, amount: .none, fee: cells.fee, tax: cells.tax, currency: cells.currency,
            rate: cells.rate, notes: record.field(column.notes))
        if column.subtype >= 0, record.word(column.subtype).count > 0 { entry.subtype = try self.subtype(record) }
        try money.read(record, cells, &entry, &plan)
        let ratio = try ratio(record, entry)
        try names.find(record, cells, &entry, &plan)
        entry.detail = try names.detail(record, ratio, &entry, &plan)
        if column.id >= 0 { entry.id = Int(record.text(column.id)) }
        entry.sourceID = sourceID(record)
        try currencies.settle(record, cells, &entry, &plan)
        plan.add(entry)
        return .add
    }

    /// Whether a trade is of no units at no price, as a program writes that reminds its user of one.
    @inline(__always)
    private func movesNothing(_ cells: TransactionCells, _ kind: ActivityKind) -> Bool {
        guard kind == .buy || kind == .sell, let quantity = cells.quantity, quantity.isZero, let price = cells.price, price.isZero else { return false }
        return cells.fee.isZero && cells.tax.isZero && cells.amount?.isZero ?? true && cells.gross?.isZero ?? true
    }

    @inline(__always)
    private func cells(_ record: borrowing CSVReader, _ plan: inout PlanBuilder) throws(ImportIssue) -> TransactionCells {
        let date = try table.date(record, column: column.date)
        let account = record.word(column.account)
        var accountID = account.count > 0 ? plan.account(account) : names.assumedAccount.withUnsafeBufferPointer { $0.isEmpty ? 0 : plan.account($0) }
        var symbol = record.word(column.symbol)
        if table.options.hasMembers {
            if accountID == 0, account.count > 0 { accountID = try names.familyAccount(record, &plan) }
            if symbol.isEmpty, [.insurance, .structured].contains(InstrumentWords.kind(record.word(column.kind))) { symbol = record.word(column.name) }
        }
        let instrumentID = symbol.count > 0 ? plan.instrument(symbol) : 0
        let told = try currencies.currency(record, account: accountID, instrument: instrumentID, &plan)
        var cells = TransactionCells(
            day: date.day, time: try time(record, date, &plan), symbol: symbol,
            quantity: try table.number(record, .quantity, column: column.quantity),
            price: try table.number(record, .price, column: column.price),
            fee: try table.number(record, .fee, column: column.fee) ?? .zero,
            tax: try table.number(record, .tax, column: column.tax) ?? .zero,
            amount: try table.number(record, .amount, column: column.amount),
            gross: try table.number(record, .gross, column: column.gross),
            rate: try table.number(record, .fxRate, column: column.fxRate), settle: try currencies.settlement(record, &plan),
            multiplier: try table.number(record, .multiplier, column: column.multiplier),
            currency: told ?? plan.currency(.eur), account: accountID, instrument: instrumentID)
        try addCommission(record, &cells)
        try signCharges(record, &cells)
        if cells.currency.shift > 0 { try currencies.shift(record, &cells) }
        if let rate = cells.rate, rate.isNegative || rate.isZero {
            guard rate.isZero else { throw table.issue(.outOfRange, record, .fxRate, "a rate of exchange is above zero") }
            // Programs write a rate of 0 where there is none.
            cells.rate = nil
        }
        // Nothing is compared with a currency that nobody told.
        if told == nil, !cells.hasMark { throw PlanBuilder.noCurrency(bearing: cells.sign) }
        try currencies.compare(record, &cells, &plan)
        if !table.unreadCurrencies.isEmpty, currencies.assumed == nil, currencies.codeCell(record).isEmpty, !cells.hasMark {
            try table.checkUnread(record, assumed: told?.currency)
        }
        return cells
    }

    /// Some files have commission and other fees apart; luca keeps their sum.
    private func addCommission(_ record: borrowing CSVReader, _ cells: inout TransactionCells) throws(ImportIssue) {
        guard column.commission >= 0, let commission = try table.number(record, .commission, column: column.commission) else { return }
        if (cells.fee.currency == nil) != (commission.currency == nil), cells.currency.shift > 0, !cells.fee.isZero, !commission.isZero {
            throw table.issue(.badCurrency, record, .commission, "it is not in the same unit as the fee beside it", hint: "give both columns the same currency")
        }
        if cells.fee.isZero {
            cells.fee = commission
        } else if !commission.isZero {
            guard let sum = try? cells.fee.decimal + commission.decimal else {
                throw table.issue(.outOfRange, record, .commission, "the figures are too large")
            }
            cells.fee = CellNumber(
                mantissa: sum.units, digits: FixedDecimal.scale, currency: cells.fee.currency ?? commission.currency, sign: cells.fee.sign ?? commission.sign)
        }
    }

    /// Brings charges above zero where the file writes them below throughout.
    private func signCharges(_ record: borrowing CSVReader, _ cells: inout TransactionCells) throws(ImportIssue) {
        guard table.signs.chargesAreNegative else { return }
        cells.fee.mantissa = -cells.fee.mantissa
        cells.tax.mantissa = -cells.tax.mantissa
    }

    /// The moment of a row, from a column of its own or from the date's cell.
    private func time(
        _ record: borrowing CSVReader, _ date: DateReader.Reading, _ plan: inout PlanBuilder
    ) throws(ImportIssue) -> Instant? {
        var date = date
        let cell = record.word(column.time)
        if cell.count > 0 {
            if let whole = try? Instant(utf8: cell) { return whole }
            do {
                let clock = try ClockTime(Slice(base: cell, bounds: 0..<cell.count))
                (date.time, date.zone) = (clock.microseconds, clock.zone)
            } catch {
                throw table.issue(.badTime, record, .time, "\"\(record.shown(column.time))\" is no time of day", hint: "write it as 14:30 or 14:30:00")
            }
        }
        if date.time != nil, date.zone == nil { plan.notice(.timeZone, "times of day name no zone; they are taken to be UTC") }
        return date.instant
    }

    private func status(_ record: borrowing CSVReader) throws(ImportIssue) -> ActivityStatus? {
        let cell = record.word(column.status)
        guard cell.count > 0 else { return .posted }
        switch statuses.meaning(cell) {
        case .status(let status): return status
        case .void: return nil
        case .unknown:
            throw table.issue(
                .unknownStatus, record, .status, "\"\(record.shown(column.status))\" is no status", hint: StatusWords.hint(record.shown(column.status)))
        }
    }

    /// The id by which the source knows a row; empty where it tells none.
    private func sourceID(_ record: borrowing CSVReader) -> String {
        guard column.source >= 0, record.word(column.source).count > 0 else { return "" }
        let id = String(decoding: record.word(column.source), as: UTF8.self)
        return MessageText.isName(id) ? id : ""
    }

    /// The ratio of a row whose rule takes one; other rows may have anything in that column.
    private func ratio(_ record: borrowing CSVReader, _ entry: ActivityEntry) throws(ImportIssue) -> Ratio? {
        guard column.ratio >= 0, record.word(column.ratio).count > 0 else { return nil }
        let rule = ActivityRule.rule(for: entry.kind, entry.subtype)
        guard rule.required.union(rule.optional).contains(.ratio) else { return nil }
        if let ratio = Ratio(written: record.text(column.ratio)) { return ratio }
        throw table.issue(.badNumber, record, .ratio, "\"\(record.shown(column.ratio))\" is no ratio", hint: Ratio.hint(for: record.text(column.ratio)))
    }

    private func notPosted(_ record: borrowing CSVReader) -> ImportIssue {
        table.issue(.notPosted, record, .status, "\"\(record.shown(column.status))\": it did not happen, so it is left out")
    }

    private func subtype(_ record: borrowing CSVReader) throws(ImportIssue) -> ActivitySubtype {
        if let subtype = subtypes.meaning(record.word(column.subtype)) { return subtype }
        let text = record.shown(column.subtype)
        throw table.issue(.unknownType, record, .subtype, "\"\(text)\" is no subtype", hint: SubtypeWords.hint(text))
    }

    private static let typeHint = "buy, sell, deposit …; a row that is none, such as one of totals, may be deleted, or partial=true imports the others"

    private func unknownType(_ record: borrowing CSVReader) -> ImportIssue {
        let text = record.shown(column.type)
        if record.word(column.type).isEmpty { return table.issue(.missingValue, record, .type, "the type is missing", hint: Self.typeHint) }
        return table.issue(.unknownType, record, .type, "\"\(text)\" is no type of activity", hint: TypeWords.hint(text))
    }
}
