import Values

/// Units of which nobody told what they cost: those of a transfer in that no account sent, or of a first position, recorded without a price or an amount.
///
/// The engine counts their cost as nothing. What is made of it (cost and gain of the lot, of what is sold of it, and of the holding) is no
/// figure to be shown. By a method that averages, all units of the instrument that are open from that day on share the cost, so that none of
/// theirs is known either. A position that is told with its cost on a later day makes all costs of that account known again.
struct UnknownCosts {
    private struct Arrival {
        let day: Day
        /// The first day from which an account's costs are known again.
        var toldAgain: [AccountID: Day] = [:]
    }

    /// By the row that brought them in.
    private var arrivals: [InstrumentID: [UInt32: Arrival]] = [:]
    /// What came in with each row, also where it has become another instrument since.
    private var instruments: [UInt32: InstrumentID] = [:]
    private let isAveraged: Bool

    /// Those of a ledger, as a state of it has it. O(transfers in without another side), and O(n) where there are some.
    init(_ ledger: Ledger, _ state: ReplayState) {
        let table = ledger.activities, policy = ledger.policy
        isAveraged = ([policy.lotMethod] + policy.lotRules.map(\.method)).contains { $0.isAverage || $0.isPooled }
        for row in state.transit.unpaired.keys where table.counts(at: Int(row)) && Self.isUntold(Int(row), table) {
            guard let instrument = table.instrument(at: Int(row)) else { continue }
            instruments[row] = instrument
            arrivals[instrument, default: [:]][row] = Arrival(day: table.date(at: Int(row)))
        }
        if !isEmpty { noteTold(table) }
    }

    /// Whether neither a price nor an amount tells what came in with a row.
    static func isUntold(_ row: Int, _ table: ActivityTable) -> Bool { table.price(at: row) == nil && table.amount(at: row) == nil }

    private mutating func noteTold(_ table: ActivityTable) {
        for row in 0..<table.count where table.subtype(at: row) == .position && table.counts(at: row) && !Self.isUntold(row, table) {
            guard let instrument = table.instrument(at: row), var all = arrivals.removeValue(forKey: instrument) else { continue }
            let account = table.account(at: row), day = table.date(at: row)
            for (brought, arrival) in all where arrival.day <= day { all[brought]?.toldAgain[account] = min(arrival.toldAgain[account] ?? day, day) }
            arrivals[instrument] = all
        }
    }

    var isEmpty: Bool { instruments.isEmpty }

    /// The first day from which it is known what units cost that came or went on a day without being traded: nil where it is known on that day,
    /// `.max` where nobody has told.
    func knownFrom(_ moved: MovedUnits, _ account: AccountID, _ instrument: InstrumentID, on day: Day) -> Day? {
        var known: Day?
        func note(_ arrival: Arrival) {
            let told = arrival.toldAgain[account] ?? .max
            if told > day { known = max(known ?? told, told) }
        }
        for opening in moved.openings { instruments[opening.row].flatMap { arrivals[$0]?[opening.row] }.map(note) }
        if isAveraged, moved.isFromLots { arrivals[instrument]?.values.filter { $0.day <= day }.forEach(note) }
        return known
    }

    /// Whether nobody knows what the units cost that a row opened, of which an account has or had some at the end of a day.
    func includes(openedBy row: UInt32, _ account: AccountID, _ instrument: InstrumentID, on day: Day?) -> Bool {
        let day = day ?? .max
        func isUnknown(_ arrival: Arrival) -> Bool { arrival.toldAgain[account].map { $0 > day } ?? true }
        if let own = instruments[row], let arrival = arrivals[own]?[row] { return isUnknown(arrival) }
        return isAveraged && arrivals[instrument]?.values.contains { $0.day <= day && isUnknown($0) } ?? false
    }
}
