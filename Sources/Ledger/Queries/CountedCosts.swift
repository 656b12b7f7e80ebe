import Values

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

    /// What units cost that one position gave another; nil where a rate is lacking.
    private func givenCost(of move: History.UnitMove) -> FixedDecimal? {
        if let given = given[move.place] { return given.cost.knownPart.known }
        return replayer.money(of: Int(move.row))(move.cost).known
    }

    /// Those of units that moved, by row and position; `absent` where a rate is lacking.
    func costs(of moves: [History.UnitMove]) -> [MovedUnits.Place: FixedDecimal] {
        Dictionary(
            moves.map { ($0.place, ($0.giver == nil ? cost(at: Int($0.row), of: $0.cost) : givenCost(of: $0)) ?? .absent) },
            uniquingKeysWith: { first, _ in first })
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
