import Ledger
import Values

/// Reads the rows of transactions that Portfolio Performance exports as CSV.
struct PortfolioPerformanceRows: RowReader {
    private typealias Money = PortfolioPerformanceFile.Money

    private let table: Table
    private let words: PortfolioPerformanceWords
    private var counts = PortfolioPerformanceCounts()
    /// The symbols of securities, by their ISIN, WKN, ticker and name, and those that are taken.
    private var symbols: [[String]: String] = [:], owners: [String: [String]] = [:]
    /// Securities with an ISIN, a WKN or a ticker beside their symbol.
    private var identified = Set<String>()
    /// How many rows are entries of the book, which wrote them.
    private var ownCount = 0

    init(_ table: Table) throws(ImportIssue) {
        self.table = table
        words = try PortfolioPerformanceWords(user: table.options.types)
    }

    /// A row as it stands, whatever its type.
    private struct Row {
        var line: Int
        var type: String
        /// The word for the type.
        var word = ""
        var value: Money
        var parts = PortfolioPerformanceFile.Parts()
        var shares = FixedDecimal.zero
        /// The gross amount as it is told, in pence where the security is, and the rate; nil where none is told.
        var gross: FixedDecimal?, rate: CellNumber?
        /// The names of the accounts; nil where the row names none.
        var cash, offset, units, otherUnits: String?
        /// The name of the security, for the plan.
        var security = ""
    }

    mutating func read(_ record: borrowing CSVReader, into plan: inout PlanBuilder) throws(ImportIssue) -> RowVerdict.Outcome {
        if try isOwn(record, &plan) { return .alreadyThere }
        let type = try type(record), date = try table.date(record, column: table.map[.date])
        var row = try row(record, type, &plan)
        var draft = ActivityDraft(date: date.day, currency: row.value.currency, notes: String(decoding: record.field(table.map[.notes]), as: UTF8.self))
        if let moment = date.instant, moment.microsecondsOfDay != 0 {
            draft.time = moment
            if date.zone == nil { plan.notice(.timeZone, "times of day name no zone; they are taken to be UTC") }
        }
        draft.symbol = try symbol(record, &row, &plan)
        let drafts: [ImportedDraft]
        do { drafts = try self.drafts(draft, row, &plan) } catch let issue as ImportIssue { throw placed(issue, record) } catch {
            throw table.issue(.outOfRange, record, .amount, "the figures are too large: \(error)")
        }
        let settled = try? plan.context.currencies.currency(row.value.currency)
        try plan.add(
            drafts.map { made in
                var made = made
                if made.draft.symbol != nil { made.name = row.security }
                // A new account is in the currency of what it pays and gets, and not in that of a security.
                made.accountCurrency = settled
                return made
            }, line: row.line)
        return .add
    }

    mutating func rowsWereRead(_ plan: inout PlanBuilder) {
        plan.notice(.alreadyThere, count: ownCount, "row is of this book, which wrote it", "rows are of this book, which wrote them")
        for sentence in counts.sentences { plan.notice(.changed, sentence) }
        plan.notice(
            .leftOut, count: identified.count, "security has an ISIN, a WKN or a ticker beside its symbol, for which luca has no place",
            "securities have an ISIN, a WKN or a ticker beside their symbol, for which luca has no place")
    }

    /// Whether the book wrote a row from entries that it has.
    ///
    /// - Throws: `changedRow` where somebody changed the row since.
    private mutating func isOwn(_ record: borrowing CSVReader, _ plan: inout PlanBuilder) throws(ImportIssue) -> Bool {
        guard let told = OwnEntries.parted(table.text(record, .reference)), let entries = OwnEntries.entries(told.mark, plan.context) else { return false }
        var cells: [String] = []
        for column in 0..<table.map.width where column != table.map[.reference] && column != table.map[.notes] {
            cells.append(String(decoding: record.field(column), as: UTF8.self))
        }
        guard OwnEntries.check(cells) == told.check else {
            throw table.issue(
                .changedRow, record, .reference, "it was written from entry \(entries[0].rawValue) of this book, and says something else by now",
                hint: "amend that entry where it is wrong; without its cell in the column \(OwnEntries.key) the row is added beside it")
        }
        plan.plan.matching.ownEntries.formUnion(entries)
        ownCount += 1
        return true
    }

    // MARK: cells

    private func type(_ record: borrowing CSVReader) throws(ImportIssue) -> String {
        let word = table.text(record, .type)
        guard let type = words.type(word) else {
            throw table.issue(
                word.isEmpty ? .missingValue : .unknownType, record, .type,
                word.isEmpty ? "the type is missing" : "\"\(MessageText.cut(word))\" is no type of a transaction of Portfolio Performance",
                hint: PortfolioPerformanceWords.hint(word))
        }
        if type == PortfolioPerformanceWords.skipped { throw table.issue(.leftOut, record, .type, "rows of type \"\(MessageText.cut(word))\" are left out") }
        return type
    }

    private func row(_ record: borrowing CSVReader, _ type: String, _ plan: inout PlanBuilder) throws(ImportIssue) -> Row {
        func name(_ field: ImportField, _ record: borrowing CSVReader) -> String? {
            let text = table.text(record, field)
            return text.isEmpty ? nil : text
        }
        guard let value = try table.number(record, .amount, column: table.map[.amount]) else { throw table.issue(.missingValue, record, .amount, "the value is missing") }
        let brings = ["DEPOSIT", "INTEREST", "DIVIDENDS", "FEES_REFUND", "TAX_REFUND"].contains(type)
        if value.isNegative, brings {
            throw table.issue(.wrongSign, record, .amount, "\(value.decimal) is below zero, and its type brings money", hint: "its type tells which way money goes")
        }
        let code = try currency(record, name(.account, record) ?? name(.portfolio, record), &plan)
        var row = Row(line: record.line, type: type, value: try money(value.decimal.magnitude, code, record, .amount))
        row.word = table.text(record, .type)
        // A sign beside a figure is none that the program writes: where somebody did, it has to agree.
        if let currency = try? plan.context.currencies.currency(row.value.currency) { try table.checkMark(record, .amount, value, in: currency, "the row") }
        row.parts.fee = try charge(record, .fee, code)
        row.parts.tax = try charge(record, .tax, code)
        row.shares = try table.number(record, .quantity, column: table.map[.quantity])?.decimal.magnitude ?? .zero
        row.rate = try table.number(record, .fxRate, column: table.map[.fxRate])
        if let gross = try table.number(record, .gross, column: table.map[.gross]), !gross.isZero {
            let told = table.text(record, .currency), figure = try money(gross.decimal.magnitude, told.isEmpty ? code : told, record, .gross)
            row.gross = gross.decimal.magnitude
            if figure.currency == row.value.currency { row.parts.gross = figure.number } else { row.parts.foreignGross = figure }
        }
        // Charges are told in the currency of the value alone.
        if !row.parts.fee.isZero { row.parts.foreignFee = nil }
        if !row.parts.tax.isZero { row.parts.foreignTax = nil }
        (row.units, row.otherUnits) = (name(.portfolio, record), name(.group, record))
        if let cash = name(.account, record) { row.cash = resolved(cash, row, &plan) }
        if let offset = name(.link, record) { row.offset = resolved(offset, row, &plan) }
        return row
    }

    /// The code of the currency of a row's value.
    private func currency(_ record: borrowing CSVReader, _ account: String?, _ plan: inout PlanBuilder) throws(ImportIssue) -> String {
        let told = table.text(record, .settle)
        if !told.isEmpty { return told }
        let known = plan.account(named: account ?? assumedAccount(plan) ?? "")
        return try plan.ownOrAssumedCurrency(known == 0 ? nil : plan.account(known).currency).code
    }

    private func charge(_ record: borrowing CSVReader, _ field: ImportField, _ code: String) throws(ImportIssue) -> FixedDecimal {
        guard let charge = try table.number(record, field, column: table.map[field]) else { return .zero }
        if charge.isNegative { throw table.issue(.wrongSign, record, field, "\(charge.decimal) is below zero", hint: "what was given back is a row of its own there") }
        return try money(charge.decimal, code, record, field).number
    }

    /// An amount in the currency of a code, brought to it from pence and the like.
    private func money(_ number: FixedDecimal, _ code: String, _ record: borrowing CSVReader, _ field: ImportField) throws(ImportIssue) -> Money {
        guard let unit = MinorUnit.normalize(code) else { return Money(number: number, currency: code) }
        guard let whole = try? number * unit.factor else { throw table.issue(.outOfRange, record, field, "the amount is too large") }
        return Money(number: whole, currency: unit.currency.code)
    }

    /// The account of rows that name none; nil where it is not told.
    private func assumedAccount(_ plan: borrowing PlanBuilder) -> String? { table.options.account ?? (plan.context.accounts.count == 1 ? plan.context.accounts[0].name : nil) }

    /// The account that a cash account is here: luca's export calls the dollars of "Depot" "Depot USD", where the account is in euros.
    private func resolved(_ name: String, _ row: Row, _ plan: inout PlanBuilder) -> String {
        let code = row.value.currency
        guard plan.account(named: name) == 0, name.hasSuffix(" \(code)") else { return name }
        let whole = String(name.dropLast(code.count + 1))
        guard whole == row.units || plan.account(named: whole) != 0 else { return name }
        plan.notice(.changed, "the cash account \"\(MessageText.cut(name))\" is taken for the \(code) of the account \"\(MessageText.cut(whole))\"")
        return whole
    }

    // MARK: securities

    /// The symbol of a row's security: its ticker, else its ISIN, its WKN, its name; nil where it tells of none. Two securities of one ticker are two symbols.
    private mutating func symbol(_ record: borrowing CSVReader, _ row: inout Row, _ plan: inout PlanBuilder) throws(ImportIssue) -> String? {
        let fields = [ImportField.symbol, .instrument, .providerSymbol, .name].map { table.text(record, $0) }
        let names = fields.filter { !$0.isEmpty && MessageText.isName($0) }
        if names.isEmpty {
            if let bad = fields.first(where: { !$0.isEmpty }) {
                throw ImportIssue(.badName, line: record.line, column: table.map.heading(.name), text: bad, message: MessageText.nameRule)
            }
            return nil
        }
        row.security = MessageText.isName(fields[3]) ? fields[3] : ""
        if let known = symbols[fields] {
            if row.security == known { row.security = "" }
            return known
        }
        let candidates = names.filter { owners[$0] == nil || owners[$0] == fields || fields[1].isEmpty || owners[$0]?[1].isEmpty == true || owners[$0]?[1] == fields[1] }
        let symbol = candidates.first { plan.instrument(named: $0) != 0 } ?? candidates.first ?? names[0]
        symbols[fields] = symbol
        owners[symbol] = owners[symbol] ?? fields
        if fields[0...2].contains(where: { !$0.isEmpty && $0 != symbol }) { identified.insert(symbol) }
        if row.security == symbol { row.security = "" }
        return symbol
    }

    // MARK: what rows come to

    private mutating func drafts(_ told: ActivityDraft, _ row: Row, _ plan: inout PlanBuilder) throws -> [ImportedDraft] {
        var draft = told
        switch row.type {
        case "BUY", "SELL":
            try checkUnits(draft, row)
            try checkRate(row)
            (draft.quantity, draft.account) = (row.shares, row.units ?? row.cash)
            return try PortfolioPerformanceTrade(
                told: draft, isBuy: row.type == "BUY", amount: row.value, parts: row.parts, payer: row.cash, accountCurrency: accountCurrency(draft.account, row, &plan)
            ).drafts()
        case "DELIVERY_INBOUND", "DELIVERY_OUTBOUND":
            try checkUnits(draft, row)
            try checkRate(row)
            let isOut = row.type == "DELIVERY_OUTBOUND"
            (draft.quantity, draft.account) = (row.shares, row.units ?? row.cash)
            counts.note(deliveryOut: isOut, row.parts, in: row.value.currency)
            return [ImportedDraft(try PortfolioPerformanceMapper.delivery(isOut: isOut, draft, row.value, row.parts))]
        case "TRANSFER_IN", "TRANSFER_OUT":
            // Of units where it tells of a security, else of cash.
            if draft.symbol != nil || !row.shares.isZero {
                try checkUnits(draft, row)
                (draft.quantity, draft.currency) = (row.shares, nil)
                return try pair(draft, row, row.units ?? row.cash, row.otherUnits)
            }
            draft.amount = row.value.number
            return try pair(draft, row, row.cash ?? row.units, row.offset)
        default: return [try payment(draft, row)]
        }
    }

    private mutating func payment(_ told: ActivityDraft, _ row: Row) throws -> ImportedDraft {
        var draft = told
        draft.account = row.cash ?? row.units
        let mayBeCharged = ["INTEREST", "INTEREST_CHARGE", "DIVIDENDS"].contains(row.type), isCharged = !row.parts.fee.isZero || !row.parts.tax.isZero
        if isCharged, !mayBeCharged { throw ImportIssue(.sumMismatch, column: table.map.heading(.tax), message: "it has fees or taxes, and its type has none beside its value") }
        if mayBeCharged { try checkRate(row) }
        guard let made = try PortfolioPerformanceMapper.payment(row.type, draft, row.value.number, row.parts) else {
            throw ImportIssue(.unknownType, column: table.map.heading(.type), message: "\(row.type) is no payment")
        }
        if made.amount?.isZero ?? true { throw ImportIssue(.leftOut, column: table.map.heading(.amount), message: "it moves nothing") }
        if row.type == "DIVIDENDS" { counts.note(dividend: made, isForeign: row.parts.foreignGross != nil) }
        return ImportedDraft(made)
    }

    /// A transfer: both of its sides where the row names the other account, else the one that it tells.
    private func pair(_ told: ActivityDraft, _ row: Row, _ own: String?, _ other: String?) throws -> [ImportedDraft] {
        let isOut = row.type == "TRANSFER_OUT"
        var draft = told
        (draft.kind, draft.account) = ((isOut ? ActivityKind.transferOut : .transferIn).rawValue, own)
        if draft.symbol == nil, draft.amount?.isZero ?? true { throw ImportIssue(.leftOut, column: table.map.heading(.amount), message: "it moves nothing") }
        guard let other else { return [ImportedDraft(draft)] }
        if draft.symbol == nil, row.parts.foreignGross != nil {
            throw ImportIssue(
                .badCurrency, column: table.map.heading(.currency), message: "it goes into another currency on its way",
                hint: "record the exchange and the transfer by hand, and import the other rows with partial=true")
        }
        draft.group = "transfer \(draft.date.map { "\($0)" } ?? "") \(draft.symbol ?? "") \(own ?? "") - \(other), line \(row.line)"
        var offset = draft
        (offset.kind, offset.account) = ((isOut ? ActivityKind.transferIn : .transferOut).rawValue, other)
        return isOut ? [ImportedDraft(draft), ImportedDraft(offset)] : [ImportedDraft(offset), ImportedDraft(draft)]
    }

    private func accountCurrency(_ account: String?, _ row: Row, _ plan: inout PlanBuilder) -> String {
        let known = plan.account(named: account ?? assumedAccount(plan) ?? "")
        return known == 0 ? row.value.currency : plan.account(known).currency.code
    }

    private func checkUnits(_ draft: ActivityDraft, _ row: Row) throws {
        if draft.symbol == nil { throw ImportIssue(.missingValue, column: table.map.heading(.name), message: "it does not tell of which security it is") }
        guard row.shares.isZero else { return }
        throw ImportIssue(
            .missingValue, column: table.map.heading(.quantity), message: "it tells no shares",
            hint:
                "the export of the securities account tells it with its shares: import that; types={[\"\(MessageText.cut(row.word))\"]=\"skip\"} leaves such rows out here"
        )
    }

    /// Whether value, charges, gross amount and rate agree.
    private func checkRate(_ row: Row) throws {
        let charges = try row.parts.fee + row.parts.tax, isIn = ["SELL", "DELIVERY_OUTBOUND", "DIVIDENDS", "INTEREST"].contains(row.type)
        let gross = isIn ? try row.value.number + charges : try row.value.number - charges
        if let told = row.parts.gross, try (told - gross).magnitude > .cent {
            throw ImportIssue(
                .sumMismatch, column: table.map.heading(.gross), message: "the gross amount is \(told), and the value without fees and taxes \(gross)",
                hint: "a charge may stand in a column that is not read")
        }
        guard let foreign = row.gross, row.parts.foreignGross != nil, let rate = row.rate, !rate.isZero else { return }
        let expected = try foreign * rate.decimal, rounding = try foreign * rate.tolerance + .cent
        if try (expected - gross).magnitude > rounding {
            throw ImportIssue(
                .sumMismatch, column: table.map.heading(.fxRate),
                message: "a gross amount of \(foreign) at \(rate.decimal) comes to \(expected) \(row.value.currency), and the value without fees and taxes is \(gross)",
                hint: "correct one of the figures, or record the row by hand and import the others with partial=true")
        }
    }

    private func placed(_ issue: ImportIssue, _ record: borrowing CSVReader) -> ImportIssue {
        var issue = issue
        issue.line = record.line
        return issue
    }
}
