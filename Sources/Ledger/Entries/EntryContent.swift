/// A kind of entry: its columns, how it is written and read, what it mentions, how it applies and is undone, and its words.
///
/// All who go through the kinds ask this and name none of them: the schema, the chain of hashes, the loader, the archive, the erasing of
/// accounts, undo and the dry run. Only activities, of which a book has a million, have short cuts beside it.
package protocol EntryContent: Sendable {
    /// What is the same for all entries of the kind.
    static var form: EntryForm { get }

    /// The entry as others hold it.
    var entry: JournalEntry { get }

    // MARK: Rows

    /// Reads the entry from its row.
    init(row: RowFields, json: RowJSON) throws(RowFault)

    /// Writes its own columns, in the order of its form.
    func write(to row: RowWriter)

    // MARK: Ledger

    /// Gets ready what stays should the entry be refused; before the ledger's checkpoint.
    func prepare(_ ledger: Ledger)

    /// Checks the entry and takes it in. What it changes is noted for a rollback; what it throws takes back all of it.
    func apply(to ledger: Ledger, as id: EntryID) throws(LedgerError)

    /// Takes in an entry that was checked when it was recorded: only what the memory's order rests on is checked again.
    func load(into ledger: Ledger, as id: EntryID) throws(LedgerError)

    // MARK: Taking back and erasing

    /// What is recorded to take it back; nil where nothing of it stands.
    func takenBack(_ context: UndoContext) throws -> TakenBack?

    /// What it is called among the things that were taken back, such as `setting lot_method`; nil for activities and their voids.
    func subject(in ledger: Ledger) -> String?

    /// What erasing an account has to know of it.
    var mentions: [EntryMention] { get }

    /// The same of an entry in its row, for a kind whose rows are many.
    static func mentions(row: RowFields, json: RowJSON) throws(RowFault) -> [EntryMention]

    // MARK: Another journal

    /// The entry where it is laid behind another end of its journal: each number that it names or brings is what `numbers` says.
    ///
    /// - Throws: where something that it names is not there any more.
    func renumbered(_ numbers: EntryNumbers) throws(MissingNumber) -> JournalEntry

    /// The number of its own that it gives something: an account, an instrument; nil where it gives none.
    var brings: EntryNumber? { get }

    /// What of it nobody else may have said meanwhile where it was recorded without knowing of them.
    var claims: [EntryClaim] { get }

    // MARK: Archive

    /// Its cells in its file of an archive, behind the entry's number and the act.
    func cells(_ names: ArchiveNames) -> [String]

    /// Reads the entry from its line of an archive.
    init(cells: ArchiveCells) throws(ArchiveFault)

    /// Notes what is called otherwise from this entry on.
    func note(in names: inout ArchiveNames)

    /// The entry without what is for nobody else's eyes; nil where it holds nothing of the sort.
    var withoutSecret: JournalEntry? { get }

    // MARK: Dry run

    /// Its line in a dry run; nil where it has none.
    func line(_ wording: inout EntryWording) -> EntryWording.Line?

    /// What one is called and what several are, where a dry run counts them; nil where it does not.
    var counted: (one: String, many: String)? { get }
}

extension EntryContent {
    package func prepare(_ ledger: Ledger) {}
    package var mentions: [EntryMention] { [] }
    package static func mentions(row: RowFields, json: RowJSON) throws(RowFault) -> [EntryMention] { try Self(row: row, json: json).mentions }
    package var brings: EntryNumber? { nil }
    package var claims: [EntryClaim] { [] }
    package func note(in names: inout ArchiveNames) {}
    package var withoutSecret: JournalEntry? { nil }
}

/// What is the same for all entries of a kind.
package struct EntryForm: Sendable {
    /// Its place in the list of kinds.
    package let table: JournalTable
    /// The name of its table in the file, which is hashed with each row.
    package let name: StaticString
    /// What an entry is called in a sentence: `an activity`.
    package let noun: String
    /// Its own columns, in the order in which the hash takes them. New ones are added at the end.
    package let columns: [EntryColumn]
    /// The statements that make its indexes.
    package let indexes: [String]
    /// As what erasing an account counts its entries; nil for a kind of which no entry is of an account.
    package let erasedAs: ErasedPart?
    /// Its file in an archive; nil for what an archive cannot hold.
    package let file: ArchiveForm?

    package init(
        _ table: JournalTable, name: StaticString, noun: String, columns: [EntryColumn], indexes: [String] = [], erasedAs: ErasedPart? = nil, file: ArchiveForm?
    ) {
        (self.table, self.name, self.noun, self.columns, self.indexes, self.erasedAs, self.file) = (table, name, noun, columns, indexes, erasedAs, file)
    }
}

/// As what the erasing of an account counts an entry that goes with it.
package enum ErasedPart: Sendable {
    /// A definition of the account.
    case definition
    /// An activity.
    case activity
    /// What the account was said to be worth.
    case value
    /// A void of one of its activities.
    case void
    /// A plan that names it, or a day of a rule of its name.
    case plan
    /// A tag of the account or of one of its activities.
    case tag
}

/// What an entry mentions, by which the erasing of an account finds what goes with it.
package enum EntryMention: Sendable {
    /// It is of an account, and goes with it.
    case account(AccountID)
    /// It stands in the place of an activity, which goes with it: else that one would come back to life in another account.
    case replaces(EntryID)
    /// It is said of an activity, and goes where that one goes.
    case ends(EntryID)
    /// It is a version of a document that has a name, in whose JSON names of accounts may stand; one without text ends the document.
    case document(kind: String, name: String, body: String)
    /// It names something that may be called as an account is.
    case name(String)
}

/// What an entry is asked with when it is taken back.
package struct UndoContext {
    /// The ledger as it stands.
    package let ledger: Ledger
    /// The number of the entry.
    package let id: EntryID
    private let find: (JournalTable, (JournalEntry) -> Bool) throws -> JournalEntry?

    /// - Parameter find: the last entry of a kind before this one that fits.
    package init(ledger: Ledger, id: EntryID, find: @escaping (JournalTable, (JournalEntry) -> Bool) throws -> JournalEntry?) {
        (self.ledger, self.id, self.find) = (ledger, id, find)
    }

    /// The last entry of a kind before this one that fits.
    package func earlier(_ table: JournalTable, where fits: (JournalEntry) -> Bool) throws -> JournalEntry? { try find(table, fits) }

    /// Whether an activity was void when the entry was recorded.
    func isVoidedBefore(_ activity: EntryID) throws -> Bool {
        try earlier(.void) { if case .void(activity, _) = $0 { true } else { false } } != nil
    }

    /// An activity as it was, in the place of another; nil where there is none.
    func bringBack(_ entry: EntryID, inPlaceOf other: EntryID) -> TakenBack? {
        guard let row = ledger.activities.row(of: entry) else { return nil }
        var activity = ledger.activities.activity(at: row)
        activity.detail = (activity.detail ?? ActivityDetail()).amending(other)
        return TakenBack(.activity(activity), told: .itself)
    }
}

/// What is recorded to take an entry back.
package struct TakenBack {
    /// What the answer of undo counts among the activities that it took back.
    package enum Told {
        /// Nothing: what was taken back is no activity.
        case nothing
        /// The entry that is recorded.
        case itself
        /// An activity, by its number.
        case activity(EntryID)
    }

    /// What is recorded.
    package let entry: JournalEntry
    /// What is told of it.
    package let told: Told

    package init(_ entry: JournalEntry, told: Told = .nothing) { (self.entry, self.told) = (entry, told) }
}
