import Values

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

    /// Every account as last defined; the one with the number 1 comes first.
    @exclusivity(unchecked) public internal(set) var accounts: [Account] = []
    /// Every instrument as last defined; the one with the number 1 comes first.
    @exclusivity(unchecked) public internal(set) var instruments: [Instrument] = []
    /// The choices made, as text by key; `policy` is what they amount to.
    public internal(set) var settings: [String: String] = [:]
    /// What the settings amount to.
    public internal(set) var policy = Policy()
    /// Every activity, in the order of entries.
    @exclusivity(unchecked) public internal(set) var activities = ActivityTable()
    /// What accounts that are tracked by value were told to be worth.
    public internal(set) var values = ValueTable()
    /// What is planned.
    public internal(set) var plans = PlanStore()
    /// The last entry taken in; 0 at first.
    @exclusivity(unchecked) public internal(set) var lastEntry = EntryID(0)
    /// Changes whenever an answer might; for those who keep answers.
    @exclusivity(unchecked) public internal(set) var version = 0

    var accountIDs: [String: AccountID] = [:]
    var instrumentIDs: [String: InstrumentID] = [:]
    /// Multipliers by number of instrument; the first stands for no instrument.
    var multipliers: [FixedDecimal] = [.one]

    /// What follows from the activities, unless `needsReplay`.
    var state = ReplayState()
    @exclusivity(unchecked) var needsReplay = false
    var undo = UndoLog()
    var marks: [CheckpointMark] = []
    /// Entries that are looked at together, while they come.
    var openSet: OpenSet?
    var pastStates: [PastState] = []
    var countedStates: [CountedState] = []
    var gainIndex: GainIndex?
    var eventIndex = EventIndex()
    var groupIndex = GroupIndex()
    var accountIndex = AccountIndex()
    var slotOrder: SlotOrder?
    var similarNames: SimilarNames?
    /// Accounts of which nothing is left but their numbers.
    let erased: Set<AccountID>
    /// Changes whenever an account or instrument is named otherwise.
    var namesVersion = 0

    /// An empty book; to load one from which accounts were erased, tell it their numbers.
    public init(erased: Set<AccountID> = []) { self.erased = erased }

    /// The account of a number, which must be defined.
    public subscript(account: AccountID) -> Account { accounts[Int(account.rawValue) - 1] }

    /// The instrument of a number, which must be defined.
    public subscript(instrument: InstrumentID) -> Instrument { instruments[Int(instrument.rawValue) - 1] }

    /// The number that the next new account gets.
    public var nextAccountID: AccountID { AccountID(Int32(accounts.count + 1)) }

    /// The number that the next new instrument gets.
    public var nextInstrumentID: InstrumentID { InstrumentID(Int32(instruments.count + 1)) }

    /// The accounts of which nothing is left but their numbers.
    public var erasedAccounts: Set<AccountID> { erased.union(accounts.indices.filter { accounts[$0].isErased }.map { AccountID(Int32($0 + 1)) }) }

    /// The account of exactly that name.
    public func account(named name: String) -> AccountID? { accountIDs[name] }

    /// The instrument of exactly that symbol.
    public func instrument(named symbol: String) -> InstrumentID? { instrumentIDs[symbol] }
}
