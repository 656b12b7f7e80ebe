import Ledger
import Values

/// Reads the rows of Wealthfolio's activities.
struct WealthfolioReader: RowReader {
    private let table: Table
    /// Whether amounts are the cash that moved, charges included.
    private let isFinal: Bool
    /// The splits of a symbol on a day, in their order; each account that holds it tells them again.
    private var splits: [String: [(line: Int, told: FixedDecimal)]] = [:]
    /// How many of them an account has told.
    private var toldSplits: [String: Int] = [:]
    private var held: [String: FixedDecimal] = [:], isInOrder = true, lastDay = Day.min
    private var charged = 0, midnights = 0, rates = 0, capital = 0, free = 0, labels: [String: Int] = [:], unclear: [String: Int] = [:]
    /// Options and bonds whose multiplier no row tells.
    private var assumed: [Instrument.Kind: Set<String>] = [:]

    init(_ table: Table, _ plan: inout PlanBuilder) {
        self.table = table
        isFinal = table.map.has(.tax)
        plan.plan.matching.hasKeys = table.map.has(.id)
        (plan.plan.matching.hasGlobalKeys, plan.plan.matching.isCoarse) = (table.map.has(.id), true)
        plan.plan.matching.idHeading = table.map.heading(.id)
    }

    /// The figures of a row; nil where a cell is empty or zero, which in this program mostly mean the same.
    private struct Figures {
        var quantity, price, amount, fee, tax: FixedDecimal?
        /// Whether the price or the amount is told to be zero, which counts where nothing else tells what units cost or money came to.
        var isFree = false, isNothing = false
        /// By how much the amount may differ from what it is made of: half a unit of its last digit.
        var tolerance = FixedDecimal.zero
        var charges: FixedDecimal { (try? (fee ?? .zero) + (tax ?? .zero)) ?? .zero }
    }

    mutating func read(_ record: borrowing CSVReader, into plan: inout PlanBuilder) throws(ImportIssue) -> RowVerdict.Outcome {
        let type = try type(record), date = try table.date(record, column: table.map[.date])
        var figures = try figures(record), label = table.text(record, .subtype).uppercased(), symbol = Self.symbol(table.text(record, .symbol))
        if type.isCashOnly, type != .credit { symbol = "" }
        var draft = ActivityDraft(date: date.day, kind: type.kind.rawValue, notes: String(decoding: record.field(table.map[.notes]), as: UTF8.self))
        if let moment = date.instant { draft.time = read(moment, &draft) }
        draft.status = try status(record)
        let account = table.text(record, .account), currency = table.text(record, .currency)
        if !account.isEmpty { draft.account = table.renamed.names[account] ?? account }
        if !currency.isEmpty { draft.currency = currency }
        if !symbol.isEmpty { draft.symbol = symbol }
        if type.kind == .transferIn || type.kind == .transferOut, !table.text(record, .group).isEmpty { draft.group = table.text(record, .group) }
        var imported = ImportedDraft(draft)
        imported.sourceID = table.text(record, .id)
        imported.accountCurrency = try table.currency(record, .settle, &plan)
        if !symbol.isEmpty {
            let name = table.text(record, .name)
            (imported.name, imported.kind) = (MessageText.isName(name) && name != symbol ? name : "", InstrumentWords.kind(record.word(table.map[.kind])))
            if OptionSymbol.isOne(symbol) { imported.kind = .option }
            imported.multiplier = try number(record, .multiplier)
            if imported.multiplier == nil, !plan.isKnownByTrade(plan.instrument(named: symbol)) { imported.multiplier = assumedMultiplier(figures, imported) }
        }
        switch type {
        case .buy, .sell:
            try trade(record, type, figures, symbol, &imported, &plan)
            if imported.kind == .option { tellIntent(type, label, &imported) }
        case .split: try split(record, figures, symbol, &imported)
        case .transferIn, .transferOut, .addHolding, .removeHolding:
            if symbol.isEmpty { try payment(record, type, &figures, &imported) } else { try units(record, figures, &imported) }
        case .fee, .tax: try charge(record, type, figures, label, &imported)
        case .unknown: keep("UNKNOWN", figures, &imported)
        case .adjustment: adjustment(figures, label, &imported)
        case .dividend, .interest, .deposit, .withdrawal, .credit, .conversionIn, .conversionOut:
            let subtype = WealthfolioType.subtypes[label]?[type]
            if let subtype, [.drip, .dividendInKind, .stakingReward].contains(subtype) {
                try reinvestment(record, subtype, figures, symbol, &imported)
            } else {
                try payment(record, type, &figures, &imported)
                imported.draft.subtype = subtype?.rawValue
                if type.takesBack(label, &imported.draft) { label = "" }
                if subtype == .returnOfCapital { capital += 1 }
            }
        }
        if imported.draft.subtype != nil || type == .adjustment || imported.draft.kind == ActivityKind.interest.rawValue && type == .fee { label = "" }
        if !label.isEmpty { labels[label, default: 0] += 1 }
        try plan.add(imported, line: record.line)
        return .add
    }

    /// The time of a row, if it has one. A day is written as its midnight: in UTC, or in a zone ahead of it, on the evening before.
    private mutating func read(_ moment: Instant, _ draft: inout ActivityDraft) -> Instant? {
        if moment.microsecondsOfDay == 0 { return nil }
        let day = table.midnights.day(of: moment) ?? (moment.isEasternMidnight ? Day(number: moment.day.number + 1) : nil)
        guard let day else { return moment }
        if day != draft.date { midnights += 1 }
        draft.date = day
        return nil
    }

    // MARK: cells

    private func type(_ record: borrowing CSVReader) throws(ImportIssue) -> WealthfolioType {
        let told = table.text(record, .link), word = (told.isEmpty ? table.text(record, .type) : told).uppercased()
        if let type = WealthfolioType(rawValue: word.replacing(" ", with: "_")) { return type }
        if word.replacing(" ", with: "_") == "FX_EXCHANGE" { throw oneSided(record) }
        let names = WealthfolioType.allCases.map(\.rawValue)
        throw table.issue(
            word.isEmpty ? .missingValue : .unknownType, record, .type, word.isEmpty ? "the type is missing" : "\"\(MessageText.cut(word))\" is no type of Wealthfolio's",
            hint: nearestHint(for: word, in: names, otherwise: "it is one of \(names.prefix(14).joined(separator: ", "))"))
    }

    /// Why an exchange of money is refused: the row has a place for one side of it.
    private func oneSided(_ record: borrowing CSVReader) -> ImportIssue {
        let amount = table.text(record, .gross), currency = table.text(record, .currency), told = amount.isEmpty ? "" : ", \(MessageText.cut(amount)) \(MessageText.cut(currency))"
        return table.issue(
            .unknownType, record, .type, "an exchange of money has two sides, and the row tells one amount\(told), and not what left for it or what came",
            hint: "record it with exchange{account=…, amount=…, to=…, rate=…, date=…}, and import the others with partial=true")
    }

    private func status(_ record: borrowing CSVReader) throws(ImportIssue) -> String? {
        if try table.flag(record, .consumed) == true { return ActivityStatus.draft.rawValue }
        let word = table.text(record, .status).lowercased()
        if word.isEmpty || word == "posted" { return nil }
        if word == "void" { throw table.issue(.notPosted, record, .status, "it was voided there") }
        guard word == "pending" || word == "draft" else {
            throw table.issue(.unknownStatus, record, .status, "\"\(MessageText.cut(word))\" is no status", hint: "POSTED, PENDING, DRAFT or VOID")
        }
        return word
    }

    private func number(_ record: borrowing CSVReader, _ field: ImportField) throws(ImportIssue) -> FixedDecimal? {
        guard let number = try table.number(record, field, column: table.map[field]), !number.isZero else { return nil }
        return number.decimal
    }

    private func figures(_ record: borrowing CSVReader) throws(ImportIssue) -> Figures {
        var figures = Figures(
            quantity: try number(record, .quantity), price: try number(record, .price), amount: try number(record, .gross), fee: try number(record, .fee),
            tax: try number(record, .tax))
        if let cell = try table.number(record, .gross, column: table.map[.gross]) { (figures.tolerance, figures.isNothing) = (Self.halfUnit(cell.digits), cell.isZero) }
        if let cell = try table.number(record, .price, column: table.map[.price]) { figures.isFree = cell.isZero }
        return figures
    }

    private static let usualMultipliers: [Instrument.Kind: FixedDecimal] = [.option: 100, .bond: FixedDecimal(units: FixedDecimal.unitsPerOne / 100)]

    /// What the program takes for the multiplier of an option or a bond for which the file tells none: shares in a contract, and a price in percent. One where the amount
    /// fits that alone; nil for all else.
    private mutating func assumedMultiplier(_ figures: Figures, _ imported: ImportedDraft) -> FixedDecimal? {
        guard let kind = imported.kind, let usual = Self.usualMultipliers[kind], let symbol = imported.draft.symbol else { return nil }
        if let amount = figures.amount, let quantity = figures.quantity, let price = figures.price, let product = try? quantity * price,
            let least = try? product - figures.charges - figures.tolerance, let most = try? product + figures.charges + figures.tolerance, least <= amount, amount <= most
        {
            assumed[kind]?.remove(symbol)
            return .one
        }
        assumed[kind, default: []].insert(symbol)
        return usual
    }

    // MARK: what rows come to

    private func product(_ record: borrowing CSVReader, _ figures: Figures) throws(ImportIssue) -> FixedDecimal? {
        guard let quantity = figures.quantity, let price = figures.price else { return nil }
        guard let product = try? quantity * price else { throw table.issue(.outOfRange, record, .price, "the figures are too large") }
        return product
    }

    private mutating func trade(
        _ record: borrowing CSVReader, _ type: WealthfolioType, _ figures: Figures, _ symbol: String, _ imported: inout ImportedDraft, _ plan: inout PlanBuilder
    ) throws(ImportIssue) {
        guard !symbol.isEmpty else { throw table.issue(.missingValue, record, .symbol, "the symbol is missing") }
        guard let quantity = figures.quantity, quantity > .zero else {
            throw table.issue(.missingValue, record, .quantity, "a trade needs a quantity above zero", hint: "BUY and SELL tell which way units go")
        }
        let known = plan.instrument(named: symbol), multiplier = plan.isKnownByTrade(known) ? plan.instrument(known).multiplier : imported.multiplier ?? .one
        (imported.draft.quantity, imported.draft.price, imported.draft.fee, imported.draft.tax) = (quantity, figures.price ?? .zero, figures.fee, figures.tax)
        imported.draft.fxRate = try number(record, .fxRate)
        guard let amount = figures.amount else { return }
        guard let gross = try? (figures.price ?? .zero) * quantity * multiplier, let final = try? type == .buy ? gross + figures.charges : gross - figures.charges else {
            throw table.issue(.outOfRange, record, .gross, "the figures are too large")
        }
        func isNear(_ other: FixedDecimal) -> Bool { (try? (amount - other.magnitude).magnitude <= figures.tolerance) ?? false }
        if figures.price == nil {
            // Without a price the amount tells it.
            imported.draft.price = nil
            let charges = isFinal ? figures.charges : .zero
            // What was free has its charges alone for an amount.
            if figures.isFree, type == .buy, amount == charges {
                imported.draft.price = .zero
                return
            }
            imported.draft.amount = type == .buy ? try? amount - charges : try? amount + charges
            return
        }
        if isNear(gross) || isNear(final) {
            // What was paid goes before what a rounded price comes to.
            let isExact = amount == gross || amount == final.magnitude
            if !isExact, imported.draft.fxRate == nil {
                imported.cash = isNear(final) ? (type == .buy ? -amount : amount) : type == .buy ? try? -amount - figures.charges : try? amount - figures.charges
            }
            return
        }
        throw table.issue(
            .sumMismatch, record, .gross, "\(quantity) at \(figures.price ?? .zero) comes to \(gross), and with fee and tax to \(final)",
            hint: "correct one of the figures; what cash moved is not certain")
    }

    /// Whether an option is opened or closed: as the row says, else written where it is sold without being held by the rows before.
    private mutating func tellIntent(_ type: WealthfolioType, _ label: String, _ imported: inout ImportedDraft) {
        let quantity = imported.draft.quantity ?? .zero, place = "\(imported.draft.account ?? "") \(imported.draft.symbol ?? "")", before = held[place] ?? .zero
        held[place] = try? type == .buy ? before + quantity : before - quantity
        if let day = imported.draft.date {
            isInOrder = isInOrder && lastDay <= day
            lastDay = day
        }
        let told = WealthfolioType.subtypes[label]?[type], isWritten = told == nil && isInOrder && type == .sell && before < quantity
        imported.draft.subtype = isWritten ? ActivitySubtype.sellToOpen.rawValue : told?.rawValue
        imported.opensShort = imported.draft.subtype == ActivitySubtype.sellToOpen.rawValue
    }

    /// The money of a row that moves cash alone; the first versions wrote it as units at a price.
    private mutating func payment(_ record: borrowing CSVReader, _ type: WealthfolioType, _ figures: inout Figures, _ imported: inout ImportedDraft) throws(ImportIssue) {
        let product = try product(record, figures)
        // Of income that was withheld as a whole nothing came.
        let isWithheld = isFinal && figures.isNothing && product == nil && !type.isOutflow && !figures.charges.isZero, told = figures.amount ?? (isWithheld ? .zero : nil)
        guard var amount = told ?? product ?? (figures.price == nil ? figures.quantity : nil) else {
            throw table.issue(.missingValue, record, .gross, "the amount is missing")
        }
        if amount.isNegative {
            guard type.isOutflow else { throw table.issue(.wrongSign, record, .gross, "\(amount) is below zero", hint: "its type tells whether cash comes or goes") }
            amount = amount.magnitude
        }
        if !figures.charges.isZero {
            charged += 1
            if isFinal, told != nil {
                guard let gross = try? type.isOutflow ? amount - figures.charges : amount + figures.charges else {
                    throw table.issue(.outOfRange, record, .gross, "the figures are too large")
                }
                amount = gross
            }
        }
        (imported.draft.amount, imported.draft.fee, imported.draft.tax) = (amount, figures.fee, figures.tax)
        if try number(record, .fxRate) != nil { rates += 1 }
    }

    private mutating func units(_ record: borrowing CSVReader, _ figures: Figures, _ imported: inout ImportedDraft) throws(ImportIssue) {
        guard let quantity = figures.quantity else { throw table.issue(.missingValue, record, .quantity, "the quantity is missing") }
        (imported.draft.quantity, imported.draft.fee, imported.draft.tax) = (quantity.magnitude, figures.fee, figures.tax)
        if imported.draft.kind == ActivityKind.transferIn.rawValue {
            imported.draft.price = figures.price
            // Without a price the amount tells what they cost.
            if figures.price == nil { imported.draft.amount = figures.amount?.magnitude }
            guard figures.price == nil, figures.amount == nil, figures.isFree || figures.isNothing else { return }
            if figures.isFree { imported.draft.price = .zero } else { imported.draft.amount = .zero }
            free += 1
        }
    }

    private mutating func reinvestment(
        _ record: borrowing CSVReader, _ subtype: ActivitySubtype, _ figures: Figures, _ symbol: String, _ imported: inout ImportedDraft
    ) throws(ImportIssue) {
        guard !symbol.isEmpty, let quantity = figures.quantity else { throw table.issue(.missingValue, record, .quantity, "units that were received need a symbol and a quantity") }
        (imported.draft.quantity, imported.draft.price, imported.draft.fee, imported.draft.tax) = (quantity, figures.price, figures.fee, figures.tax)
        imported.draft.subtype = subtype.rawValue
        if subtype == .dividendInKind { imported.draft.into = symbol }
        let product = try product(record, figures)
        if figures.price == nil { (imported.draft.price, imported.draft.amount) = (figures.isFree && figures.amount == nil ? .zero : nil, figures.amount) }
        // The dividend is told only where it is another sum than what the units cost.
        if subtype == .drip, let amount = figures.amount {
            guard let product else {
                imported.draft.price = try? amount / quantity
                return
            }
            let gross = isFinal ? (try? amount + figures.charges) ?? amount : amount
            if let difference = try? (gross - product).magnitude, difference > figures.tolerance { imported.draft.amount = gross }
        }
    }

    private mutating func split(_ record: borrowing CSVReader, _ figures: Figures, _ symbol: String, _ imported: inout ImportedDraft) throws(ImportIssue) {
        guard !symbol.isEmpty, let day = imported.draft.date else { throw table.issue(.missingValue, record, .symbol, "the symbol is missing") }
        guard let told = figures.amount ?? figures.quantity, told > .zero else {
            throw table.issue(.missingValue, record, .gross, "the ratio of the split is missing", hint: "amount is 2 for two for one")
        }
        let key = "\(symbol) \(day)"
        var place = 0
        // Of rows without an account nothing tells that they are of one.
        if let account = imported.draft.account {
            place = toldSplits["\(key) \(account)"] ?? 0
            toldSplits["\(key) \(account)"] = place + 1
        }
        if let known = splits[key], place < known.count {
            let before = known[place]
            guard before.told == told else {
                throw table.issue(
                    .sumMismatch, record, .gross, "the split of \(MessageText.cut(symbol)) on \(day) is \(told) here, and \(before.told) on line \(before.line)",
                    hint: "one of the two is right, for all accounts")
            }
            throw table.issue(.leftOut, record, .type, "the split of \(MessageText.cut(symbol)) on \(day) is on line \(before.line) already, for all accounts")
        }
        splits[key, default: []].append((record.line, told))
        imported.draft.ratio = Self.ratio(told)
        // It is of every account that holds the asset.
        imported.isOfEveryAccount = imported.draft.account != nil
        (imported.draft.account, imported.draft.currency) = (nil, nil)
    }

    private func charge(_ record: borrowing CSVReader, _ type: WealthfolioType, _ figures: Figures, _ label: String, _ imported: inout ImportedDraft) throws(ImportIssue) {
        let part = type == .fee ? figures.fee : figures.tax ?? figures.fee, product = try product(record, figures)
        guard let amount = figures.amount ?? part ?? product else { throw table.issue(.missingValue, record, .gross, "the amount is missing") }
        if let told = figures.amount, let part, told.magnitude != part.magnitude {
            throw table.issue(.sumMismatch, record, .gross, "the amount is \(told), and the \(type == .fee ? "fee" : "tax") \(part)", hint: "keep one of the two")
        }
        if type == .fee, let tax = figures.tax, !tax.isZero {
            throw table.issue(.outOfRange, record, .tax, "a fee has no tax", hint: "give the tax a row of its own, of type TAX")
        }
        // Interest that is paid is interest below zero here.
        if label == "INTEREST_CHARGE" {
            (imported.draft.kind, imported.draft.amount, imported.draft.symbol) = (ActivityKind.interest.rawValue, -amount.magnitude, nil)
        } else {
            imported.draft.amount = amount.magnitude
        }
    }

    /// What has its like here; the rest is kept, and counts for nothing until its owner says what it was.
    private mutating func adjustment(_ figures: Figures, _ label: String, _ imported: inout ImportedDraft) {
        if label == "OPTION_EXPIRY", let quantity = figures.quantity {
            (imported.draft.subtype, imported.draft.quantity) = (ActivitySubtype.expiry.rawValue, quantity.magnitude)
            return
        }
        if label == "NOTIONAL_DISTRIBUTION", let amount = figures.amount, amount > .zero, imported.draft.symbol != nil, figures.charges.isZero {
            (imported.draft.kind, imported.draft.subtype, imported.draft.amount) = (ActivityKind.dividend.rawValue, ActivitySubtype.notionalDistribution.rawValue, amount)
            return
        }
        keep("ADJUSTMENT" + (label.isEmpty ? "" : " " + label), figures, &imported)
    }

    private mutating func keep(_ words: String, _ figures: Figures, _ imported: inout ImportedDraft) {
        unclear[words, default: 0] += 1
        imported.draft.kind = ActivityKind.unknown.rawValue
        let told = [figures.quantity, figures.price, figures.amount, figures.fee, figures.tax]
        if words == "UNKNOWN", told.allSatisfy({ $0 == nil }) { return }
        imported.draft.notes = WealthfolioUnclear.notes(words, told, imported.draft.notes)
    }

    // MARK: what is to be known

    /// Lets accounts that the file brings sell what they do not hold, as their rows do.
    mutating func rowsWereOrdered(_ plan: inout PlanBuilder) {
        if plan.plan.newAccounts.isEmpty { return }
        var held = WealthfolioHoldings(), shorts = Set<AccountID>(), last: (day: Day, time: Instant?)?
        for place in plan.plan.activities.indices {
            let activity = plan.plan.activities[place]
            // Rows of one moment stand in any order.
            if let moment = last, moment != (activity.date, activity.time) { shorts.formUnion(held.takeShort()) }
            held.count(activity) { plan.instrument($0.rawValue).kind }
            last = (activity.date, activity.time)
        }
        shorts.formUnion(held.takeShort())
        for account in shorts.sorted(by: { $0.rawValue < $1.rawValue }) {
            let place = Int(account.rawValue) - 1 - plan.accounts.recorded
            guard plan.plan.newAccounts.indices.contains(place), !plan.plan.newAccounts[place].allowShort else { continue }
            plan.plan.newAccounts[place].allowShort = true
            plan.notice(.newAccount, "account \"\(plan.plan.newAccounts[place].name)\" may go short, since it sells what it does not hold")
        }
    }

    mutating func rowsWereRead(_ plan: inout PlanBuilder) {
        plan.notice(
            .changed, count: free, "transfer of units comes in at a cost of zero, as the file has it", "transfers of units come in at a cost of zero, as the file has it")
        if midnights > 0 {
            plan.notice(
                .timeZone,
                "\(midnights == 1 ? "1 date is" : "\(midnights) dates are") the evening before in UTC, and taken for the midnight of the next day in a zone ahead of it")
        }
        if charged > 0 {
            plan.notice(
                .changed,
                "\(charged == 1 ? "1 payment has" : "\(charged) payments have") a fee or a tax, and the amount is taken \(isFinal ? "with it, as Wealthfolio has it from 3.8 on" : "without it, as Wealthfolio had it before 3.8")"
            )
        }
        if capital > 0 {
            plan.notice(
                .changed,
                "\(capital == 1 ? "1 dividend" : "\(capital) dividends") labelled RETURN_OF_CAPITAL lower\(capital == 1 ? "s" : "") what units cost here; there the label alone does not"
            )
        }
        if rates > 0 {
            plan.notice(.leftOut, "the rate of \(rates == 1 ? "1 row" : "\(rates) rows") that \(rates == 1 ? "is" : "are") no trade is left out, since it converts nothing there")
        }
        for (kind, told) in [
            (Instrument.Kind.option, "an option without contractMultiplier is on 100 units"), (.bond, "the price of a bond without contractMultiplier is in percent"),
        ] {
            guard let symbols = assumed[kind]?.sorted(), !symbols.isEmpty else { continue }
            plan.notice(.changed, "\(told), as Wealthfolio has it: \(symbols.prefix(5).map { MessageText.cut($0) }.joined(separator: ", "))\(symbols.count > 5 ? " …" : "")")
        }
        for (label, count) in labels.sorted(by: { $0.key < $1.key }) {
            plan.notice(.leftOut, "the subtype \(MessageText.cut(label)) of \(count == 1 ? "1 row" : "\(count) rows") is left out, for which luca has no place")
        }
        for (words, count) in unclear.sorted(by: { $0.key < $1.key }) {
            plan.notice(
                .changed, "\(count) of type \(MessageText.cut(words)) \(count == 1 ? "is" : "are") kept as unknown, and count\(count == 1 ? "s" : "") for nothing until amended")
        }
    }
}
