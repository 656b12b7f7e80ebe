import Ledger
import Values

/// A transaction of a statement on its way to drafts.
struct OFXRow {
    let record: OFXRecord
    let statement: OFXStatement
    /// The name of the account.
    let account: String
    let line: Int

    /// A draft of its day, account and text.
    func draft(_ kind: ActivityKind, _ subtype: ActivitySubtype? = nil) throws(ImportIssue) -> ActivityDraft {
        let tag: OFXTag = record.cell("DTTRADE") == nil ? "DTPOSTED" : "DTTRADE"
        guard let cell = record.cell(tag) else { throw ImportIssue(.missingValue, column: tag.name, message: "the date is missing") }
        let date = try OFXDate(cell, tag)
        var draft = ActivityDraft(date: date.day, time: date.instant, kind: kind.rawValue, subtype: subtype?.rawValue, account: account, notes: notes)
        let money = try currencies
        draft.currency = money.code
        return draft
    }

    /// Who and what for.
    private var notes: String {
        let number = record.text("CHECKNUM")
        let own = record.cell("NAME") == nil || record.has(within: "PAYEE") ? record.text("NAME", within: "PAYEE") : ""
        return StatementNotes.joined([own.isEmpty ? record.text("NAME") : own, record.text("MEMO"), number.isEmpty ? "" : "check \(number)"])
    }

    /// The currency of the figures, and what is told of another.
    struct Currencies {
        /// The code of the currency that the figures are in.
        var code: String
        /// Of the statement's currency for one of the other; nil where none is told.
        var rate: FixedDecimal?
        /// The code of the currency that figures were converted from; empty for none.
        var converted = ""
    }

    /// What the row says of currencies.
    var currencies: Currencies {
        get throws(ImportIssue) {
            let own = record.text("CURSYM", within: "CURRENCY").uppercased(), other = record.text("CURSYM", within: "ORIGCURRENCY").uppercased()
            if !own.isEmpty, own != statement.currency { return Currencies(code: own, rate: try rate("CURRENCY")) }
            if !other.isEmpty, other != statement.currency {
                return Currencies(code: statement.currency, rate: try rate("ORIGCURRENCY"), converted: other)
            }
            return Currencies(code: statement.currency)
        }
    }

    /// A rate, which has one mark and no groups.
    private func rate(_ parent: OFXTag) throws(ImportIssue) -> FixedDecimal? {
        let mark = record.cell("CURRATE", within: parent)?.last { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ".") }
        return try record.number("CURRATE", NumberReader(mark == UInt8(ascii: ",") ? .comma : .point), within: parent)
    }
}

extension OFXPlanner {
    /// The drafts that a row comes to.
    mutating func drafts(_ row: inout OFXRow, _ plan: inout PlanBuilder) throws(ImportIssue) -> [ImportedDraft] {
        let tag = row.record.tag
        switch tag {
        case "STMTTRN": return [try payment(row, &plan)]
        case "INVBANKTRAN": return [try payment(row, &plan)]
        case "STMTTRNP": throw ImportIssue(.notPosted, message: "it is pending")
        case "BUYSTOCK", "BUYMF", "BUYDEBT", "BUYOPT", "BUYOTHER", "SELLSTOCK", "SELLMF", "SELLDEBT", "SELLOPT", "SELLOTHER": return try trade(row, &plan)
        case "REINVEST": return try reinvestment(row, &plan)
        case "INCOME": return [try income(row, &plan)]
        case "INVEXPENSE": return [try charge(row, .fee, &plan)]
        case "MARGININTEREST": return [try charge(row, .interest, &plan)]
        case "RETOFCAP":
            var draft = try row.draft(.dividend, .returnOfCapital)
            let amount = try StatementNotes.returned(try total(row), column: "TOTAL")
            draft.amount = amount
            return [try priced(try imported(draft, row, &plan), amount, row, plan)]
        case "SPLIT": return [try split(row, &plan)]
        case "TRANSFER": return [try transfer(row, &plan)]
        case "CLOSUREOPT": return [try closure(row, &plan)]
        case "JRNLFUND", "JRNLSEC": throw Self.leftOut("it moves what is held between parts of the account, which luca does not keep apart")
        default:
            throw ImportIssue(
                .unknownType, text: tag.name, message: "<\(MessageText.cut(tag.name))> is no transaction that is known",
                hint: "record it by hand, and import the others with partial=true")
        }
    }

    /// A number that a row needs.
    func need(_ tag: OFXTag, _ row: OFXRow, _ what: String) throws(ImportIssue) -> FixedDecimal {
        guard let number = try row.record.number(tag, numbers) else { throw ImportIssue(.missingValue, column: tag.name, message: "\(what) is missing") }
        return number
    }

    /// The money of a row; rows of nothing are left out.
    func total(_ row: OFXRow) throws(ImportIssue) -> FixedDecimal {
        let total = try need("TOTAL", row, "the money that moved")
        if total.isZero { throw Self.leftOut("no money moved") }
        return total
    }

    /// A draft with the security that the row names.
    mutating func imported(_ draft: ActivityDraft, _ row: OFXRow, _ plan: inout PlanBuilder) throws(ImportIssue) -> ImportedDraft {
        var draft = draft
        let id = row.record.text("UNIQUEID")
        guard !id.isEmpty else { throw ImportIssue(.missingValue, column: "UNIQUEID", message: "the row does not tell of which security it is") }
        let symbol = securities.symbol(id, &plan), security = securities.security(id)
        draft.symbol = symbol
        var imported = ImportedDraft(draft)
        imported.accountCurrency = try currency(row.statement.currency, plan)
        imported.name = MessageText.isName(security.name) ? security.name : ""
        imported.kind = OFXSecurity.kind(security.tag ?? row.record.tag) ?? .stock
        imported.terms = securities.terms(security, &plan)
        if imported.kind == .option { imported.multiplier = try multiplier(row, &plan) }
        return imported
    }

    /// Units of the underlying in one of a row's security: as the book has it, else as the file tells.
    mutating func multiplier(_ row: OFXRow, _ plan: inout PlanBuilder) throws(ImportIssue) -> FixedDecimal {
        let known = plan.instrument(named: securities.symbol(row.record.text("UNIQUEID"), &plan))
        if known != 0 { return plan.instrument(known).multiplier }
        let security = securities.security(row.record.text("UNIQUEID"))
        guard OFXSecurity.kind(security.tag ?? row.record.tag) == .option else { return .one }
        if security.tag != nil { return security.multiplier }
        let told = try row.record.number("SHPERCTRCT", numbers) ?? 100
        return told > .zero ? told : 100
    }

    // MARK: money

    /// A row of a bank's statement, or of the cash of a broker's.
    private mutating func payment(_ row: OFXRow, _ plan: inout PlanBuilder) throws(ImportIssue) -> ImportedDraft {
        var amount = try need("TRNAMT", row, "the amount")
        let type = row.record.word("TRNTYPE")
        if type == "HOLD" { throw ImportIssue(.notPosted, message: "the money is held, and has not moved") }
        if amount.isZero { throw Self.leftOut("no money moved") }
        if survey.isUnsigned, amount > .zero, ["DEBIT", "CHECK", "ATM", "POS", "FEE", "SRVCHG", "PAYMENT", "CASH", "DIRECTDEBIT", "REPEATPMT"].contains(type) {
            amount = -amount
            tally.unsigned += 1
        }
        var draft: ActivityDraft
        switch type {
        case "INT": draft = try row.draft(.interest)
        case "FEE", "SRVCHG": draft = try row.draft(.fee)
        case "XFER":
            draft = try row.draft(amount.isNegative ? .transferOut : .transferIn)
            draft.group = survey.pairs.groups[row.line] ?? "outside"
        case "DIV": return try dividend(row, amount, &plan)
        default: draft = try row.draft(amount.isNegative ? .withdrawal : .deposit)
        }
        draft.amount = type == "INT" ? amount : type == "FEE" || type == "SRVCHG" ? -amount : amount.magnitude
        return try settled(draft, amount, row, plan)
    }

    /// A dividend among the rows of cash, which tell the security in words at best.
    private mutating func dividend(_ row: OFXRow, _ amount: FixedDecimal, _ plan: inout PlanBuilder) throws(ImportIssue) -> ImportedDraft {
        var draft = try row.draft(.dividend)
        draft.amount = amount
        if let id = securities.named(in: draft.notes) {
            draft.symbol = securities.symbol(id, &plan)
            var imported = try settled(draft, amount, row, plan)
            let security = securities.security(id)
            imported.name = MessageText.isName(security.name) ? security.name : ""
            imported.kind = security.tag.flatMap(OFXSecurity.kind)
            return imported
        }
        tally.nameless += 1
        draft.kind = ActivityKind.credit.rawValue
        return try settled(draft, amount, row, plan)
    }

    /// Lets money of another currency move in the statement's, as it does in a bank account.
    private mutating func settled(_ draft: ActivityDraft, _ amount: FixedDecimal, _ row: OFXRow, _ plan: PlanBuilder) throws(ImportIssue) -> ImportedDraft {
        var draft = draft
        let money = try row.currencies, own = try currency(row.statement.currency, plan)
        if !money.converted.isEmpty { tally.converted += 1 }
        guard money.code != row.statement.currency, row.statement.kind != .investment else {
            var imported = ImportedDraft(draft)
            imported.accountCurrency = own
            return imported
        }
        guard let rate = money.rate, rate > .zero, let cash = try? (amount * rate).rounded(to: own.minorDigits ?? 2) else {
            throw ImportIssue(.missingValue, column: "CURRATE", message: "an amount in \(MessageText.cut(money.code)) needs the rate at which it moved \(own)")
        }
        (draft.fxRate, draft.settle) = (rate, own.code)
        var imported = ImportedDraft(draft)
        (imported.cash, imported.accountCurrency) = (cash, own)
        return imported
    }

    // MARK: income and charges

    private static let income: [String: (ActivityKind, String)] = [
        "DIV": (.dividend, ""), "INTEREST": (.interest, ""), "CGLONG": (.dividend, "long-term capital gain distributed"),
        "CGSHORT": (.dividend, "short-term capital gain distributed"), "MISC": (.credit, ""),
    ]

    /// The draft of an income of a row's type, without its amount.
    func incomeDraft(_ row: OFXRow) throws(ImportIssue) -> ActivityDraft {
        let type = row.record.word("INCOMETYPE")
        guard let (kind, words) = Self.income[type] else {
            throw ImportIssue(
                .unknownType, column: "INCOMETYPE", text: type, message: "\"\(MessageText.cut(type))\" is no type of income", hint: "DIV, INTEREST, CGLONG, CGSHORT or MISC")
        }
        var draft = try row.draft(kind)
        draft.notes = StatementNotes.joined([draft.notes, words])
        return draft
    }

    private mutating func income(_ row: OFXRow, _ plan: inout PlanBuilder) throws(ImportIssue) -> ImportedDraft {
        var draft = try incomeDraft(row)
        let total = try total(row)
        let tax = try sum(["WITHHOLDING", "STATEWITHHOLDING", "TAXES"], row)
        draft.amount = total
        if !tax.isZero, let gross = try? total.isNegative ? total - tax : total + tax {
            (draft.amount, draft.tax) = (gross, total.isNegative ? -tax : tax)
            tally.withheld += 1
        }
        if try !row.currencies.converted.isEmpty { tally.converted += 1 }
        return try imported(draft, row, &plan)
    }

    private mutating func charge(_ row: OFXRow, _ kind: ActivityKind, _ plan: inout PlanBuilder) throws(ImportIssue) -> ImportedDraft {
        var total = try total(row), draft = try row.draft(kind)
        if total > .zero, !survey.signed.contains(row.record.tag) {
            total = -total
            tally.unsigned += 1
        }
        draft.amount = kind == .fee ? -total : total
        if kind == .fee, !row.record.text("UNIQUEID").isEmpty { return try imported(draft, row, &plan) }
        return try settled(draft, total, row, plan)
    }
}
