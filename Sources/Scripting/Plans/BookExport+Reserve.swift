import Formats
import Ledger
import LuaKit
import Plans
import Storage
import Values

/// Files of the Reserve Manager.
extension BookExport {
    /// The plan to write: the only one, or the one called Reserve.
    private static func plan(_ book: Book) throws -> ReservePlan {
        if let plan = try ReserveQuestion.known(nil, book) { return plan }
        throw LuaMisuse("export: \(try ReserveQuestion.missing(nil, book))", field: "what", hint: "plan{ready=true} begins one with six tiers", kind: "no_plan")
    }

    /// What happened in the accounts of the plan.
    static func history(of book: Book) throws -> (rows: [ReserveHistoryRow], leftOut: [String]) { try ReserveHistory.rows(plan(book), book.ledger) }

    func reserveFiles(of book: Book, on today: Day) throws -> Files {
        switch self {
        case .reserveHistory, .reserveDatabase:
            let history = try Self.history(of: book)
            return Files(files: [("", Formats.reserveHistoryCSV(history.rows))], leftOut: history.leftOut)
        case .reserveRecurring:
            let (entries, leftOut) = try Self.recurring(of: book, on: today)
            return Files(files: [("", Formats.reserveRecurringJSON(entries))], leftOut: leftOut)
        default:
            let standing = try ReserveQuestion(book, Self.plan(book), on: today).withOwnRates()
            let leftOut = standing.unknown.map { "what \"\($0)\" holds is not known and written as 0" }
            let text = switch self {
            case .reserveAccounts: try Formats.reserveAccountsCSV(standing)
            case .reserveSummary: try Formats.reserveSummaryCSV(standing, on: today)
            default: Formats.reserveJSON(standing, on: today)
            }
            return Files(files: [("", text)], leftOut: leftOut)
        }
    }

    /// Recurring rules that are plain deposits and withdrawals by the calendar, from their next date on.
    private static func recurring(of book: Book, on today: Day) throws -> (entries: [ReserveRecurring], leftOut: [String]) {
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
            entries.append(ReserveRecurring(
                name: rule.name, tier: tier?.name ?? "", account: name, amount: try amount * FixedDecimal(sign), frequency: frequency, next: next,
                isEnabled: rule.pausedFrom == nil, notes: fields["notes"] ?? ""))
        }
        return (entries, leftOut)
    }

    /// The first date that is not settled; nil where the rule is over.
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
