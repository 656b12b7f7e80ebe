public import Values

/// Cash of an account in a currency that entries took below zero.
public struct CashShortfall: Sendable {
    /// The account.
    public let account: AccountID
    /// The currency of the cash.
    public let currency: Currency
    /// The first day at whose end there was too little.
    public let day: Day
    /// What there was then, below zero.
    public let balance: FixedDecimal
    /// What there is after the last entry.
    public let now: FixedDecimal
    /// The entries without which no day would end below zero because of them, each with what there would be at the end of which day with it.
    public internal(set) var entries: [(id: EntryID, day: Day, balance: FixedDecimal)] = []
}

extension Ledger {
    /// The cash that was taken below zero, or further below it, at the end of any day by what was recorded behind an entry, voiding others among it.
    ///
    /// Where there is too little at the end of a day, the entries named are the last ones to take cash until then, so that what came first stands. Goes
    /// over what was recorded, and over the entries of the accounts at fault, a fixed number of times.
    public func shortfalls(since last: EntryID, voided: [EntryID] = []) throws(LedgerError) -> [CashShortfall] {
        let replayer = Replayer(self)
        var postings = PostingBuffer(policy: policy), first = activities.count
        while first > 0, activities.id(at: first - 1).rawValue > last.rawValue { first -= 1 }
        // What was recorded changes each day by so much.
        var changes: [Int: [Day: FixedDecimal]] = [:]
        for row in first..<activities.count where activities.counts(at: row) && activities.account(at: row) != .every {
            for (cashPosition, amount) in try cash(of: row, by: replayer, &postings) { try Self.add(amount, on: activities.date(at: row), of: cashPosition, to: &changes) }
        }
        for row in voided.compactMap(activities.row(of:)) where row < first && activities.status(at: row) == .posted {
            for (cashPosition, amount) in try cash(of: row, by: replayer, &postings) { try Self.add(-amount, on: activities.date(at: row), of: cashPosition, to: &changes) }
        }
        var doubtful: [Int: [Day: FixedDecimal]] = [:]
        for (cashPosition, days) in changes where self[activities.slots.cashPositions[cashPosition].account].tracking != .value {
            if try Self.sinks(days) { doubtful[cashPosition] = [:] }
        }
        if doubtful.isEmpty { return [] }
        let accounts = Set(doubtful.keys.map { activities.slots.cashPositions[$0].account })
        var outflows: [Int: [(row: Int, day: Day, amount: FixedDecimal)]] = [:]
        for row in 0..<activities.count where activities.counts(at: row) && accounts.contains(activities.account(at: row)) {
            for (cashPosition, amount) in try cash(of: row, by: replayer, &postings) where doubtful[cashPosition] != nil {
                try Self.add(amount, on: activities.date(at: row), of: cashPosition, to: &doubtful)
                if row >= first, amount.isNegative { outflows[cashPosition, default: []].append((row, activities.date(at: row), amount)) }
            }
        }
        var found: [CashShortfall] = []
        for (cashPosition, days) in doubtful {
            if let shortfall = try shortfall(of: cashPosition, days, changes[cashPosition] ?? [:], (outflows[cashPosition] ?? []).sorted { ($0.day, $0.row) < ($1.day, $1.row) }) { found.append(shortfall) }
        }
        return found.sorted { (self[$0.account].name, $0.currency) < (self[$1.account].name, $1.currency) }
    }

    /// Whether changes come to less than nothing at the end of some day.
    private static func sinks(_ changes: [Day: FixedDecimal]) throws(LedgerError) -> Bool {
        try LedgerError.arithmetic { () throws(DecimalError) in
            var sum = FixedDecimal.zero
            for (_, change) in changes.sorted(by: { $0.key < $1.key }) {
                sum = try sum + change
                if sum.isNegative { return true }
            }
            return false
        }
    }

    private static func add(_ amount: FixedDecimal, on day: Day, of cashPosition: Int, to sums: inout [Int: [Day: FixedDecimal]]) throws(LedgerError) {
        let before = sums[cashPosition]?[day] ?? .zero
        sums[cashPosition, default: [:]][day] = try LedgerError.arithmetic { () throws(DecimalError) in try before + amount }
    }

    /// Goes through the days of a cash position: what all entries change, what the new ones do of it, and the new ones that take cash.
    private func shortfall(
        of cashPosition: Int, _ days: [Day: FixedDecimal], _ changes: [Day: FixedDecimal], _ outflows: [(row: Int, day: Day, amount: FixedDecimal)]
    ) throws(LedgerError) -> CashShortfall? {
        let (account, currency) = activities.slots.cashPositions[cashPosition]
        return try LedgerError.arithmetic { () throws(DecimalError) in
            var found: (day: Day, balance: FixedDecimal)?, entries: [(id: EntryID, day: Day, balance: FixedDecimal)] = []
            // As it is, and as it would be without the entries named so far.
            var balance = FixedDecimal.zero, own = FixedDecimal.zero, saved = FixedDecimal.zero, next = 0
            var taken: [(row: Int, amount: FixedDecimal)] = []
            for day in Set(days.keys).union(changes.keys).sorted() {
                balance = try balance + (days[day] ?? .zero)
                own = try own + (changes[day] ?? .zero)
                while next < outflows.count, outflows[next].day <= day {
                    taken.append((outflows[next].row, outflows[next].amount))
                    next += 1
                }
                if found == nil, balance.isNegative, own.isNegative { found = (day, balance) }
                while try (balance + saved).isNegative, try (own + saved).isNegative, let last = taken.popLast() {
                    entries.append((activities.id(at: last.row), day, try balance + saved))
                    saved = try saved - last.amount
                }
            }
            return found.map { CashShortfall(account: account, currency: currency, day: $0.day, balance: $0.balance, now: balance, entries: entries) }
        }
    }
}
