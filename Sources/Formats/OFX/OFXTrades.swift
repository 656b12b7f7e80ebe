import Ledger
import Values

/// Trades, and what else changes units.
extension OFXPlanner {
    /// A trade, and the interest of a bond that moved with it.
    mutating func trade(_ row: OFXRow, _ plan: inout PlanBuilder) throws(ImportIssue) -> [ImportedDraft] {
        let units = try need("UNITS", row, "the number of units"), total = try row.record.number("TOTAL", numbers)
        if units.isZero { throw Self.leftOut("no units moved" + (total?.isZero == false ? "; record the \(total ?? .zero) that did by hand" : "")) }
        let isTurned = isTurned(row, units, total), isBuy = row.record.tag.name.hasPrefix("BUY") != isTurned
        var draft = try row.draft(isBuy ? .buy : .sell)
        draft.subtype = subtype(row, isTurned: isTurned)?.rawValue
        if !isBuy, !isTurned { try compareGain(row, draft, &plan) }
        return try traded(draft, isBuy: isBuy, isTurned: isTurned, units: units.magnitude, total: total?.magnitude, row, &plan)
    }

    /// Keeps the gain that the broker tells of a sale, for a comparison with luca's.
    private mutating func compareGain(_ row: OFXRow, _ draft: ActivityDraft, _ plan: inout PlanBuilder) throws(ImportIssue) {
        if row.record.cell("AVGCOSTBASIS") != nil { tally.leftOut.add("cost of a sale at the average (AVGCOSTBASIS)") }
        guard row.record.cell("GAIN") != nil else { return }
        // What is not read is told, since no figure of the book depends on it.
        guard let gain = try? row.record.number("GAIN", numbers), let day = draft.date, let currency = draft.currency, try row.currencies.converted.isEmpty else {
            return tally.leftOut.add("gain of a sale (GAIN)")
        }
        plan.plan.gainsCountCharges = true
        plan.plan.gains.append(PlannedGain(line: row.line, day: day, currency: currency, amount: gain))
    }

    /// Whether a trade is the opposite of its name: both its units and its money say so, where one alone is a slip of the bank's.
    private mutating func isTurned(_ row: OFXRow, _ units: FixedDecimal, _ total: FixedDecimal?) -> Bool {
        let isBuy = row.record.tag.name.hasPrefix("BUY"), unitsAgree = isBuy == (units > .zero)
        let moneyAgrees = total.map { $0.isZero || isBuy == $0.isNegative } ?? true
        if !unitsAgree, !moneyAgrees {
            tally.turned += 1
            return true
        }
        if !unitsAgree || !moneyAgrees { tally.wrongSigns += 1 }
        return false
    }

    private func subtype(_ row: OFXRow, isTurned: Bool) -> ActivitySubtype? {
        let told = ["OPTBUYTYPE", "OPTSELLTYPE", "SELLTYPE", "BUYTYPE"].map { row.record.word($0 as OFXTag) }.first { !$0.isEmpty } ?? ""
        let subtype: ActivitySubtype? =
            switch told {
            case "BUYTOOPEN": .buyToOpen
            case "BUYTOCLOSE", "BUYTOCOVER": .buyToClose
            case "SELLTOOPEN", "SELLSHORT": .sellToOpen
            case "SELLTOCLOSE": .sellToClose
            default: nil
            }
        guard isTurned, let subtype else { return subtype }
        let opposites: [ActivitySubtype: ActivitySubtype] = [.buyToOpen: .sellToClose, .buyToClose: .sellToOpen, .sellToOpen: .buyToClose, .sellToClose: .buyToOpen]
        return opposites[subtype]
    }

    func sum(_ tags: [OFXTag], _ row: OFXRow) throws(ImportIssue) -> FixedDecimal {
        var sum = FixedDecimal.zero
        for tag in tags {
            guard let more = try row.record.number(tag, numbers) else { continue }
            do { sum = try sum + more.magnitude } catch { throw ImportIssue(.outOfRange, column: tag.name, message: "the charges are too large") }
        }
        return sum
    }

    /// The drafts of a trade of which direction, units and money are known.
    private mutating func traded(
        _ told: ActivityDraft, isBuy: Bool, isTurned: Bool = false, units: FixedDecimal, total: FixedDecimal?, _ row: OFXRow, _ plan: inout PlanBuilder
    ) throws(ImportIssue) -> [ImportedDraft] {
        var draft = told, trade = StatedTrade(isBuy: isBuy, units: units)
        trade.price = try row.record.number("UNITPRICE", numbers)
        trade.fee = try sum(["COMMISSION", "FEES", "LOAD", "PENALTY"], row)
        trade.tax = try sum(["TAXES", "WITHHOLDING", "STATEWITHHOLDING"], row)
        trade.accrued = try sum(["ACCRDINT"], row)
        trade.markup = try sum(isBuy ? ["MARKUP"] : ["MARKDOWN"], row)
        trade.total = total
        trade.multiplier = try multiplier(row, &plan)
        let kind = OFXSecurity.kind(securities.security(row.record.text("UNIQUEID")).tag ?? row.record.tag), hundredth = FixedDecimal.cent
        let contract = try row.record.number("SHPERCTRCT", numbers).flatMap { $0 > .zero ? $0 : nil } ?? 100
        trade.senses = kind == .option ? [trade.multiplier, contract, .one] : kind == .bond ? [hundredth, .one] : [.one, hundredth]
        trade.trustsTotal = plan.options.roundedPrices
        let figures: StatedTrade.Figures
        if isTurned, let refund = trade.refund() {
            (figures, trade.fee, trade.tax) = (refund, .zero, .zero)
            tally.refunded += 1
        } else {
            figures = try trade.figures()
            if figures.price == nil, trade.price != nil { tally.unpriced += 1 }
        }
        if figures.leavesAccrued { tally.accrued += 1 }
        (draft.quantity, draft.price, draft.amount) = (units, figures.price, figures.amount)
        (draft.fee, draft.tax) = (trade.fee.isZero ? nil : trade.fee, trade.tax.isZero ? nil : trade.tax)
        var drafts = [try priced(try imported(draft, row, &plan), total.map { isBuy ? -$0 : $0 }, row, plan)]
        if !figures.accrued.isZero {
            var interest = try row.draft(.interest)
            interest.amount = isBuy ? -figures.accrued : figures.accrued
            interest.notes = StatementNotes.joined([interest.notes, isBuy ? "accrued interest paid" : "accrued interest received"])
            drafts.append(try imported(interest, row, &plan))
        }
        return drafts
    }

    /// A trade, or a return of capital, whose figures the bank has converted, in the currency of an instrument that the book has in the one they were in.
    mutating func priced(_ trade: ImportedDraft, _ cash: FixedDecimal?, _ row: OFXRow, _ plan: PlanBuilder) throws(ImportIssue) -> ImportedDraft {
        let money = try row.currencies
        guard !money.converted.isEmpty else { return trade }
        var plan = plan, trade = trade
        let known = plan.instrument(named: trade.draft.symbol ?? "")
        guard known != 0, plan.instrument(known).currency.code == money.converted else {
            tally.converted += 1
            return trade
        }
        guard let rate = money.rate, rate > .zero, let cash else {
            throw ImportIssue(
                .missingValue, column: "CURRATE", message: "the rate at which the bank converted it is missing, and \(trade.draft.symbol ?? "it") is priced in \(money.converted)")
        }
        do {
            let units = try (trade.draft.quantity ?? .zero) * plan.instrument(known).multiplier
            let gross = try trade.draft.amount ?? units * (trade.draft.price ?? .zero)
            (trade.draft.amount, trade.draft.price) = (try gross / rate, nil)
            trade.draft.fee = try trade.draft.fee.map { try $0 / rate }
            trade.draft.tax = try trade.draft.tax.map { try $0 / rate }
        } catch {
            throw ImportIssue(.outOfRange, column: "CURRATE", message: "its figures are too large: \(error)")
        }
        (trade.draft.currency, trade.draft.fxRate, trade.draft.settle, trade.cash) = (money.converted, rate, row.statement.currency, cash)
        return trade
    }

    /// Income that bought more of what paid it: the income, and a purchase for it.
    mutating func reinvestment(_ row: OFXRow, _ plan: inout PlanBuilder) throws(ImportIssue) -> [ImportedDraft] {
        let units = try need("UNITS", row, "the number of units"), total = try total(row), isTurned = units.isNegative
        if units.isZero { throw Self.leftOut("no units moved") }
        var income = try incomeDraft(row)
        income.amount = isTurned ? -total.magnitude : total.magnitude
        var trade = try row.draft(isTurned ? .sell : .buy)
        trade.notes = StatementNotes.joined([trade.notes, "reinvested"])
        let paid = try imported(income, row, &plan)
        return [paid] + (try traded(trade, isBuy: !isTurned, units: units.magnitude, total: total.magnitude, row, &plan))
    }

    // MARK: units without money

    mutating func split(_ row: OFXRow, _ plan: inout PlanBuilder) throws(ImportIssue) -> ImportedDraft {
        var draft = try row.draft(.split)
        let record = row.record
        let new = try record.number("NEWUNITS", numbers), old = try record.number("OLDUNITS", numbers)
        var ratio: Ratio?
        if let new, let old { ratio = Ratio(new.magnitude, for: old.magnitude) }
        if let up = try record.number("NUMERATOR", numbers), let down = try record.number("DENOMINATOR", numbers), let told = Ratio(up, for: down) {
            ratio = if let new, let old { try Self.agreed(told, Ratio(down, for: up), old.magnitude, new.magnitude) } else { told }
        }
        guard let ratio else {
            throw ImportIssue(.missingValue, column: "NUMERATOR", message: "the ratio of the split is missing", hint: "NUMERATOR and DENOMINATOR tell it, or NEWUNITS and OLDUNITS")
        }
        draft.ratio = ratio
        if let cash = try record.number("FRACCASH", numbers), !cash.isZero { draft.amount = cash.magnitude } else { draft.currency = nil }
        return try imported(draft, row, &plan)
    }

    /// The ratio of a split held against the units before and after, of which a fraction may have been paid out; the other way round where only that fits.
    private static func agreed(_ told: Ratio, _ turned: Ratio?, _ old: FixedDecimal, _ new: FixedDecimal) throws(ImportIssue) -> Ratio {
        if old.isZero || new.isZero { return told }
        func off(_ ratio: Ratio) -> FixedDecimal? { (try? ratio.applied(to: old)).flatMap { try? ($0 - new).magnitude } }
        let nearest = [told, turned].compactMap { $0 }.compactMap { ratio in off(ratio).map { (ratio: ratio, off: $0) } }.min { $0.off < $1.off }
        if let nearest, nearest.off < .one { return nearest.ratio }
        throw ImportIssue(
            .sumMismatch, column: "NUMERATOR", text: "\(told)", message: "\(old) units that become \(new) are no split of \(told)",
            hint: "record it by hand as the broker's note of it says, and import the others with partial=true")
    }

    mutating func transfer(_ row: OFXRow, _ plan: inout PlanBuilder) throws(ImportIssue) -> ImportedDraft {
        let units = try need("UNITS", row, "the number of units"), action = row.record.word("TFERACTION")
        if units.isZero { throw Self.leftOut("no units moved") }
        guard row.record.word("POSTYPE") != "SHORT" else {
            throw ImportIssue(
                .badWord, column: "POSTYPE", message: "it moves units that were sold short, which luca has no transfer for",
                hint: "record the sale here, and import the others with partial=true")
        }
        guard ["IN", "OUT", ""].contains(action) else {
            throw ImportIssue(.badWord, column: "TFERACTION", text: action, message: "\"\(MessageText.cut(action))\" is neither IN nor OUT")
        }
        guard let moved = row.record.transferred(units) else {
            throw ImportIssue(
                .wrongSign, column: "UNITS", text: "\(units)", message: "units come in, and \(units) is below zero",
                hint: "record it by hand, and import the others with partial=true")
        }
        let isOut = moved.isNegative
        var draft = try row.draft(isOut ? .transferOut : .transferIn)
        draft.quantity = units.magnitude
        draft.group = survey.pairs.groups[row.line] ?? "outside"
        if !isOut, survey.pairs.groups[row.line] == nil {
            try tellCost(row, of: units.magnitude, &draft, &plan)
            if let cell = row.record.cell("DTPURCHASE") {
                let opened = try OFXDate(cell, "DTPURCHASE").day
                if let day = draft.date, opened < day { draft.opened = opened }
            }
        }
        let transfer = try imported(draft, row, &plan)
        if !isOut, draft.price == nil, draft.amount == nil { try tellWorth(row, &plan) }
        return transfer
    }

    /// Takes the price that units had as they came in for a quote of that day: it tells what they cost, where nothing else does. That of bonds and contracts may be in percent, or of the whole.
    private mutating func tellWorth(_ row: OFXRow, _ plan: inout PlanBuilder) throws(ImportIssue) {
        guard let price = try row.record.number("UNITPRICE", numbers), price > .zero, let day = try row.draft(.transferIn).date else { return }
        let currency = try currency(row.statement.currency, plan), number = try instrument(row.record.text("UNIQUEID"), row.record.tag, currency, &plan),
            known = plan.instrument(number)
        guard known.multiplier == .one, known.kind != .bond, known.currency == currency, Bound.price.admits(price) else {
            return tally.leftOut.add("price of a transfer (UNITPRICE)")
        }
        plan.add(
            QuoteEntry(
                line: row.line, day: day, instrument: number, close: CellNumber(mantissa: price.units, digits: FixedDecimal.scale), currency: plan.currency(currency), source: ""))
    }

    mutating func closure(_ row: OFXRow, _ plan: inout PlanBuilder) throws(ImportIssue) -> ImportedDraft {
        let units = try need("UNITS", row, "the number of contracts").magnitude, action = row.record.word("OPTACTION")
        if units.isZero { throw Self.leftOut("no contracts were closed") }
        var draft: ActivityDraft
        switch action {
        case "EXPIRE": draft = try row.draft(.adjustment, .expiry)
        case "EXERCISE", "ASSIGN":
            draft = try row.draft(.adjustment, action == "ASSIGN" ? .assignment : .exercise)
            guard let use = survey.use(at: row.line), use.trade != nil else {
                throw ImportIssue(
                    .missingValue, column: "RELFITID", message: "the file has no trade of the underlying at the strike that belongs to it",
                    hint: "record both by hand, and import the others with partial=true")
            }
            if !use.fee.isZero { draft.fee = use.fee }
        default:
            throw ImportIssue(.unknownType, column: "OPTACTION", text: action, message: "\"\(MessageText.cut(action))\" is neither EXERCISE, ASSIGN nor EXPIRE")
        }
        draft.quantity = units
        if draft.fee == nil { draft.currency = nil }
        return try imported(draft, row, &plan)
    }
}
