import Values

/// Units of which nobody told what they cost: those of a transfer in that no account sent, recorded without a price or an amount.
///
/// The engine counts their cost as nothing. What is made of it (cost and gain of the lot, of what is sold of it, and of the holding) is no
/// figure to be shown. By a method that averages, all units of the instrument that are open from that day on share the cost, so that none of
/// theirs is known either. A position that is told with its cost on a later day makes all costs of that account known again.
struct UnknownCosts {
    private struct Arrival {
        let row: UInt32
        let account: AccountID
        let instrument: InstrumentID
        let day: Day
        /// The first day from which the account's costs are known again.
        var toldAgain: [AccountID: Day] = [:]
    }

    private var arrivals: [Arrival] = []
    private let isAveraged: Bool

    /// Those of a ledger, as a state of it has it. O(transfers in without another side), and O(n) where there are some.
    init(_ ledger: Ledger, _ state: ReplayState) {
        let table = ledger.activities, policy = ledger.policy
        isAveraged = ([policy.lotMethod] + policy.lotRules.map(\.method)).contains { $0.isAverage || $0.isPooled }
        for row in state.transit.unpaired.keys.sorted() where table.counts(at: Int(row)) && Self.isUntold(Int(row), table) {
            guard let instrument = table.instrument(at: Int(row)) else { continue }
            arrivals.append(Arrival(row: row, account: table.account(at: Int(row)), instrument: instrument, day: table.date(at: Int(row))))
        }
        if !arrivals.isEmpty { noteTold(table) }
    }

    /// Whether neither a price nor an amount tells what came in with a row.
    static func isUntold(_ row: Int, _ table: ActivityTable) -> Bool { table.price(at: row) == nil && table.amount(at: row) == nil }

    private mutating func noteTold(_ table: ActivityTable) {
        for row in 0..<table.count where table.counts(at: row) && table.subtype(at: row) == .position && !Self.isUntold(row, table) {
            let account = table.account(at: row), day = table.date(at: row)
            for place in arrivals.indices where arrivals[place].instrument == table.instrument(at: row) && arrivals[place].day <= day {
                arrivals[place].toldAgain[account] = min(arrivals[place].toldAgain[account] ?? day, day)
            }
        }
    }

    var isEmpty: Bool { arrivals.isEmpty }

    /// Whether nobody knows what the units cost that a row opened, of which an account has or had some at the end of a day.
    func includes(openedBy row: UInt32, _ account: AccountID, _ instrument: InstrumentID, on day: Day?) -> Bool {
        arrivals.contains { arrival in
            guard arrival.row == row || isAveraged && arrival.instrument == instrument && arrival.day <= day ?? .max else { return false }
            return arrival.toldAgain[account].map { $0 > day ?? .max } ?? true
        }
    }
}
