import Values

/// Units of which nobody told what they cost: those of a transfer in that no account sent, or of a first position, recorded without a price or an amount.
///
/// The engine counts their cost as nothing. What is made of it (cost and gain of the lot, of what is sold of it, and of the holding) is no
/// figure to be shown. By a method that averages, all units of the instrument that are open from that day on in an account that has some of them share the
/// cost, and by one that pools those of every account, so that none of theirs is known either. A position that is told with its cost on a later day makes all costs of that account known again.
struct UnknownCosts {
    /// What came in, also where it has become another instrument since.
    private struct Arrival {
        let instrument: InstrumentID
        let day: Day
        let account: AccountID
    }

    /// By the row that brought them in.
    private var arrivals: [UInt32: Arrival] = [:]
    /// The days on which some of an instrument came in, in order.
    private var arrivalDays: [InstrumentID: [Day]] = [:]
    /// The days on which it was told what an account's units of an instrument cost in all, in order.
    private var toldDays: [InstrumentID: [AccountID: [Day]]] = [:]
    /// The accounts that have had some of an instrument's, and since when.
    private var reached: [InstrumentID: [AccountID: Day]] = [:]
    private let policy: Policy

    /// Those of a ledger, as a state of it has it. O(transfers in without another side), and O(n log n) where there are some.
    init(_ ledger: Ledger, _ state: ReplayState) {
        let table = ledger.activities
        policy = ledger.policy
        for row in state.transit.unpaired.keys where table.counts(at: Int(row)) && Self.isUntold(Int(row), table) {
            guard let instrument = table.instrument(at: Int(row)) else { continue }
            let day = table.date(at: Int(row)), account = table.account(at: Int(row))
            arrivals[row] = Arrival(instrument: instrument, day: day, account: account)
            arrivalDays[instrument, default: []].append(day)
            reached[instrument, default: [:]][account] = min(reached[instrument]?[account] ?? day, day)
        }
        if isEmpty { return }
        for instrument in arrivalDays.keys { arrivalDays[instrument]?.sort() }
        noteTold(table)
        if ([policy.lotMethod] + policy.lotRules.map(\.method)).contains(where: \.isAverage) { followTransfers(table) }
    }

    /// Whether neither a price nor an amount tells what came in with a row.
    static func isUntold(_ row: Int, _ table: ActivityTable) -> Bool { table.price(at: row) == nil && table.amount(at: row) == nil }

    private mutating func noteTold(_ table: ActivityTable) {
        for row in 0..<table.count where table.subtype(at: row) == .position && table.counts(at: row) && !Self.isUntold(row, table) {
            guard let instrument = table.instrument(at: row), arrivalDays[instrument] != nil else { continue }
            toldDays[instrument, default: [:]][table.account(at: row), default: []].append(table.date(at: row))
        }
        for (instrument, ofAccounts) in toldDays { toldDays[instrument] = ofAccounts.mapValues { $0.sorted() } }
    }

    /// The first day from which it is known what an account's units cost that came in once; `.max` where nobody has told. O(log n).
    private func toldAgain(_ arrival: Arrival, _ account: AccountID) -> Day {
        guard let days = toldDays[arrival.instrument]?[account] else { return .max }
        let place = days.partitioningIndex { $0 >= arrival.day }
        return place < days.count ? days[place] : .max
    }

    /// The last to come in of an instrument up to a day. What is told of the cost of those is told of the earlier ones too, so that it is known last of all
    /// what these cost.
    private func lastArrival(of instrument: InstrumentID, through day: Day) -> Arrival? {
        guard let days = arrivalDays[instrument] else { return nil }
        let place = days.partitioningIndex { $0 > day }
        return place == 0 ? nil : Arrival(instrument: instrument, day: days[place - 1], account: .every)
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

    var isEmpty: Bool { arrivals.isEmpty }

    /// The first day from which it is known what units cost that came or went on a day without being traded: nil where it is known on that day,
    /// `.max` where nobody has told.
    func knownFrom(_ moved: MovedUnits, _ account: AccountID, _ instrument: InstrumentID, on day: Day) -> Day? {
        var known: Day?
        func note(_ arrival: Arrival) {
            let told = toldAgain(arrival, account)
            if told > day { known = max(known ?? told, told) }
        }
        for opening in moved.openings { arrivals[opening.row].map(note) }
        if moved.isFromLots, sharesCost(account, instrument, on: day) { lastArrival(of: instrument, through: day).map(note) }
        return known
    }

    /// Whether nobody knows what the units cost that a row opened, of which an account has or had some at the end of a day.
    func includes(openedBy row: UInt32, _ account: AccountID, _ instrument: InstrumentID, on day: Day?) -> Bool {
        let day = day ?? .max
        if let own = arrivals[row], isUnknown(own, account, on: day) { return true }
        guard let last = lastArrival(of: instrument, through: day), sharesCost(account, instrument, on: day) else { return false }
        return isUnknown(last, account, on: day)
    }

    /// The rows of which it is still to be told, at the end of a state's day, what their units cost: nobody has told a position with its cost in their
    /// account since, or units of theirs, or such as share their cost, are open elsewhere. O(open lots).
    func untold(_ ledger: Ledger, _ state: ReplayState, on day: Day?) -> Set<UInt32> {
        if isEmpty { return [] }
        let day = day ?? .max
        func isUnknown(_ row: UInt32, in account: AccountID) -> Bool { arrivals[row].map { self.isUnknown($0, account, on: day) } ?? false }
        var untold = Set(arrivals.keys.filter { row in arrivals[row].map { isUnknown(row, in: $0.account) } ?? false })
        for (position, (account, instrument)) in zip(state.positions, ledger.activities.slots.positions) where position.openLots > 0 {
            guard let instrument else { continue }
            if arrivalDays[instrument] != nil, sharesCost(account, instrument, on: day) {
                untold.formUnion(arrivals.filter { $0.value.instrument == instrument && $0.value.day <= day && isUnknown($0.key, in: account) }.keys)
            }
            for lot in position.long.openLotsUnshared where isUnknown(lot.row, in: account) { untold.insert(lot.row) }
        }
        return untold
    }

    /// Whether nobody has told what an account's units cost since some came in, by the end of a day.
    private func isUnknown(_ arrival: Arrival, _ account: AccountID, on day: Day) -> Bool {
        let told = toldAgain(arrival, account)
        return told == .max || told > day
    }

    /// Whether units of an instrument in an account share their cost with some of an unknown one, at any time up to a day.
    private func sharesCost(_ account: AccountID, _ instrument: InstrumentID, on day: Day) -> Bool {
        let methods = [policy.lotMethod] + policy.lotRules.filter { $0.fits(account, instrument, on: day) }.map(\.method)
        return methods.contains { $0.isPooled || $0.isAverage && reached[instrument]?[account].map { $0 <= day } ?? false }
    }
}
