import Ledger
import Values

/// What moved the cash of an account, and when.
struct CashMove: Hashable {
    private let account: AccountID
    private let day: Day
    /// Microseconds of the day; the programs write its beginning where no time is known.
    private let time: Int64
    private let amount: FixedDecimal

    /// What a row moves.
    init(_ activity: Activity) { self.init(activity.account, activity.date, activity.time, activity.cashInOut) }

    /// What an entry of the book moved.
    init(_ entry: ImportContext.CashEntry, in account: AccountID) { self.init(account, entry.day, entry.time, entry.amount) }

    private init(_ account: AccountID, _ day: Day, _ time: Instant?, _ amount: FixedDecimal) {
        (self.account, self.day, self.amount) = (account, day, amount)
        self.time = Int64(time?.microsecondsOfDay ?? 0)
    }
}

extension ImportPlan {
    /// Takes out the rows of a history that the book has as something else than money in or out: a transfer, interest, the balance that a file opened
    /// the account with. What moved as much cash of the account at the same moment is the same, each once.
    mutating func takeOutMoved(_ context: ImportContext, beside found: [CashMove: Int]) {
        let rows = activities.indices.filter { !settledRows.contains(activities.row(at: $0)) }
        let accounts = Set(rows.map { activities.rows[activities.row(at: $0)].account }).filter { $0 >= 1 && Int($0) <= context.accounts.count }
        if accounts.isEmpty { return }
        var held: [CashMove: Int] = [:]
        let gone = Set(replaced)
        for account in accounts.sorted() {
            for entry in context.cashEntries?(account) ?? [] where !gone.contains(entry.id) { held[CashMove(entry, in: AccountID(account)), default: 0] += 1 }
        }
        for (move, count) in found { held[move]? -= count }
        var taken = Set<Int>()
        for position in rows {
            let move = CashMove(activities[position])
            guard let count = held[move], count > 0 else { continue }
            held[move] = count - 1
            taken.insert(position)
            verdicts.change(line: activities.line(at: position), to: .alreadyThere)
        }
        activities.remove(taken)
    }
}
