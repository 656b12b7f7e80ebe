/// What tells whether quotes or rates have changed since an answer was computed from them: two that are equal mean that none has.
///
/// It also changes with what the running act stored and with its undoing, whereas `Book.quoteRevision` and `Book.rateRevision` change
/// with what is committed.
public struct MarketRevision: Hashable, Sendable {
    /// Of quotes.
    public var quotes: Part
    /// Of rates.
    public var rates: Part

    /// The revision of one of them.
    public struct Part: Hashable, Sendable {
        /// How many transactions have changed them, whoever's.
        var committed: Int
        /// How often this session has.
        var here: Int
    }
}

/// How often this session has changed quotes and rates, or taken such a change back.
struct MarketChanges {
    private(set) var quotes = 0
    private(set) var rates = 0
    private var isQuoteOpen = false
    private var isRateOpen = false

    /// Whether the running act has changed any.
    var isOpen: Bool { isQuoteOpen || isRateOpen }

    mutating func noteQuotes() { (quotes, isQuoteOpen) = (quotes + 1, true) }
    mutating func noteRates() { (rates, isRateOpen) = (rates + 1, true) }

    /// Something that the running act recorded was undone.
    mutating func noteUndoing() {
        if isQuoteOpen { quotes += 1 }
        if isRateOpen { rates += 1 }
    }

    /// The running act has ended, one way or the other.
    mutating func settle() { (isQuoteOpen, isRateOpen) = (false, false) }
}
