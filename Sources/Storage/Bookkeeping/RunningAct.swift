public import Ledger
public import Values

/// An act that has begun and not yet ended.
struct RunningAct {
    /// Its name in the journal, such as `repl` or `import trades.csv`.
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
    /// What it has recorded, where `keepActLog` asked for that.
    var log: ActLog?
    /// Where the journal ended when the act first asked the book something; nil where it has not, or had begun to record.
    var readHead: JournalHead?
    /// Whether it does not take the sole right to write, and may turn out to be outdated as it ends.
    var isWithoutLock = false
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
        /// The name of the user who records it; nil where the book does not keep it (its setting `record_user`).
        var recordedBy: String?
        /// Whether the ledger alone has it.
        let inMemoryOnly: Bool
        /// The ledger before.
        let checkpoint: Checkpoint
        /// Whether it has recorded entries, be it under acts of their own that have ended.
        var hasEntries: Bool { head.sequence > start }
    }
}

/// What the running act has recorded so far, for those who want to show it; see `Book.actLog`.
public struct ActLog: Sendable {
    /// Its entries with their numbers, in order.
    public internal(set) var entries: [(id: EntryID, entry: JournalEntry)] = []
    /// How many quotes it stored or took away.
    public internal(set) var quotes = 0
    /// How many rates it stored or took away.
    public internal(set) var rates = 0

    /// The quotes and rates themselves, in order.
    public internal(set) var market: [MarketChange] = []

    /// A price that was stored, or taken away where there is none.
    public enum MarketChange: Sendable {
        /// The close of an instrument on a day; nil where the quote was taken away.
        case quote(InstrumentID, Day, close: FixedDecimal?)
        /// What one `from` was worth in `to` on a day; nil where the rate was taken away.
        case rate(from: Currency, to: Currency, Day, FixedDecimal?)
    }

    /// The log of an act that has recorded nothing.
    public init() {}

    /// Whether nothing was recorded.
    public var isEmpty: Bool { entries.isEmpty && quotes + rates == 0 }

    /// How far a log has come. A copy of it would be copied anew by the next entry.
    struct Mark {
        let entries, quotes, rates, market: Int
    }

    var mark: Mark { Mark(entries: entries.count, quotes: quotes, rates: rates, market: market.count) }

    /// Forgets what came after a mark.
    mutating func truncate(to mark: Mark) {
        entries.removeSubrange(mark.entries...)
        market.removeSubrange(mark.market...)
        (quotes, rates) = (mark.quotes, mark.rates)
    }
}

extension Book {
    /// What the running act has recorded since `keepActLog()`, without what was undone again; nil where nobody asked for it.
    public var actLog: ActLog? { running?.log }

    /// Keeps a log of what the running act, of which there must be one, records from now on.
    public func keepActLog() {
        precondition(running != nil, "no act is running")
        running?.log = ActLog()
    }
}
