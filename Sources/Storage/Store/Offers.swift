public import Ledger
public import Values

/// Where a clone comes from: the server's book, and what of it the clone has.
public struct BookOrigin: Hashable, Sendable {
    /// The server's address, as it was given.
    public var address: String
    /// What tells the server's book from every other.
    public let book: String
    /// When the clone was made.
    public let clonedAt: Instant
    /// When it took what is new from the server last.
    public internal(set) var pulledAt: Instant
    /// Where the server's journal ended then, which is where the clone's chain ends.
    public internal(set) var pulled: JournalHead

    init(address: String, book: String, clonedAt: Instant, pulledAt: Instant, pulled: JournalHead) {
        (self.address, self.book, self.clonedAt, self.pulledAt, self.pulled) = (address, book, clonedAt, pulledAt, pulled)
    }
}

/// What was recorded in a clone at once, away from its server: an act, or several that belong together.
public struct Offer: Sendable {
    /// What has become of an offer.
    public enum State: String, CaseIterable, Sendable {
        /// It waits to be offered, and counts in the clone.
        case waiting
        /// The server has recorded it, so that it is in the chain.
        case accepted
        /// It does not fit what the server has, and does not count; it is kept with the reason.
        case refused
        /// Whoever recorded it took it back before it was offered; it does not count, and is kept.
        case withdrawn
    }

    /// Its place among the offers of the clone: 1 for the first.
    public let id: Int
    /// By which the server knows it again: thirty-two hexadecimal digits, drawn at random.
    public let token: String
    /// When it was recorded, by the clock of the device.
    public let recordedAt: Instant
    /// What it was, in a few words, as acts say it.
    public internal(set) var source: String
    /// Where the chain ended when it was recorded: what its owner saw.
    public let restsOn: JournalHead
    /// How many entries it has.
    public let entryCount: Int
    /// What has become of it.
    public internal(set) var state: State
    /// When that was; nil while it waits.
    public internal(set) var answeredAt: Instant?
    /// Why it was refused, as a sentence.
    public internal(set) var reason: String?
    /// The server's first entry of it, once that has recorded it; nil for what has prices alone.
    public internal(set) var firstEntry: Int?
    /// Its entries, with the numbers that they have in the clone, or had last. Those of an accepted one are in the journal, and not here.
    public internal(set) var entries: [(id: EntryID, entry: JournalEntry)] = []
    /// How many quotes and rates it changes.
    public internal(set) var priceCount = 0

    init(
        id: Int, token: String, recordedAt: Instant, source: String, restsOn: JournalHead, entryCount: Int, state: State = .waiting, answeredAt: Instant? = nil,
        reason: String? = nil, firstEntry: Int? = nil
    ) {
        (self.id, self.token, self.recordedAt, self.source, self.restsOn, self.entryCount) = (id, token, recordedAt, source, restsOn, entryCount)
        (self.state, self.answeredAt, self.reason, self.firstEntry) = (state, answeredAt, reason, firstEntry)
    }
}
