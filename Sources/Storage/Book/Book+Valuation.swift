public import Ledger
public import Values

extension Book {
    /// What values the book on any day, in a currency: its history, the prices that count, and the rates.
    ///
    /// The history is computed once for each state of the book, and prices and rates are read once, so that the next question costs a
    /// comparison. O(n) in the activities the first time.
    ///
    /// - Parameter recorded: leaves out what was recorded later; prices and rates are those known now.
    public func sweep(in currency: Currency, asRecorded recorded: Instant? = nil) throws -> ValueSweep {
        let ledger = try recorded.map(ledger(asRecorded:)) ?? ledger
        let history = try recorded == nil ? history(of: ledger) : History(ledger)
        let graph = try rateGraph
        return ValueSweep(
            history: history, names: ledger.definitions, prices: try priceSeries(of: history.instruments), rates: graph, currency: currency)
    }

    /// What a scope was worth on each day up to another, and what was lacking; days that are known are not computed again.
    ///
    /// - Parameters:
    ///   - sweep: what the book gave for the question; the same for all of its scopes.
    ///   - isPast: whether the sweep leaves out what was recorded later; then nothing is kept.
    public func figures(
        _ sweep: ValueSweep, of scope: Scope, through last: Day, isPast: Bool = false
    ) throws -> (days: [DayFigures], gaps: ValuationGaps) {
        try isPast ? sweep.figures(of: scope, through: last) : valueCache.figures(sweep, of: scope, through: last)
    }

    private func history(of ledger: Ledger) throws -> History {
        if let known = knownHistory, known.ledger === ledger, known.version == ledger.version { return known.history }
        let history = try History(ledger)
        knownHistory = KnownHistory(ledger: ledger, version: ledger.version, history: history)
        return history
    }
}

/// The history of a ledger, and which state of it that is of.
struct KnownHistory {
    let ledger: Ledger
    let version: Int
    let history: History
}
