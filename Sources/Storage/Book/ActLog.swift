public import Ledger
public import Values

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
        case quote(InstrumentID, Day, close: FixedDecimal?)
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
