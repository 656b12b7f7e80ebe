import Formats
import Ledger
import LuaKit
import LuaSurface
import Plans
import Queries
import Storage
import Values

/// The files of the Reserve Manager, a desktop program.
extension BookExport {
    /// The plan to write: the only one, or the one called Reserve.
    private static func plan(_ book: Book) throws -> ReservePlan {
        if let plan = try ReserveQuestion.known(nil, book) { return plan }
        throw LuaMisuse("export: \(try ReserveQuestion.missing(nil, book))", field: "what", hint: "plan{ready=true} begins one with six tiers", kind: "no_plan")
    }

    /// What changed the cash of the plan's accounts, and what the form cannot hold.
    static func history(of book: Book) throws -> (rows: [ReserveHistoryRow], leftOut: [String]) { try ReserveHistory.rows(plan(book), book.ledger) }

    /// A file of the Reserve Manager that is made of what the tiers hold.
    static func file(of book: Book, on today: Day, _ text: (ReserveStanding) throws -> String) throws -> Files {
        let standing = try ReserveQuestion(book, plan(book), on: today).withOwnRates()
        return Files(files: [("", try text(standing))], leftOut: standing.unknown.map { "what \"\($0)\" holds is not known and written as 0" })
    }

    /// Recurring rules that are plain deposits and withdrawals by the calendar, from their next date on.
    static func recurring(of book: Book, on today: Day) throws -> (entries: [ReserveRecurring], leftOut: [String]) {
        var entries: [ReserveRecurring] = [], leftOut: [String] = []
        let plan = try ReserveQuestion.known(nil, book)
        for document in try book.plans.documents(.recurring) {
            let rule = try RecurringRule(document.name, body: document.body), settled = try book.plans.occurrences(of: rule.name)
            let fields = Dictionary(rule.record.map { ($0.name, $0.text) }) { first, _ in first }
            // Open days come again, so the next is the first that is not settled.
            let last = settled.last { $0.state != .open }?.day
            guard let frequency = frequency(of: rule), let account = fields["account"], let amount = fields["amount"].flatMap({ try? FixedDecimal($0) }),
                let sign = ["deposit": 1, "withdrawal": -1][fields["type"] ?? ""],
                let next = try next(rule, after: last)
            else {
                leftOut.append("the rule \"\(rule.name)\" is more than a deposit or withdrawal every so often, or is over")
                continue
            }
            let tier = plan?.order.compactMap { plan?.tiers[$0] }.first { $0.accounts.contains { $0.name == account } }
            let name = tier?.accounts.first { $0.name == account }?.nameInProgram ?? account
            entries.append(
                ReserveRecurring(
                    name: rule.name, tier: tier?.name ?? "", account: name, amount: try amount * FixedDecimal(sign), frequency: frequency, next: next,
                    isEnabled: rule.pausedFrom == nil, notes: fields["notes"] ?? ""))
        }
        return (entries, leftOut)
    }

    /// The first date that is neither posted nor skipped; nil where the rule is over.
    private static func next(_ rule: RecurringRule, after last: Day?) throws -> Day? {
        // No word of the program's is for more than a year.
        let end = try max(last ?? rule.from, rule.from).adding(days: 800)
        return try rule.schedule(WorkingDays()).occurrences(from: .min, to: end).first { $0.nominal > last ?? .min }?.date
    }

    /// The program's word for how often; nil where it has none.
    private static func frequency(of rule: RecurringRule) -> String? {
        guard rule.placement.words == nil else { return nil }
        let words = ["daily", "weekly", "biweekly", "monthly", "quarterly", "annually"]
        if let word = words.first(where: { (try? Period($0)) == rule.every }) { return word }
        // Whatever it does not know it takes for thirty days.
        return rule.every == .days(30) ? "every 30 days" : nil
    }
}

/// The history of a reserve plan, from and to the form in which the Reserve Manager keeps it.
enum ReserveHistory {
    private static let table = ForeignTable(
        "transactions",
        columns: [
            "timestamp", "tier_name", "account_name", "amount", "balance_after", "transaction_type", "description", "user", "created_at",
        ])

    private static let schema = """
        CREATE TABLE transactions (
          id INTEGER PRIMARY KEY AUTOINCREMENT, timestamp TEXT NOT NULL, tier_name TEXT NOT NULL, account_name TEXT NOT NULL,
          amount REAL NOT NULL, balance_after REAL NOT NULL, transaction_type TEXT NOT NULL, description TEXT,
          user TEXT DEFAULT 'system', created_at TEXT DEFAULT CURRENT_TIMESTAMP);
        CREATE INDEX idx_timestamp ON transactions(timestamp);
        CREATE INDEX idx_account ON transactions(tier_name, account_name);
        """

    /// The rows of `history.db` as CSV, in the order in which they were written.
    static func csv(ofFile path: String, shouldStop: (() -> Bool)? = nil) throws -> String {
        Formats.reserveHistoryCSV(
            try table.rows(of: path, order: "id", shouldStop: shouldStop).map { row in
                ReserveHistoryRow(
                    timestamp: text(row[0]), tier: text(row[1]), account: text(row[2]), amount: try number(row[3]), balance: try number(row[4]),
                    type: text(row[5]), notes: text(row[6]))
            })
    }

    /// Writes rows as a new `history.db`.
    static func write(_ rows: [ReserveHistoryRow], to path: String) throws {
        try table.write(
            rows.map { row in
                [
                    .text(row.timestamp), .text(row.tier), .text(row.account), .real(row.amount.doubleValue), .real(row.balance.doubleValue),
                    .text(row.type), .text(row.notes), .text("system"), .text(String(row.timestamp.prefix(19)).replacing("T", with: " ")),
                ]
            }, schema: schema, to: path)
    }

    private static func text(_ value: ForeignTable.Value) -> String {
        switch value {
        case .null: ""
        case .integer(let number): String(number)
        case .real(let number): "\(number)"
        case .text(let text): text
        }
    }

    private static func number(_ value: ForeignTable.Value) throws -> FixedDecimal {
        if case .real(let number) = value { return try FixedDecimal(rounding: number) }
        return try FixedDecimal(text(value))
    }

    /// What changed the cash of a plan's accounts in its currency, in order, and what the form cannot hold.
    static func rows(_ plan: ReservePlan, _ ledger: Ledger) throws -> (rows: [ReserveHistoryRow], leftOut: [String]) {
        let currency = try Currency(plan.currency), activities = ledger.activities
        var tiers: [String: String] = [:], names: [String: String] = [:]
        for place in plan.order.reversed() {
            for account in plan.tiers[place].accounts { (tiers[account.name], names[account.name]) = (plan.tiers[place].name, account.nameInProgram) }
        }
        var effects = CashEffects(ledger), balances: [[String]: FixedDecimal] = [:], rows: [ReserveHistoryRow] = [], others = 0
        for row in activities.rowsInOrder().map(Int.init) where activities.counts(at: row) {
            let activity = activities.activity(at: row)
            guard activity.account != .every, let tier = tiers[ledger[activity.account].name] else { continue }
            let amount = try effects.effect(at: row), account = ledger[activity.account].name
            if amount.isZero { continue }
            guard activities.cashCurrency(at: row) == currency else {
                others += 1
                continue
            }
            // The programs keep a balance for each account of each tier.
            let note = ReserveNote(activity.notes, tiers: plan.tiers.map(\.name)), pot = [note.tier.isEmpty ? tier : note.tier, account]
            let balance = try (balances[pot] ?? .zero) + amount
            balances[pot] = balance
            let isTransfer = activity.kind == .transferIn || activity.kind == .transferOut
            rows.append(
                ReserveHistoryRow(
                    timestamp: timestamp(activity), tier: pot[0], account: names[account] ?? account, amount: amount, balance: balance,
                    type: note.type.isEmpty ? isTransfer ? "rebalance" : "manual" : note.type, notes: note.remark))
        }
        return (rows, others == 0 ? [] : ["\(others) activities in other currencies than \(currency)"])
    }

    /// A moment as Python writes it; the start of the day where no time is known.
    private static func timestamp(_ activity: Activity) -> String {
        let micros = (activity.time?.microsecondsOfDay ?? 0) % 1_000_000, digits = String(micros)
        return (activity.time.map { String($0.description.prefix(19)) } ?? "\(activity.date)T00:00:00") + "." + String(repeating: "0", count: 6 - digits.count) + digits
    }
}
