public import Ledger
public import Values

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
