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
        let column = if case .act = table { 1 } else { 0 }
        guard case .integer(let value) = fields[column] else { return 0 }
        return Int(value)
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

/// What the tables of the journal are in a store: the kinds of entries say it, acts and tombstones have no kind.
extension JournalTable {
    /// Its name in the file.
    var name: String { hashedName.description }

    /// Its name as it is hashed, in memory that is never freed.
    var hashedName: StaticString {
        if let kind { return kind.form.name }
        return self == .act ? "act" : "tombstone"
    }

    /// What one of its rows is called in a sentence.
    var noun: String { kind?.form.noun ?? (self == .act ? "an act" : "a tombstone") }

    /// Its columns without the hash, in the order in which the hash takes them. New ones are added at the end.
    var columns: [String] {
        if let kind { return ["seq", "act"] + kind.form.columns.map(\.name) + ["recorded_by"] }
        return self == .act ? ["id", "first_seq", "recorded_at", "source"] : ["seq", "erasure"]
    }

    /// Whether its rows are entries, which tell who recorded them in their last column.
    var isEntry: Bool { kind != nil }

    /// Where the column stands that tells who recorded an entry; nil for what is no entry.
    var recordedByColumn: Int? { isEntry ? columns.count - 1 : nil }

    /// Which of the columns hold whole numbers, by their places; the others hold text.
    var integerColumns: Set<Int> {
        if let kind { return Set([0, 1] + kind.form.columns.indices.filter { kind.form.columns[$0].isInteger }.map { $0 + 2 }) }
        return [0, 1]
    }
}
