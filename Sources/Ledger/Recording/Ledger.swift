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

    /// What accounts, instruments, settings and plans there are.
    @exclusivity(unchecked) public internal(set) var definitions = Definitions()
    /// Every activity, in the order of entries.
    @exclusivity(unchecked) public internal(set) var activities = ActivityTable()
    /// What accounts that are tracked by value were told to be worth.
    public internal(set) var values = ValueTable()
    /// The last entry taken in; 0 at first.
    @exclusivity(unchecked) public internal(set) var lastEntry = EntryID(0)
    /// Changes whenever an answer might; for those who keep answers.
    @exclusivity(unchecked) public internal(set) var version = 0

    /// What follows from the activities, unless `needsReplay`.
    var state = ReplayState()
    @exclusivity(unchecked) var needsReplay = false
    var undo = UndoLog()
    var marks: [CheckpointMark] = []
    /// Entries that are looked at together, while they come.
    var openSet: OpenSet?
    /// Answers that were worked out before, and indexes for more of them.
    var answers = KnownAnswers()
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
            policy: ledger.policy, tiesAccounts: ledger.policy.tiesAccounts)
    }
}

extension Ledger: NamedBook {}
