public import Ledger
import Values

extension Formats {
    /// The ledger as one of beancount: cash activity by activity, units lot by lot, each lot with its cost, its day and its number in luca as a label.
    ///
    /// What each account holds, what each lot cost and what each sale gained is the same there. Whatever changes lots otherwise (splits, mergers, an
    /// average cost) takes the old ones out and puts the new ones in.
    ///
    /// - Returns: the text, and sentences on what it has no place for.
    public static func beancount(_ ledger: Ledger, quotes: some Collection<Quote>, rates: some Collection<Rate>) throws -> (text: String, leftOut: [String]) {
        var writer = BeancountWriter(ledger)
        return try writer.text(quotes, rates)
    }
}

/// Writes a ledger as a file of beancount.
private struct BeancountWriter {
    private struct Place: Hashable {
        var account: AccountID
        var instrument: InstrumentID
    }

    /// A lot as beancount has it.
    private struct Held {
        var units: FixedDecimal
        var cost: FixedDecimal
        var opened: Day
    }

    private let ledger: Ledger
    private let names: BeancountNames
    private var effects: CashEffects
    private var body = ""
    /// The accounts used, and the first day of each.
    private var used: [String: Day] = [:]
    private var held: [Place: [EntryID: Held]] = [:]

    init(_ ledger: Ledger) { (self.ledger, names, effects) = (ledger, BeancountNames(ledger), CashEffects(ledger)) }

    // MARK: the file

    mutating func text(_ quotes: some Collection<Quote>, _ rates: some Collection<Rate>) throws -> (text: String, leftOut: [String]) {
        let activities = ledger.activities, rows = activities.rowsInOrder().map(Int.init).filter { activities.counts(at: $0) }
        let days = Set(rows.map { activities.date(at: $0) }).sorted(), byDay = Dictionary(grouping: rows) { activities.date(at: $0) }
        var gains: [Day: [Place: FixedDecimal]] = [:]
        for gain in try ledger.gains() {
            let place = Place(account: gain.account, instrument: gain.instrument)
            gains[gain.closed, default: [:]][place] = try (gains[gain.closed]?[place] ?? .zero) + gain.proceeds - gain.cost
        }
        try ledger.visit(days) { day, state in
            try write(day, byDay[day] ?? [], state, gains[day] ?? [:])
            if day == days.last { try writeBalances(day, state) }
        }
        for quote in quotes { body += "\(quote.date) price \(names.commodity(quote.instrument)) \(quote.close) \(quote.currency)\n" }
        for rate in rates { body += "\(rate.date) price \(rate.from) \(rate.rate) \(rate.to)\n" }
        var head = "option \"title\" \"Exported by luca\"\noption \"booking_method\" \"STRICT\"\n"
        if let currency = ledger.policy.baseCurrency { head += "option \"operating_currency\" \"\(currency)\"\n" }
        let first = days.first ?? .epoch
        for (place, instrument) in ledger.instruments.enumerated() {
            head +=
                "\n\(first) commodity \(names.commodities[place])\n  name: \(Self.quoted(instrument.name.isEmpty ? instrument.symbol : instrument.name))\n  symbol: \(Self.quoted(instrument.symbol))\n"
        }
        head += "\n" + used.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map { "\($0.value) open \($0.key)\n" }.joined() + "\n"
        return (head + body, leftOut(rows))
    }

    private func leftOut(_ rows: [Int]) -> [String] {
        var left: [String] = []
        let waiting = (0..<ledger.activities.count).count { !ledger.activities.isVoid(at: $0) } - rows.count
        if waiting > 0 { left.append("\(waiting) activities that do not count yet (pending, draft)") }
        let tagged = ledger.tags.things.count
        if tagged > 0 { left.append("the tags of \(tagged == 1 ? "a thing" : "\(tagged) things")") }
        if !ledger.definitions.settings.isEmpty { left.append("the settings") }
        let plans = PlanDocument.Kind.allCases.reduce(0) { $0 + ledger.plans.documents($1).count }
        if plans > 0 { left.append(plans == 1 ? "a plan" : "\(plans) plans and rules") }
        if ledger.values.standing().isEmpty == false { left.append("the values of accounts") }
        return left.isEmpty ? [] : left.map { "\($0): export(folder, \"book\") keeps them" }
    }

    // MARK: a day

    private mutating func write(_ day: Day, _ rows: [Int], _ state: BookState, _ gains: [Place: FixedDecimal]) throws {
        var traded: [Place: [Int]] = [:], order: [Place] = []
        for row in rows {
            let activity = ledger.activities.activity(at: row)
            guard activity.account != .every else { continue }
            if let instrument = activity.instrument, !isPayment(activity) {
                let place = Place(account: activity.account, instrument: instrument)
                if traded[place] == nil { order.append(place) }
                traded[place, default: []].append(row)
            } else {
                try writePayment(row, activity)
            }
        }
        var now: [Place: [EntryID: Held]] = [:]
        for lot in state.lots() {
            now[Place(account: lot.account, instrument: lot.instrument), default: [:]][lot.id] = Held(units: lot.remaining, cost: lot.cost, opened: lot.opened)
        }
        let others = Set(now.keys).union(held.keys).union(gains.keys).subtracting(order)
        for place in order + others.sorted(by: { ($0.account.rawValue, $0.instrument.rawValue) < ($1.account.rawValue, $1.instrument.rawValue) }) {
            try writeUnits(day, place, traded[place] ?? [], now[place] ?? [:], gains[place])
        }
        held = now
    }

    /// Whether an activity of an instrument changes no units.
    private func isPayment(_ activity: Activity) -> Bool {
        [.interest, .credit, .fee, .tax].contains(activity.kind) || activity.kind == .dividend && activity.subtype == nil
    }

    /// What brings or takes cash alone, and where from.
    private mutating func writePayment(_ row: Int, _ activity: Activity) throws {
        let cash = try effects.effect(at: row)
        let account: String
        switch activity.kind {
        case .dividend: account = "Income:" + (activity.instrument.map { names.leaf($0) + ":Dividends" } ?? "Dividends")
        case .interest: account = "Income:Interest"
        case .credit: account = "Income:Credits"
        case .fee: account = "Expenses:Fees"
        case .tax: account = "Expenses:Taxes"
        case .transferIn, .transferOut: account = "Equity:Transfers"
        case .adjustment where activity.subtype == .exchange: account = "Equity:Exchange"
        case .buy, .sell, .split, .deposit, .withdrawal, .adjustment, .unknown: account = "Equity:Contributions"
        }
        var postings: [(String, FixedDecimal)] = [(names.cash(activity.account), cash)]
        let isCharged = !["Expenses:Fees", "Expenses:Taxes"].contains(account)
        if isCharged, ledger.activities.cashCurrency(at: row) == activity.currency {
            if !activity.fee.isZero { postings.append(("Expenses:Fees", activity.fee)) }
            if !activity.tax.isZero { postings.append(("Expenses:Taxes", activity.tax)) }
        }
        let rest = try postings.reduce(FixedDecimal.zero) { try $0 - $1.1 }
        postings.append((account, rest))
        guard postings.contains(where: { !$0.1.isZero }) else { return }
        begin(activity.date, ledger.activities.activity(at: row).notes, activity.subtype?.rawValue ?? activity.kind.rawValue)
        for (name, amount) in postings where !amount.isZero { post(name, "\(Self.money(amount)) \(ledger.activities.cashCurrency(at: row))", activity.date) }
    }

    /// What changes the lots of an instrument on a day, with the cash for it.
    private mutating func writeUnits(_ day: Day, _ place: Place, _ rows: [Int], _ now: [EntryID: Held], _ gain: FixedDecimal?) throws {
        let own = ledger[place.instrument].currency, symbol = names.commodity(place.instrument), account = names.units(place.account, place.instrument)
        var lines: [(String, String)] = [], sums: [Currency: FixedDecimal] = [:]
        func add(_ currency: Currency, _ amount: FixedDecimal) throws { sums[currency] = try (sums[currency] ?? .zero) + amount }
        for change in try changes(held[place] ?? [:], now) {
            lines.append((account, "\(change.units) \(symbol) \(change.terms(own))"))
            try add(own, change.weight)
        }
        for row in rows {
            let activity = ledger.activities.activity(at: row), currency = ledger.activities.cashCurrency(at: row), cash = try effects.effect(at: row)
            if !cash.isZero { lines.append((names.cash(place.account), "\(Self.money(cash)) \(currency)")) }
            try add(currency, cash)
            var parts: [(String, FixedDecimal)] = []
            if !ledger.policy.feesInCost || ![.buy, .sell].contains(activity.kind) { parts.append(("Expenses:Fees", activity.fee)) }
            if !ledger.policy.taxesInCost || ![.buy, .sell].contains(activity.kind) { parts.append(("Expenses:Taxes", activity.tax)) }
            if activity.kind == .dividend, activity.subtype != .returnOfCapital {
                parts.append(("Income:\(names.leaf(place.instrument)):Dividends", -(try effects.gross(at: row))))
            }
            for (name, amount) in parts where !amount.isZero {
                lines.append((name, "\(Self.money(amount)) \(activity.currency)"))
                try add(activity.currency, amount)
            }
        }
        if let gain, !gain.isZero {
            lines.append(("Income:\(names.leaf(place.instrument)):Gains", "\(Self.money(-gain)) \(own)"))
            try add(own, -gain)
        }
        if lines.isEmpty { return }
        let activities = rows.map { ledger.activities.activity(at: $0) }, notes = activities.map(\.notes).filter { !$0.isEmpty }
        begin(day, notes.joined(separator: "; "), activities.map { $0.subtype?.rawValue ?? $0.kind.rawValue }.joined(separator: ", "))
        for (name, amount) in lines { post(name, amount, day) }
        // What came from elsewhere or went there at its cost; without a number, so that the last digits agree.
        if sums.values.contains(where: { $0.magnitude > Self.trifle }) { post("Equity:Transfers", "", day) }
    }

    private static let trifle = FixedDecimal(units: 1_000_000_000)

    // MARK: lots

    /// Units that a lot gets or loses.
    private struct Change {
        var lot: EntryID
        var units: FixedDecimal
        var weight: FixedDecimal
        var opened: Day
        var isNew: Bool

        /// What stands in the braces.
        func terms(_ currency: Currency) -> String {
            isNew ? "{{\(BeancountWriter.money(weight.magnitude)) \(currency), \(opened), \"\(lot.rawValue)\"}}" : "{\(opened), \"\(lot.rawValue)\"}"
        }
    }

    /// How the lots of a position become others: those that go first.
    private func changes(_ before: [EntryID: Held], _ now: [EntryID: Held]) throws -> [Change] {
        var gone: [Change] = [], come: [Change] = []
        for (lot, old) in before.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            let new = now[lot]
            if let new, new.units == old.units, new.cost == old.cost, new.opened == old.opened { continue }
            if let new, new.opened == old.opened, new.units.isNegative == old.units.isNegative, new.units.magnitude < old.units.magnitude, try isSameCost(old, new) {
                gone.append(Change(lot: lot, units: try new.units - old.units, weight: try new.cost - old.cost, opened: old.opened, isNew: false))
                continue
            }
            gone.append(Change(lot: lot, units: -old.units, weight: -old.cost, opened: old.opened, isNew: false))
            if let new { come.append(Change(lot: lot, units: new.units, weight: new.cost, opened: new.opened, isNew: true)) }
        }
        for (lot, new) in now.sorted(by: { $0.key.rawValue < $1.key.rawValue }) where before[lot] == nil {
            come.append(Change(lot: lot, units: new.units, weight: new.cost, opened: new.opened, isNew: true))
        }
        return gone + come
    }

    /// Whether a unit costs the same, but for the last digits.
    private func isSameCost(_ old: Held, _ new: Held) throws -> Bool { try (old.cost / old.units - new.cost / new.units).magnitude < Self.trifle }

    // MARK: text

    private mutating func begin(_ day: Day, _ notes: String, _ what: String) {
        body += "\n\(day) * \(Self.quoted(notes.isEmpty ? what.replacing("_", with: " ") : notes))\n"
    }

    private mutating func post(_ account: String, _ amount: String, _ day: Day) {
        used[account] = min(used[account] ?? day, day)
        body += amount.isEmpty ? "  \(account)\n" : "  \(account)  \(amount)\n"
    }

    /// What everything comes to at the end, for beancount to check.
    private mutating func writeBalances(_ day: Day, _ state: BookState) throws {
        let next = try day.adding(days: 1)
        body += "\n"
        for cash in try state.cash() where used[names.cash(cash.account)] != nil {
            body += "\(next) balance \(names.cash(cash.account))  \(Self.money(cash.balance)) \(cash.currency)\n"
        }
        for holding in state.holdings() {
            body += "\(next) balance \(names.units(holding.account, holding.instrument))  \(holding.quantity) \(names.commodity(holding.instrument))\n"
        }
        body += "\n"
    }

    /// An amount with two digits behind the point at least, which tell beancount how exact it is.
    private static func money(_ amount: FixedDecimal) -> String {
        let text = amount.description
        guard let point = text.firstIndex(of: ".") else { return text + ".00" }
        return text.distance(from: point, to: text.endIndex) == 2 ? text + "0" : text
    }

    private static func quoted(_ text: String) -> String {
        "\"" + MessageText.clean(text).replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}
