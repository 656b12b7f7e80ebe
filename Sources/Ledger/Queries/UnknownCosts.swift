import Values

/// What is known, of a whole book, of units of which nobody told what they cost: those of a transfer in that no account sent, or of a first position,
/// recorded without a price or an amount.
///
/// Lots carry that it is unknown (`LotMoney.unknown`), and what is made of them takes it over: their gains, the average or the pool that they share, the
/// lots that options become, the contribution that they were. A position told with its cost makes the costs of its lots known from its day on.
/// What the units cost that a row brought is then known as well, unless some of them were sold before: what those cost is never told.
struct UnknownCosts {
    /// By the row that opened the units: the last day on which somebody told what some of them cost.
    private var told: [UInt32: Day] = [:]
    /// The rows whose units are open and of an unknown cost still.
    private var open: Set<UInt32> = []
    /// The rows of whose units some were sold, used or taken out of the book before anybody told what they cost.
    private var gone: Set<UInt32> = []
    /// Instruments of which such units were sold that shared their cost with others.
    private var mixed: Set<InstrumentID> = []
    /// Transfers in that no account sent, and positions, of which neither a price nor an amount tells the cost.
    private let arrivals: [UInt32]

    /// Those of a ledger, as a state of it has it. O(transfers in without another side), and O(lots and transfers) where there are some.
    init(_ ledger: Ledger, _ state: ReplayState) {
        let table = ledger.activities
        arrivals = state.transit.unpaired.keys.filter { table.counts(at: Int($0)) && Self.isUntold(Int($0), table) }
        if arrivals.isEmpty { return }
        for (row, moved) in state.transit.costs {
            for opening in moved.told { told[opening] = max(told[opening] ?? .min, table.date(at: Int(row))) }
            if moved.cost.isUnknown, table.kind(at: Int(row)) == .transferOut, !TransferGroup.isPair(table.detail(at: Int(row))?.group ?? "") { gone.formUnion(moved.unknown) }
        }
        noteOpen(state)
        noteSold(state, table)
    }

    private mutating func noteOpen(_ state: ReplayState) {
        for position in state.positions where position.hasUnknownCost {
            for side in LotSide.allCases { for lot in position[side].openLots where lot.remainingCost.isUnknown { open.insert(lot.row) } }
        }
        for transfer in state.transit.inFlight.values { for lot in transfer.lots where lot.remainingCost.isUnknown { open.insert(lot.row) } }
    }

    private mutating func noteSold(_ state: ReplayState, _ table: ActivityTable) {
        let own = Set(arrivals)
        for gain in state.gains.unknown where gain.row >= state.positions[gain.position.index].firstGain {
            gone.insert(gain.opening)
            gone.insert(gain.closing)
            if !own.contains(gain.opening), let instrument = table.slots.positions[gain.position.index].instrument { mixed.insert(instrument) }
        }
    }

    /// Whether neither a price nor an amount tells what came in with a row.
    static func isUntold(_ row: Int, _ table: ActivityTable) -> Bool { table.price(at: row) == nil && table.amount(at: row) == nil }

    /// The first day from which it is known what units cost that came or went without being traded: nil where it is known from the first, `.max` where
    /// nobody has told.
    func knownFrom(_ moved: MovedUnits, _ instrument: InstrumentID) -> Day? {
        guard moved.cost.isUnknown else { return nil }
        if mixed.contains(instrument) { return .max }
        return moved.unknown.map { open.contains($0) || gone.contains($0) ? .max : told[$0] ?? .max }.max() ?? .max
    }

    /// The rows of which it is still to be told what their units cost: nobody has told a position with the cost of any of them, or some are open still.
    var untold: [UInt32] { arrivals.filter { open.contains($0) || told[$0] == nil } }
}
