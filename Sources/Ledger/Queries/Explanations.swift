public import Values

/// What one activity made of a holding.
public struct HoldingStep: Hashable, Sendable {
    /// The entry of the activity.
    public let activity: EntryID
    /// Units held after it, below zero where they were sold short.
    public let quantity: FixedDecimal
    /// What they cost after it.
    public let cost: FixedDecimal
    /// What it changed the cost by; the changes of all steps add up to the cost.
    public let change: FixedDecimal
    /// The part of the change by which accounts that pool shared their cost before units left one of them.
    public let shared: FixedDecimal
    /// Lots open after it.
    public let openLots: Int
    /// Whether it is a purchase, a sale or another trade of its own, and no change of all lots at once.
    public let isTrade: Bool
    /// Whether what they cost after it is known.
    public let isCostKnown: Bool
    /// Whether it is known what it changed the cost by.
    public let isChangeKnown: Bool
}

/// What one activity made of a cash balance.
public struct CashStep: Hashable, Sendable {
    /// The entry of the activity.
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
        return try steps(of: [slot], on: day)
    }

    /// The same of all holdings that share the cost of a holding's units on a day: the one by itself where a holding averages, those of its owner where
    /// accounts pool; nil where each lot keeps its own cost.
    public func sharedSteps(of account: AccountID, _ instrument: InstrumentID, on day: Day? = nil) throws(LedgerError) -> [HoldingStep]? {
        guard let slot = activities.slots.find(account, instrument) else { return nil }
        let method = policy.lotMethod(account, instrument, on: day ?? .max)
        guard method.sharesCosts else { return nil }
        return try steps(of: method.isPooled ? Replayer(self).pool(of: slot) : [slot], on: day)
    }

    private func steps(of slots: [PositionSlot], on day: Day?) throws(LedgerError) -> [HoldingStep] {
        let replayer = Replayer(self)
        var state = ReplayState(), undo = UndoLog(), postings = PostingBuffer(policy: policy)
        state.grow(positions: activities.slots.positions.count, cashPositions: activities.slots.cashPositions.count)
        var steps: [HoldingStep] = []
        for row in activities.rows(in: slots.flatMap(activities.slots.linked)).map(Int.init) where activities.date(at: row) <= day ?? .max {
            try replayer.compile(row, into: &postings)
            let before = try sum(slots, state)
            var isTrade = true, shared = FixedDecimal.zero
            for index in 0..<postings.count where postings[index].target.changesLots {
                if postings[index].target != .acquire, postings[index].target != .relieve { isTrade = false }
                if replayer.tiesAccounts, postings[index].target == .relieve {
                    // What is shared before units leave is told apart from what leaves. To share once more changes nothing.
                    let unshared = try sum(slots, state).cost
                    try replayer.pool(postings[index].position, row, &state, &undo)
                    let even = try sum(slots, state).cost, sharedBefore = shared
                    shared = try LedgerError.arithmetic { () throws(DecimalError) in try sharedBefore + (even - unshared) }
                }
                try replayer.take(postings[index], row, postings, into: &state, undo: &undo)
            }
            let after = try sum(slots, state)
            if before == after { continue }
            let change = try LedgerError.arithmetic { () throws(DecimalError) in try after.cost - before.cost }
            steps.append(
                HoldingStep(
                    activity: activities.id(at: row), quantity: after.quantity, cost: after.cost, change: change, shared: shared, openLots: after.openLots, isTrade: isTrade,
                    isCostKnown: after.isCostKnown, isChangeKnown: before.isCostKnown && after.isCostKnown))
        }
        return steps
    }

    private struct HoldingSum: Equatable {
        var quantity = FixedDecimal.zero, cost = FixedDecimal.zero, openLots = 0, isCostKnown = true
    }

    private func sum(_ slots: [PositionSlot], _ state: borrowing ReplayState) throws(LedgerError) -> HoldingSum {
        var sum = HoldingSum()
        do throws(DecimalError) {
            for slot in slots {
                sum.quantity = try sum.quantity + state.positions[slot.index].quantity
                sum.cost = try sum.cost + state.positions[slot.index].cost.own
                sum.openLots += state.positions[slot.index].openLots
                if state.positions[slot.index].hasUnknownCost { sum.isCostKnown = false }
            }
        } catch {
            throw .arithmetic(error)
        }
        return sum
    }

    /// How a cash balance came about. O(activities).
    public func steps(of account: AccountID, _ currency: Currency, on day: Day? = nil) throws(LedgerError) -> [CashStep] {
        var steps: [CashStep] = [], balance = FixedDecimal.zero, failure: DecimalError?
        let isOfBalance = { (row: Int) in self.activities.account(at: row) == account && self.activities.cashCurrency(at: row) == currency }
        try visitPostings([.cash], nil, day, where: isOfBalance) { posting, row in
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

/// One of the changes that an activity makes, as `explain` shows them. The amounts of an activity's effects add up to zero.
public struct PostedEffect: Hashable, Sendable {
    /// What the change falls on: cash, a position, income …
    public let target: PostingTarget
    /// The account in which it happened, or that holds it.
    public let account: AccountID
    /// Nil where the account alone is concerned.
    public let instrument: InstrumentID?
    /// Units acquired or relieved; zero for the rest.
    public let quantity: FixedDecimal
    /// The money of the change; the amounts of one activity add up to zero.
    public let amount: FixedDecimal
    /// The currency of its figures.
    public let currency: Currency
}

/// What activities come to in money, as their rules tell it; read by row of the ledger's activities as they were when it was made.
public struct CashEffects {
    private let replayer: Replayer
    private var postings: PostingBuffer

    /// For the activities of a ledger.
    public init(_ ledger: Ledger) {
        replayer = Replayer(ledger)
        postings = PostingBuffer(policy: ledger.policy)
    }

    /// The change of the account's cash that the activity of a row makes; of one that is void or not posted, that it would make. O(1).
    public mutating func effect(at row: Int) throws(LedgerError) -> FixedDecimal {
        try replayer.compile(row, into: &postings)
        return try LedgerError.arithmetic { () throws(DecimalError) in
            var sum = FixedDecimal.zero
            for posting in postings.postings where posting.target == .cash { sum = try sum + posting.amount }
            return sum
        }
    }

    /// Money before fee and tax: the amount as given, or what quantity, price and multiplier make. O(1).
    public func gross(at row: Int) throws(LedgerError) -> FixedDecimal {
        try LedgerError.arithmetic { () throws(DecimalError) in try replayer.facts(at: row).gross }
    }
}
