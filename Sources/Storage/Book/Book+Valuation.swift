public import Ledger
public import Values
public import Worth

extension Book {
    /// What values the book on any day, in a currency: its history, the prices that count, and the rates. Units that came in or went out count at
    /// their cost as it was counted when it was paid.
    ///
    /// The history is computed once for each state of the book, and prices and rates are read once, so that the next question costs a
    /// comparison. O(n) in the activities the first time.
    ///
    /// - Parameter recorded: leaves out what was recorded later; prices and rates are those known now.
    public func sweep(in currency: Currency, asRecorded recorded: Instant? = nil) throws -> ValueSweep {
        let history = try history(asRecorded: recorded), graph = try rateGraph
        let ledger = try recorded.map { try self.ledger(asRecorded: $0) } ?? self.ledger
        return try ValueSweep(
            history: history, names: ledger.definitions, prices: priceSeries(of: history.instruments), rates: graph, currency: currency
        ).countingCosts(of: ledger)
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

    /// What was held and what flowed, day by day, without prices. O(n) in the activities, the first time for each state of the book.
    ///
    /// - Parameter recorded: leaves out what was recorded later.
    public func history(asRecorded recorded: Instant? = nil) throws -> History {
        if let recorded { return try History(ledger(asRecorded: recorded)) }
        let ledger = try ledger
        if let history = knownHistory?.value(of: ledger) { return history }
        let history = try History(ledger)
        knownHistory = Derived(history, from: ledger)
        return history
    }
}

/// What was computed from a ledger, and which state of it that was.
struct Derived<Value> {
    private let value: Value
    private let ledger: Ledger
    private let version: Int
    private let rows: Int

    init(_ value: Value, from ledger: Ledger) { (self.value, self.ledger, version, rows) = (value, ledger, ledger.version, ledger.activities.count) }

    /// The value; nil where the ledger is another, or has changed since.
    func value(of ledger: Ledger) -> Value? { self.ledger === ledger && version == ledger.version ? value : nil }

    /// The value before the activities that were recorded since, and the first row of those; nil where anything else changed.
    func valueBefore(rowsOf ledger: Ledger) -> (value: Value, first: Int)? {
        let added = ledger.activities.count - rows
        // Each entry counts one, whatever it is of, and so does what is taken back.
        return self.ledger === ledger && added > 0 && ledger.version - version == added ? (value, rows) : nil
    }
}
