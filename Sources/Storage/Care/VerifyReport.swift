/// What was found in a book that was looked through from the first entry to the last.
public struct VerifyReport: Hashable, Sendable {
    /// Something that is not as it should be.
    public struct Problem: Hashable, Sendable, CustomStringConvertible {
        /// Which of the book's promises is broken.
        public enum Kind: String, CaseIterable, Sendable {
            /// Pages, references or views of the store.
            case store
            /// A number that is missing, or there twice.
            case sequence
            /// An entry that is not what it was when it was hashed, or that stands where another one stood.
            case chain
            /// An entry that cannot be read or does not fit those before it.
            case replay
            /// Tables, triggers or views that are missing, altered, or of another program's making.
            case layout
            /// What was there once, by this machine's memory, a backup or a hash that somebody kept, is not there any more.
            case history
            /// The ledger in memory differs from one that is computed afresh.
            case cache
        }

        /// Which of the book's promises is broken.
        public var kind: Kind
        /// The entry at fault, where it is one.
        public var entry: Int?
        /// What is wrong, as a sentence.
        public var message: String

        public var description: String { message }
    }

    /// Entries, without acts.
    public var entryCount = 0
    /// Entries that were removed when an account was erased.
    public var erasedCount = 0
    /// Acts.
    public var actCount = 0
    /// Where the journal ends. Whoever keeps this elsewhere can prove later that nothing was cut off its end or rewritten.
    public var head = JournalHead.empty
    /// What is wrong, the first broken entry first; empty for a sound book.
    public var problems: [Problem] = []

    /// What is worth knowing and no fault: what the chain does not cover, restored backups.
    public var notes: [String] = []
    /// The entry that has the hash that was asked for; 0 for that of an empty journal, `nil` where none was asked for or none has it.
    public var expectedEntry: Int?

    /// Whether nothing is wrong.
    public var isSound: Bool { problems.isEmpty }
}
