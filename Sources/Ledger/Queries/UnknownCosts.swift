import Values

/// Units of which nobody told what they cost: those of a transfer in that no account sent, or of a first position, recorded without a price or an amount.
///
/// The engine counts their cost as nothing. What is made of it (cost and gain of the lot, of what is sold of it, and of the holding) is no
/// figure to be shown. By a method that averages, all units of the instrument that are open from that day on in an account that has some of them share the
/// cost, and by one that pools those of every account, so that none of theirs is known either. A position that is told with its cost on a later day makes all costs of that account known again.
struct UnknownCosts {
    private struct Arrival {
        let day: Day
        let account: AccountID
        /// The first day from which an account's costs are known again.
        var toldAgain: [AccountID: Day] = [:]

        /// Whether nobody has told an account's costs again by the end of a day.
        func isUnknown(in account: AccountID, on day: Day) -> Bool { toldAgain[account].map { $0 > day } ?? true }
    }

    /// By the row that brought them in.
    private var arrivals: [InstrumentID: [UInt32: Arrival]] = [:]
    /// What came in with each row, also where it has become another instrument since.
    private var instruments: [UInt32: InstrumentID] = [:]
    /// The accounts that have had some of an instrument's, and since when.
    private var reached: [InstrumentID: [AccountID: Day]] = [:]
    private let policy: Policy

    /// Those of a ledger, as a state of it has it. O(transfers in without another side), and O(n) where there are some.
    init(_ ledger: Ledger, _ state: ReplayState) {
        let table = ledger.activities
        policy = ledger.policy
        for row in state.transit.unpaired.keys where table.counts(at: Int(row)) && Self.isUntold(Int(row), table) {
            guard let instrument = table.instrument(at: Int(row)) else { continue }
            instruments[row] = instrument
            let day = table.date(at: Int(row)), account = table.account(at: Int(row))
            arrivals[instrument, default: [:]][row] = Arrival(day: day, account: account)
            reached[instrument, default: [:]][account] = min(reached[instrument]?[account] ?? day, day)
        }
        if isEmpty { return }
        noteTold(table)
        if ([policy.lotMethod] + policy.lotRules.map(\.method)).contains(where: \.isAverage) { followTransfers(table) }
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

    /// Notes the accounts that units have gone on to. A transfer from one where some may be takes some along.
    private mutating func followTransfers(_ table: ActivityTable) {
        struct Key: Hashable { let group: String, instrument: InstrumentID }
        var sides: [Key: (day: Day, from: Set<AccountID>, to: Set<AccountID>)] = [:]
        for row in table.notable.map(Int.init) where table.counts(at: row) && (table.kind(at: row) == .transferIn || table.kind(at: row) == .transferOut) {
            guard let instrument = table.instrument(at: row), reached[instrument] != nil, let group = table.detail(at: row)?.group, TransferGroup.isPair(group) else { continue }
            let key = Key(group: group, instrument: instrument), day = table.date(at: row), account = table.account(at: row)
            var side = sides[key] ?? (day, [], [])
            side.day = min(side.day, day)
            if table.kind(at: row) == .transferOut { side.from.insert(account) } else { side.to.insert(account) }
            sides[key] = side
        }
        let moves = sides.sorted { $0.value.day < $1.value.day }
        var grows = true
        // Transfers of one day may go on from one another in any order.
        while grows {
            grows = false
            for (key, move) in moves where move.from.contains(where: { reached[key.instrument]?[$0].map { $0 <= move.day } ?? false }) {
                for account in move.to where reached[key.instrument]?[account].map({ $0 > move.day }) ?? true {
                    reached[key.instrument]?[account] = move.day
                    grows = true
                }
            }
        }
    }

    var isEmpty: Bool { instruments.isEmpty }

    /// The first day from which it is known what units cost that came or went on a day without being traded: nil where it is known on that day,
    /// `.max` where nobody has told.
    func knownFrom(_ moved: MovedUnits, _ account: AccountID, _ instrument: InstrumentID, on day: Day) -> Day? {
        var known: Day?
        func note(_ arrival: Arrival?) {
            guard let arrival, arrival.isUnknown(in: account, on: day) else { return }
            known = max(known ?? .min, arrival.toldAgain[account] ?? .max)
        }
        for opening in moved.openings { note(arrival(opening.row)) }
        if moved.isFromLots, sharesCost(account, instrument, on: day) {
            for other in arrivals[instrument, default: [:]].values where other.day <= day { note(other) }
        }
        return known
    }

    /// Whether nobody knows what the units cost that a row opened, of which an account has or had some at the end of a day.
    func includes(openedBy row: UInt32, _ account: AccountID, _ instrument: InstrumentID, on day: Day?) -> Bool {
        let day = day ?? .max
        if let own = arrival(row), own.isUnknown(in: account, on: day) { return true }
        guard let others = arrivals[instrument], sharesCost(account, instrument, on: day) else { return false }
        return others.values.contains { $0.day <= day && $0.isUnknown(in: account, on: day) }
    }

    /// The rows of which it is still to be told, at the end of a state's day, what their units cost: nobody has told a position with its cost in their
    /// account since, or units of theirs, or such as share their cost, are open elsewhere. O(open lots).
    func untold(_ ledger: Ledger, _ state: ReplayState, on day: Day?) -> Set<UInt32> {
        if isEmpty { return [] }
        let day = day ?? .max
        var untold = Set(instruments.keys.filter { row in arrival(row).map { $0.isUnknown(in: $0.account, on: day) } ?? false })
        for (position, (account, instrument)) in zip(state.positions, ledger.activities.slots.positions) where position.openLots > 0 {
            guard let instrument else { continue }
            if let all = arrivals[instrument], sharesCost(account, instrument, on: day) {
                untold.formUnion(all.filter { $0.value.day <= day && $0.value.isUnknown(in: account, on: day) }.keys)
            }
            for lot in position.long.openLots where arrival(lot.row)?.isUnknown(in: account, on: day) == true { untold.insert(lot.row) }
        }
        return untold
    }

    private func arrival(_ row: UInt32) -> Arrival? { instruments[row].flatMap { arrivals[$0]?[row] } }

    /// Whether units of an instrument in an account share their cost with some of an unknown one, at any time up to a day.
    private func sharesCost(_ account: AccountID, _ instrument: InstrumentID, on day: Day) -> Bool {
        let methods = [policy.lotMethod] + policy.lotRules.filter { $0.fits(account, instrument, on: day) }.map(\.method)
        return methods.contains { $0.isPooled || $0.isAverage && reached[instrument]?[account].map { $0 <= day } ?? false }
    }
}
