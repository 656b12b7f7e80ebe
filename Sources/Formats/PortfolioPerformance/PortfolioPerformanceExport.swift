public import Ledger
import Values

extension Formats {
    /// The book as the CSV files that Portfolio Performance imports, and sentences on what it has no place for.
    ///
    /// Units before a split go as the units that they became, and prices as they are after it, since that is how it keeps both.
    public static func portfolioPerformanceFiles(
        _ ledger: Ledger, quotes: some Collection<Quote>, rates: some Collection<Rate>
    ) throws -> (files: [(name: String, text: String)], leftOut: [String]) {
        var export = PortfolioPerformanceExport(ledger)
        try export.addActivities()
        try export.addQuotes(quotes)
        return (export.sheets.files, export.sentences(rateCount: rates.count))
    }
}

/// The part of a book that the CSV files of Portfolio Performance can hold: every change of cash, and every change of units.
///
/// Purchases and sales go as what they are; whatever else changes units (mergers, options that are used, units that were there before) goes as deliveries, which are what a day's
/// holdings differ by from what was written.
private struct PortfolioPerformanceExport {
    private typealias Sheets = PortfolioPerformanceSheets
    /// The cash of an account in a currency.
    private struct CashPlace: Hashable {
        let account: AccountID
        let currency: Currency
    }

    private let ledger: Ledger
    private var effects: CashEffects
    private let splits: LaterSplits
    private let securities: [PortfolioPerformanceSheets.Security]
    private(set) var sheets = PortfolioPerformanceSheets()
    /// Units that were written so far, as those that they became.
    private var written: [LotPlace: FixedDecimal] = [:]
    /// What each place held when the last day ended, and what that cost.
    private var held: [LotPlace: (units: FixedDecimal, cost: FixedDecimal)] = [:]
    /// The lots of each place behind a part of a day in which units became others.
    private var lots: [LotPlace: [OpenLot]] = [:]
    /// What the cash accounts are called, by account and currency.
    private var cashNames: [CashPlace: String] = [:]
    private var unitAccounts: Set<String> = []
    /// The activities of the part of a day that is written.
    private var part: [Int] = []
    private var told: [String: Int] = [:]
    private var waiting = 0

    init(_ ledger: Ledger) {
        (self.ledger, effects, splits) = (ledger, CashEffects(ledger), LaterSplits(ledger))
        var names: [String: Int] = [:]
        for instrument in ledger.instruments { names[instrument.name, default: 0] += 1 }
        securities = ledger.instruments.map { instrument in
            let name = instrument.name.isEmpty ? instrument.symbol : names[instrument.name] == 1 ? instrument.name : "\(instrument.name) (\(instrument.symbol))"
            let isISIN = Self.isISIN(instrument.symbol)
            return Sheets.Security(isin: isISIN ? instrument.symbol : "", ticker: isISIN ? "" : instrument.symbol, name: name)
        }
        for (security, instrument) in zip(securities, ledger.instruments) { sheets.add(security, instrument.currency, note: "") }
    }

    private static func isISIN(_ symbol: String) -> Bool {
        symbol.utf8.count == 12 && symbol.prefix(2).allSatisfy { $0.isASCII && $0.isUppercase } && symbol.last?.isNumber == true
            && symbol.allSatisfy { $0.isASCII && ($0.isUppercase || $0.isNumber) }
    }

    private func security(_ id: InstrumentID) -> PortfolioPerformanceSheets.Security { securities[Int(id.rawValue) - 1] }

    private mutating func count(_ what: String) { told[what, default: 0] += 1 }

    // MARK: a part of a day

    mutating func addActivities() throws {
        let table = ledger.activities, rows = table.rowsInOrder().map(Int.init).filter { table.counts(at: $0) }
        waiting = (0..<table.count).count { !table.isVoid(at: $0) } - rows.count
        let byDay = Dictionary(grouping: rows) { table.date(at: $0) }
        let parts = byDay.keys.sorted().flatMap { DayParts.parts(of: byDay[$0] ?? [], table) }
        try ledger.visit(after: parts.map { $0[$0.count - 1] }) { place, state in
            let day = table.date(at: parts[place][0])
            try add(day, parts[place], of: byDay[day] ?? [], state)
        }
    }

    private mutating func add(_ day: Day, _ rows: [Int], of whole: [Int], _ state: BookState) throws {
        part = rows
        func ofAccounts(_ rows: [Int]) -> [(row: Int, activity: Activity)] {
            rows.map { (row: $0, activity: ledger.activities.activity(at: $0)) }.filter { $0.activity.account != .every }
        }
        let activities = ofAccounts(rows), neighbours = rows.count == whole.count ? activities : ofAccounts(whole)
        var touched: [LotPlace: [Int]] = [:], transfers = DayTransfers(), moves: [(out: LotPlace, into: LotPlace, quantity: FixedDecimal, note: String)] = []
        for row in rows { transfers.note(ledger.activities.activity(at: row)) }
        for (row, activity) in activities {
            if let instrument = activity.instrument, activity.quantity != nil || activity.kind == .split {
                touched[LotPlace(activity.account, instrument), default: []].append(row)
            }
        }
        let partners = transfers.partners(touched) { ledger.activities.activity(at: $0) }
        for (row, activity) in activities {
            if let instrument = activity.instrument, activity.kind == .transferOut, let quantity = activity.quantity,
                let into = partners[LotPlace(activity.account, instrument)], transfers.isSource(LotPlace(activity.account, instrument))
            {
                moves.append((LotPlace(activity.account, instrument), into, quantity, activity.notes))
            }
            try add(row, activity, among: neighbours)
        }
        var now: [LotPlace: (units: FixedDecimal, cost: FixedDecimal)] = [:]
        for holding in state.holdings() { now[LotPlace(holding.account, holding.instrument)] = (holding.quantity, holding.cost) }
        let isChanged = rows.contains { [.spinoff, .merger].contains(ledger.activities.subtype(at: $0)) }
        lots = isChanged ? Dictionary(grouping: state.lots()) { LotPlace($0.account, $0.instrument) } : [:]
        for move in moves { try transfer(move.out, move.into, move.quantity, day, rows[rows.count - 1], move.note, now) }
        for place in Set(now.keys).union(held.keys).union(touched.keys).sorted() { try deliver(place, day, rows[rows.count - 1], now[place], activities) }
        held = now
    }

    /// Units that go from one account to another, at what they cost.
    private mutating func transfer(
        _ out: LotPlace, _ into: LotPlace, _ quantity: FixedDecimal, _ day: Day, _ last: Int, _ note: String, _ now: [LotPlace: (units: FixedDecimal, cost: FixedDecimal)]
    ) throws {
        let shares = try splits.units(quantity * ledger[out.instrument].multiplier, out, after: last), before = held[out]?.cost ?? .zero
        let moved = try (before - (now[out]?.cost ?? .zero)).magnitude
        guard shares > .zero else { return }
        written[out] = try (written[out] ?? .zero) - shares
        written[into] = try (written[into] ?? .zero) + shares
        sheets.add(
            Sheets.UnitsRow(
                day: day, type: .transfer, value: try moved.rounded(to: Sheets.amountDigits), currency: ledger[out.instrument].currency, shares: shares,
                security: security(out.instrument), note: note,
                account: units(out.account), otherAccount: units(into.account), entries: mark(of: [out, into])))
    }

    /// Brings the units of a place to what a part of a day ended with, the last row of which is told.
    private mutating func deliver(
        _ place: LotPlace, _ day: Day, _ last: Int, _ now: (units: FixedDecimal, cost: FixedDecimal)?, _ activities: [(row: Int, activity: Activity)]
    ) throws {
        let instrument = ledger[place.instrument], wanted = try splits.units((now?.units ?? .zero) * instrument.multiplier, place, after: last)
        let change = try wanted - (written[place] ?? .zero)
        let before = held[place] ?? (.zero, .zero), after = now ?? (.zero, .zero)
        guard change.magnitude > LotChanges.trifle else { return try moveCost(of: place, wanted, day, last, from: before.cost, to: after.cost) }
        written[place] = wanted
        var value = try (after.cost - before.cost).magnitude
        let ofPlace = activities.map(\.activity).filter { $0.account == place.account && ($0.instrument == place.instrument || $0.detail?.into == place.instrument) }
        let own = ofPlace.first { $0.kind != (change.isNegative ? .buy : .sell) } ?? ofPlace.first
        // What was sold for nothing, or expired, brings nothing: at its cost, its loss would be none there. What cash it moved is a payment of its own.
        if change.isNegative, let own, own.kind == .sell || own.subtype == .expiry { value = .zero }
        let note = own.map { $0.notes.isEmpty ? ($0.subtype?.rawValue ?? $0.kind.rawValue).replacing("_", with: " ") : $0.notes } ?? ""
        // Units that all come so have their lots; some may have been bought beside them.
        let parts = !change.isNegative && before.units.isZero ? try lotParts(of: place, last) : []
        let areAll = try (parts.reduce(FixedDecimal.zero) { try $0 + $1.shares } - change).magnitude <= LotChanges.trifle
        for part in areAll ? parts : [(change.magnitude, value)] { try add(change.isNegative ? .outbound : .inbound, place, day, part.shares, part.cost, note) }
    }

    private mutating func add(_ type: Sheets.UnitsType, _ place: LotPlace, _ day: Day, _ shares: FixedDecimal, _ value: FixedDecimal, _ note: String) throws {
        count(type == .outbound ? "out" : "in")
        sheets.add(
            Sheets.UnitsRow(
                day: day, type: type, value: try value.rounded(to: Sheets.amountDigits), currency: ledger[place.instrument].currency, shares: shares,
                security: security(place.instrument), note: note, account: units(place.account), entries: mark(of: [place])))
    }

    /// The units of each lot of a place, which are sold first in, first out there too, and what they cost; nothing where no units became others.
    private func lotParts(of place: LotPlace, _ last: Int) throws -> [(shares: FixedDecimal, cost: FixedDecimal)] {
        try (lots[place] ?? []).map { (try splits.units($0.remaining * ledger[place.instrument].multiplier, place, after: last), $0.cost) }
    }

    /// Takes units out and in again, lot by lot, where they stay, and part of their cost went to a spin-off.
    private mutating func moveCost(of place: LotPlace, _ shares: FixedDecimal, _ day: Day, _ last: Int, from before: FixedDecimal, to after: FixedDecimal) throws {
        let spinOff = part.first { row in
            let account = ledger.activities.account(at: row)
            return ledger.activities.subtype(at: row) == .spinoff && ledger.activities.instrument(at: row) == place.instrument && (account == .every || account == place.account)
        }
        guard let spinOff, shares > .zero, try (after - before).magnitude > .halfCent else { return }
        let note = ledger.activities.notes(at: spinOff), parts = try lotParts(of: place, last)
        try add(.outbound, place, day, shares, before, note)
        for part in parts.isEmpty ? [(shares, after)] : parts { try add(.inbound, place, day, part.shares, part.cost, note) }
    }

    /// The entries that change what places hold in this part of the day, where any can be told, else all of it.
    private func mark(of places: [LotPlace]) -> String {
        let own = part.filter { row in
            let activity = ledger.activities.activity(at: row), instruments = [activity.instrument, activity.detail?.into].compactMap(\.self)
            return places.contains { (activity.account == $0.account || activity.account == .every) && instruments.contains($0.instrument) }
        }
        return mark(own.isEmpty ? part : own)
    }

    /// The entries of some rows, as the book knows them again.
    private func mark(_ rows: [Int]) -> String {
        OwnEntries.mark(rows.map { (id: ledger.activities.id(at: $0), activity: ledger.activities.activity(at: $0)) }, ledger.accounts, ledger.instruments)
    }

    // MARK: an activity

    private mutating func add(_ row: Int, _ activity: Activity, among rows: [(row: Int, activity: Activity)]) throws {
        let effect = try effects.effect(at: row)
        switch (activity.kind, activity.subtype) {
        case (.buy, _), (.sell, _): if try trade(row, activity, effect) { return }
        case (.dividend, .drip): if try reinvest(row, activity, effect) { return }
        case (.dividend, nil), (.dividend, .returnOfCapital): if try payDividend(row, activity, effect) { return }
        case (.interest, nil): return try payInterest(row, activity, effect)
        case (.fee, _): return pay(effect.isNegative ? .fees : .feesRefund, effect, row, activity)
        case (.tax, _): return pay(effect.isNegative ? .taxes : .taxRefund, effect, row, activity)
        case (.transferIn, _), (.transferOut, _): if activity.instrument == nil, try transferCash(row, activity, effect, among: rows) { return }
        case (.deposit, _), (.withdrawal, _): return pay(effect.isNegative ? .removal : .deposit, effect, row, activity)
        default: break
        }
        if effect.isZero { return activity.subtype == .notionalDistribution ? count("kept") : () }
        count("other \((activity.subtype?.rawValue ?? activity.kind.rawValue).replacing("_", with: " "))")
        pay(effect.isNegative ? .removal : .deposit, effect, row, activity)
    }

    /// A purchase or a sale for money; false where it has none, or charges more than it brings.
    private mutating func trade(_ row: Int, _ activity: Activity, _ effect: FixedDecimal) throws -> Bool {
        let isIn = activity.kind == .buy
        guard let instrument = activity.instrument, let quantity = activity.quantity, effect.isNegative == isIn, !effect.isZero, !activity.fee.isNegative, !activity.tax.isNegative
        else { return false }
        let place = LotPlace(activity.account, instrument), own = ledger[instrument], currency = ledger.activities.cashCurrency(at: row)
        let shares = try splits.units(quantity * own.multiplier, place, after: row)
        if own.multiplier != .one { count("multiplied") }
        var line = Sheets.UnitsRow(
            day: activity.date, type: isIn ? .buy : .sell, value: effect.magnitude, currency: currency, fees: activity.fee, taxes: activity.tax, shares: shares,
            security: security(instrument), note: activity.notes, cashAccount: cash(activity.account, currency), account: units(activity.account), entries: mark([row]))
        if currency != own.currency {
            guard let rate = activity.fxRate else { return false }
            line.foreign = (try effects.gross(at: row), own.currency, rate)
            (line.fees, line.taxes) = (try (activity.fee * rate).rounded(to: Sheets.amountDigits), try (activity.tax * rate).rounded(to: Sheets.amountDigits))
        }
        if activity.detail?.lots.isEmpty == false { count("lots") }
        written[place] = try (written[place] ?? .zero) + (isIn ? shares : -shares)
        sheets.add(line)
        return true
    }

    /// A dividend for which units were bought, as the dividend and the purchase.
    private mutating func reinvest(_ row: Int, _ activity: Activity, _ effect: FixedDecimal) throws -> Bool {
        guard let instrument = activity.instrument, let quantity = activity.quantity, activity.detail?.into == nil || activity.detail?.into == instrument else { return false }
        let net = try effects.gross(at: row) - activity.tax, spent = try net - effect, currency = ledger.activities.cashCurrency(at: row)
        guard net > .zero, spent > .zero else { return false }
        guard currency == ledger[instrument].currency else {
            // The units go as a delivery, at what they cost.
            count("foreign")
            pay(.interest, net, row, activity)
            pay(.removal, -spent, row, activity)
            return true
        }
        let place = LotPlace(activity.account, instrument), shares = try splits.units(quantity * ledger[instrument].multiplier, place, after: row)
        pay(.dividend, net, row, activity, taxes: activity.tax)
        written[place] = try (written[place] ?? .zero) + shares
        sheets.add(
            Sheets.UnitsRow(
                day: activity.date, type: .buy, value: spent, currency: currency, fees: activity.fee, shares: shares, security: security(instrument), note: activity.notes,
                cashAccount: cash(activity.account, currency), account: units(activity.account), entries: mark([row])))
        return true
    }

    /// A dividend; its fee goes as one of its own. False of one that is below zero.
    private mutating func payDividend(_ row: Int, _ activity: Activity, _ effect: FixedDecimal) throws -> Bool {
        let currency = ledger.activities.cashCurrency(at: row), isForeign = activity.instrument.map { ledger[$0].currency != currency } ?? true
        let fee = currency == activity.currency ? activity.fee : .zero, net = try effect + fee
        // The wizard takes no dividend of nothing: one that was withheld as a whole goes as interest and its tax.
        let isWithheld = net.isZero && activity.tax > .zero && activity.instrument != nil
        guard net > .zero || isWithheld, !fee.isNegative, !activity.tax.isNegative else { return false }
        if activity.subtype == .returnOfCapital { count("capital") }
        if isForeign || isWithheld {
            // Interest has no tax there: it goes as one of its own.
            count(isWithheld ? "withheld" : "foreign")
            let rate = currency == activity.currency ? FixedDecimal.one : activity.fxRate ?? .zero, tax = try (activity.tax * rate).rounded(to: Sheets.amountDigits)
            pay(.interest, try net + tax, row, activity)
            if !tax.isZero { pay(.taxes, -tax, row, activity) }
        } else {
            pay(.dividend, net, row, activity, taxes: activity.tax)
        }
        if !fee.isZero { pay(.fees, -fee, row, activity) }
        return true
    }

    /// Interest, its charges as rows of their own.
    private mutating func payInterest(_ row: Int, _ activity: Activity, _ effect: FixedDecimal) throws {
        let isOwn = ledger.activities.cashCurrency(at: row) == activity.currency, fee = isOwn ? activity.fee : .zero, tax = isOwn ? activity.tax : .zero
        let gross = try effect + fee + tax
        if !gross.isZero { pay(gross.isNegative ? .interestCharge : .interest, gross, row, activity) }
        if !fee.isZero { pay(fee.isNegative ? .feesRefund : .fees, -fee, row, activity) }
        if !tax.isZero { pay(tax.isNegative ? .taxRefund : .taxes, -tax, row, activity) }
    }

    /// A transfer of cash whose two sides are of one day and one sum, written where it leaves; false where there is no such other side.
    private mutating func transferCash(_ row: Int, _ activity: Activity, _ effect: FixedDecimal, among rows: [(row: Int, activity: Activity)]) throws -> Bool {
        let currency = ledger.activities.cashCurrency(at: row), group = activity.transferGroup
        guard TransferGroup.isPair(group), !effect.isZero else { return false }
        let side = activity.kind == .transferOut ? ActivityKind.transferIn : .transferOut
        for (other, candidate) in rows where candidate.kind == side && candidate.transferGroup == group && candidate.instrument == nil {
            guard ledger.activities.cashCurrency(at: other) == currency, try effects.effect(at: other) == -effect else { continue }
            if activity.kind == .transferOut {
                sheets.add(
                    Sheets.CashRow(
                        day: activity.date, type: .transfer, value: effect, currency: currency, note: activity.notes, account: cash(activity.account, currency),
                        otherAccount: cash(candidate.account, currency), entries: mark([row, other])))
            }
            return true
        }
        return false
    }

    /// Money that comes, or below zero goes.
    private mutating func pay(_ type: PortfolioPerformanceSheets.CashType, _ value: FixedDecimal, _ row: Int, _ activity: Activity, taxes: FixedDecimal = .zero) {
        if value.isZero { return }
        let currency = ledger.activities.cashCurrency(at: row), isDividend = type == .dividend
        let symbol = isDividend ? nil : activity.instrument.map { ledger[$0].symbol }
        sheets.add(
            Sheets.CashRow(
                day: activity.date, type: type, value: value, currency: currency, taxes: taxes, security: isDividend ? activity.instrument.map(security) : nil,
                note: [activity.notes, symbol ?? ""].filter { !$0.isEmpty }.joined(separator: " "), account: cash(activity.account, currency), entries: mark([row])))
    }

    // MARK: accounts

    /// The cash account of a currency: that of the account itself is called as it is.
    private mutating func cash(_ account: AccountID, _ currency: Currency) -> String {
        let name = ledger[account].name, place = CashPlace(account: account, currency: currency)
        if currency == ledger[account].currency { cashNames[place] = name }
        if let known = cashNames[place] { return known }
        // Another account may be called so, or have that for a currency of its own.
        let taken = Set(ledger.accounts.map(\.name)).union(cashNames.values)
        var shown = "\(name) \(currency)", number = 1
        while taken.contains(shown) { (number, shown) = (number + 1, "\(name) \(currency) \(number + 1)") }
        cashNames[place] = shown
        return shown
    }

    private mutating func units(_ account: AccountID) -> String {
        unitAccounts.insert("\"\(ledger[account].name)\"")
        return ledger[account].name
    }

    // MARK: prices

    mutating func addQuotes(_ quotes: some Collection<Quote>) throws {
        var prices: [InstrumentID: [(day: Day, close: FixedDecimal)]] = [:]
        for quote in quotes {
            guard quote.currency == ledger[quote.instrument].currency else {
                count("quote")
                continue
            }
            prices[quote.instrument, default: []].append((quote.date, try splits.price(quote.close, of: quote.instrument, on: quote.date)))
        }
        for (instrument, list) in prices.sorted(by: { $0.key.rawValue < $1.key.rawValue }) { sheets.add(list.sorted { $0.day < $1.day }, of: ledger[instrument].symbol) }
    }

    // MARK: what is lost

    func sentences(rateCount: Int) -> [String] {
        var sentences: [String] = []
        func tell(_ count: Int, _ one: String, _ many: String) { if count > 0 { sentences.append(count == 1 ? "1 \(one)" : "\(count) \(many)") } }
        let cashAccounts = cashNames.sorted { $0.value < $1.value }.map { "\"\($0.value)\" in \($0.key.currency)" }
        if !cashAccounts.isEmpty { sentences.append("make the cash accounts there first, as rows find them by name: \(cashAccounts.joined(separator: ", "))") }
        if !unitAccounts.isEmpty { sentences.append("and the securities accounts: \(unitAccounts.sorted().joined(separator: ", "))") }
        tell(told["in"] ?? 0, "change of units goes as an inbound delivery", "changes of units go as inbound deliveries")
        tell(told["out"] ?? 0, "change of units goes as an outbound delivery", "changes of units go as outbound deliveries")
        for (key, count) in told.sorted(by: { $0.key < $1.key }) where key.hasPrefix("other ") {
            tell(count, "payment of type \(key.dropFirst(6)) goes as a deposit or a removal", "payments of type \(key.dropFirst(6)) go as deposits and removals")
        }
        tell(told["foreign"] ?? 0, "dividend in another currency than its security goes as interest", "dividends in other currencies than their securities go as interest")
        tell(told["withheld"] ?? 0, "dividend that was withheld as a whole goes as interest", "dividends that were withheld as a whole go as interest")
        tell(told["capital"] ?? 0, "payment of capital goes as a dividend", "payments of capital go as dividends")
        tell(told["kept"] ?? 0, "notional distribution left out, of which nothing was paid", "notional distributions left out, of which nothing was paid")
        tell(told["multiplied"] ?? 0, "trade of contracts goes in units of what they are on", "trades of contracts go in units of what they are on")
        tell(
            told["lots"] ?? 0, "sale names its lots, and Portfolio Performance sells first in, first out",
            "sales name their lots, and Portfolio Performance sells first in, first out")
        tell(splits.count, "split is in the units and prices before it", "splits are in the units and prices before them")
        tell(sheets.roundedAmounts, "row has more than two decimals of money, which are rounded there", "rows have more than two decimals of money, which are rounded there")
        tell(sheets.roundedShares, "row has more than eight decimals of units, which are rounded there", "rows have more than eight decimals of units, which are rounded there")
        tell(told["quote"] ?? 0, "price in another currency than its security's left out", "prices in other currencies than their securities' left out")
        tell(rateCount, "rate between currencies left out", "rates between currencies left out")
        tell(waiting, "activity that does not count yet left out", "activities that do not count yet left out")
        tell(ledger.values.standing().count, "value of an account left out", "values of accounts left out")
        tell(ledger.tags.things.count, "tagged thing goes without its tags", "tagged things go without their tags")
        let plans = PlanDocument.Kind.allCases.filter { $0 != .accountMapping }.reduce(0) { $0 + ledger.plans.documents($1).count }
        tell(plans, "plan or rule left out", "plans and rules left out")
        return sentences
    }
}
