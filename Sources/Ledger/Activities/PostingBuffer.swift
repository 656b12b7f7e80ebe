import Values

/// Where a rule puts the postings of one activity; used again for the next, so that a replay allocates nothing.
struct PostingBuffer {
    private(set) var postings: [Posting] = []
    private var terms: [PostingTerms] = []
    /// Of the activity being compiled: what was said of the lots to take, and when they were acquired.
    private var detail: ActivityDetail?
    private var intent: TradeIntent?
    private var position = PositionSlot(rawValue: 0)
    private var cashPosition = CashSlot(rawValue: 0)
    let feesInCost: Bool
    let taxesInCost: Bool
    let transferFeesInCost: Bool
    let premiumStaysWithOption: Bool
    /// How each kind is compiled; at hand, as a look at what all share costs as much as a rule.
    private let compilers = Self.allCompilers
    private static let allCompilers = RuleTable(\.compile)

    init(policy: Policy) {
        feesInCost = policy.feesInCost
        taxesInCost = policy.taxesInCost
        transferFeesInCost = policy.transferFeesInCost
        premiumStaysWithOption = policy.premiumStaysWithOption
        postings.reserveCapacity(8)
    }

    var count: Int { postings.count }

    subscript(index: Int) -> Posting { postings[index] }

    /// Replaces the postings by those of the activity. They balance, or the rule is wrong.
    mutating func compile(_ facts: ActivityFacts) throws(DecimalError) {
        postings.removeAll(keepingCapacity: true)
        if !terms.isEmpty { terms.removeAll(keepingCapacity: true) }
        // Copying an optional class costs more than asking for it, and nearly no activity has one.
        if facts.detail != nil || detail != nil { detail = facts.detail }
        intent = facts.subtype == nil ? nil : TradeIntent(facts.subtype)
        position = facts.position
        cashPosition = facts.cashPosition
        try compilers[facts.kind, facts.subtype](facts, &self)
        precondition(isBalanced, "what one posting of an activity takes, the others give")
        if let settlement = facts.settlement { try settle(in: settlement.cashPosition, at: settlement.rate) }
    }

    /// Lets cash move in another currency, and what the owner brought in with it: each amount at the rate. What is left of the activity's own
    /// currency was changed into the other, so that the postings add up to zero in both.
    private mutating func settle(in settled: CashSlot, at rate: FixedDecimal) throws(DecimalError) {
        if !postings.contains(where: { $0.target == .cash }) { return }
        var own = FixedDecimal.zero, other = FixedDecimal.zero
        for index in postings.indices where postings[index].target == .cash || postings[index].target == .contribution {
            let worth = try postings[index].amount * rate
            (own, other) = (try own + postings[index].amount, try other + worth)
            (postings[index].cashPosition, postings[index].amount) = (settled, worth)
        }
        if !own.isZero { post(.exchange, own) }
        if !other.isZero { postings.append(Posting(target: .exchange, position: position, cashPosition: settled, quantity: .zero, amount: -other)) }
    }

    /// Money that is changed into another currency, below zero where it was changed into this one.
    mutating func exchange(_ amount: FixedDecimal) { post(.exchange, amount) }

    mutating func cash(_ amount: FixedDecimal) { post(.cash, amount) }

    /// The money that comes or goes with a corporate action: its amount, if there is one, less fee and tax.
    mutating func moneyAtHand(_ facts: ActivityFacts) throws(DecimalError) {
        guard !facts.amount.isAbsent || !facts.fee.isZero || !facts.tax.isZero else { return }
        fee(facts.fee)
        tax(facts.tax)
        cash(try (facts.amount.isAbsent ? .zero : facts.amount) - facts.fee - facts.tax)
    }

    /// What a trade was charged that is part of its cost, or comes off its proceeds.
    @inline(__always)
    func chargesInCost(_ facts: ActivityFacts) throws(DecimalError) -> FixedDecimal {
        if taxesInCost { return feesInCost ? try facts.fee + facts.tax : facts.tax }
        return feesInCost ? facts.fee : .zero
    }

    /// What a trade was charged beside its cost or proceeds.
    @inline(__always)
    mutating func chargesApart(_ facts: ActivityFacts) {
        if !feesInCost { fee(facts.fee) }
        if !taxesInCost { tax(facts.tax) }
    }

    /// Units bought for that cost in all.
    mutating func acquire(_ quantity: FixedDecimal, cost: FixedDecimal) {
        post(.acquire, cost, quantity)
        if detail != nil || intent != nil { say(tradeTerms) }
    }

    /// The same, of another position of the account.
    mutating func acquire(_ quantity: FixedDecimal, cost: FixedDecimal, of position: PositionSlot) {
        postings.append(Posting(target: .acquire, position: position, cashPosition: cashPosition, quantity: quantity, amount: cost))
    }

    /// Units sold for those proceeds in all.
    mutating func relieve(_ quantity: FixedDecimal, proceeds: FixedDecimal) {
        post(.relieve, -proceeds, quantity)
        if detail != nil || intent != nil { say(tradeTerms) }
    }

    /// What a trade says beside its figures; most say nothing.
    private var tradeTerms: PostingTerms? {
        let terms = PostingTerms(lots: detail?.lots ?? [], intent: intent, opened: detail?.opened)
        return terms.lots.isEmpty && terms.intent == nil && terms.opened == nil ? nil : terms
    }

    mutating func income(_ amount: FixedDecimal) { post(.income, -amount) }

    /// A fee apart from any cost; nothing where it is zero.
    mutating func fee(_ amount: FixedDecimal) { if !amount.isZero { post(.fee, amount) } }

    /// A tax; nothing where it is zero.
    mutating func tax(_ amount: FixedDecimal) { if !amount.isZero { post(.tax, amount) } }

    /// Money that the owner brought in, below zero where it was taken out.
    mutating func contribution(_ amount: FixedDecimal) { post(.contribution, -amount) }

    /// Multiplies the units of every lot.
    mutating func split(_ ratio: Ratio) { post(.split, .zero, .zero, PostingTerms(ratio: ratio)) }

    /// Sells what a split left behind a whole number of units.
    mutating func sellFraction(for proceeds: FixedDecimal) { post(.sellFraction, -proceeds) }

    /// Sells all units there are, however many.
    mutating func sellAll(for proceeds: FixedDecimal) { post(.sellAll, -proceeds) }

    /// Lowers the cost of the lots held, the rest being a gain; an amount below zero raises it.
    mutating func returnCapital(_ amount: FixedDecimal) { post(.returnCapital, -amount) }

    /// The cost is no posting: what it changes is found when the units held before are known.
    mutating func holdPosition(_ quantity: FixedDecimal, cost: FixedDecimal?) {
        post(.holdPosition, .zero, quantity, PostingTerms(opened: detail?.opened, cost: cost))
    }

    /// Gives units of another position for those held, with a share of their cost; those held go where `movesUnits`.
    mutating func convert(into other: PositionSlot, _ ratio: Ratio, share: FixedDecimal, movesUnits: Bool) {
        post(.convert, .zero, .zero, PostingTerms(other: other, ratio: ratio, share: share, movesUnits: movesUnits))
    }

    /// Sends units with their lots, whose cost a fee raises, to wherever the group's other activity brings them in.
    mutating func transferOut(_ quantity: FixedDecimal, fee: FixedDecimal, group: String) {
        post(.transferOut, fee, quantity, PostingTerms(group: group, lots: detail?.lots ?? []))
    }

    /// The cost counts only where no lots come with the units; a fee raises what they cost.
    mutating func transferIn(_ quantity: FixedDecimal, cost: FixedDecimal?, fee: FixedDecimal, group: String) {
        post(.transferIn, fee, quantity, PostingTerms(group: group, opened: detail?.opened, cost: cost))
    }

    /// Closes contracts at zero, all where no quantity is given.
    mutating func closeOption(_ quantity: FixedDecimal) { post(.closeOption, .zero, quantity.isAbsent ? .zero : quantity) }

    /// Uses contracts: trades the underlying at the strike, and moves the premium there unless it stays with the option.
    mutating func useOption(_ facts: ActivityFacts) throws(DecimalError) {
        guard let other = facts.other, let right = facts.right else { preconditionFailure("an option's terms are checked before") }
        let gross = try facts.product, charge = try chargesInCost(facts)
        let buys = (right == .call) == (facts.subtype == .exercise)
        let money = buys ? try gross + charge : -(try gross - charge)
        let terms = PostingTerms(
            other: other, movesUnits: !premiumStaysWithOption, side: facts.subtype == .exercise ? .long : .short, buys: buys,
            strike: facts.price, units: try facts.quantity * facts.multiplier)
        post(.useOption, money, facts.quantity, terms)
        chargesApart(facts)
        cash(try (buys ? -gross : gross) - facts.fee - facts.tax)
    }

    /// The terms of a posting that has some.
    func terms(of posting: Posting) -> PostingTerms? { posting.terms < 0 ? nil : terms[Int(posting.terms)] }

    /// The units that a posting brings, or below zero takes, whatever the position has; nil where it does anything else to units.
    func unitsAlone(_ posting: Posting) -> FixedDecimal? {
        switch posting.target {
        case .acquire, .relieve:
            if posting.terms >= 0, terms[Int(posting.terms)].intent != nil { return nil }
            return posting.target == .acquire ? posting.quantity : -posting.quantity
        case .transferIn: return posting.quantity
        case .transferOut: return -posting.quantity
        case .cash, .income, .fee, .tax, .contribution, .exchange, .split, .sellFraction, .sellAll, .returnCapital, .convert, .holdPosition,
            .closeOption, .useOption:
            return nil
        }
    }

    private mutating func post(_ target: PostingTarget, _ amount: FixedDecimal, _ quantity: FixedDecimal = .zero) {
        postings.append(Posting(target: target, position: position, cashPosition: cashPosition, quantity: quantity, amount: amount))
    }

    private mutating func post(_ target: PostingTarget, _ amount: FixedDecimal, _ quantity: FixedDecimal, _ terms: PostingTerms) {
        post(target, amount, quantity)
        say(terms)
    }

    /// Adds terms to the posting made last. Most have none, so that a replay seldom touches anything so large.
    private mutating func say(_ terms: PostingTerms?) {
        guard let terms else { return }
        postings[postings.count - 1].terms = Int8(self.terms.count)
        self.terms.append(terms)
    }

    /// Whether the amounts add up to zero. All postings are in the currency of one cash position as long as nothing is settled in another.
    var isBalanced: Bool {
        // Whatever it passes through on the way: a sum that wraps round comes back to zero just where it is zero, since the postings are few.
        postings.reduce(Int128(0)) { $0 &+ $1.amount.units } == 0
    }
}
