import Ledger
import Values

/// The deposits and withdrawals by which the cash of an account, in one currency, is what Ghostfolio tells.
struct GhostfolioPayments {
    /// What a new activity does to cash, and its line.
    struct Change { let amount: FixedDecimal, line: Int }

    /// A deposit, or below zero a withdrawal; its line is that of the activity which it pays for, nil where a balance tells it.
    struct Payment { let day: Day, amount: FixedDecimal, line: Int? }

    /// The last digits of other programs' numbers, which are no difference.
    static let trifle = FixedDecimal(units: FixedDecimal.unitsPerOne / 1_000_000_000)

    /// What the book has.
    private let recorded: [ImportContext.CashEntry]
    private let told: [(day: Day, value: FixedDecimal)]
    private let isHistory: Bool

    /// What is to be added, in order.
    private(set) var made: [Payment] = []
    /// What the book lacked of cash on days that it has, which payments make up.
    private(set) var mended: [(day: Day, amount: FixedDecimal)] = []
    /// What the book lacks of a balance that is left as it is.
    private(set) var differing: [(day: Day, amount: FixedDecimal)] = []

    /// - Parameters:
    ///   - recorded: what the book has.
    ///   - told: what the file tells for the end of days, in order.
    ///   - isHistory: whether these are all balances that there were.
    init(recorded: [ImportContext.CashEntry], told: [(day: Day, value: FixedDecimal)], isHistory: Bool) {
        (self.recorded, self.told, self.isHistory) = (recorded.sorted { $0.day < $1.day }, told, isHistory)
    }

    /// Makes them.
    ///
    /// - Parameters:
    ///   - moved: what new activities do to the cash on a day.
    ///   - ids: the ids of the file's rows.
    ///   - isTouched: whether somebody changed payments that were made up.
    ///   - today: what is after it is not looked at.
    mutating func make(beside moved: [Day: [Change]], of ids: Set<String>, isTouched: Bool, until today: Day?) {
        let last = recorded.last?.day, isSettled = isTouched || othersMove(beside: ids)
        let known = isHistory && !isSettled ? recorded.map(\.day) : [], balances = Dictionary(told.map { ($0.day, $0.value) }) { $1 }
        var balance = FixedDecimal.zero, next = 0, target: FixedDecimal? = isHistory ? .zero : nil
        for day in Set(moved.keys).union(balances.keys).union(known).sorted() where today.map({ day <= $0 }) ?? true {
            while next < recorded.count, recorded[next].day <= day {
                balance = (try? balance + recorded[next].amount) ?? balance
                next += 1
            }
            // New activities and their payments leave it as it was, but for what is told.
            for change in moved[day] ?? [] where !change.amount.isZero { made.append(Payment(day: day, amount: -change.amount, line: change.line)) }
            target = balances[day] ?? target
            guard let target, balances[day] != nil || isHistory && !isSettled, let rest = try? target - balance, !rest.isZero else { continue }
            let isOld = last.map { day <= $0 } ?? false
            if isOld, rest.magnitude <= Self.trifle { continue }
            if isOld, isSettled {
                differing.append((day, rest))
                continue
            }
            balance = target
            made.append(Payment(day: day, amount: rest, line: nil))
            if isOld { mended.append((day, rest)) }
        }
    }

    private static func isMade(_ entry: ImportContext.CashEntry) -> Bool { entry.notes == GhostfolioCash.note }

    /// Whether entries move cash that are no rows of the file, and that no payment was made up for: somebody recorded them.
    private func othersMove(beside ids: Set<String>) -> Bool {
        struct Payable: Hashable { let day: Day, amount: FixedDecimal }
        var paid = Dictionary(grouping: recorded.filter(Self.isMade)) { Payable(day: $0.day, amount: -$0.amount) }.mapValues(\.count)
        return recorded.contains { entry in
            if Self.isMade(entry) || ids.contains(entry.sourceID) { return false }
            let key = Payable(day: entry.day, amount: entry.amount)
            guard let count = paid[key], count > 0 else { return true }
            paid[key] = count - 1
            return false
        }
    }
}
