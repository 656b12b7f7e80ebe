import Values

/// Where a rule puts the postings of one activity; used again for the next, so that a replay allocates nothing.
struct PostingBuffer {
    private(set) var postings: [Posting] = []
    private var position = PositionSlot(rawValue: 0)
    private var purse = PurseSlot(rawValue: 0)
    let feesInCost: Bool
    /// How each kind is compiled, by its place.
    private static let compilers = ActivityRule.all.map(\.compile)

    init(policy: Policy) {
        feesInCost = policy.feesInCost
        postings.reserveCapacity(8)
    }

    var count: Int { postings.count }

    subscript(index: Int) -> Posting { postings[index] }

    /// Replaces the postings by those of the activity. They balance, or the rule is wrong.
    mutating func compile(_ facts: ActivityFacts) throws(DecimalError) {
        postings.removeAll(keepingCapacity: true)
        position = facts.position
        purse = facts.purse
        try Self.compilers[facts.kind.ordinal](facts, &self)
        assert(isBalanced)
    }

    mutating func cash(_ amount: FixedDecimal) { post(.cash, amount) }

    /// Units bought for that cost in all.
    mutating func acquire(_ quantity: FixedDecimal, cost: FixedDecimal) { post(.acquire, cost, quantity) }

    /// Units sold for those proceeds in all.
    mutating func relieve(_ quantity: FixedDecimal, proceeds: FixedDecimal) { post(.relieve, -proceeds, quantity) }

    mutating func income(_ amount: FixedDecimal) { post(.income, -amount) }

    /// A fee apart from any cost; nothing where it is zero.
    mutating func fee(_ amount: FixedDecimal) { if !amount.isZero { post(.fee, amount) } }

    /// A tax; nothing where it is zero.
    mutating func tax(_ amount: FixedDecimal) { if !amount.isZero { post(.tax, amount) } }

    /// Money that the owner brought in, below zero where it was taken out.
    mutating func contribution(_ amount: FixedDecimal) { post(.contribution, -amount) }

    private mutating func post(_ target: PostingTarget, _ amount: FixedDecimal, _ quantity: FixedDecimal = .zero) {
        postings.append(Posting(target: target, position: position, purse: purse, quantity: quantity, amount: amount))
    }

    /// Whether the amounts add up to zero. All postings are in the currency of one purse so far.
    var isBalanced: Bool {
        guard let sum = try? postings.reduce(into: FixedDecimal.zero, { sum, posting in try sum += posting.amount }) else { return false }
        return sum.isZero
    }
}
