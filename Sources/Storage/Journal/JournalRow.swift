/// A row of the journal with its hash, borrowed: its fields are good until the call that was handed it returns.
public struct JournalRow {
    /// The table that it is a row of.
    public let table: JournalTable
    /// One for each of the table's columns, in their order.
    public let fields: UnsafeBufferPointer<JournalField>
    /// The hash kept with it; `nil` where the reader did not ask for it, or where what is kept is no hash.
    public let hash: EntryHash?

    /// A row of fields that somebody else owns.
    public init(table: JournalTable, fields: UnsafeBufferPointer<JournalField>, hash: EntryHash?) {
        self.table = table
        self.fields = fields
        self.hash = hash
    }

    /// Its number in the journal; of an act, that of its first entry.
    @inline(__always)
    public var sequence: Int {
        guard case .integer(let value) = fields[table == .act ? 1 : 0] else { return 0 }
        return Int(value)
    }
}

/// Where a journal ends.
public struct JournalHead: Hashable, Sendable {
    /// The number of the last entry; 0 before the first.
    public var sequence: Int
    /// The hash of the last entry, which vouches for all of them.
    public var hash: EntryHash

    /// The end of a journal.
    public init(sequence: Int, hash: EntryHash) {
        self.sequence = sequence
        self.hash = hash
    }

    /// The end of a journal without entries.
    public static let empty = JournalHead(sequence: 0, hash: .origin)
}
