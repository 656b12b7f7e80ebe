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
    /// Accounts of the book that are defined anew, each on the line that does so.
    public internal(set) var changedAccounts: [PlannedDefinition<Account>] = []
    /// Instruments of the book that are defined anew, each on the line that does so.
    public internal(set) var changedInstruments: [PlannedDefinition<Instrument>] = []
    /// What accounts are worth, in the order of the file.
    public internal(set) var values: [PlannedValue] = []
    /// Entries of the book that the file tells better, to be voided before anything is added.
    public internal(set) var replaced: [EntryID] = []
    /// Plans that the book shall keep.
    public internal(set) var documents: [PlanDocument] = []
    /// What recurs, as files of the Reserve Manager tell it.
    public internal(set) var recurring: [ReserveRecurring] = []
    /// Which entries of the book rows of the file are, by the numbers by which they name each other.
    var known: [Int: EntryID] = [:]
    /// Whether each id of a row stands for one row of its source, as the format promises; else a repeated one shows that the column is of something else.
    var hasKeys = false
    /// The heading of the column of ids; empty where ids come from elsewhere.
    var idHeading = ""
    /// Whether ids may be those of one file alone, such as those of a plain `ID` that counts the rows of each month from 1.
    var idsMayRestart = false
    /// Which the file tells of the terms that few activities have: ratio, into, share, opened and settle.
    var terms: ActivityFields = []
    /// Whether rows are known by an id, so that notes that differ make no other row.
    var looksPastNotes = false
    /// Whether rows tell moments and amounts of cash alone, so that whatever moved as much at the same moment is the same.
    var looksAtCash = false
    /// Rows that were worked out from what the book holds, so that it cannot hold them already.
    var settledRows = Set<Int>()
    /// The ids of rows that others stand for, by the number of the row that stands for both.
    var otherHalves: [Int: String] = [:]
    /// Whether it is to be remembered which entries rows become, so that they can be refused for what all of them come to.
    public var remembersEntries = false
    /// The lines of rows by the entries that they have become.
    var lines: [EntryID: Int] = [:]
    /// Whether some row comes to several activities, which stand or fall together.
    public internal(set) var hasCompoundRows = false
    /// What was assumed or left out.
    public internal(set) var notices: [ImportNotice] = []

    /// Tells of something that came up as the plan was carried out.
    public mutating func note(_ kind: ImportNotice.Kind, _ message: String, about subject: String = "") { notices.append(ImportNotice(kind, message, about: subject)) }

    /// How many rows are refused.
    public var refusedCount: Int { verdicts.count(.refused) }

    /// What is wrong with the rows that are refused, in the order of their lines.
    public var refusals: [ImportIssue] { verdicts.refusals }
}

/// Something of the book that a row defines anew.
public struct PlannedDefinition<Definition: Sendable>: Sendable {
    /// The line on which the row begins.
    public var line: Int
    /// What it shall be.
    public var definition: Definition
}

/// What an account is worth, as a row tells it.
public struct PlannedValue: Sendable {
    /// The line on which the row begins.
    public var line: Int
    /// What it tells.
    public var value: AccountValue
}
