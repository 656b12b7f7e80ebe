import Ledger
import Values

/// Writes a ledger as double entry: cash activity by activity, units lot by lot, each lot with its cost, its day and its number in luca.
///
/// What each account holds, what each lot cost and what each sale gained is the same there. Whatever changes lots otherwise (splits, mergers, an
/// average cost) takes the old ones out and puts the new ones in. What differs between programs, their `DoubleEntrySyntax` knows.
struct DoubleEntryWriter<Syntax: DoubleEntrySyntax> {
    private let ledger: Ledger
    private let syntax: Syntax
    private let names: DoubleEntryNames
    private var effects: CashEffects
    private var body = ""
    /// The transaction that is being written: its first line, its mark, and its postings so far.
    private var open: (head: String, mark: String, postings: String, text: OwnText)?
    /// The accounts used, and the first day of each.
    private var used: [String: Day] = [:]
    private var lucaNames: [String: String] = [:]
    private var currencies: [String: Int] = [:]
    private var unitDigits: [Int]
    private var held: [LotPlace: [EntryID: HeldLot]] = [:]
    private var mergedCharges = 0
    /// How many quotes are too large for a unit.
    private var lostQuotes = 0
    /// The rows of the part of a day that is written.
    private var rowsOfPart: [Int] = []
    /// Instruments of which lots have a cost that nobody knows.
    private var costless: Set<InstrumentID> = []
    /// Covers of parts of short positions, whose lots go out whole and come back.
    private var partCovers = 0
    /// Whether what happens in one account may change lots in another.
    private let tiesAccounts: Bool

    /// A writer of a ledger.
    init(_ ledger: Ledger, _ syntax: Syntax) {
        (self.ledger, self.syntax, names, effects) = (ledger, syntax, syntax.names, CashEffects(ledger))
        unitDigits = Array(repeating: 0, count: ledger.instruments.count)
        tiesAccounts = ledger.policy.tiesAccounts
    }

    // MARK: the file

    /// The file, and sentences on what it has no place for.
    mutating func text(_ quotes: some Collection<Quote>, _ rates: some Collection<Rate>) throws -> (text: String, leftOut: [String]) {
        let activities = ledger.activities, rows = activities.rowsInOrder().map(Int.init).filter { activities.counts(at: $0) }
        let byDay = Dictionary(grouping: rows) { activities.date(at: $0) }, days = byDay.keys.sorted()
        let parts = days.flatMap { DayParts.parts(of: byDay[$0] ?? [], activities) }
        let gains = try Dictionary(grouping: ledger.gains()) { activities.row(of: $0.activity) ?? -1 }
        try ledger.visit(after: parts.map { $0[$0.count - 1] }) { place, state in
            let rows = parts[place], day = activities.date(at: rows[0])
            let own = Dictionary(grouping: rows.flatMap { gains[$0] ?? [] }) { LotPlace($0.account, $0.instrument) }
            try write(day, rows, of: byDay[day] ?? [], state, own)
            if place == parts.count - 1 { try writeBalances(day, state) }
        }
        for quote in quotes { writePrice(quote) }
        for rate in rates { body += syntax.price(rate.date, of: syntax.written(rate.from.code), "\(rate.rate) \(syntax.written(rate.to.code))") }
        for code in quotes.map(\.currency.code) + rates.flatMap({ [$0.from.code, $0.to.code] }) { currencies[code] = currencies[code] ?? 2 }
        let facts = DoubleEntryFacts(
            ledger: ledger, first: days.first ?? .epoch, accounts: used.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map { (name: $0.key, first: $0.value) },
            lucaNames: lucaNames, accountCurrencies: try DoubleEntryFacts.accountCurrencies(ledger),
            currencies: currencies.sorted { $0.key < $1.key }.map { (code: $0.key, digits: $0.value) }, unitDigits: unitDigits)
        return (ExportSeal.sealed(syntax.head(facts) + body), leftOut(rows))
    }

    /// Writes what a unit costs by a quote: units are contracts there, of which the book has the price of what they are on.
    private mutating func writePrice(_ quote: Quote) {
        guard let price = try? quote.close * ledger[quote.instrument].multiplier else {
            lostQuotes += 1
            return
        }
        body += syntax.price(quote.date, of: names.commodity(quote.instrument), "\(price) \(syntax.written(quote.currency.code))")
    }

    private func leftOut(_ rows: [Int]) -> [String] {
        var left: [String] = []
        let waiting = (0..<ledger.activities.count).count { !ledger.activities.isVoid(at: $0) } - rows.count
        if waiting > 0 { left.append("\(waiting) activities that do not count yet (pending, draft)") }
        if mergedCharges > 0 { left.append("that fees and taxes of \(mergedCharges == 1 ? "a trade" : "\(mergedCharges) trades") are part of cost and proceeds") }
        let converted = rows.count { ledger.activities.instrument(at: $0) != nil && ledger.activities.currency(at: $0) != ledger.activities.cashCurrency(at: $0) }
        if converted > 0 {
            let one = converted == 1, what = one ? "a trade or income, which has an exchange beside it" : "\(converted) trades and incomes, which have an exchange beside them"
            left.append("the settlement in another currency of \(what) there")
        }
        if partCovers > 0 {
            left.append("what \(partCovers == 1 ? "a cover" : "\(partCovers) covers") of a part of a short position gained, which counts with the last cover of it")
        }
        let unknown = costless.map { ledger[$0].symbol }.sorted()
        if !unknown.isEmpty {
            let shown = MessageText.list(unknown, most: 3)
            left.append("that nobody knows what units of \(shown) cost, which is 0 there, and all that they bring a gain")
        }
        if lostQuotes > 0 { left.append("\(lostQuotes == 1 ? "a quote" : "\(lostQuotes) quotes") whose price of a whole unit is larger than any number that luca keeps") }
        let tagged = ledger.tags.things.count
        if tagged > 0 { left.append("the tags of \(tagged == 1 ? "a thing" : "\(tagged) things")") }
        if !ledger.definitions.settings.isEmpty { left.append("the settings") }
        let plans = PlanDocument.Kind.allCases.filter { $0 != .accountMapping }.reduce(0) { $0 + ledger.plans.documents($1).count }
        if plans > 0 { left.append(plans == 1 ? "a plan" : "\(plans) plans and rules") }
        if ledger.values.standing().isEmpty == false { left.append("the values of accounts") }
        return left.isEmpty ? [] : left.map { "\($0): export(folder, \"book\") keeps them" }
    }

    // MARK: a part of a day

    private mutating func write(_ day: Day, _ rows: [Int], of whole: [Int], _ state: BookState, _ gains: [LotPlace: [Gain]]) throws {
        rowsOfPart = rows
        var traded: [LotPlace: [Int]] = [:], order: [LotPlace] = [], transfers = DayTransfers()
        for row in rows {
            let activity = ledger.activities.activity(at: row)
            transfers.note(activity)
            guard activity.account != .every else { continue }
            if let instrument = activity.instrument, activity.changesUnits {
                let place = LotPlace(activity.account, instrument)
                if traded[place] == nil { order.append(place) }
                traded[place, default: []].append(row)
            } else {
                try writePayment(row, activity, among: whole)
            }
        }
        var now: [LotPlace: [EntryID: HeldLot]] = [:]
        func note(_ lots: [OpenLot]) {
            for lot in lots {
                now[LotPlace(lot.account, lot.instrument), default: [:]][lot.id] = HeldLot(
                    units: lot.remaining, cost: lot.cost, opened: lot.opened, isCostKnown: lot.isCostKnown)
            }
        }
        // What is asked of every position on every day of many years takes hours.
        let isWhole = !rows.allSatisfy(changesOwnLotsAlone)
        if isWhole { note(state.lots()) } else { for place in order { note(state.lots(of: place.account, place.instrument)) } }
        let others = (isWhole ? Set(now.keys).union(held.keys) : []).union(gains.keys).subtracting(order)
        if !isWhole { for place in others { note(state.lots(of: place.account, place.instrument)) } }
        let partners = transfers.partners(traded) { ledger.activities.activity(at: $0) }
        for place in order + others.sorted() {
            if let other = partners[place], partners[other] == place {
                // Units that go from one account to another are one transaction, written where they leave.
                if transfers.isSource(place) { try writeUnits(day, [place, other], traded, now, gains) }
            } else {
                try writeUnits(day, [place], traded, now, gains)
            }
        }
        if isWhole { held = now } else { for place in others.union(order) { held[place] = now[place] } }
    }

    /// Whether an activity of some row changes no lots but those of its own instrument in its own account.
    private func changesOwnLotsAlone(_ row: Int) -> Bool {
        let activity = ledger.activities.activity(at: row)
        guard activity.account != .every, !tiesAccounts else { return false }
        switch activity.kind {
        case .buy, .sell: return activity.subtype == nil
        case .dividend, .interest, .credit, .fee, .tax: return activity.instrument == nil || activity.subtype == nil && activity.quantity == nil
        case .deposit, .withdrawal, .transferIn, .transferOut, .adjustment: return activity.instrument == nil
        case .split, .unknown: return false
        }
    }

    /// What brings or takes cash alone, and where from.
    private mutating func writePayment(_ row: Int, _ activity: Activity, among rows: [Int]) throws {
        let cash = try effects.effect(at: row), currency = ledger.activities.cashCurrency(at: row)
        let account: String, payer = activity.instrument.map { names.leaf($0) + ":" } ?? ""
        switch activity.kind {
        case .dividend: account = "Income:\(payer)Dividends"
        case .interest: account = "Income:\(payer)Interest"
        case .credit: account = "Income:\(payer)Credits" + (activity.subtype == .bonus ? ":Bonuses" : "")
        case .fee: account = "Expenses:Fees"
        case .tax: account = "Expenses:Taxes"
        case .transferIn, .transferOut: account = "Equity:Transfers"
        case .adjustment where activity.subtype == .exchange: account = "Equity:Exchange"
        case .buy, .sell, .split, .deposit, .withdrawal, .adjustment, .unknown: account = "Equity:Contributions"
        }
        if activity.subtype == .exchange, let pair = try exchange(of: row, activity, among: rows) {
            // The first of the two writes both.
            if row == min(pair.into.row, pair.out.row) { try writeExchange(pair, activity) }
            return
        }
        if activity.kind == .transferIn || activity.kind == .transferOut, let other = try partner(of: row, activity, cash, currency, among: rows) {
            // The side that gives writes both.
            guard activity.kind == .transferOut else { return }
            begin(activity.date, activity.notes, "transfer", [row, other])
            for (account, amount) in [(activity.account, cash), (ledger.activities.account(at: other), -cash)] { post(cashName(account), money(amount, currency), activity.date) }
            return
        }
        var postings: [(String, FixedDecimal)] = [(cashName(activity.account), cash)]
        let isCharged = !["Expenses:Fees", "Expenses:Taxes"].contains(account)
        if isCharged, currency == activity.currency {
            if !activity.fee.isZero { postings.append(("Expenses:Fees", activity.fee)) }
            if !activity.tax.isZero { postings.append(("Expenses:Taxes", activity.tax)) }
        }
        if isCharged, currency != activity.currency, try writeForeign(row, activity, cash, currency, account) { return }
        let rest = try postings.reduce(FixedDecimal.zero) { try $0 - $1.1 }
        postings.append((account, rest))
        guard postings.contains(where: { !$0.1.isZero }) else { return }
        begin(activity.date, activity.notes, activity.subtype?.rawValue ?? activity.kind.rawValue, [row])
        for (name, amount) in postings where !amount.isZero { post(name, money(amount, currency), activity.date) }
    }

    /// One side of an exchange of money.
    private typealias ExchangeSide = (row: Int, cash: FixedDecimal, currency: Currency)

    /// The exchange of money that a row is a side of: rows of an account and a day are its sides by twos, as they follow one another. Nil where it has no other side.
    private mutating func exchange(of row: Int, _ activity: Activity, among rows: [Int]) throws -> (into: ExchangeSide, out: ExchangeSide)? {
        var waiting: ExchangeSide?
        for other in rows {
            let candidate = ledger.activities.activity(at: other)
            guard candidate.subtype == .exchange, candidate.account == activity.account else { continue }
            let side = (row: other, cash: try effects.effect(at: other), currency: ledger.activities.cashCurrency(at: other))
            guard let first = waiting, first.currency != side.currency, first.cash.isNegative != side.cash.isNegative, !first.cash.isZero, !side.cash.isZero else {
                waiting = side
                continue
            }
            if first.row == row || side.row == row { return first.cash.isNegative ? (side, first) : (first, side) }
            waiting = nil
        }
        return nil
    }

    private mutating func writeExchange(_ pair: (into: ExchangeSide, out: ExchangeSide), _ activity: Activity) throws {
        begin(activity.date, activity.notes, "exchange", [pair.into.row, pair.out.row])
        post(cashName(activity.account), exchanged(pair.into.cash, pair.into.currency, for: pair.out.cash, pair.out.currency), activity.date)
        post(cashName(activity.account), money(pair.out.cash, pair.out.currency), activity.date)
    }

    /// Writes income that is paid in another currency than its own: in its own, with its charges, and what came for the rest. Whether it can be written so.
    private mutating func writeForeign(_ row: Int, _ activity: Activity, _ cash: FixedDecimal, _ currency: Currency, _ account: String) throws -> Bool {
        guard [.dividend, .interest, .credit].contains(activity.kind), let net = try foreignCash(row, activity, cash, currency) else { return false }
        begin(activity.date, activity.notes, activity.subtype?.rawValue ?? activity.kind.rawValue, [row])
        post(cashName(activity.account), exchanged(cash, currency, for: net, activity.currency), activity.date)
        for (name, amount) in [("Expenses:Fees", activity.fee), ("Expenses:Taxes", activity.tax), (account, -(try effects.gross(at: row)))] where !amount.isZero {
            post(name, money(amount, activity.currency), activity.date)
        }
        return true
    }

    /// The other side of a transfer of cash that has one the same day, of the same sum.
    private mutating func partner(of row: Int, _ activity: Activity, _ cash: FixedDecimal, _ currency: Currency, among rows: [Int]) throws -> Int? {
        guard TransferGroup.isPair(activity.transferGroup) else { return nil }
        let side = activity.kind == .transferOut ? ActivityKind.transferIn : .transferOut
        for other in rows where other != row {
            let candidate = ledger.activities.activity(at: other)
            guard candidate.kind == side, candidate.transferGroup == activity.transferGroup, candidate.instrument == nil, ledger.activities.cashCurrency(at: other) == currency
            else { continue }
            return try effects.effect(at: other) == -cash ? other : nil
        }
        return nil
    }

    /// What changes the lots of an instrument on a day, with the cash for it.
    private mutating func writeUnits(
        _ day: Day, _ places: [LotPlace], _ traded: [LotPlace: [Int]], _ now: [LotPlace: [EntryID: HeldLot]], _ gains: [LotPlace: [Gain]]
    ) throws {
        var lines: [(String, String)] = [], sums: [Currency: FixedDecimal] = [:]
        func add(_ currency: Currency, _ amount: FixedDecimal) throws { sums[currency] = try (sums[currency] ?? .zero) + amount }
        for place in places {
            let own = ledger[place.instrument].currency, account = names.units(place.account, place.instrument), number = Int(place.instrument.rawValue) - 1
            var open = LotGains(gains[place] ?? [])
            let comparing = LotChanges(needsUnitCosts: syntax.needsUnitCosts)
            let changes = try comparing.changes(held[place] ?? [:], now[place] ?? [:])
            for change in changes {
                var price = try open.take(change)
                if syntax.pricesAllSales, change.units.isNegative, let brought = price, brought.isNegative {
                    // It was charged more than came for it, and no price is below zero.
                    price = .zero
                    lines.append(("Expenses:Fees", money(-brought, own)))
                    try add(own, -brought)
                }
                let written = LotChangeAsWritten(
                    lot: change.lot, units: change.units, weight: change.weight, opened: change.opened, isNew: change.isNew, isCostKnown: change.isCostKnown, price: price,
                    isTakenOut: places.count == 1 && price == nil && change.units.isNegative && !change.isNew && isTakenOut(traded[place] ?? []),
                    commodity: names.commodity(place.instrument), currency: syntax.written(own.code))
                if !change.isCostKnown { costless.insert(place.instrument) }
                if syntax.needsUnitCosts, change.isNew, change.units.isNegative, change.opened < day, gains[place]?.isEmpty == false { partCovers += 1 }
                lines.append((account, syntax.units(written)))
                unitDigits[number] = max(unitDigits[number], DoubleEntryText.digits(change.units))
                currencies[own.code] = currencies[own.code] ?? 2
                let counted = syntax.countsSalesAtCost ? nil : price
                try add(own, counted.map { change.units.isNegative ? -$0 : $0 } ?? change.weight)
                if syntax.countsSalesAtCost { open.keep(price, change) }
            }
            if !changes.isEmpty { lucaNames[account] = ledger[place.account].name }
            for row in traded[place] ?? [] { try writeTrade(row, place, &lines, add) }
            let gain = try open.rest()
            if !gain.isZero {
                lines.append(("Income:\(names.leaf(place.instrument)):Gains", money(-gain, own)))
                try add(own, -gain)
            }
        }
        if lines.isEmpty { return }
        let activities = places.flatMap { traded[$0] ?? [] }.map { ledger.activities.activity(at: $0) }
        let notes = activities.map(\.notes).filter { !$0.isEmpty }.distinct
        begin(day, notes.joined(separator: "; "), activities.map { $0.subtype?.rawValue ?? $0.kind.rawValue }.joined(separator: ", "), origins(places, traded))
        for (name, amount) in lines { post(name, amount, day) }
        // What came from elsewhere or went there at its cost; without a number, so that the last digits agree, where that is not rounded.
        let open = sums.filter { $0.value.magnitude > LotChanges.trifle }.sorted { $0.key.code < $1.key.code }
        if !syntax.roundsMissingFigures, !open.isEmpty { post("Equity:Transfers", "", day) }
        for (currency, sum) in open where syntax.roundsMissingFigures { post("Equity:Transfers", money(try (-sum).roundedToBalance(), currency), day) }
    }

    /// Whether what happens to a position on a day is that units leave the book, or go to an account where something else happens to them.
    private func isTakenOut(_ rows: [Int]) -> Bool { !rows.isEmpty && rows.allSatisfy { ledger.activities.activity(at: $0).kind == .transferOut } }

    /// The rows that change the lots of some places: their own, and those of all accounts; where there are none, all of the part.
    private func origins(_ places: [LotPlace], _ traded: [LotPlace: [Int]]) -> [Int] {
        let own = Set(places.flatMap { traded[$0] ?? [] })
        let rows = rowsOfPart.filter { row in
            let activity = ledger.activities.activity(at: row)
            return own.contains(row)
                || activity.account == .every && places.contains { $0.instrument == activity.instrument || $0.instrument == activity.detail?.into }
        }
        return rows.isEmpty ? rowsOfPart : rows
    }

    /// What the cash of a trade or of income is in its own currency, where it is paid in another; nil where it is not, or cannot be told so.
    private mutating func foreignCash(_ row: Int, _ activity: Activity, _ cash: FixedDecimal, _ currency: Currency) throws -> FixedDecimal? {
        guard currency != activity.currency, !cash.isZero else { return nil }
        let gross = try effects.gross(at: row), charges = try activity.fee + activity.tax, net = try activity.kind == .buy ? -(gross + charges) : gross - charges
        return net.isZero || net.isNegative != cash.isNegative ? nil : net
    }

    /// The cash of a trade, and its charges where they are not in what units cost.
    private mutating func writeTrade(_ row: Int, _ place: LotPlace, _ lines: inout [(String, String)], _ add: (Currency, FixedDecimal) throws -> Void) throws {
        let activity = ledger.activities.activity(at: row), currency = ledger.activities.cashCurrency(at: row), cash = try effects.effect(at: row)
        let isTrade = [.buy, .sell].contains(activity.kind)
        if isTrade, let net = try foreignCash(row, activity, cash, currency) {
            lines.append((cashName(place.account), exchanged(cash, currency, for: net, activity.currency)))
            try add(activity.currency, net)
        } else {
            if !cash.isZero { lines.append((cashName(place.account), money(cash, currency))) }
            try add(currency, cash)
        }
        var parts: [(String, FixedDecimal)] = []
        if !ledger.policy.feesInCost || !isTrade { parts.append(("Expenses:Fees", activity.fee)) }
        if !ledger.policy.taxesInCost || !isTrade { parts.append(("Expenses:Taxes", activity.tax)) }
        if isTrade, ledger.policy.feesInCost && !activity.fee.isZero || ledger.policy.taxesInCost && !activity.tax.isZero { mergedCharges += 1 }
        if activity.kind == .dividend, activity.subtype != .returnOfCapital {
            parts.append(("Income:\(names.leaf(place.instrument)):Dividends", -(try effects.gross(at: row))))
        }
        // Units that were earned by lending others: what they were worth is income.
        if activity.kind == .interest { parts.append(("Income:\(names.leaf(place.instrument)):Interest", -(try effects.gross(at: row)))) }
        for (name, amount) in parts where !amount.isZero {
            lines.append((name, money(amount, activity.currency)))
            try add(activity.currency, amount)
        }
    }

    // MARK: text

    private mutating func cashName(_ account: AccountID) -> String {
        let name = names.cash(account)
        lucaNames[name] = ledger[account].name
        return name
    }

    private mutating func money(_ amount: FixedDecimal, _ currency: Currency) -> String {
        currencies[currency.code] = max(currencies[currency.code] ?? 2, DoubleEntryText.digits(amount))
        return "\(DoubleEntryText.money(amount)) \(syntax.written(currency.code))"
    }

    /// Money of one currency with what it is of another: `68.00 EUR @@ 85.00 USD`.
    private mutating func exchanged(_ amount: FixedDecimal, _ currency: Currency, for other: FixedDecimal, _ otherCurrency: Currency) -> String {
        "\(money(amount, currency)) @@ \(money(other.magnitude, otherCurrency))"
    }

    private mutating func begin(_ day: Day, _ notes: String, _ what: String, _ rows: [Int]) {
        end()
        let entries = rows.map { (id: ledger.activities.id(at: $0), activity: ledger.activities.activity(at: $0)) }
        open = (
            "\n" + syntax.transaction(day, notes.isEmpty ? what.replacing("_", with: " ") : notes), OwnEntries.mark(entries, ledger.accounts, ledger.instruments), "", OwnText(day)
        )
    }

    /// Writes out the transaction that is being written, with a check of what it says.
    private mutating func end() {
        guard let done = open else { return }
        open = nil
        body += done.head + syntax.origin("\(done.mark) \(done.text.digits)") + done.postings
    }

    private mutating func post(_ account: String, _ amount: String, _ day: Day) {
        used[account] = min(used[account] ?? day, day)
        let line = syntax.posting(account, amount)
        open?.postings += line
        open?.text.add(line.utf8)
    }

    private mutating func writeBalances(_ day: Day, _ state: BookState) throws {
        end()
        var balances: [(account: String, number: String, commodity: String)] = []
        for cash in try state.cash() where used[names.cash(cash.account)] != nil {
            balances.append((names.cash(cash.account), DoubleEntryText.money(cash.balance), syntax.written(cash.currency.code)))
        }
        for holding in state.holdings() {
            balances.append((names.units(holding.account, holding.instrument), "\(holding.quantity)", names.commodity(holding.instrument)))
        }
        body += try "\n" + syntax.balances(day, balances) + "\n"
    }
}
