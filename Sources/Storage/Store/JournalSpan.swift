/// Which part of a journal to read.
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
