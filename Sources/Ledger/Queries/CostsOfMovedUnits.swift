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
        // What a row told stays noted when it is voided, and counts no more.
        for (row, moved) in state.transit.costs where table.counts(at: Int(row)) {
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

/// What units cost, counted in another currency, that came in or went out without being bought or sold.
///
/// Each purchase counts by the rate that it tells itself, else by that of its day, as the cost of lots does: units are worth to a contribution what
/// was paid for them, whatever rates have done since. What an opening entry brought in counts by the day on which its units were acquired.
struct CountedCosts {
    private let replayer: Replayer
    private let moved: [UInt32: MovedUnits]
    private let given: [MovedUnits.Place: MovedUnits]

    /// Those of a ledger. O(n) the first time.
    ///
    /// - Parameter givesUnits: whether what positions gave each other is asked for, too.
    init(_ ledger: Ledger, _ currency: Currency, _ graph: RateGraph, givesUnits: Bool = false) throws(LedgerError) {
        let isNeeded = if givesUnits { true } else { try ledger.movesUnits(ofOtherThan: currency) }
        let transit = isNeeded ? try ledger.state(on: nil, countedIn: currency, by: graph).transit : Transit()
        (moved, given) = (transit.costs, transit.given)
        var replayer = Replayer(ledger)
        replayer.other = OtherCurrency(currency, graph)
        self.replayer = replayer
    }

    /// What the units of a row cost in the currency; nil where a rate is lacking, or where the row moves money.
    func cost(at row: Int, of own: FixedDecimal) -> FixedDecimal? {
        // What nobody told counts as nothing here too, until a position is told with its cost and counts for all.
        if let moved = moved[UInt32(row)] { return moved.cost.knownPart.known }
        return replayer.activities.bringsUnits(at: row) ? replayer.money(of: row, opened: opened(row))(own).known : nil
    }

    /// What units cost that one position gave another, where their cost was this in the currency of the instrument; nil where a rate is lacking.
    func givenCost(at place: MovedUnits.Place, of own: FixedDecimal) -> FixedDecimal? {
        if let given = given[place] { return given.cost.knownPart.known }
        return replayer.money(of: Int(place.row))(own).known
    }

    /// The purchases by whose rates the cost of a row's units is counted.
    func purchases(at row: Int) -> [Contribution.Purchase] {
        let activities = replayer.activities
        if let moved = moved[UInt32(row)] { return moved.openings.map { Contribution.Purchase(activity: activities.id(at: Int($0.row)), date: $0.opened) } }
        return activities.bringsUnits(at: row) ? [Contribution.Purchase(activity: activities.id(at: row), date: opened(row) ?? activities.date(at: row))] : []
    }

    private func opened(_ row: Int) -> Day? { replayer.activities.detail(at: row)?.opened }
}

extension ActivityTable {
    /// Whether a row that is a contribution is one of units: bought before the book began, or put right.
    func bringsUnits(at row: Int) -> Bool { instrument(at: row) != nil && quantity(at: row) != nil }
}

extension Ledger {
    /// Whether units of another currency ever came in or went out without being traded. O(transfers) where the present is known.
    fileprivate func movesUnits(ofOtherThan currency: Currency) throws(LedgerError) -> Bool {
        try state(on: nil).transit.costs.keys.contains { row in activities.instrument(at: Int(row)).map { self[$0].currency != currency } ?? false }
    }
}
