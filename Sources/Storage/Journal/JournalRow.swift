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
