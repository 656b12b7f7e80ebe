public import Values

/// What one activity made of a holding.
public struct HoldingStep: Hashable, Sendable {
    /// The activity.
    public let activity: EntryID
    /// Units held after it, below zero where they were sold short.
    public let quantity: FixedDecimal
    /// What they cost after it.
    public let cost: FixedDecimal
    /// Lots open after it.
    public let openLots: Int
    /// Whether it is a purchase, a sale or another trade of its own, and no change of all lots at once.
    public let isTrade: Bool
}

/// What one activity made of a cash balance.
public struct CashStep: Hashable, Sendable {
    /// The activity.
    public let activity: EntryID
    /// What it changed the balance by.
    public let amount: FixedDecimal
    /// The balance after it.
    public let balance: FixedDecimal
}

extension Ledger {
    /// How a holding came about: the activities that changed its units or their cost, with what they made of it. O(activities of the
    /// positions that hang together with it).
    public func steps(of account: AccountID, _ instrument: InstrumentID, on day: Day? = nil) throws(LedgerError) -> [HoldingStep] {
        guard let slot = activities.slots.find(account, instrument) else { return [] }
        let replayer = Replayer(self)
        var state = ReplayState(), undo = UndoLog(), postings = PostingBuffer(policy: policy)
        state.grow(positions: activities.slots.positions.count, purses: activities.slots.purses.count)
        var steps: [HoldingStep] = []
        for row in activities.rows(in: activities.slots.linked(to: slot)).map(Int.init) where activities.date(at: row) <= day ?? .max {
            try replayer.compile(row, into: &postings)
            let before = (state.positions[slot.index].quantity, state.positions[slot.index].cost.own, state.positions[slot.index].openLots)
            var isTrade = true
            for index in 0..<postings.count where postings[index].target.changesLots {
                if postings[index].target != .acquire, postings[index].target != .relieve { isTrade = false }
                try replayer.take(postings[index], row, postings, into: &state, undo: &undo)
            }
            let position = state.positions[slot.index]
            if before == (position.quantity, position.cost.own, position.openLots) { continue }
            steps.append(
                HoldingStep(
                    activity: activities.id(at: row), quantity: position.quantity, cost: position.cost.own, openLots: position.openLots, isTrade: isTrade))
        }
        return steps
    }

    /// How a cash balance came about. O(activities).
    public func steps(of account: AccountID, _ currency: Currency, on day: Day? = nil) throws(LedgerError) -> [CashStep] {
        var steps: [CashStep] = [], balance = FixedDecimal.zero, failure: DecimalError?
        try visitPostings([.cash], nil, day, where: { self.activities.account(at: $0) == account && self.activities.cashCurrency(at: $0) == currency }) { posting, row in
            do throws(DecimalError) {
                balance = try balance + posting.amount
            } catch {
                failure = error
            }
            steps.append(CashStep(activity: self.activities.id(at: row), amount: posting.amount, balance: balance))
        }
        if let failure { throw .arithmetic(failure) }
        return steps
    }
}
