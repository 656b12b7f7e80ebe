import Values

/// What a ledger has worked out for questions before: states of past days and in other currencies, the order of gains and of names, and indexes by which
/// the next question is answered sooner. What belongs to a version of the book is not used for another.
struct KnownAnswers {
    var events = EventIndex()
    var groups = GroupIndex()
    var accounts = AccountIndex()
    /// Made by the first question for a name like another; it follows each definition from then on.
    var similarNames: SimilarNames?

    private var pastStates: [PastState] = []
    private var countedStates: [CountedState] = []
    private var gainOrder: GainOrder?
    private var slotOrder: SlotOrder?

    /// The state at the end of a past day.
    private struct PastState {
        let day: Day
        let version: Int
        let state: ReplayState
    }

    /// A state in which money is counted in another currency too.
    private struct CountedState {
        let day: Day?
        let currency: Currency
        let graph: RateGraph
        let version: Int
        let state: ReplayState
    }

    /// Which rows of the gains count, in order, at one version of the book.
    private struct GainOrder {
        let version: Int
        let rows: [Int32]
    }

    /// Positions in the order of their names, and the version of the names that it holds for.
    private struct SlotOrder {
        let version: Int
        let slots: [PositionSlot]
    }

    /// Forgets the activities from a row on, which the table has still. O(rows forgotten).
    mutating func truncate(to kept: Int, _ table: ActivityTable) {
        events.truncate(to: kept, table)
        groups.truncate(to: kept, table)
        accounts.truncate(to: kept, table)
    }

    /// The state at the end of a past day, if it was asked for lately.
    func state(on day: Day, version: Int) -> ReplayState? { pastStates.first { $0.day == day && $0.version == version }?.state }

    /// Keeps the state at the end of a past day; of two that were asked for at most.
    mutating func keep(_ state: ReplayState, on day: Day, version: Int) {
        pastStates.removeAll { $0.version != version }
        if pastStates.count > 1 { pastStates.removeFirst() }
        pastStates.append(PastState(day: day, version: version, state: state))
    }

    /// The state in which money is counted in a currency too, if it was asked for lately; forgets those by other rates or of other versions.
    mutating func state(on day: Day?, countedIn currency: Currency, by graph: RateGraph, version: Int) -> ReplayState? {
        countedStates.removeAll { $0.version != version || $0.graph !== graph }
        return countedStates.first { $0.day == day && $0.currency == currency }?.state
    }

    /// Keeps a state in which money is counted in a currency too; of two that were asked for at most.
    mutating func keep(_ state: ReplayState, on day: Day?, countedIn currency: Currency, by graph: RateGraph, version: Int) {
        if countedStates.count > 1 { countedStates.removeFirst() }
        countedStates.append(CountedState(day: day, currency: currency, graph: graph, version: version, state: state))
    }

    /// The rows of gains that count, in order; nil where they are not known at the version.
    func gainRows(version: Int) -> [Int32]? { gainOrder.flatMap { $0.version == version ? $0.rows : nil } }

    /// Keeps the rows of gains that count, in order.
    mutating func keep(gainRows rows: [Int32], version: Int) { gainOrder = GainOrder(version: version, rows: rows) }

    /// Forgets the order of gains, whose rows have changed.
    mutating func forgetGainRows() { gainOrder = nil }

    /// So many positions in the order of their names; nil where it is not known at the version of the names.
    func slotsByName(version: Int, count: Int) -> [PositionSlot]? {
        slotOrder.flatMap { $0.version == version && $0.slots.count == count ? $0.slots : nil }
    }

    /// Keeps positions in the order of their names.
    mutating func keep(slotsByName slots: [PositionSlot], version: Int) { slotOrder = SlotOrder(version: version, slots: slots) }
}
