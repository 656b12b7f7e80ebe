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
