public import Ledger
public import Values

/// A row of the journal with its hash, borrowed: its fields are good until the call that was handed it returns.
struct JournalRow {
    /// The table that it is a row of.
    let table: JournalTable
    /// One for each of the table's columns, in their order.
    let fields: UnsafeBufferPointer<JournalField>
    /// The hash kept with it; `nil` where the reader did not ask for it, or where what is kept is no hash.
    let hash: EntryHash?

    /// A row of fields that somebody else owns.
    init(table: JournalTable, fields: UnsafeBufferPointer<JournalField>, hash: EntryHash?) {
        self.table = table
        self.fields = fields
        self.hash = hash
    }

    /// Its number in the journal; of an act, that of its first entry.
    @inline(__always)
    var sequence: Int {
        guard case .integer(let value) = fields[table == .act ? 1 : 0] else { return 0 }
        return Int(value)
    }
}

/// The value of one column of a row, borrowed: it is good until the call that was handed it returns.
enum JournalField {
    /// No value.
    case null
    /// A whole number: an id, a count, or 1 for true.
    case integer(Int64)
    /// A text in UTF-8: names, dates, decimals.
    case text(UnsafeBufferPointer<UInt8>)
    /// A value of a type that no journal column has, such as a float: somebody else put it there.
    case foreign(type: StaticString)
}

extension JournalField {
    /// Whether there is no value.
    @inline(__always)
    var isNull: Bool {
        if case .null = self { return true }
        return false
    }
}

/// Who wrote a run of entries, and when: one statement, one script, one import.
public struct Act: Hashable, Sendable {
    /// Its place among the acts of the book: 1 for the first.
    public var id: Int
    /// Its first entry; those that follow, up to the first of the next act, are of this one.
    public var first: EntryID
    /// When it began, by the clock that the book was given.
    public var recordedAt: Instant
    /// What it was, in a few words: `repl`, `import trades.csv`.
    public var source: String

    /// An act of a journal.
    public init(id: Int, first: EntryID, recordedAt: Instant, source: String) {
        self.id = id
        self.first = first
        self.recordedAt = recordedAt
        self.source = source
    }
}

/// Which rows of a journal to read: those behind one entry and up to another, of some tables.
struct JournalSpan: Hashable, Sendable {
    /// Entries up to this one are left out.
    var after: Int
    /// Entries past this one are left out.
    var through: Int
    /// The tables to read.
    var tables: Set<JournalTable>
    /// Whether the rows come with their hashes.
    var withHashes: Bool

    /// The rows of some tables after one entry and up to another.
    init(after: Int = 0, through: Int = .max, tables: Set<JournalTable> = Set(JournalTable.allCases), withHashes: Bool = false) {
        self.after = after
        self.through = through
        self.tables = tables
        self.withHashes = withHashes
    }
}

/// Asks once in some thousand rows whether the user wants to stop.
struct Interruption {
    private let shouldStop: (() -> Bool)?
    private var rows = 0

    init(_ shouldStop: (() -> Bool)?) { self.shouldStop = shouldStop }

    /// Counts a row.
    ///
    /// - Throws: `.interrupted`.
    @inline(__always)
    mutating func check() throws(StorageError) {
        rows &+= 1
        if rows & 0xFFF == 0, shouldStop?() == true { throw .interrupted() }
    }
}

extension JournalRow {
    /// The integer in a column; 0 where it holds something else.
    func integer(_ column: Int) -> Int {
        guard case .integer(let value) = fields[column] else { return 0 }
        return Int(value)
    }

    /// The text in a column; empty where it holds something else.
    func text(_ column: Int) -> String {
        guard case .text(let bytes) = fields[column] else { return "" }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// The tables that make up the journal.
///
/// A row is written once, and each carries the hash of all before it. Entries (all but acts) share one sequence of numbers, from 1
/// without gaps; an act stands before its first entry and names it.
enum JournalTable: Int, CaseIterable, Sendable {
    /// What somebody did: a statement, an import. The entries that follow up to the next act are of this one.
    case act
    /// An account, as defined by this entry; a later row of the same id supersedes it.
    case account
    /// An instrument, as defined by this entry; a later row of the same id supersedes it.
    case instrument
    /// Something that happened.
    case activity
    /// The end of an activity that was recorded by mistake.
    case void
    /// A setting of the book, from this entry on.
    case setting
    /// What an account is worth, as its owner told it.
    case valuation
    /// The erasure of an account: how many entries were removed, and what vouches for the tombstones in their places.
    case erasure
    /// What is left of an entry that was removed: its number and its hash, so that the chain goes on. It is no entry itself.
    case tombstone
    /// A plan, as this entry has it; one without a body ends it.
    case plan
    /// What became of a day of a recurring rule.
    case occurrence

    /// Its name in the file.
    var name: String {
        switch self {
        case .act: "act"
        case .account: "account"
        case .instrument: "instrument"
        case .activity: "activity"
        case .void: "void"
        case .setting: "setting"
        case .valuation: "valuation"
        case .erasure: "erasure"
        case .tombstone: "tombstone"
        case .plan: "plan"
        case .occurrence: "occurrence"
        }
    }

    /// What one of its rows is called in a sentence.
    var noun: String {
        switch self {
        case .act: "an act"
        case .account: "an account"
        case .instrument: "an instrument"
        case .activity: "an activity"
        case .void: "a void"
        case .setting: "a setting"
        case .valuation: "a valuation"
        case .erasure: "an erasure"
        case .tombstone: "a tombstone"
        case .plan: "a plan"
        case .occurrence: "an occurrence"
        }
    }

    /// Its columns without the hash, in the order in which the hash takes them. New ones are added at the end.
    var columns: [String] {
        switch self {
        case .act: ["id", "first_seq", "recorded_at", "source"]
        case .tombstone: ["seq", "erasure"]
        case .account, .instrument, .activity, .void, .setting, .valuation, .erasure, .plan, .occurrence:
            ["seq", "act"] + ownColumns + ["recorded_by"]
        }
    }

    /// Whether its rows are entries, which tell who recorded them in their last column.
    @inline(__always)
    var isEntry: Bool { self != .act && self != .tombstone }

    /// Where the column stands that tells who recorded an entry; nil for what is no entry.
    var recordedByColumn: Int? { isEntry ? columns.count - 1 : nil }

    /// The columns that only this kind of entry has.
    private var ownColumns: [String] {
        switch self {
        case .act, .tombstone: []
        case .account:
            [
                "id", "name", "kind", "currency", "portfolio", "owner", "account_group", "opened", "closed", "allow_short", "tracking", "rate",
                "matures", "detail",
            ]
        case .instrument:
            [
                "id", "symbol", "name", "kind", "currency", "multiplier", "underlying", "option_right", "strike", "expires", "class", "provider",
                "provider_symbol", "detail",
            ]
        case .activity:
            [
                "date", "time", "kind", "subtype", "status", "account", "instrument", "quantity", "price", "amount", "fee", "tax", "currency",
                "fx_rate", "notes", "detail", "amends",
            ]
        case .void: ["entry", "reason"]
        case .setting: ["key", "value"]
        case .valuation: ["account", "date", "time", "value", "currency", "notes"]
        case .erasure: ["account", "entries", "digest"]
        case .plan: ["kind", "name", "body"]
        case .occurrence: ["rule", "day", "state", "first_entry"]
        }
    }

    /// Which of the columns hold whole numbers, by their places; the others hold text.
    var integerColumns: Set<Int> {
        let names: Set = [
            "id", "first_seq", "seq", "act", "allow_short", "account", "instrument", "entry", "underlying", "amends", "entries", "erasure",
            "first_entry",
        ]
        return Set(columns.indices.filter { names.contains(columns[$0]) })
    }
}
