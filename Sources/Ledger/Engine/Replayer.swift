import Values

/// Told how many activities of how many a replay has taken in; `false` ends it.
public typealias ReplayWatch = (_ done: Int, _ total: Int) -> Bool

/// Takes activities into a state: what the book says, without the book.
///
/// It holds copies of the book's columns and definitions, which cost a few references, so that a loop over a million rows reads plain
/// memory and the state can be changed in place meanwhile. It is made for one piece of work and thrown away; the postings go through
/// a buffer that the caller keeps.
struct Replayer {
    let activities: ActivityTable
    let accounts: [Account]
    let instruments: [Instrument]
    /// By number of instrument; the first stands for no instrument.
    let multipliers: [FixedDecimal]
    let policy: Policy
    /// Whether lots of different accounts depend on one another.
    let tiesAccounts: Bool
    /// The currency that money of lots is counted in beside their own; nil for none.
    var other: OtherCurrency?
    /// Told how far a replay of everything is.
    var watch: ReplayWatch?

    /// Compiles the activity of a row.
    func compile(_ row: Int, into postings: inout PostingBuffer) throws(LedgerError) {
        try compile(facts(at: row), into: &postings)
    }

    /// What the rule of the activity in a row needs.
    @inline(__always)
    func facts(at row: Int) -> ActivityFacts {
        let slot = activities.position(at: row)
        let instrument = activities.slots.positions[slot.index].instrument
        var facts = activities.facts(at: row, multiplier: multipliers[Int(instrument?.rawValue ?? 0)])
        if facts.detail != nil { complete(&facts, facts.detail?.settles == nil ? nil : activities.fxRate(at: row)) }
        return facts
    }

    /// Whether an earning was paid in a currency other than that of the instrument that paid it.
    func isForeign(_ income: Posting) -> Bool {
        guard let instrument = activities.slots.positions[income.position.index].instrument else { return false }
        return activities.slots.cashPositions[income.cashPosition.index].currency != instruments[Int(instrument.rawValue) - 1].currency
    }

    /// Adds what the detail leads to.
    private func complete(_ facts: inout ActivityFacts, _ rate: FixedDecimal?) {
        let (account, instrument) = activities.slots.positions[facts.position.index]
        // Cash is of an account: what is said of all of them can charge none.
        if account == .every { (facts.fee, facts.tax) = (.zero, .zero) }
        if let into = facts.detail?.into { facts.other = activities.slots.find(account, into) }
        if let instrument { facts.right = instruments[Int(instrument.rawValue) - 1].option?.right }
        if let currency = facts.detail?.settles, let rate { facts.settlement = (activities.slots.known(account, currency), rate) }
    }

    /// Compiles an activity that stands in no row. Its position and cash position must have slots.
    func compile(_ activity: Activity, into postings: inout PostingBuffer) throws(LedgerError) {
        var facts =
            ActivityFacts(
                kind: activity.kind, subtype: activity.subtype, date: activity.date,
                position: activities.slots.known(activity.account, activity.instrument),
                cashPosition: activities.slots.known(activity.account, activity.currency),
                quantity: activity.quantity ?? .absent, price: activity.price ?? .absent, amount: activity.amount ?? .absent,
                fee: activity.fee, tax: activity.tax, multiplier: multipliers[Int(activity.instrument?.rawValue ?? 0)],
                detail: activity.detail)
        if facts.detail != nil { complete(&facts, activity.fxRate) }
        try compile(facts, into: &postings)
    }

    private func compile(_ facts: ActivityFacts, into postings: inout PostingBuffer) throws(LedgerError) {
        do throws(DecimalError) {
            try postings.compile(facts)
        } catch {
            throw .arithmetic(error)
        }
    }

    /// Takes in everything from the first activity on, or up to the end of a day.
    func replay(through day: Day?, recordingGains: Bool) throws(LedgerError) -> ReplayState {
        var state = ReplayState()
        // A loss that moves elsewhere is found among the gains.
        state.gains.isRecording = recordingGains || policy.washSales
        state.gains.countsOther = other != nil
        state.transit.notesGiven = other != nil
        state.grow(positions: activities.slots.positions.count, cashPositions: activities.slots.cashPositions.count)
        // About as many gains as activities come about. Room that stays unused costs addresses, not memory.
        if recordingGains { state.gains.reserveCapacity(adding: activities.count) }
        var undo = UndoLog()
        var postings = PostingBuffer(policy: policy)
        try forEachRow { row throws(LedgerError) in
            if let day, activities.date(at: row) > day { return false }
            if activities.counts(at: row) { try take(row, by: &postings, into: &state, undo: &undo) }
            return true
        }
        return state
    }

    /// Hands over each activity in the order in which they happened, until it is told `false`, and tells whoever watches how far that is.
    ///
    /// - Throws: `.interrupted` where whoever watches wants it to end.
    @inline(__always)
    func forEachRow(_ take: (Int) throws(LedgerError) -> Bool) throws(LedgerError) {
        let count = activities.count
        defer { _ = watch?(count, count) }
        if activities.isOrdered {
            for row in 0..<count {
                if row & 0xFFFF == 0xFFFF { try tellWatch(row, of: count) }
                if try !take(row) { break }
            }
        } else {
            for (place, row) in activities.rowsInOrder().enumerated() {
                if place & 0xFFFF == 0xFFFF { try tellWatch(place, of: count) }
                if try !take(Int(row)) { break }
            }
        }
    }

    @inline(never)
    private func tellWatch(_ done: Int, of total: Int) throws(LedgerError) {
        if watch?(done, total) == false { throw .interrupted }
    }

    /// Takes in an activity that comes after all that its positions have taken in.
    func take(
        _ row: Int, by postings: inout PostingBuffer, into state: inout ReplayState, undo: inout UndoLog
    ) throws(LedgerError) {
        try compile(row, into: &postings)
        for index in 0..<postings.count { try take(postings[index], row, postings, into: &state, undo: &undo) }
        state.lastRow = Int32(row)
    }

    /// Takes in one posting of an activity that comes after all that the posting's position has taken in.
    @inline(__always)
    func take(
        _ posting: Posting, _ row: Int, _ postings: borrowing PostingBuffer, into state: inout ReplayState, undo: inout UndoLog
    ) throws(LedgerError) {
        switch posting.target {
        case .acquire, .relieve:
            // Nearly every trade says nothing beside its figures, and ties no accounts.
            if posting.terms >= 0 || tiesAccounts || !policy.lotRules.isEmpty {
                return try takeTrade(posting, row, postings, into: &state, undo: &undo)
            }
            if posting.target == .relieve, posting.quantity > state.positions[posting.position.index].quantity {
                try checkHeld(posting, nil, row, state.positions[posting.position.index])
            }
            try LedgerError.arithmetic { () throws(DecimalError) in
                try state.applyTrade(
                    posting, money(posting.amount, row), row: row, day: activities.date(at: row), order: LotOrder(policy.lotMethod), undo: &undo)
            }
        case .cash, .income, .fee, .tax, .contribution, .exchange:
            try LedgerError.arithmetic { () throws(DecimalError) in
                try state.applyMoney(posting, undo: &undo)
                if posting.target == .income { try state.applyIncome(posting, isForeign: isForeign(posting), undo: &undo) }
            }
        case .split, .sellFraction, .sellAll, .returnCapital, .convert, .transferOut, .transferIn, .holdPosition, .closeOption, .useOption:
            try change(posting, row, postings, into: &state, undo: &undo)
        }
    }

    /// Takes in a trade that says more, or that has to do with other accounts.
    @inline(never)
    private func takeTrade(
        _ posting: Posting, _ row: Int, _ postings: borrowing PostingBuffer, into state: inout ReplayState, undo: inout UndoLog
    ) throws(LedgerError) {
        let terms = postings.terms(of: posting)
        if posting.target == .relieve || terms?.intent != nil { try checkHeld(posting, terms?.intent, row, state.positions[posting.position.index]) }
        let order = try order(posting.position, row, terms?.lots ?? [], state)
        if tiesAccounts, posting.target == .relieve { try pool(posting.position, row, &state, &undo) }
        let gainsBefore = state.gains.count
        try LedgerError.arithmetic { () throws(DecimalError) in
            try state.applyTrade(
                posting, money(posting.amount, row, opened: terms?.opened), row: row, day: activities.date(at: row), opened: terms?.opened, order: order,
                undo: &undo)
        }
        if policy.washSales {
            let isPurchase = posting.target == .acquire
            // What was brought in was not bought.
            if isPurchase, activities.subtype(at: row) == .opening { return }
            try wash(posting.position, isPurchase: isPurchase, row, gainsBefore, &state, &undo)
        }
    }

    /// Money of the activity in a row as lots keep it.
    @inline(__always)
    private func money(_ amount: FixedDecimal, _ row: Int, opened: Day? = nil) -> LotMoney {
        other == nil ? LotMoney(amount) : money(of: row, opened: opened)(amount)
    }

    /// How the money of the activity in a row is counted: by the rate of its day, or of the day on which its units were acquired elsewhere.
    func money(of row: Int, opened: Day? = nil) -> ActivityMoney {
        let currency = activities.currency(at: row)
        var money = ActivityMoney(other: other, currency: currency, day: opened ?? activities.date(at: row))
        if other != nil { money.rate = activities.ownRate(at: row, accounts) }
        return money
    }

    /// Which lots a trade takes.
    @inline(__always)
    func order(_ slot: PositionSlot, _ row: Int, _ lots: [LotChoice], _ state: borrowing ReplayState) throws(LedgerError) -> LotOrder {
        let method = policy.lotRules.isEmpty ? policy.lotMethod : lotMethod(slot, row)
        if lots.isEmpty { return LotOrder(method) }
        return LotOrder(method, named: try named(lots, slot, row, state))
    }

    /// Refuses a sale of more than the position holds, unless its account may go short or it says that it opens, and a purchase of more
    /// than was sold short if it says that it closes.
    private func checkHeld(_ posting: Posting, _ intent: TradeIntent?, _ row: Int, _ position: borrowing Position) throws(LedgerError) {
        let isSale = posting.target == .relieve
        let held = isSale ? position.quantity : position.short.quantity
        guard posting.quantity > held, !mayExceed(posting.position, isSale: isSale, intent) else { return }
        if !isSale || intent == .closes { throw nothingToClose(posting, row, held: isSale ? position.long.quantity : held) }
        throw oversold(posting.position, row, held: held, asked: posting.quantity)
    }

    /// Whether a trade may take more units than there are.
    func mayExceed(_ slot: PositionSlot, isSale: Bool, _ intent: TradeIntent?) -> Bool {
        switch intent {
        case .opens: true
        case .closes: false
        case nil: !isSale || mayGoShort(slot)
        }
    }

    private func nothingToClose(_ posting: Posting, _ row: Int, held: FixedDecimal) -> LedgerError {
        let (account, symbol) = names(of: posting.position)
        return .closesTooMuch(
            account: account, symbol: symbol, date: activities.date(at: row), isSale: posting.target == .relieve, open: held,
            asked: posting.quantity)
    }

    /// The error of a sale, or another giving up, of more than is held.
    func oversold(_ slot: PositionSlot, _ row: Int, held: FixedDecimal, asked: FixedDecimal) -> LedgerError {
        let (account, symbol) = names(of: slot)
        let date = activities.date(at: row)
        if activities.kind(at: row) != .sell {
            return .tooFew(act: act(at: row), account: account, symbol: symbol, date: date, held: held, asked: asked)
        }
        return oversold(slot, date, held: held, asked: asked)
    }

    /// The error of a sale of more than is held on a day.
    func oversold(_ slot: PositionSlot, _ date: Day, held: FixedDecimal, asked: FixedDecimal) -> LedgerError {
        let (account, symbol) = names(of: slot), instrument = activities.slots.positions[slot.index].instrument
        if let instrument, instruments[Int(instrument.rawValue) - 1].kind == .option {
            return .unwritten(account: account, symbol: symbol, date: date, held: held, asked: asked)
        }
        return .oversold(account: account, symbol: symbol, date: date, held: held, asked: asked)
    }

    /// The names of a position's account and instrument, for messages.
    func names(of slot: PositionSlot) -> (account: String, symbol: String) {
        let (account, instrument) = activities.slots.positions[slot.index]
        return (account == .every ? "every account" : accounts[Int(account.rawValue) - 1].name, instrument.map { instruments[Int($0.rawValue) - 1].symbol } ?? "cash")
    }

    func mayGoShort(_ slot: PositionSlot) -> Bool {
        let account = activities.slots.positions[slot.index].account
        return account != .every && accounts[Int(account.rawValue) - 1].allowShort
    }
}
