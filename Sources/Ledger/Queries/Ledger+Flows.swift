public import Values

extension Ledger {
    /// What was earned within the days given, both included; nil for no limit. In replay order.
    public func income(from: Day? = nil, to: Day? = nil) throws(LedgerError) -> [Income] {
        let earns = RuleTable(\.earnsIncome)
        let activities = activities
        var result: [Income] = []
        try visitPostings([.income], from, to, where: { earns[activities.kind(at: $0), activities.subtype(at: $0)] }) { posting, row in
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
