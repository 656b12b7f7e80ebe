public import Values

/// A dividend, interest or other earning.
public struct Income: Hashable, Sendable {
    /// The entry that it comes from.
    public let activity: EntryID
    /// The day on which it counts.
    public let date: Day
    /// The account in which it happened, or that holds it.
    public let account: AccountID
    /// Nil where it is not of an instrument.
    public let instrument: InstrumentID?
    /// The kind of the activity that earned it.
    public let kind: ActivityKind
    /// Before fee and tax; below zero where it takes back an earlier one.
    public let amount: FixedDecimal
    /// The tax withheld from it.
    public let tax: FixedDecimal
    /// The currency of its figures.
    public let currency: Currency
}

extension Ledger {
    /// What was earned within the days given, both included; nil for no limit. In replay order.
    public func income(from: Day? = nil, to: Day? = nil) throws(LedgerError) -> [Income] {
        let earns = RuleTable(\.earnsIncome)
        let activities = activities
        var result: [Income] = []
        let isIncome = { (row: Int) in earns[activities.kind(at: row), activities.subtype(at: row)] }
        try visitPostings([.income], from, to, where: isIncome) { posting, row in
            result.append(
                Income(
                    activity: activities.id(at: row), date: activities.date(at: row),
                    account: activities.slots.positions[posting.position.index].account,
                    instrument: activities.slots.positions[posting.position.index].instrument,
                    kind: activities.kind(at: row), amount: -posting.amount, tax: activities.tax(at: row),
                    currency: activities.slots.cashPositions[posting.cashPosition.index].currency))
        }
        return result
    }

    /// What an activity does to the book if it counts.
    public func effects(of entry: EntryID) throws(LedgerError) -> [PostedEffect] {
        guard let row = activities.row(of: entry) else { throw missing(entry) }
        var postings = PostingBuffer(policy: policy)
        try Replayer(self).compile(row, into: &postings)
        return postings.postings.map { posting in
            let (account, instrument) = activities.slots.positions[posting.position.index]
            return PostedEffect(
                target: posting.target, account: account, instrument: instrument, quantity: posting.quantity, amount: posting.amount,
                currency: activities.slots.cashPositions[posting.cashPosition.index].currency)
        }
    }

    /// Why an entry is no activity.
    func missing(_ entry: EntryID) -> LedgerError {
        entry.rawValue >= 1 && entry <= lastEntry ? .notAnActivity(entry) : .unknownEntry(entry)
    }

    /// Calls back with the postings of some targets of the activities that count and that the condition holds for, in replay order.
    func visitPostings(
        _ targets: Set<PostingTarget>, _ from: Day?, _ to: Day?, where condition: (Int) -> Bool, _ body: (Posting, Int) -> Void
    ) throws(LedgerError) {
        let replayer = Replayer(self)
        let activities = replayer.activities
        var rows: [Int32] = []
        for row in 0..<activities.count where condition(row) && activities.counts(at: row) {
            let date = activities.date(at: row)
            if date >= from ?? .min, date <= to ?? .max { rows.append(Int32(row)) }
        }
        var postings = PostingBuffer(policy: policy)
        for row in activities.sorted(rows) {
            try replayer.compile(Int(row), into: &postings)
            for posting in postings.postings where targets.contains(posting.target) { body(posting, Int(row)) }
        }
    }
}

/// What was charged for something, or paid as tax.
public struct Charge: Hashable, Sendable {
    /// What it was charged for; the raw value is the name people see.
    public enum Kind: String, CaseIterable, Sendable {
        /// The fee of a trade, a transfer of units or another change of units.
        case trade
        /// Any other fee: of the account, of a payment.
        case account
        /// A tax, paid or withheld.
        case tax
        /// The fee for changing one currency into another.
        case exchange
    }

    /// The entry that it comes from.
    public let activity: EntryID
    /// The row of that entry among the activities.
    public let row: Int
    /// The day on which it counts.
    public let date: Day
    /// Where it was charged.
    public let account: AccountID
    /// What it was charged for; nil where it is not of an instrument.
    public let instrument: InstrumentID?
    /// What was charged.
    public let kind: Kind
    /// Below zero where an earlier one was paid back.
    public let amount: FixedDecimal
    /// The currency of its figures.
    public let currency: Currency
}

extension Ledger {
    /// Fees and taxes of activities that count, within the days given, both included; nil for no limit. In replay order; an activity has its fee
    /// before its tax. Whether fees are part of a cost makes no difference. O(n).
    ///
    /// - Parameter counting: false for those of activities that do not count, being void, amended, pending or drafts.
    public func charges(from: Day? = nil, to: Day? = nil, counting: Bool = true) -> [Charge] {
        let table = activities
        var charges: [Charge] = []
        for row in table.rowsInOrder().lazy.map(Int.init) where table.counts(at: row) == counting {
            let day = table.date(at: row), kind = table.kind(at: row)
            if let from, day < from { continue }
            if let to, day > to { continue }
            func add(_ what: Charge.Kind, _ amount: FixedDecimal?) {
                guard let amount, !amount.isZero else { return }
                charges.append(
                    Charge(
                        activity: table.id(at: row), row: row, date: day, account: table.account(at: row), instrument: table.instrument(at: row), kind: what,
                        amount: amount, currency: table.currency(at: row)))
            }
            let changesUnits = table.instrument(at: row) != nil && ActivityRule.changesUnits(kind, table.subtype(at: row))
            if kind == .fee { add(.account, table.amount(at: row)) }
            add(changesUnits ? .trade : table.subtype(at: row) == .exchange ? .exchange : .account, table.fee(at: row))
            if kind == .tax { add(.tax, table.amount(at: row)) }
            add(.tax, table.tax(at: row))
        }
        return charges
    }
}
