public import Values

/// Cash that an entry took below zero, or further below it.
public struct Overdraft: Hashable, Sendable {
    /// The account.
    public let account: AccountID
    /// The currency of the cash.
    public let currency: Currency
    /// What there is now, or where that is not below zero, what there was at the end of a day on which it was.
    public let balance: FixedDecimal
    /// The first such day where the balance is of one; nil where it is of now.
    public let day: Day?
}

extension Ledger {
    /// The cash that entries of the ledger took below zero: of one that is void, by being voided, and of one that amends another, by what it changes,
    /// its day among it.
    ///
    /// Several of an account and a currency count together. An entry in order costs O(1); one of an earlier day is held against the ends of the days
    /// since as well, which goes over the later entries of its account.
    public func overdrafts(by entries: [EntryID]) throws(LedgerError) -> [Overdraft] {
        try overdrafts(of: withAmended(entries).map { (row: $0, isTaken: activities.isVoid(at: $0)) })
    }

    /// The cash that was taken below zero by all that was recorded behind an entry, counted together: by what counts of it, and by the entries from before
    /// that it amends or that were voided.
    ///
    /// Costs what `overdrafts(by:)` does for the entries behind that one, and looks at no cash that they left as it was or above.
    ///
    /// - Parameter voided: entries that were voided since, those among them that are not void by now counting for nothing.
    public func overdrafts(since last: EntryID, voided: [EntryID] = []) throws(LedgerError) -> [Overdraft] {
        var first = activities.count
        while first > 0, activities.id(at: first - 1) > last { first -= 1 }
        let recorded = (first..<activities.count).filter(activities.counts).map { (row: $0, isTaken: false) }
        let amended = (first..<activities.count).compactMap { activities.detail(at: $0)?.amends }
        let gone = Set((voided + amended).compactMap(activities.row(of:))).filter { $0 < first && activities.isVoid(at: $0) }
        return try overdrafts(of: recorded + gone.sorted().map { (row: $0, isTaken: true) })
    }

    /// The cash that rows took below zero by being there, or by being taken out.
    private func overdrafts(of rows: [(row: Int, isTaken: Bool)]) throws(LedgerError) -> [Overdraft] {
        var moves: [Int: [Day: FixedDecimal]] = [:]
        let replayer = Replayer(self)
        var postings = PostingBuffer(policy: policy)
        for (row, isTaken) in rows where activities.status(at: row) == .posted && activities.account(at: row) != .every {
            let day = activities.date(at: row)
            for (cashPosition, change) in try cash(of: row, by: replayer, &postings) {
                let before = moves[cashPosition]?[day] ?? .zero
                moves[cashPosition, default: [:]][day] = try LedgerError.arithmetic { () throws(DecimalError) in try isTaken ? before - change : before + change }
            }
        }
        var found: [Overdraft] = []
        for (cashPosition, changes) in moves where self[activities.slots.cashPositions[cashPosition].account].tracking != .value {
            if let overdraft = try overdraft(of: cashPosition, changes, by: replayer, &postings) { found.append(overdraft) }
        }
        return found.sorted { (self[$0.account].name, $0.currency) < (self[$1.account].name, $1.currency) }
    }

    /// The cash of an account in one currency at the end of a day, or now: what there is now without what came later.
    /// O(later activities of the account), and O(n) the first time.
    public func cash(of account: AccountID, in currency: Currency, on day: Day? = nil) throws(LedgerError) -> FixedDecimal {
        let state = try stateOfCash()
        guard let cashPosition = activities.slots.find(account, currency), cashPosition.index < state.cashPositions.count else { return .zero }
        var balance = state.cashPositions[cashPosition.index].balance
        guard let day, day < activities.lastDay else { return balance }
        let replayer = Replayer(self)
        var postings = PostingBuffer(policy: policy)
        for row in rows(of: account, from: Day(number: day.number + 1)) {
            for (other, change) in try cash(of: row, by: replayer, &postings) where other == cashPosition.index {
                balance = try LedgerError.arithmetic { () throws(DecimalError) in try balance - change }
            }
        }
        return balance
    }

    /// The state as it is now for whoever asks for cash alone: that is a sum, and known though positions may wait to be computed anew, or for entries that
    /// are still to come.
    private func stateOfCash() throws(LedgerError) -> ReplayState { needsReplay ? try state(on: nil) : state }

    /// The rows of entries, and those of the entries that they amend.
    private func withAmended(_ entries: [EntryID]) -> [Int] {
        let rows = entries.compactMap(activities.row(of:)), recorded = Set(rows)
        return rows + rows.compactMap { activities.detail(at: $0)?.amends.flatMap(activities.row(of:)) }.filter { !recorded.contains($0) }
    }

    /// Where a cash position has less by some changes, and too little: now, else at the end of a day since the first of them.
    private func overdraft(
        of cashPosition: Int, _ changes: [Day: FixedDecimal], by replayer: Replayer, _ postings: inout PostingBuffer
    ) throws(LedgerError) -> Overdraft? {
        let (account, currency) = activities.slots.cashPositions[cashPosition], first = changes.keys.min() ?? .max
        // What there is more or less by the changes, from each of their days on.
        let steps = try LedgerError.arithmetic { () throws(DecimalError) in
            var sum = FixedDecimal.zero, steps: [(day: Day, sum: FixedDecimal)] = []
            for (day, change) in changes.sorted(by: { $0.key < $1.key }) {
                sum = try sum + change
                steps.append((day, sum))
            }
            return steps
        }
        guard steps.contains(where: \.sum.isNegative) else { return nil }
        let state = try stateOfCash()
        guard cashPosition < state.cashPositions.count else { return nil }
        let now = state.cashPositions[cashPosition].balance
        if now.isNegative, steps.last?.sum.isNegative == true { return Overdraft(account: account, currency: currency, balance: now, day: nil) }
        if first >= activities.lastDay { return nil }
        let balances = try balances(of: cashPosition, account, on: changes.keys, now: now, by: replayer, &postings)
        let low = balances.first { day, balance in balance.isNegative && steps.last { $0.day <= day }?.sum.isNegative == true }
        return low.map { Overdraft(account: account, currency: currency, balance: $0.balance, day: $0.day) }
    }

    /// The balances at the ends of days, and of those since the first of them on which the cash position changed: that of now without what came later. A day whose
    /// only activity was taken out is one of its own.
    private func balances(
        of cashPosition: Int, _ account: AccountID, on days: some Collection<Day>, now: FixedDecimal, by replayer: Replayer, _ postings: inout PostingBuffer
    ) throws(LedgerError) -> [(day: Day, balance: FixedDecimal)] {
        var later = Dictionary(uniqueKeysWithValues: days.map { ($0, FixedDecimal.zero) })
        for row in rows(of: account, from: days.min() ?? .max) {
            for (other, change) in try cash(of: row, by: replayer, &postings) where other == cashPosition {
                let day = activities.date(at: row)
                later[day] = try LedgerError.arithmetic { () throws(DecimalError) in try (later[day] ?? .zero) + change }
            }
        }
        var balances: [(day: Day, balance: FixedDecimal)] = [], balance = now
        for (day, change) in later.sorted(by: { $0.key > $1.key }) {
            balances.append((day, balance))
            balance = try LedgerError.arithmetic { () throws(DecimalError) in try balance - change }
        }
        return balances.reversed()
    }

    /// The rows of an account that count, from a day on.
    private func rows(of account: AccountID, from day: Day) -> [Int] {
        answers.accounts.extend(activities)
        return answers.accounts.rows(of: account, from: day).filter(activities.counts)
    }

    /// What a row changes of the cash of which account and currency.
    func cash(of row: Int, by replayer: Replayer, _ postings: inout PostingBuffer) throws(LedgerError) -> [(cashPosition: Int, change: FixedDecimal)] {
        try replayer.compile(row, into: &postings)
        return postings.postings.compactMap { $0.target == .cash ? ($0.cashPosition.index, $0.amount) : nil }
    }
}

/// Cash of an account in a currency that entries took below zero.
public struct CashShortfall: Sendable {
    /// The account.
    public let account: AccountID
    /// The currency of the cash.
    public let currency: Currency
    /// The first day at whose end there was too little.
    public let day: Day
    /// The balance of the cash then, below zero.
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
        // Held for the whole of it: to read a column of a class's table takes hold of the table each time.
        let replayer = Replayer(self), activities = activities
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
            let taken = (outflows[cashPosition] ?? []).sorted { ($0.day, $0.row) < ($1.day, $1.row) }
            if let shortfall = try shortfall(of: cashPosition, days, changes[cashPosition] ?? [:], taken) { found.append(shortfall) }
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
        try add(amount, to: &sums[cashPosition, default: [:]][day, default: .zero])
    }

    private static func add(_ amount: FixedDecimal, to sum: inout FixedDecimal) throws(LedgerError) {
        let before = sum
        sum = try LedgerError.arithmetic { () throws(DecimalError) in try before + amount }
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
