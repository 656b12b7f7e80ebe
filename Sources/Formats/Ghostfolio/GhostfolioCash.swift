import Ledger
import Values

/// Brings the cash of accounts to what Ghostfolio tells: it knows balances and no payments, so these are added.
///
/// A trade there takes no cash: what it costs came from somewhere and counts as invested on its day, and the balance is what its user told last. So each activity is paid
/// for by a deposit or withdrawal of its own, which stands and falls with it, and one more makes up what a balance tells. Only what the book does not have yet is made up for.
struct GhostfolioCash: FileCompletion {
    /// The note of a payment that was made up.
    static let note = "cash as Ghostfolio tells it"

    private var told: [(account: String, balances: [(day: Day, value: FixedDecimal)], line: Int)] = []

    /// Notes the balances of an account, by the account's name.
    mutating func tell(_ account: String, _ balances: [(day: Day, value: FixedDecimal)], line: Int) { told.append((account, balances, line)) }

    /// A currency in an account.
    private struct Pot: Hashable { let account: Int32, currency: Currency }

    /// What an activity does to the cash of a day, and its line.
    private struct Change { let amount: FixedDecimal, line: Int }

    /// A deposit, or below zero a withdrawal; its line is that of the activity which it pays for, nil where a balance tells it.
    private struct Payment { let day: Day, amount: FixedDecimal, line: Int? }

    mutating func bookWasCompared(_ plan: inout PlanBuilder) {
        var moved: [Pot: [Day: [Change]]] = [:], lines: [Int32: Int] = [:], kept: [String] = [], count = 0
        for place in plan.plan.activities.indices {
            let activity = plan.plan.activities[place]
            guard activity.status == .posted, activity.account != .every, let effect = Self.effect(of: activity, plan) else { continue }
            let pot = Pot(account: activity.account.rawValue, currency: activity.currency), line = plan.plan.activities.line(at: place)
            moved[pot, default: [:]][activity.date, default: []].append(Change(amount: effect, line: line))
            lines[pot.account] = lines[pot.account] ?? line
        }
        var balances: [Int32: [Day: FixedDecimal]] = [:]
        for entry in told {
            let account = plan.account(named: entry.account)
            if account == 0 { continue }
            lines[account] = entry.line
            for balance in entry.balances where plan.today.map({ balance.day <= $0 }) ?? true { balances[account, default: [:]][balance.day] = balance.value }
            // Also where nothing moved.
            let pot = Pot(account: account, currency: plan.account(account).currency)
            moved[pot] = moved[pot] ?? [:]
        }
        for (pot, days) in moved.sorted(by: { ($0.key.account, $0.key.currency.code) < ($1.key.account, $1.key.currency.code) }) {
            let recorded = Int(pot.account) <= plan.accounts.recorded ? plan.context.cashEntries?(pot.account) ?? [] : []
            let own = recorded.filter { $0.notes == Self.note }
            // In an account that somebody keeps here, cash is what they recorded.
            guard recorded.isEmpty || !own.isEmpty else {
                if !days.isEmpty { kept.append("\"\(plan.account(pot.account).name)\"") }
                continue
            }
            let isOwn = pot.currency == plan.account(pot.account).currency
            let payments = Self.payments(days, isOwn ? balances[pot.account] ?? [:] : [:], isOwn ? recorded : [], since: own.map(\.day).max())
            for payment in payments {
                let draft = ActivityDraft(
                    date: payment.day, kind: payment.amount.isNegative ? "withdrawal" : "deposit", account: plan.account(pot.account).name, amount: payment.amount.magnitude,
                    currency: pot.currency.code, notes: Self.note)
                plan.plan.hasCompoundRows = true
                plan.insert(ImportedDraft(draft), line: payment.line ?? lines[pot.account] ?? 1, behind: plan.plan.activities.count - 1)
                count += 1
            }
        }
        // A payment may be the first in its currency, where the file has pence alone.
        plan.plan.activities.currencies = plan.currencies.all
        if count > 0 {
            plan.notice(
                .changed,
                "Ghostfolio tells balances of cash and no payments: \(count == 1 ? "1 deposit or withdrawal is" : "\(count) deposits and withdrawals are") added, by which cash is on each day what it tells"
            )
        }
        if !kept.isEmpty { plan.notice(.changed, "the cash of \(Set(kept).sorted().joined(separator: ", ")) follows from what the book has, and not from Ghostfolio's balances") }
    }

    /// What was paid in or out on each day, so that cash stays as it was told last, in order.
    ///
    /// - Parameters:
    ///   - moved: what new activities do to the cash on a day.
    ///   - told: what the file tells for the end of a day.
    ///   - recorded: what the book has.
    ///   - last: the last day for which the book has such a payment; what was told of earlier ones is settled.
    private static func payments(_ moved: [Day: [Change]], _ told: [Day: FixedDecimal], _ recorded: [ImportContext.CashEntry], since last: Day?) -> [Payment] {
        var payments: [Payment] = [], balance = FixedDecimal.zero, next = 0
        let recorded = recorded.sorted { $0.day < $1.day }
        for day in Set(moved.keys).union(told.keys).sorted() {
            while next < recorded.count, recorded[next].day <= day {
                balance = (try? balance + recorded[next].amount) ?? balance
                next += 1
            }
            // New activities and their payments leave it as it was, but for what is told.
            for change in moved[day] ?? [] where !change.amount.isZero { payments.append(Payment(day: day, amount: -change.amount, line: change.line)) }
            guard let value = told[day], last.map({ day >= $0 }) ?? true, let rest = try? value - balance else { continue }
            balance = value
            if !rest.isZero { payments.append(Payment(day: day, amount: rest, line: nil)) }
        }
        return payments
    }

    /// What an activity of the file does to the cash of its account.
    private static func effect(of activity: Activity, _ plan: PlanBuilder) -> FixedDecimal? {
        let charges = try? activity.fee + activity.tax
        guard let charges else { return nil }
        switch activity.kind {
        case .buy, .sell:
            guard let quantity = activity.quantity, let price = activity.price, let product = try? quantity * price else { return nil }
            let multiplier = activity.instrument.map { plan.instrument($0.rawValue).multiplier } ?? .one
            guard let gross = try? product * multiplier else { return nil }
            return activity.kind == .buy ? try? -gross - charges : try? gross - charges
        case .fee, .tax: return activity.amount.map { -$0 }
        default: return activity.amount.flatMap { try? $0 - charges }
        }
    }
}
