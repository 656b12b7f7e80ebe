public import Values

/// An investment ledger in memory: what was recorded, and what follows from it.
///
/// It changes only by journal entries, one after another (`apply(_:id:)`, or `load(_:id:)` for entries that were checked when they
/// were recorded). Everything else is computed from the activities by replaying them in order of date, time and entry: at once where
/// an entry comes last for its position, else when somebody asks next. A ledger belongs to one thread.
///
///     let ledger = Ledger()
///     try ledger.apply(.account(AccountID(1), Account(name: "Brokerage", currency: .usd)), id: EntryID(1))
///     let draft = ActivityDraft(kind: "deposit", account: "Brokerage", amount: 500)
///     try ledger.apply(.activity(ledger.resolve(draft, today: today)), id: EntryID(2))
///     try ledger.cash()   // 500 USD in Brokerage
///
/// ## Topics
/// - Changing: `apply(_:id:)`, `admit(_:firstID:dryRun:)`, `load(_:id:)`, `checkpoint()`, `rollback(to:)`, `release(_:)`
/// - Naming: `resolve(_:today:)`, `missingNames(in:)`, `account(named:)`, `instrument(named:)`
/// - Asking: `holdings(on:)`, `lots(on:)`, `gains(from:to:)`, `income(from:to:)`, `cash(on:)`, `warnings(on:)`, `activities`
public final class Ledger {
    // Loading touches these for each of a million rows. They are changed in whole steps and by one thread, and nothing is called back
    // meanwhile, so that no two accesses can overlap.

    /// What accounts, instruments, settings, plans and tags there are.
    @exclusivity(unchecked) public internal(set) var definitions = Definitions()
    /// Every activity, in the order of entries.
    @exclusivity(unchecked) public internal(set) var activities = ActivityTable()
    /// What accounts that are tracked by value were told to be worth.
    public internal(set) var values = ValueTable()
    /// The last entry taken in; 0 at first.
    @exclusivity(unchecked) public internal(set) var lastEntry = EntryID(0)
    /// Changes whenever an answer might; for those who keep answers.
    @exclusivity(unchecked) public internal(set) var version = 0

    /// Told now and then, while lots, gains or a history are computed from many activities, how many of how many are taken in, and at the end that all
    /// are; `false` ends that with `LedgerError.interrupted`. What is computed then is not known, and is computed when somebody asks next.
    public var replayWatch: ReplayWatch?

    /// What follows from the activities, unless `needsReplay`.
    var state = ReplayState()
    @exclusivity(unchecked) var needsReplay = false
    var undo = UndoLog()
    var marks: [CheckpointMark] = []
    /// Entries that are looked at together, while they come.
    var openSet: OpenSet?
    /// Answers that were worked out before, and indexes for more of them.
    var answers = KnownAnswers()
    /// Which activities it has, and so what may be computed from them.
    package internal(set) var coverage = Coverage.whole
    /// Accounts of which nothing is left but their numbers.
    let erased: Set<AccountID>

    /// An empty book; to load one from which accounts were erased, tell it their numbers.
    public init(erased: Set<AccountID> = []) { self.erased = erased }

    /// Every account as last defined; the one with the number 1 comes first.
    public var accounts: [Account] { definitions.accounts }

    /// Every instrument as last defined; the one with the number 1 comes first.
    public var instruments: [Instrument] { definitions.instruments }

    /// The choices made, as text by key; `policy` is what they amount to.
    public var settings: [String: String] { definitions.settings }

    /// What the settings amount to.
    public var policy: Policy { definitions.policy }

    /// The plans of the book: reserves, targets, recurring rules and so on.
    public var plans: PlanStore { definitions.plans }
    /// The tags of its accounts, instruments and activities.
    public var tags: TagStore { definitions.tags }

    /// The account of a number, which must be defined.
    public subscript(account: AccountID) -> Account { definitions[account] }

    /// The instrument of a number, which must be defined.
    public subscript(instrument: InstrumentID) -> Instrument { definitions[instrument] }

    /// The number that the next new account gets.
    public var nextAccountID: AccountID { AccountID(Int32(accounts.count + 1)) }

    /// The number that the next new instrument gets.
    public var nextInstrumentID: InstrumentID { InstrumentID(Int32(instruments.count + 1)) }

    /// The accounts of which nothing is left but their numbers.
    public var erasedAccounts: Set<AccountID> { erased.union(accounts.indices.filter { accounts[$0].isErased }.map { AccountID(Int32($0 + 1)) }) }

    /// The account of exactly that name.
    public func account(named name: String) -> AccountID? { definitions.account(named: name) }

    /// The instrument of exactly that symbol.
    public func instrument(named symbol: String) -> InstrumentID? { definitions.instrument(named: symbol) }
}

extension Ledger {
    /// The currencies that the book knows: those of ISO 4217, the well-known coins, those declared, and those that it has entries or definitions in.
    ///
    /// What is recorded anew must be in one of them; what was recorded before its code was looked at stays, and counts as known. O(n) in the
    /// definitions, so `currency(coded:)` asks for it only where a code is not well known.
    public var currencies: CurrencyTable {
        var table = CurrencyTable()
        for document in plans.documents(.currency) {
            if let currency = try? Currency(document.name) { table.admit(currency) }
        }
        if let base = policy.baseCurrency { table.admit(base) }
        for account in accounts { table.admit(account.currency) }
        for instrument in instruments { table.admit(instrument.currency) }
        for cashPosition in activities.slots.cashPositions { table.admit(cashPosition.currency) }
        return table
    }

    /// The currency of a code that something new may be in; the error names the nearest one that is known.
    public func currency(coded code: String) throws(CurrencyError) -> Currency {
        let wellKnown = CurrencyTable(), currency = try Currency(code)
        return wellKnown.contains(currency) ? currency : try currencies.currency(code)
    }
}

extension Replayer {
    /// A replayer of what a ledger has at present.
    init(_ ledger: Ledger) {
        self.init(
            activities: ledger.activities, accounts: ledger.accounts, instruments: ledger.instruments, multipliers: ledger.definitions.multipliers,
            policy: ledger.policy, tiesAccounts: ledger.policy.tiesAccounts, watch: ledger.replayWatch)
    }
}

extension Ledger: NamedBook {}

/// What a ledger has worked out for questions before: states of past days and in other currencies, the order of gains and of names, and indexes by which
/// the next question is answered sooner. What belongs to a version of the book is not used for another.
struct KnownAnswers {
    var events = EventIndex()
    var groups = GroupIndex()
    var accounts = AccountIndex()
    /// Made by the first question for a name like another; it follows each definition from then on.
    var similarNames: SimilarNames?

    private var pastStates: [PastState] = []
    private var countedStates: [CountedState] = []
    private var gainOrder: GainOrder?
    private var slotOrder: SlotOrder?

    /// The state at the end of a past day.
    private struct PastState {
        let day: Day
        let version: Int
        let state: ReplayState
    }

    /// A state in which money is counted in another currency too.
    private struct CountedState {
        let day: Day?
        let currency: Currency
        let graph: RateGraph
        let version: Int
        let state: ReplayState
    }

    /// Which rows of the gains count, in order, at one version of the book.
    private struct GainOrder {
        let version: Int
        let rows: [Int32]
    }

    /// Positions in the order of their names, and the version of the names that it holds for.
    private struct SlotOrder {
        let version: Int
        let slots: [PositionSlot]
    }

    /// Forgets the activities from a row on, which the table has still. O(rows forgotten).
    mutating func truncate(to kept: Int, _ table: ActivityTable) {
        events.truncate(to: kept, table)
        groups.truncate(to: kept, table)
        accounts.truncate(to: kept, table)
    }

    /// The state at the end of a past day, if it was asked for lately.
    func state(on day: Day, version: Int) -> ReplayState? { pastStates.first { $0.day == day && $0.version == version }?.state }

    /// Keeps the state at the end of a past day; of two that were asked for at most.
    mutating func keep(_ state: ReplayState, on day: Day, version: Int) {
        pastStates.removeAll { $0.version != version }
        if pastStates.count > 1 { pastStates.removeFirst() }
        pastStates.append(PastState(day: day, version: version, state: state))
    }

    /// Forgets the states at the ends of past days.
    mutating func forgetPastStates() { pastStates = [] }

    /// The state in which money is counted in a currency too, if it was asked for lately; forgets those by other rates or of other versions.
    mutating func state(on day: Day?, countedIn currency: Currency, by graph: RateGraph, version: Int) -> ReplayState? {
        countedStates.removeAll { $0.version != version || $0.graph !== graph }
        return countedStates.first { $0.day == day && $0.currency == currency }?.state
    }

    /// Keeps a state in which money is counted in a currency too; of two that were asked for at most.
    mutating func keep(_ state: ReplayState, on day: Day?, countedIn currency: Currency, by graph: RateGraph, version: Int) {
        if countedStates.count > 1 { countedStates.removeFirst() }
        countedStates.append(CountedState(day: day, currency: currency, graph: graph, version: version, state: state))
    }

    /// The rows of gains that count, in order; nil where they are not known at the version.
    func gainRows(version: Int) -> [Int32]? { gainOrder.flatMap { $0.version == version ? $0.rows : nil } }

    /// Keeps the rows of gains that count, in order.
    mutating func keep(gainRows rows: [Int32], version: Int) { gainOrder = GainOrder(version: version, rows: rows) }

    /// Forgets the order of gains, whose rows have changed.
    mutating func forgetGainRows() { gainOrder = nil }

    /// So many positions in the order of their names; nil where it is not known at the version of the names.
    func slotsByName(version: Int, count: Int) -> [PositionSlot]? {
        slotOrder.flatMap { $0.version == version && $0.slots.count == count ? $0.slots : nil }
    }

    /// Keeps positions in the order of their names.
    mutating func keep(slotsByName slots: [PositionSlot], version: Int) { slotOrder = SlotOrder(version: version, slots: slots) }
}
