public import Ledger
public import Values

/// What an import needs to know of the book that it adds to.
public struct ImportContext {
    /// Visits the book's activities of a span of days, each once, the voided ones too.
    ///
    /// A voided activity still counts as recorded: what a user has taken out does not come back with the same file. Those that count come first, then
    /// the amended ones, then the voided. What an undo took back is as if it had never been recorded, and is not visited.
    public typealias RecordedActivities = (_ days: ClosedRange<Day>, _ visit: (EntryID, Activity) -> Void) -> Void

    /// A change of the cash of one of the book's accounts, by an activity that is not void.
    public struct CashEntry: Sendable {
        /// The number of the entry.
        public var id: EntryID
        /// Its day.
        public var day: Day
        /// The moment on that day; nil where none is told.
        public var time: Instant?
        /// The change; below zero where cash leaves.
        public var amount: FixedDecimal
        /// The currency of the cash; nil for the account's.
        public var currency: Currency?
        /// The activity's notes.
        public var notes: String
        /// The id of its row in the file that it came from; empty for none.
        public var sourceID: String

        /// A change of cash.
        public init(id: EntryID, day: Day, time: Instant? = nil, amount: FixedDecimal, currency: Currency? = nil, notes: String, sourceID: String = "") {
            (self.id, self.day, self.time, self.amount) = (id, day, time, amount)
            (self.currency, self.notes, self.sourceID) = (currency, notes, sourceID)
        }
    }

    /// One side of a transfer of the book.
    public struct Side: Hashable, Sendable {
        /// The word that this side and the other share.
        public var group: String
        /// What is transferred; nil for money.
        public var instrument: InstrumentID?
        /// The currency of its figures.
        public var currency: Currency
        /// Whether it leaves the account.
        public var isOut: Bool
        /// Its day.
        public var day: Day

        /// A side.
        public init(group: String, instrument: InstrumentID?, currency: Currency, isOut: Bool, day: Day) {
            (self.group, self.instrument, self.currency, self.isOut, self.day) = (group, instrument, currency, isOut, day)
        }
    }

    /// An entry of the book whose row had an id in the file it was imported from.
    public struct ImportedEntry: Sendable {
        /// The number of the entry.
        public var id: EntryID
        /// The activity that it records; `detail.sourceID` is the id of its row.
        public var activity: Activity
        /// Whether it was voided, or amended by another.
        public var isVoid: Bool

        /// An entry that was imported.
        public init(id: EntryID, activity: Activity, isVoid: Bool) { (self.id, self.activity, self.isVoid) = (id, activity, isVoid) }
    }

    /// The book's accounts; the first has the id 1.
    public var accounts: [Account]
    /// The book's instruments; the first has the id 1.
    public var instruments: [Instrument]
    /// The currency of new accounts and instruments where the file names none; nil where the book has no base currency, so that the user must tell one.
    public var baseCurrency: Currency?
    /// Today. Posted rows of a later day are refused; nil lets all days pass.
    public var today: Day?
    /// The currencies that the book knows.
    public var currencies: CurrencyTable
    /// The values of accounts that were entered and are not void.
    public var values: [AccountValue] = []
    /// The reserve plans that the book keeps.
    public var reserves: [PlanDocument] = []
    /// What accounts of other programs' files mean, by format.
    public var accountMappings: [PlanDocument] = []
    /// Whether units of one of the book's accounts share their cost by its settings; of an account that is new, for nil.
    public var sharesCosts: (AccountID?) -> Bool = { _ in false }
    /// Of the groups given, those under which the book has sent units.
    public var sentGroups: (Set<String>) -> Set<String> = { _ in [] }
    /// The sides of transfers that the book has under the groups given.
    public var sides: (Set<String>) -> [Side] = { _ in [] }
    /// Strike and underlying of an option that is used in an account on a day, where splits have changed its terms; nil where they have not.
    public var use: (_ option: InstrumentID, _ account: AccountID, _ day: Day) -> (strike: FixedDecimal, underlying: InstrumentID)? = { _, _, _ in nil }
    /// The entries, the voided ones too, whose rows had one of the ids given.
    public var importedEntries: (Set<String>) -> [ImportedEntry] = { _ in [] }
    /// The activities that may already hold rows of the file; nil for an empty book.
    public var recorded: RecordedActivities?

    /// The void entry in the place of the one given: itself, or the one that amended it last. Nil where the entry in its place is not void.
    public var void: (EntryID) -> EntryID? = { _ in nil }

    /// The accounts whose every entry was taken back by an undo. An import treats them as new.
    public var undoneAccounts: () -> Set<AccountID> = { [] }

    /// What an entry says, whatever became of it; nil where the book has none of the number.
    public var activity: (EntryID) -> Activity? = { _ in nil }

    /// Whether an entry stands as it was recorded at first: neither voided nor amended, and in no other's place.
    public var isAsImported: (EntryID) -> Bool = { _ in true }

    /// Whether an entry was typed by somebody, and came from no file.
    public var isTyped: (EntryID) -> Bool = { _ in false }

    /// The name of the file that an entry came from, without its folder; nil where it came from none.
    public var fileName: (EntryID) -> String? = { _ in nil }

    /// The changes of an account's cash in the account's currency, in the order in which they happened; nil for an empty book.
    public var cashEntries: ((_ account: Int32) -> [CashEntry])?

    /// The same in every currency; nil for an empty book.
    public var cashEntriesOfAll: ((_ account: Int32) -> [CashEntry])?

    /// Makes a context by hand; `init(_:today:undone:)` makes that of a ledger.
    public init(
        accounts: [Account] = [], instruments: [Instrument] = [], baseCurrency: Currency?,
        today: Day? = nil, currencies: CurrencyTable = CurrencyTable(), recorded: RecordedActivities? = nil
    ) {
        self.accounts = accounts
        self.instruments = instruments
        self.baseCurrency = baseCurrency
        self.today = today
        self.currencies = currencies
        self.recorded = recorded
    }
}

extension ImportContext {
    /// Takes what an import needs to know from a ledger. Keeps a reference to the ledger, which must not change before the plan is made.
    ///
    /// Where the book has no base currency, the one that all its accounts share is taken; where they share none, a row that needs one is refused.
    ///
    /// - Parameter undone: the entries that an undo took back; to an import they were never recorded.
    public init(_ ledger: Ledger, today: Day? = nil, undone: Set<EntryID> = []) {
        let shared = Set(ledger.accounts.filter { !$0.isErased }.map(\.currency))
        self.init(
            accounts: ledger.accounts, instruments: ledger.instruments,
            baseCurrency: ledger.policy.baseCurrency ?? (shared.count == 1 ? shared.first : nil), today: today, currencies: ledger.currencies)
        values = ledger.values.standing().map(\.value)
        reserves = ledger.plans.documents(.reserve)
        accountMappings = ledger.plans.documents(.accountMapping)
        sharesCosts = { account in
            let policy = ledger.policy
            return (account.map { policy.lotMethod($0, nil, on: .max) } ?? policy.lotMethod).sharesCosts
        }
        guard ledger.activities.count > 0 else { return }
        cashEntriesOfAll = { ledger.cashEntries(of: AccountID($0)) }
        cashEntries = { [cashEntriesOfAll] account in
            let currency = ledger[AccountID(account)].currency
            return cashEntriesOfAll?(account).filter { $0.currency == currency } ?? []
        }
        use = { option, account, day in
            guard ledger.instruments.indices.contains(Int(option.rawValue) - 1) else { return nil }
            return try? ledger.use(of: option, in: account, on: day)
        }
        sentGroups = { groups in
            let activities = ledger.activities
            let sent = (0..<activities.count).lazy.filter { activities.kind(at: $0) == .transferOut && activities.counts(at: $0) }
                .compactMap { activities.detail(at: $0)?.group }
            return groups.intersection(sent)
        }
        sides = { groups in
            let activities = ledger.activities
            return (0..<activities.count).compactMap { row in
                let kind = activities.kind(at: row)
                guard kind == .transferOut || kind == .transferIn, activities.counts(at: row), let group = activities.detail(at: row)?.group, groups.contains(group)
                else { return nil }
                let side = activities.activity(at: row)
                return Side(group: group, instrument: side.instrument, currency: side.currency, isOut: kind == .transferOut, day: side.date)
            }
        }
        importedEntries = { ids in
            let activities = ledger.activities
            return (0..<activities.count).compactMap { row in
                guard activities.isKnownToImports(row, undone: undone), let id = activities.detail(at: row)?.sourceID, !id.isEmpty, ids.contains(id) else { return nil }
                return ImportedEntry(id: activities.id(at: row), activity: activities.activity(at: row), isVoid: activities.isVoid(at: row))
            }
        }
        lookUpEntries(of: ledger, undone: undone)
        undoneAccounts = { ledger.accounts(emptiedBy: undone) }
        recorded = { days, visit in
            let activities = ledger.activities,
                standings: [(ActivityTable, Int) -> Bool] = [
                    { !$0.isVoid(at: $1) }, { $0.isVoid(at: $1) && !$0.isVoid(at: $0.amended($1)) }, { $0.isVoid(at: $0.amended($1)) },
                ]
            for fits in standings {
                for row in 0..<activities.count where days.contains(activities.date(at: row)) && fits(activities, row) {
                    guard activities.isKnownToImports(row, undone: undone) else { continue }
                    visit(activities.id(at: row), activities.activity(at: row))
                }
            }
        }
    }

    /// Lets single entries be asked for by their numbers.
    private mutating func lookUpEntries(of ledger: Ledger, undone: Set<EntryID>) {
        void = { entry in
            let activities = ledger.activities
            guard let standing = activities.row(of: entry).map(activities.amended), activities.isVoid(at: standing) else { return nil }
            return activities.id(at: standing)
        }
        activity = { entry in
            let activities = ledger.activities
            return activities.row(of: entry).flatMap { activities.isKnownToImports($0, undone: undone) ? activities.activity(at: $0) : nil }
        }
        isAsImported = { entry in
            let activities = ledger.activities
            return activities.row(of: entry).map { !activities.isVoid(at: $0) && activities.detail(at: $0)?.amends == nil } ?? false
        }
    }
}

extension Ledger {
    /// What changed the cash of an account, in every currency and in order.
    fileprivate func cashEntries(of account: AccountID) -> [ImportContext.CashEntry] {
        var effects = CashEffects(self)
        return activities.rowsInOrder().map(Int.init).compactMap { row in
            guard activities.counts(at: row), activities.account(at: row) == account, let amount = try? effects.effect(at: row) else { return nil }
            let activity = activities.activity(at: row)
            return ImportContext.CashEntry(
                id: activities.id(at: row), day: activity.date, time: activity.time, amount: amount, currency: activities.cashCurrency(at: row), notes: activity.notes,
                sourceID: activity.detail?.sourceID ?? "")
        }
    }

    /// The accounts whose every entry was taken back by an undo.
    fileprivate func accounts(emptiedBy undone: Set<EntryID>) -> Set<AccountID> {
        if undone.isEmpty { return [] }
        var emptied = Set<AccountID>(), used = Set(values.standing().map(\.value.account))
        for row in 0..<activities.count {
            let account = activities.account(at: row)
            if activities.isKnownToImports(row, undone: undone) { used.insert(account) } else { emptied.insert(account) }
        }
        return emptied.subtracting(used)
    }
}

extension ActivityTable {
    /// Whether a row of a file may be this entry. Not where an undo took the entry back, even after it was amended; and not where the entry that stands in
    /// its place says the same, as one that was voided and brought back: of two equal rows the second would be taken for it.
    func isKnownToImports(_ row: Int, undone: Set<EntryID>) -> Bool {
        if !isVoid(at: row) { return true }
        let standing = amended(row)
        if undone.contains(id(at: standing)) { return false }
        return standing == row || asTold(row) != asTold(standing)
    }

    /// The activity without the entry that it amends and without its place within the day.
    private func asTold(_ row: Int) -> Activity {
        var told = activity(at: row)
        if let detail = told.detail?.amending(nil).standing(at: []) { told.detail = detail.isEmpty ? nil : detail }
        return told
    }
}
