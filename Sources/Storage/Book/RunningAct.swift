import Ledger
import Values

/// An act that has begun and not yet ended.
struct RunningAct {
    /// What it will be called.
    var source: String
    /// How many trials are open: the act itself, or parts of it of which nothing will be kept, whatever becomes of the act.
    var trials = 0
    /// How many parts within parts are open.
    var depth = 0
    /// How many parts are open whose entries are looked at together.
    var together = 0
    /// Whether nothing of what is recorded now will be kept, so that a book that cannot be written may play through it in memory.
    var isTrial: Bool { trials > 0 }
    /// Set when the first thing is recorded: from then on nobody else can write.
    var writing: Writing?
    /// What it has recorded, where somebody wants to know.
    var log: ActLog?
    /// Where the journal ended when the act first asked the book something; nil where it has not, or had begun to record.
    var readHead: JournalHead?
    /// What failed in a way that leaves the store unsure; nothing more is recorded.
    var failure: StorageError?

    /// The state of an act that has recorded something.
    struct Writing {
        /// Where the journal ends by now.
        var head: JournalHead
        /// Where the journal ended before.
        let start: Int
        /// The act's own row, once it is written: with its first entry.
        var act: Act?
        /// The acts that it has taken back.
        var undone: Set<Int> = []
        let recordedAt: Instant
        /// Who records it, where the book keeps that.
        var recordedBy: String?
        /// Whether the ledger alone has it.
        let inMemoryOnly: Bool
        /// The ledger before.
        let checkpoint: Checkpoint
        /// Whether it has recorded entries, be it under acts of their own that have ended.
        var hasEntries: Bool { head.sequence > start }
    }
}
