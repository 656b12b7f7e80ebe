public import Values

/// What a copy of a book says of itself: when it was made, where the journal ended then, and, once it was put in the place of a book,
/// when that was. It stays in the restored book, so that a book that went back to a backup can be told from one that was cut short.
public struct BackupRecord: Hashable, Sendable {
    /// When the copy was made.
    public var madeAt: Instant
    /// Where its journal ended.
    public var head: JournalHead
    /// When it was restored; `nil` in a backup that waits.
    public var restoredAt: Instant?

    /// A copy of a book.
    public init(madeAt: Instant, head: JournalHead, restoredAt: Instant? = nil) {
        self.madeAt = madeAt
        self.head = head
        self.restoredAt = restoredAt
    }
}

/// What is noted in a copy before it gets its name.
enum CopyMark {
    /// It is a backup, made at this moment.
    case backup(Instant)
    /// It takes the place of a book at this moment.
    case restored(Instant)
}
