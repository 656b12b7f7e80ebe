import Ledger
import Values

/// Brings the cash of accounts to what Ghostfolio tells: it knows balances and no payments, so these are added.
///
/// A trade there takes no cash: what it costs came from somewhere and counts as invested on its day, and the balance is what its user told last. So each new activity is
/// paid for by a deposit or withdrawal of its own, and more make up what balances tell, on days of the book, too: there an entry may have been amended or voided since, or a
/// balance corrected in Ghostfolio.
struct GhostfolioCash: FileCompletion {
    /// The note of a payment that was made up.
    static let note = "cash as Ghostfolio tells it"

    /// What a file tells of the cash of an account.
    struct Told {
        /// The account's name.
        var account: String
        /// What it was at the end of days.
        var balances: [(day: Day, value: FixedDecimal)]
        /// What it is now; nil where the file does not say.
        var now: FixedDecimal?
        /// Whether the balances are all that there were, so that there was nothing before them.
        var isHistory: Bool
        var line: Int
    }

    private var told: [Told] = []
    /// The day on which the file was written; nil where it does not say.
    var writtenOn: Day?
    /// What rows of the file are of, those that the book has as well, with the first line of each.
    private var pots: [Pot: Int] = [:]
    private var ids = Set<String>()

    /// Notes what the file tells of an account.
    mutating func tell(_ account: Told) { told.append(account) }

    /// A currency in an account.
    private struct Pot: Hashable { let account: Int32, currency: Currency }

    mutating func rowsWereOrdered(_ plan: inout PlanBuilder) {
        for place in plan.plan.activities.indices {
            let activity = plan.plan.activities[place], line = plan.plan.activities.line(at: place)
            if let id = activity.detail?.sourceID, !id.isEmpty { ids.insert(id) }
            guard activity.account != .every else { continue }
            let pot = Pot(account: activity.account.rawValue, currency: activity.currency)
            pots[pot] = min(pots[pot] ?? line, line)
        }
    }

    mutating func bookWasCompared(_ plan: inout PlanBuilder) {
        let moved = moved(by: plan.plan.activities, plan)
        var accounts: [Int32: (told: Told?, line: Int)] = [:]
        for (pot, line) in pots { accounts[pot.account] = (nil, min(accounts[pot.account]?.line ?? line, line)) }
        for entry in told {
            let account = plan.account(named: entry.account)
            if account != 0 { accounts[account] = (entry, entry.line) }
        }
        let voided = accountsOfVoidPayments(plan.context)
        var made = 0, mended: [String] = [], differing: [String] = [], kept: [String] = []
        for (account, entry) in accounts.sorted(by: { $0.key < $1.key }) {
            let name = plan.account(account).name, own = plan.account(account).currency
            let recorded = Int(account) <= plan.accounts.recorded ? (plan.context.cashEntriesOfAll?(account) ?? []).filter { !$0.amount.isZero } : []
            var balances = balances(entry.told, plan.today)
            // In an account that somebody keeps here, cash is what they recorded.
            guard recorded.isEmpty || recorded.contains(where: { $0.notes == Self.note }) else {
                if moved.keys.contains(where: { $0.account == account }) { kept.append("\"\(name)\"") }
                let last = now(entry.told, balances, plan.today) ?? balances.last
                plan.plan.balances += stated(last.map { [$0] } ?? [], of: name, own, entry.line)
                continue
            }
            let currencies = Set([own] + moved.keys.filter { $0.account == account }.map(\.currency) + recorded.map { $0.currency ?? own })
            let isTouched = voided.contains(account) || recorded.contains { $0.notes == Self.note && !plan.context.isAsImported($0.id) }
            var contradicted = Set<Day>()
            for currency in currencies.sorted(by: { $0.code < $1.code }) {
                let isOwn = currency == own, pot = Pot(account: account, currency: currency)
                var payments = GhostfolioPayments(
                    recorded: recorded.filter { ($0.currency ?? own) == currency }, told: isOwn ? balances : [], isHistory: !isOwn || entry.told?.isHistory ?? true)
                payments.make(beside: moved[pot] ?? [:], of: ids, isTouched: isTouched, until: plan.today)
                for payment in payments.made { pay(payment, name, currency, line: entry.line, &plan) }
                made += payments.made.count
                mended += payments.mended.map { Self.sentence($0, name, currency) }
                differing += payments.differing.map { Self.sentence($0, name, currency) }
                contradicted.formUnion(payments.differing.map(\.day))
            }
            if let now = now(entry.told, balances, plan.today) { balances.append(now) }
            plan.plan.balances += stated(balances, of: name, own, entry.line, contradicted)
        }
        // A payment may be the first in its currency, where the file has pence alone.
        plan.plan.activities.currencies = plan.currencies.all
        tell(made, mended, differing, kept, &plan)
    }

    /// The accounts in which somebody took out payments that were made up, and no activity of the same day with them.
    private func accountsOfVoidPayments(_ context: ImportContext) -> Set<Int32> {
        struct Place: Hashable { let account: Int32, day: Day }
        var payments = Set<Place>(), rows = Set<Place>()
        context.recorded?(Day.min...Day.max) { id, activity in
            guard context.void(id) == id else { return }
            let place = Place(account: activity.account.rawValue, day: activity.date)
            if activity.notes == Self.note { payments.insert(place) } else if ids.contains(activity.detail?.sourceID ?? "") { rows.insert(place) }
        }
        return Set(payments.subtracting(rows).map(\.account))
    }

    // MARK: what the file tells

    /// What new activities do to cash on a day.
    private func moved(by activities: PlannedActivities, _ plan: PlanBuilder) -> [Pot: [Day: [GhostfolioPayments.Change]]] {
        var moved: [Pot: [Day: [GhostfolioPayments.Change]]] = [:]
        for place in activities.indices {
            let activity = activities[place]
            guard activity.status == .posted, activity.account != .every, let effect = Self.effect(of: activity, plan) else { continue }
            let pot = Pot(account: activity.account.rawValue, currency: activity.currency)
            moved[pot, default: [:]][activity.date, default: []].append(GhostfolioPayments.Change(amount: effect, line: activities.line(at: place)))
        }
        return moved
    }

    /// The balances of an account in the order of their days, the last of each day, up to today.
    private func balances(_ told: Told?, _ today: Day?) -> [(day: Day, value: FixedDecimal)] {
        var days: [Day: FixedDecimal] = [:]
        for balance in told?.balances ?? [] where today.map({ balance.day <= $0 }) ?? true { days[balance.day] = balance.value }
        return days.sorted { $0.key < $1.key }.map { (day: $0.key, value: $0.value) }
    }

    /// What cash is now by the file, where its balances do not tell that already; nil where they go on after today.
    private func now(_ told: Told?, _ balances: [(day: Day, value: FixedDecimal)], _ today: Day?) -> (day: Day, value: FixedDecimal)? {
        guard let told, let value = told.now, let last = balances.last, told.balances.allSatisfy({ $0.day <= last.day }) else { return nil }
        let day = max(last.day, min(writtenOn ?? last.day, today ?? Day.max))
        return day == last.day && value == last.value ? nil : (day, value)
    }

    /// Balances to hold against the book once the file is in it.
    private func stated(
        _ balances: [(day: Day, value: FixedDecimal)], of account: String, _ currency: Currency, _ line: Int, _ contradicted: Set<Day> = []
    ) -> [PlannedBalance] {
        balances.map { balance in
            PlannedBalance(
                line: line, day: balance.day, accounts: [account], commodity: currency.code, isCash: true, amount: balance.value, tolerance: GhostfolioPayments.trifle,
                isContradicted: contradicted.contains(balance.day))
        }
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

    // MARK: what is made of it

    /// Adds a payment to the plan, behind what is there.
    private func pay(_ payment: GhostfolioPayments.Payment, _ account: String, _ currency: Currency, line: Int, _ plan: inout PlanBuilder) {
        let draft = ActivityDraft(
            date: payment.day, kind: payment.amount.isNegative ? "withdrawal" : "deposit", account: account, amount: payment.amount.magnitude, currency: currency.code,
            notes: Self.note)
        plan.plan.hasCompoundRows = true
        plan.insert(ImportedDraft(draft), line: payment.line ?? line, behind: plan.plan.activities.count - 1)
    }

    /// What the book lacks of a balance, or has too much.
    private static func sentence(_ difference: (day: Day, amount: FixedDecimal), _ account: String, _ currency: Currency) -> String {
        let what = difference.amount.isNegative ? "more than" : "short of"
        return "by the book the cash of \"\(account)\" on \(difference.day) is \(difference.amount.magnitude) \(currency) \(what) what Ghostfolio tells"
    }

    private func tell(_ made: Int, _ mended: [String], _ differing: [String], _ kept: [String], _ plan: inout PlanBuilder) {
        if made > 0 {
            plan.notice(
                .changed,
                "Ghostfolio tells balances of cash and no payments: \(made == 1 ? "1 deposit or withdrawal is" : "\(made) deposits and withdrawals are") added, by which cash is on each day what it tells"
            )
        }
        let reason = "a balance was corrected there, or an entry amended or voided here"
        plan.plan.note(.changed, mended) {
            "\($0), and is brought to it: \(reason)"
        } together: {
            "\($0), and so it is with \(mended.count - 1) more days; it is brought to what Ghostfolio tells: \(reason)"
        }
        let remedy =
            "since somebody recorded payments of that account, nothing is made up for days that the book has: void the payments \"\(Self.note)\" that do not fit, or record what is missing"
        plan.plan.note(.changed, differing) {
            "\($0); \(remedy)"
        } together: {
            "\($0), and so it is with \(differing.count - 1) more days; \(remedy)"
        }
        if plan.plan.refusals.contains(where: { $0.kind == .changedRow }) {
            plan.notice(
                .changed,
                "where an entry is amended or voided, import the file again: it brings cash to what Ghostfolio tells, which the payment for the old figures no longer does")
        }
        if !kept.isEmpty { plan.notice(.changed, "the cash of \(Set(kept).sorted().joined(separator: ", ")) follows from what the book has, and not from Ghostfolio's balances") }
    }
}
