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
                    currency: activities.slots.purses[posting.purse.index].currency))
        }
        return result
    }

    /// What the owner brought in and took out within the days given, both included; nil for no limit. In replay order. Units that were
    /// moved count with what they cost, so a book with such transfers is replayed for it.
    public func contributions(from: Day? = nil, to: Day? = nil) throws(LedgerError) -> [Contribution] {
        let moves = RuleTable(\.movesContribution)
        let activities = activities
        var result: [Contribution] = []
        let mayMove = { (row: Int) in moves[activities.kind(at: row), activities.subtype(at: row)] || activities.subtype(at: row) == .opening }
        let costs = try transferCosts(through: to)
        try visitPostings([.contribution, .transferIn, .transferOut], from, to, where: mayMove) { posting, row in
            let (account, currency) = activities.slots.purses[posting.purse.index]
            let instrument = posting.target == .contribution ? nil : activities.instrument(at: row)
            result.append(
                Contribution(
                    activity: activities.id(at: row), date: activities.date(at: row), account: account,
                    amount: instrument == nil ? -posting.amount : costs[row] ?? .zero, currency: instrument.map { self[$0].currency } ?? currency))
        }
        return result
    }

    /// What the units of each transfer cost, by row; below zero for those that left. Only a replay tells, as the lots do.
    private func transferCosts(through day: Day?) throws(LedgerError) -> [Int: FixedDecimal] {
        let activities = activities
        let movesUnits = (0..<activities.count).contains { row in
            let kind = activities.kind(at: row)
            return (kind == .transferIn || kind == .transferOut) && activities.instrument(at: row) != nil && activities.counts(at: row)
        }
        if !movesUnits { return [:] }
        let replayer = Replayer(self)
        var state = ReplayState(), undo = UndoLog(), postings = PostingBuffer(policy: policy)
        state.gains.isRecording = false
        state.grow(positions: activities.slots.positions.count, purses: activities.slots.purses.count)
        var costs: [Int: FixedDecimal] = [:]
        for row in activities.rowsInOrder().lazy.map(Int.init) where activities.counts(at: row) {
            if let day, activities.date(at: row) > day { break }
            let slot = activities.position(at: row).index
            let before = state.positions[slot].transferred
            try replayer.take(row, by: &postings, into: &state, undo: &undo)
            let after = state.positions[slot].transferred
            if after != before { costs[row] = try LedgerError.arithmetic { () throws(DecimalError) in try after - before } }
        }
        return costs
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
                currency: activities.slots.purses[posting.purse.index].currency)
        }
    }

    /// Why an entry is no activity.
    func missing(_ entry: EntryID) -> LedgerError {
        entry.rawValue >= 1 && entry <= lastEntry ? .notAnActivity(entry) : .unknownEntry(entry)
    }

    /// Calls back with the postings of some targets of the activities that count and that the condition holds for, in replay order.
    private func visitPostings(
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
