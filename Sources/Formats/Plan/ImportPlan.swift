public import Ledger

/// What an import would do: a verdict for each row, and what there is to add. Nothing is done until somebody does it.
///
/// Add the accounts and the instruments first, each in its order, then the activities: those carry the ids that the book will give them.
/// Where a row is refused, nothing should be added unless the user asked for the rest; `refusedCount` tells.
public struct ImportPlan: Sendable {
    /// A plan of nothing.
    public init() {}

    /// The name of the format that the file was read in.
    public internal(set) var format = ""
    /// The file's name, as messages and quotes carry it.
    public internal(set) var file = ""
    /// One verdict a row, in the order of the file's lines.
    public internal(set) var verdicts = RowVerdicts()
    /// What to add, in the order in which to add it.
    public internal(set) var activities = PlannedActivities()
    /// The quotes to store.
    public internal(set) var quotes = PlannedQuotes()
    /// The rates to store; of two for the same day the later one holds.
    public internal(set) var rates: [Rate] = []
    /// Accounts that the book does not have; their ids follow the book's own.
    public internal(set) var newAccounts: [Account] = []
    /// Instruments that the book does not have; their ids follow the book's own.
    public internal(set) var newInstruments: [Instrument] = []
    /// How sales of new accounts take lots, where the file tells it.
    public internal(set) var lotMethods: [PlannedLotMethod] = []
    /// Accounts of the book that are defined anew, each on the line that does so.
    public internal(set) var changedAccounts: [PlannedDefinition<Account>] = []
    /// Instruments of the book that are defined anew, each on the line that does so.
    public internal(set) var changedInstruments: [PlannedDefinition<Instrument>] = []
    /// What accounts are worth, in the order of the file.
    public internal(set) var values: [PlannedValue] = []
    /// What the file says that accounts hold, for a comparison with the book.
    public internal(set) var balances: [PlannedBalance] = []
    /// The gains that the file tells of its sales.
    public internal(set) var gains: [PlannedGain] = []
    /// Whether these have the charges of trades in them, as a broker counts them; programs of double entry keep charges apart.
    public internal(set) var gainsCountCharges = false
    /// The gains that the file tells apart from its sales.
    public internal(set) var heldGains: [PlannedHeldGain] = []
    /// Entries of the book that rows of the file replace: void them before anything is added.
    public internal(set) var replaced: [EntryID] = []
    /// Documents of plans to keep in the book: a reserve plan, recurring rules.
    public internal(set) var documents: [PlanDocument] = []
    /// What the accounts of a book of double entry mean to luca.
    public internal(set) var meanings: [AccountMeaning] = []
    /// The entries of the book that rows of the file are already, by the number by which other rows name them.
    var known: [Int: EntryID] = [:]
    /// How rows are recognised among the entries of the book.
    var matching = RowMatching()
    /// Whether `admit` remembers which entry each row has become, for `refuse`.
    public var remembersEntries = false
    /// The lines of rows, by the entries that they have become.
    var lines: [EntryID: Int] = [:]
    /// Whether some row makes several activities, which are added or refused together.
    public internal(set) var hasCompoundRows = false
    /// What was assumed or left out.
    public internal(set) var notices: [ImportNotice] = []

    /// Adds a notice of something that came up as the plan was carried out.
    public mutating func note(_ kind: ImportNotice.Kind, _ message: String, about subject: String = "") { notices.append(ImportNotice(kind, message, about: subject)) }

    /// How many rows are refused.
    public var refusedCount: Int { verdicts.count(.refused) }

    /// What is wrong with the rows that are refused, in the order of their lines.
    public var refusals: [ImportIssue] { verdicts.refusals }

    // MARK: order

    /// Puts the activities in the order in which they happened, and tells if that is not the order of the file.
    ///
    /// A file in the order of dates stays as it is. One that begins with the newest is read from its end, so that the rows of a day
    /// come in the order they happened. Any other is sorted by day and time; rows of the same day and time keep their order.
    mutating func putInOrder() {
        let wasReversed = quotes.putInOrder()
        switch activities.putInOrder() {
        case .kept: if wasReversed { notices.append(Self.newestFirst) }
        case .reversed: notices.append(Self.newestFirst)
        case .sorted: notices.append(ImportNotice(.reordered, "the rows are not in the order of their dates; they are taken in it"))
        }
    }

    private static let newestFirst = ImportNotice(.newestFirst, "the file begins with the newest rows; it is read from its end")

    // MARK: in words

    /// One sentence on what the import does, without full stop: `3 activities and 1 quote to add, 2 rows refused`.
    public var summary: String {
        var adds = [Self.count(activities.count, "activity", "activities")].compactMap(\.self)
        adds += [Self.count(quotes.count, "quote", "quotes")].compactMap(\.self)
        adds += [Self.count(rates.count, "rate", "rates")].compactMap(\.self)
        adds += [Self.count(values.count, "value", "values")].compactMap(\.self)
        var parts = [adds.isEmpty ? "nothing to add" : adds.joined(separator: " and ") + " to add"]
        parts += [
            Self.count(newAccounts.count, "new account", "new accounts"), Self.count(newInstruments.count, "new symbol", "new symbols"),
            Self.count(changedAccounts.count + changedInstruments.count, "definition changed", "definitions changed"),
            Self.count(verdicts.count(.alreadyThere), "row already there", "rows already there"),
            Self.count(verdicts.count(.skipped), "row skipped", "rows skipped"), Self.count(refusedCount, "row refused", "rows refused"),
        ].compactMap(\.self)
        return parts.joined(separator: ", ")
    }

    /// Whether carrying out the plan would change nothing, as where the book has all rows already.
    public var addsNothing: Bool {
        activities.isEmpty && quotes.isEmpty && rates.isEmpty && values.isEmpty && newAccounts.isEmpty && newInstruments.isEmpty && changedAccounts.isEmpty
            && changedInstruments.isEmpty && replaced.isEmpty && documents.isEmpty
    }

    private static func count(_ count: Int, _ one: String, _ many: String) -> String? {
        count == 0 ? nil : "\(count) \(count == 1 ? one : many)"
    }
}

/// How the rows of a file are recognised among the entries of the book.
struct RowMatching: Sendable {
    /// Whether the format promises that each id is one row's own; elsewhere a repeated id shows that the column numbers something else.
    var hasKeys = false
    /// Whether an id is of one row in all accounts, so that a row of another account than its entry was moved.
    var hasGlobalKeys = false
    /// Whether rows name their accounts, so that one told for the file does not go before.
    var namesAccounts = false
    /// The ids of all entries that a row may come to, by its line, where it may come to several.
    var parts: [Int: [String]] = [:]
    /// The heading of the column of ids; empty where ids come from elsewhere.
    var idHeading = ""
    /// Whether each file may number its rows anew, as with a plain `ID` that counts the rows of a month from 1.
    var idsMayRestart = false
    /// Which of these rare fields the file has columns for: ratio, into, share, opened and settle.
    var terms: ActivityFields = []
    /// Whether the program has no place for all that entries say: taxes may be part of fees, charges without the symbol that they are of, figures no more exact than
    /// floating-point numbers, splits of all accounts, and trades without a word on what they open or close.
    var isCoarse = false
    /// Whether units from before the book are purchases in such a file, and no transfers.
    var buysOpenings = false
    /// Whether the program knows no splits, so that units from before one are told as what they became.
    var foldsSplits = false
    /// Whether rows have ids, so that two that differ in their notes alone are the same.
    var looksPastNotes = false
    /// Whether rows of money have no ids, and may be of another category or split otherwise since.
    var looksAtSums = false
    /// Whether another kind of the broker's files tells the same things in rows of its own.
    var hasTwins = false
    /// Whether rows tell moments and amounts of cash alone, and match any entry that moves as much cash at the same moment.
    var looksAtCash = false
    /// Of a book of double entry, of which nothing numbers the rows: the accounts of luca's that it tells of.
    var doubleEntryAccounts = Set<Int32>()
    /// Whether the file is a book of double entry.
    var isOfDoubleEntry: Bool { !doubleEntryAccounts.isEmpty }
    /// Rows that were computed from what the book holds, so that it cannot hold them already.
    var settledRows = Set<Int>()
    /// The entries that are rows of the file for certain, as where the book itself wrote it.
    var ownEntries = Set<EntryID>()
    /// Of rows that stand for two rows of their source: the id of the second.
    var otherHalves: [Int: String] = [:]
}

/// Which lots sales of an account take, as a file tells it.
public struct PlannedLotMethod: Sendable {
    /// The name of the account.
    public var account: String
    /// The symbol of the one instrument that it is told of; nil where it is of all.
    public var symbol: String?
    /// The method.
    public var method: LotMethod
}

/// A changed definition of one of the book's accounts or instruments.
public struct PlannedDefinition<Definition: Sendable>: Sendable {
    /// The line on which the row begins.
    public var line: Int
    /// The definition that replaces the book's.
    public var definition: Definition
}

/// What an account is worth, as a row tells it.
public struct PlannedValue: Sendable {
    /// The line on which the row begins.
    public var line: Int
    /// The value, its day and its account.
    public var value: AccountValue
}

/// What an account of another program's book means to luca, in the word by which it is told and shown.
public struct AccountMeaning: Hashable, Sendable {
    /// Who says so.
    public enum Origin: String, Sendable {
        /// The user, with this import.
        case told
        /// The book, since an earlier import told it.
        case kept
        /// The file, which luca wrote.
        case file
        /// Luca, which looked at the name and at what is posted there.
        case proposed
    }

    /// The account's full name in the file.
    public let account: String
    /// The name of luca's account that holds what it does, or a word such as `fee` or `outside`.
    public let meaning: String
    /// What is posted to it, by name.
    public let commodities: [String]
    /// Who says so.
    public let origin: Origin
}
