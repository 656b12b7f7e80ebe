import Ledger
import Values

/// Rows of investment accounts.
extension QIFPlanner {
    /// The drafts of a row, the money first that comes from elsewhere, last what goes there.
    mutating func investment(_ record: QIFRecord, _ account: QIFAccount, _ plan: inout PlanBuilder) throws(ImportIssue) -> [ImportedDraft] {
        let action = try QIFAction(record)
        if case .leftOut(let word) = action.sense {
            tally.leftOut.add(word)
            throw Self.leftOut("luca has no place for a \(word)")
        }
        let day = try reading.day(record), category = QIFRecord.category(record.text("L")), own = survey.ownNames(account.key)
        let row = QIFRow(
            record: record, account: account, action: action, day: day, total: try reading.total(record),
            notes: StatementNotes.joined([record.text("P"), record.text("M"), category]))
        var drafts = try drafts(row, &plan)
        guard let transfer = try transfer(record, action, own) else {
            if !action.isSettledElsewhere, let other = QIFRecord.account(record.text("L")), !own.contains(QIFWalk.key(other)), action.takesMoney != nil { tally.beside += 1 }
            return drafts
        }
        let moved = moved(transfer, record, account, day, row.notes)
        if transfer.amount.isNegative { drafts.append(moved) } else { drafts.insert(moved, at: 0) }
        return drafts
    }

    private func transfer(_ record: QIFRecord, _ action: QIFAction, _ own: Set<String>) throws(ImportIssue) -> QIFTransfer? {
        try reading.transfer(record, action, own: own, isRefund: survey.unsigned.contains(action.word.lowercased()))
    }

    private mutating func drafts(_ row: QIFRow, _ plan: inout PlanBuilder) throws(ImportIssue) -> [ImportedDraft] {
        switch row.action.sense {
        case .trade(let isBuy, let subtype): return [try trade(row, isBuy: isBuy, subtype, total: row.total, &plan)]
        case .income(let kind, let words): return [try income(row, kind, words, &plan)]
        case .returnOfCapital:
            var draft = try secured(row, .dividend, &plan)
            (draft.draft.subtype, draft.draft.amount) = (ActivitySubtype.returnOfCapital.rawValue, try StatementNotes.returned(try money(row), column: "T"))
            return [draft]
        case .expense(let kind): return [try expense(row, kind, &plan)]
        case .reinvestment(let kind, let words):
            let total = try money(row)
            if total.isNegative { throw ImportIssue(.wrongSign, column: "T", text: "\(total)", message: "a reinvestment below zero buys nothing", hint: "record it by hand") }
            var paid = try income(row, kind, words, &plan), bought = try trade(row, isBuy: true, nil, total: total, &plan)
            paid.draft.notes = StatementNotes.joined([row.notes, words])
            bought.draft.notes = StatementNotes.joined([row.notes, "reinvested"])
            return [paid, bought]
        case .split: return [try split(row, &plan)]
        case .transfer(let isIn):
            // One with the account itself, as an opening balance is, or with none.
            let amount = try money(row)
            if isIn, amount.isNegative { throw ImportIssue(.wrongSign, column: "T", text: "\(amount)", message: "\(row.action.word) brings money, and \(amount) is below zero") }
            guard try transfer(row.record, row.action, survey.ownNames(row.account.key)) == nil else { return [] }
            return [draft(isIn ? .deposit : .withdrawal, amount.magnitude, row.account, row.day, row.notes)]
        case .cash:
            let amount = try money(row)
            guard try transfer(row.record, row.action, survey.ownNames(row.account.key)) == nil else { return [] }
            return [payment(amount, QIFRecord.category(row.record.text("L")), row.account, row.day, row.notes)]
        case .delivery(let isIn): return [try delivery(row, isIn: isIn, &plan)]
        case .exercise: return [try exercise(row, &plan)]
        case .expiry: return [try expiry(row, &plan)]
        case .leftOut: return []
        }
    }

    // MARK: figures

    /// The money of a row; rows of nothing are left out.
    private func money(_ row: QIFRow) throws(ImportIssue) -> FixedDecimal {
        guard let total = row.total else { throw ImportIssue(.missingValue, column: "T", message: "the amount is missing") }
        if total.isZero { throw Self.leftOut("no money moved") }
        return total
    }

    /// The units of a row, above zero.
    private func units(_ row: QIFRow) throws(ImportIssue) -> FixedDecimal {
        guard let units = try reading.number(row.record, "Q") else { throw ImportIssue(.missingValue, column: "Q", message: "the number of units is missing") }
        if units.isZero { throw Self.leftOut("no units moved" + (row.total?.isZero == false ? "; record the \(row.total ?? .zero) that did by hand" : "")) }
        return units
    }

    /// A draft of a kind, with the security of the row.
    private mutating func secured(_ row: QIFRow, _ kind: ActivityKind, _ plan: inout PlanBuilder) throws(ImportIssue) -> ImportedDraft {
        let name = row.record.text("Y")
        guard !name.isEmpty else { throw ImportIssue(.missingValue, column: "Y", message: "the row does not tell of which security it is") }
        var draft = ActivityDraft(date: row.day, kind: kind.rawValue, account: row.account.name, symbol: securities.symbol(name, plan), notes: row.notes)
        draft.currency = row.account.code
        var imported = ImportedDraft(draft)
        imported.accountCurrency = row.account.currency
        let whole = securities.name(name)
        imported.name = MessageText.isName(whole) && whole != draft.symbol ? whole : ""
        let sort = sort(name, &plan)
        imported.kind = sort.kind
        if sort.kind == .option { imported.multiplier = sort.multiplier }
        return imported
    }

    /// What a security is, and how many units of its underlying one is of: as the book has it, else by the words of the file.
    mutating func sort(_ name: String, _ plan: inout PlanBuilder) -> (kind: Instrument.Kind?, multiplier: FixedDecimal) {
        let known = plan.instrument(named: securities.symbol(name, plan)), kind = securities.kind(name)
        if known != 0 { return (plan.instrument(known).kind, plan.instrument(known).multiplier) }
        return (kind, kind == .option ? 100 : .one)
    }

    private mutating func trade(_ row: QIFRow, isBuy: Bool, _ subtype: ActivitySubtype?, total: FixedDecimal?, _ plan: inout PlanBuilder) throws(ImportIssue) -> ImportedDraft {
        let units = try units(row)
        if units.isNegative, isBuy || total?.isNegative == true {
            throw ImportIssue(
                .wrongSign, column: "Q", text: "\(units)", message: "\(row.action.word) of \(units) units is none",
                hint: "what took a trade back is recorded as the opposite by hand; import the others with partial=true")
        }
        if total?.isNegative == true { tally.signed += 1 }
        var imported = try secured(row, isBuy ? .buy : .sell, &plan)
        let (kind, multiplier) = sort(row.record.text("Y"), &plan)
        var trade = StatedTrade(isBuy: isBuy, units: units.magnitude)
        trade.price = try reading.number(row.record, "I")?.magnitude
        trade.fee = try reading.number(row.record, "O")?.magnitude ?? .zero
        trade.total = total?.magnitude
        trade.multiplier = multiplier
        let hundredth = FixedDecimal.cent
        trade.senses = kind == .option ? [trade.multiplier, .one] : kind == .bond ? [hundredth, .one, 10] : [trade.multiplier]
        trade.trustsTotal = plan.options.roundedPrices
        if trade.total == nil, kind == .bond {
            throw ImportIssue(.missingValue, column: "T", message: "the money that moved is missing, and the price of a bond alone does not tell it")
        }
        let figures = try trade.figures()
        if kind == .bond, let told = trade.price, !told.isZero, let own = figures.price { bondSenses[imported.draft.symbol ?? ""] = try? own / told }
        (imported.draft.quantity, imported.draft.price, imported.draft.amount) = (trade.units, figures.price, figures.amount)
        imported.draft.fee = trade.fee.isZero ? nil : trade.fee
        imported.draft.subtype = subtype?.rawValue
        imported.opensShort = subtype == .sellToOpen
        return imported
    }

    private mutating func income(_ row: QIFRow, _ kind: ActivityKind, _ words: String, _ plan: inout PlanBuilder) throws(ImportIssue) -> ImportedDraft {
        let amount = try money(row), notes = StatementNotes.joined([row.notes, words])
        var paid: ImportedDraft
        if row.record.cell("Y") != nil {
            paid = try secured(row, kind, &plan)
        } else {
            if kind == .dividend { tally.nameless += 1 }
            paid = draft(kind == .dividend ? .credit : kind, amount, row.account, row.day, notes)
        }
        (paid.draft.amount, paid.draft.notes) = (amount, notes)
        return paid
    }

    private mutating func expense(_ row: QIFRow, _ kind: ActivityKind, _ plan: inout PlanBuilder) throws(ImportIssue) -> ImportedDraft {
        var amount = try money(row)
        if amount.isNegative, !survey.unsigned.contains(row.action.word.lowercased()) {
            amount = amount.magnitude
            tally.signed += 1
        }
        if kind == .fee, row.record.cell("Y") != nil {
            var charge = try secured(row, .fee, &plan)
            charge.draft.amount = amount
            return charge
        }
        return draft(kind, kind == .interest ? -amount : amount, row.account, row.day, row.notes)
    }

    // MARK: units without money

    private mutating func split(_ row: QIFRow, _ plan: inout PlanBuilder) throws(ImportIssue) -> ImportedDraft {
        guard let tenths = try reading.number(row.record, "Q") else { throw ImportIssue(.missingValue, column: "Q", message: "the ratio of the split is missing") }
        guard tenths > .zero, let ratio = Self.ratio(tenths) else {
            throw ImportIssue(.outOfRange, column: "Q", text: "\(tenths)", message: "ten units do not become \(tenths)", hint: "a split of 2 for 1 is written 20")
        }
        var split = try secured(row, .split, &plan)
        (split.draft.ratio, split.draft.currency) = (ratio, nil)
        if (try? ratio.applied(to: 10)) != tenths {
            plan.notice(.changed, "the split of \(MessageText.cut(split.draft.symbol ?? "")) on \(row.day), \(tenths) for ten, is taken as \(ratio)")
        }
        return split
    }

    /// How many units become how many, in whole numbers: by tenths as they are written, of which a third has an end that is cut off.
    private static func ratio(_ tenths: FixedDecimal) -> Ratio? {
        let digits = (0..<FixedDecimal.scale).first { tenths.units % tenToThe(FixedDecimal.scale - $0) == 0 } ?? FixedDecimal.scale
        let unit = tenToThe(FixedDecimal.scale - digits)
        for old in 1...Int128(digits < 4 ? 10 : 30) {
            let (product, isTooLarge) = tenths.units.multipliedReportingOverflow(by: old)
            // The half that rounding adds has to fit, too.
            let (raised, isBeyond) = product.addingReportingOverflow(FixedDecimal.unitsPerOne * 5)
            if isTooLarge || isBeyond { break }
            let new = raised / (FixedDecimal.unitsPerOne * 10)
            guard let whole = Int(exactly: new) else { break }
            let off = (new * FixedDecimal.unitsPerOne * 10 - product).magnitude
            // Off by less than a unit of the last digit, which is cut or rounded.
            if new > 0, off == 0 || digits >= 4 && off < unit.magnitude * old.magnitude { return Ratio(FixedDecimal(whole), for: FixedDecimal(Int(old))) }
        }
        return Ratio(tenths, for: 10)
    }

    private mutating func delivery(_ row: QIFRow, isIn: Bool, _ plan: inout PlanBuilder) throws(ImportIssue) -> ImportedDraft {
        let units = try units(row)
        if units.isNegative, isIn { throw ImportIssue(.wrongSign, column: "Q", text: "\(units)", message: "\(row.action.word) of \(units) units is none") }
        var moved = try secured(row, isIn ? .transferIn : .transferOut, &plan)
        (moved.draft.quantity, moved.draft.group) = (units.magnitude, "outside")
        guard isIn else { return moved }
        let (kind, multiplier) = sort(row.record.text("Y"), &plan)
        if let total = row.total, !total.isZero, let cost = try? total.magnitude / units / multiplier {
            moved.draft.price = cost
        } else if kind != .bond, let price = try reading.number(row.record, "I"), price > .zero {
            moved.draft.price = price
        }
        return moved
    }
}

/// The end of options.
extension QIFPlanner {
    /// The end of an option that was not used. One that an employer granted is no more than its grant, which luca has no place for either.
    private mutating func expiry(_ row: QIFRow, _ plan: inout PlanBuilder) throws(ImportIssue) -> ImportedDraft {
        guard sort(row.record.text("Y"), &plan).kind == .option else {
            tally.leftOut.add("expiry of options that were granted")
            throw Self.leftOut("luca has no place for options that an employer grants")
        }
        return try ending(row, .expiry, &plan)
    }

    /// The use of an option of which the book knows the terms: it trades what the option is on.
    private mutating func exercise(_ row: QIFRow, _ plan: inout PlanBuilder) throws(ImportIssue) -> ImportedDraft {
        let known = plan.instrument(named: securities.symbol(row.record.text("Y"), plan))
        guard known != 0, plan.instrument(known).option != nil, !row.action.isSettledElsewhere else {
            throw ImportIssue(
                .unknownType, column: "N", text: row.action.word, message: "an exercise tells neither the terms of the option nor what was taxed",
                hint: "define the option with its terms where it is one that is traded, else record what it brought by hand; partial=true imports the others")
        }
        return try ending(row, .exercise, &plan)
    }

    private mutating func ending(_ row: QIFRow, _ subtype: ActivitySubtype, _ plan: inout PlanBuilder) throws(ImportIssue) -> ImportedDraft {
        let units = try units(row)
        var ended = try secured(row, .adjustment, &plan)
        (ended.draft.subtype, ended.draft.quantity) = (subtype.rawValue, units.magnitude)
        if let fee = try reading.number(row.record, "O"), !fee.isZero { ended.draft.fee = fee.magnitude } else { ended.draft.currency = nil }
        return ended
    }
}

/// A row of an investment account on its way to drafts.
struct QIFRow {
    let record: QIFRecord
    let account: QIFAccount
    let action: QIFAction
    let day: Day
    /// The money, as it is written.
    let total: FixedDecimal?
    let notes: String
}
