import Values

/// Replays a book and writes down what changed on each day.
struct HistoryBuilder {
    private let replayer: Replayer
    private var state = ReplayState()
    private var undo = UndoLog()
    private var postings: PostingBuffer
    private let transfers: SameDayTransfers?
    /// Units as they were written down last, by place of the position.
    private var held: [FixedDecimal]
    /// What is held where nothing is replayed, since the rows come behind a history: units by place of the position, money by place of the cash position.
    private var figures: (units: [FixedDecimal], balances: [FixedDecimal])?

    init(_ ledger: Ledger) throws(LedgerError) {
        replayer = Replayer(ledger)
        postings = PostingBuffer(policy: ledger.policy)
        transfers = try SameDayTransfers(replayer.activities)
        state.gains.isRecording = ledger.policy.washSales
        state.transit.notesGiven = true
        let slots = replayer.activities.slots
        state.grow(positions: slots.positions.count, cashPositions: slots.cashPositions.count)
        held = Array(repeating: .zero, count: slots.positions.count)
    }

    /// A builder that goes on from what a history ends with. O(positions).
    init(behind history: History, of ledger: Ledger) {
        (replayer, postings, transfers) = (Replayer(ledger), PostingBuffer(policy: ledger.policy), nil)
        state.grow(positions: history.positions.count, cashPositions: history.cashPositions.count)
        held = history.units.map { $0.last?.figure ?? .zero }
        figures = (held, history.balances.map { $0.last?.figure ?? .zero })
    }

    /// Adds a row that comes behind all others, and tells whether it is one that can be added without a replay: a trade or a payment of one position and its money.
    mutating func add(_ row: Int, to history: inout History) throws(LedgerError) -> Bool {
        let activities = replayer.activities, kind = activities.kind(at: row)
        guard activities.account(at: row) != .every, kind != .transferIn, kind != .transferOut, activities.subtype(at: row) != .exchange else { return false }
        try replayer.compile(row, into: &postings)
        let own = activities.position(at: row)
        let isPlain = postings.postings.allSatisfy { [.acquire, .relieve].contains($0.target) ? $0.position == own : !$0.target.changesLots }
        let bringsUnits = postings.postings.contains { $0.target == .contribution } && postings.postings.contains { $0.target.changesLots }
        // Of units that became others or more, digits may be left that no step shows.
        if !isPlain || bringsUnits || history.splits[own.index] != nil || history.unitMoves.contains(where: { $0.position == own && $0.giver != nil }) { return false }
        for posting in postings.postings {
            if posting.target == .cash {
                let balance = try sum(balance(of: posting.cashPosition), posting.amount)
                figures?.balances[posting.cashPosition.index] = balance
            } else if posting.target.changesLots {
                let units = try sum(quantity(of: own), posting.target == .acquire ? posting.quantity : -posting.quantity)
                figures?.units[own.index] = units
            }
        }
        try note(row, in: &history)
        return true
    }

    private func quantity(of slot: PositionSlot) -> FixedDecimal { figures?.units[slot.index] ?? state.positions[slot.index].quantity }
    private func balance(of slot: CashSlot) -> FixedDecimal { figures?.balances[slot.index] ?? state.cashPositions[slot.index].balance }

    mutating func replay(into history: inout History) throws(LedgerError) {
        // A copy, since what it takes the rows into is the builder itself.
        let replayer = replayer
        try replayer.forEachRow { row throws(LedgerError) in
            try take(row, into: &history)
            return true
        }
    }

    /// Notes from when on it is known what units cost, once all is replayed: a later row may tell.
    func noteUnknownCosts(of ledger: Ledger, in history: inout History) {
        if state.transit.unpaired.isEmpty { return }
        let unknown = UnknownCosts(ledger, state), positions = history.positions
        history.noteCosts { move in
            let moved = move.giver == nil ? state.transit.costs[move.row] : state.transit.given[move.place]
            return positions[move.position.index].instrument.flatMap { held in moved.flatMap { unknown.knownFrom($0, held) } }
        }
    }

    private mutating func take(_ row: Int, into history: inout History) throws(LedgerError) {
        guard replayer.activities.counts(at: row) else { return }
        try replayer.take(row, by: &postings, into: &state, undo: &undo)
        try note(row, in: &history)
    }

    /// Writes down what the postings of a row have changed.
    private mutating func note(_ row: Int, in history: inout History) throws(LedgerError) {
        let day = replayer.activities.date(at: row)
        history.begin(row, on: day)
        var contribution: FixedDecimal?, cash: (sum: FixedDecimal, cashPosition: CashSlot)?
        var changesUnits = false
        for posting in postings.postings {
            if posting.target.changesLots { changesUnits = true }
            if posting.target == .contribution { contribution = try sum(contribution ?? .zero, -posting.amount) }
            if posting.target == .cash { cash = (try sum(cash?.sum ?? .zero, posting.amount), posting.cashPosition) }
            if posting.target == .split { try note(posting, day, &history) }
        }
        // What came in without cash came as units, and counts for what these are worth, be it that they cost nothing.
        let bringsUnits = changesUnits && cash == nil && contribution != nil
        let money = RowMoney(row, replayer)
        if let cash {
            history.note(balance: balance(of: cash.cashPosition), of: cash.cashPosition, on: day)
            if replayer.activities.instrument(at: row) != nil { note(.cash, cash.sum, money.cash, row, day, &history) }
            // What was charged without cash was charged before the book began.
            try noteCharges(row, day, money, &history)
        }
        if let contribution, !contribution.isZero, !bringsUnits {
            let partner = transfers?.partner(of: row), isWithin = partner.map { $0.changed == nil } ?? false
            // Money that goes on to another account unchanged is no otherwise worth there, whatever rate one side tells.
            let told = money.isSettled ? (contribution, money.cash) : isWithin ? (contribution, money.own) : try money.told(contribution)
            let own = money.isSettled || told.1 == money.own ? nil : Money(contribution, money.own)
            note(.contribution, told.0, told.1, row, day, &history, own, partner)
            if partner == nil { try noteOwnRate(contribution, money, row, day, &history) }
        }
        if changesUnits { try noteUnits(row, day, cost: bringsUnits ? contribution : nil, &history) }
    }

    /// A split is known of positions that hold nothing yet, since a price from before it may value what they hold later.
    private func note(_ split: Posting, _ day: Day, _ history: inout History) throws(LedgerError) {
        guard let ratio = postings.terms(of: split)?.ratio else { return }
        for slot in replayer.activities.slots.accounts(of: split.position) { try history.add(History.Split(day: day, ratio: ratio), of: slot) }
        guard ratio.whole != nil else { return }
        let slots = replayer.activities.slots, (account, instrument) = slots.positions[split.position.index]
        for option in instrument.map(slots.options) ?? [] {
            for slot in slots.holders(of: option)
            where (account == .every || slots.positions[slot.index].account == account) && !replayer.activities.isToldApart(slot, on: day) {
                try history.add(History.Split(day: day, ratio: ratio), of: slot)
            }
        }
    }

    private func note(
        _ kind: History.Movement.Kind, _ amount: FixedDecimal, _ currency: Currency, _ row: Int, _ day: Day, _ history: inout History,
        _ own: Money? = nil, _ partner: SameDayTransfers.Partner? = nil
    ) {
        history.add(
            History.Movement(day: day, position: replayer.activities.position(at: row), currency: currency, kind: kind, amount: amount, own: own), partner: partner)
    }

    /// Income, fees and taxes, in the currency in which the cash moved, and what changing currencies came to; the fee of a trade counts here
    /// though it is part of a cost.
    private func noteCharges(_ row: Int, _ day: Day, _ money: RowMoney, _ history: inout History) throws(LedgerError) {
        var income = FixedDecimal.zero, fee = FixedDecimal.zero, tax = FixedDecimal.zero, given: FixedDecimal?
        for posting in postings.postings {
            switch posting.target {
            case .income: income = try sum(income, -posting.amount)
            case .fee: fee = try sum(fee, posting.amount)
            case .tax: tax = try sum(tax, posting.amount)
            case .exchange where posting.cashPosition == replayer.activities.cashPosition(at: row): given = try sum(given ?? .zero, posting.amount)
            case .cash, .acquire, .relieve, .contribution, .exchange, .split, .sellFraction, .sellAll, .returnCapital, .convert, .transferOut,
                .transferIn, .holdPosition, .closeOption, .useOption:
                break
            }
        }
        if fee.isZero { fee = replayer.activities.fee(at: row) }
        if tax.isZero { tax = replayer.activities.tax(at: row) }
        for (kind, amount) in [(History.Movement.Kind.income, income), (.fee, fee), (.tax, tax)] where !amount.isZero {
            let told = try money.told(amount)
            note(kind, told.0, told.1, row, day, &history, told.1 == money.own ? nil : Money(amount, money.own))
            try noteOwnRate(kind == .income ? amount : -amount, money, row, day, &history)
        }
        guard let given else { return }
        if !money.isSettled { return note(.exchange, -given, money.own, row, day, &history) }
        // What units were traded for, in the currency of the trade, against what was paid or received for them.
        let traded = try LedgerError.arithmetic { () throws(DecimalError) in try income - given - fee - tax }
        if traded.isZero { return }
        note(.exchange, traded, money.own, row, day, &history)
        note(.exchange, -(try money.settled(traded)), money.cash, row, day, &history)
    }

    /// Money that stays in the currency of its entry though the entry tells a rate: what that makes otherwise than the market's is a gain or a
    /// loss by currency.
    private func noteOwnRate(_ amount: FixedDecimal, _ money: RowMoney, _ row: Int, _ day: Day, _ history: inout History) throws(LedgerError) {
        let told = try money.told(amount)
        if money.isSettled || told.1 == money.own { return }
        note(.exchange, amount, money.own, row, day, &history)
        note(.exchange, -told.0, told.1, row, day, &history)
    }

    // MARK: Units

    private mutating func noteUnits(_ row: Int, _ day: Day, cost: FixedDecimal?, _ history: inout History) throws(LedgerError) {
        let isFromOutside = cost != nil || postings.postings.contains { [.transferIn, .transferOut, .holdPosition].contains($0.target) }
        let instrument = replayer.activities.instrument(at: row), isSplit = replayer.activities.kind(at: row) == .split
        // Told again, a cost counts by the rate of its day: in another currency it may differ where it is the same in its own.
        let tellsCost = postings.postings.contains { $0.target == .holdPosition && postings.terms(of: $0)?.cost != nil }
        for slot in changedSlots() {
            let quantity = quantity(of: slot), before = held[slot.index]
            // The row's own units alone came in or went out: the lots of positions that hang together with its own are read anew with it.
            let isOwn = isFromOutside && slot == replayer.activities.position(at: row)
            let costs = isOwn ? cost ?? state.transit.costs[UInt32(row)]?.cost.own ?? .zero : isFromOutside ? .zero : givenCost(row, slot)
            // Of a position that is told again only the cost may differ.
            if quantity == before, costs.isZero, !(isOwn && tellsCost) { continue }
            held[slot.index] = quantity
            if quantity != before { history.note(units: quantity, of: slot, on: day) }
            let (account, held) = replayer.activities.slots.positions[slot.index]
            // Contracts that follow a split of what they are on come from nowhere.
            guard isFromOutside || held != instrument && !isSplit else { continue }
            let giver = isFromOutside ? nil : instrument.flatMap { replayer.activities.slots.find(account, $0) }
            let delta = try LedgerError.arithmetic { () throws(DecimalError) in try quantity - before }
            history.add(
                History.UnitMove(
                    day: day, position: slot, quantity: delta, row: UInt32(row), cost: costs, giver: giver,
                    partner: isFromOutside ? transfers?.partner(of: row)?.account : nil))
        }
    }

    /// What units cost, below zero those delivered, that the row's own position gave: the lots that moved, or what it paid out in units.
    private func givenCost(_ row: Int, _ slot: PositionSlot) -> FixedDecimal {
        if let given = state.transit.given[MovedUnits.Place(row: UInt32(row), position: slot)] { return given.cost.own }
        return postings.postings.first { $0.target == .acquire && $0.position == slot }?.amount ?? .zero
    }

    /// The positions that the postings may have changed, each once.
    private func changedSlots() -> [PositionSlot] {
        let slots = replayer.activities.slots
        var changed: [PositionSlot] = []
        for posting in postings.postings where posting.target.changesLots {
            let isPlain = (posting.target == .acquire || posting.target == .relieve) && slots.positions[posting.position.index].account != .every
            let candidates = isPlain ? [posting.position] : slots.accounts(of: posting.position).flatMap(slots.linked)
            for slot in candidates where slot.index < state.positions.count && !changed.contains(slot) { changed.append(slot) }
        }
        return changed
    }

    private func sum(_ a: FixedDecimal, _ b: FixedDecimal) throws(LedgerError) -> FixedDecimal {
        try LedgerError.arithmetic { () throws(DecimalError) in try a + b }
    }
}

/// In which currencies an activity moves money, and by which rate of its own.
private struct RowMoney {
    /// The currency of its figures.
    let own: Currency
    /// The currency in which its cash moves.
    let cash: Currency
    private let rate: (currency: Currency, rate: FixedDecimal)?

    init(_ row: Int, _ replayer: Replayer) {
        own = replayer.activities.currency(at: row)
        cash = replayer.activities.cashCurrency(at: row)
        rate = replayer.activities.ownRate(at: row, replayer.accounts)
    }

    var isSettled: Bool { own != cash }

    /// A figure in the currency of the cash.
    func settled(_ amount: FixedDecimal) throws(LedgerError) -> FixedDecimal { isSettled ? try told(amount).0 : amount }

    /// A figure in the currency that the activity's own rate leads to; as it is where it tells none.
    func told(_ amount: FixedDecimal) throws(LedgerError) -> (FixedDecimal, Currency) {
        guard let rate else { return (amount, own) }
        return (try LedgerError.arithmetic { () throws(DecimalError) in try amount * rate.rate }, rate.currency)
    }
}
