public import Values

/// What a book held day by day, and what moved in and out: one replay, read by whatever values the book over time.
///
/// Units and cash stand as steps, one for each day on which they changed, so that a day without activities costs nothing. A plain value:
/// it stays what it was while the ledger goes on.
public struct History {
    /// Units that came or went otherwise than for cash.
    package struct UnitMove {
        package let day: Day
        /// Where they came in, or went from where the quantity is below zero.
        package let position: PositionSlot
        package var quantity: FixedDecimal
        /// The row that moved them.
        package let row: UInt32
        /// What they cost, in the instrument's currency; below zero of those that went.
        package let cost: FixedDecimal
        /// The first day from which it is known what they cost: nil where it is known on their own, `.max` where nobody has told.
        package var costKnownFrom: Day?
        /// The position of the same account that gave them, as in a merger; nil where they came from outside the account.
        package let giver: PositionSlot?
        /// The account that had them before, or has them now, where it sent or received them on the same day.
        package let partner: AccountID?

        /// The row that moved them, and their position.
        package var place: MovedUnits.Place { MovedUnits.Place(row: row, position: position) }
    }

    /// Units by place of the position.
    package private(set) var units: [Steps]
    /// Balances by place of the cash position.
    package private(set) var balances: [Steps]
    /// Money that moved, in order of days.
    package private(set) var movements = Movements()
    /// The places of a position's movements, by place of the position.
    package private(set) var movementPlaces: [[Int32]]
    /// Units that came or went, in order of days.
    package private(set) var unitMoves: [UnitMove] = []
    /// The other account of a transfer of cash within one day, by the place of the movement.
    package private(set) var partners: [Int: SameDayTransfers.Partner] = [:]
    /// Splits of units, by place of the position and in order of days.
    package private(set) var splits: [Int: [Split]] = [:]
    /// The same for copies of one history, which therefore need not be compared.
    package private(set) var identity = Identity()
    /// What the places of positions and cash positions stand for.
    package private(set) var positions: [(account: AccountID, instrument: InstrumentID?)]
    package private(set) var cashPositions: [(account: AccountID, currency: Currency)]
    /// What accounts tracked by value were told to be worth, by account, day and time.
    package let told: [AccountValue]
    /// What accounts tracked by value are worth beyond the cash that was recorded.
    package private(set) var corrections: [Correction] = []

    /// What one unit of each instrument was bought or sold for, by the day.
    public private(set) var paid: TradePrices

    /// The day of the first activity, or of the first worth told; nil of a book without either.
    public private(set) var firstDay: Day?
    /// The history that it was before rows were added to it, and the first day of those.
    private(set) var grown: (from: Identity, day: Day)?
    /// The row that comes last of those that count, and its day.
    private var last: (row: Int, day: Day)?

    /// The instruments that were ever held.
    public var instruments: Set<InstrumentID> {
        Set(positions.indices.lazy.filter { !units[$0].isEmpty }.compactMap { positions[$0].instrument })
    }

    /// Whether anything ever happened to a position: units came or went, or money moved for it.
    package func isUsed(_ place: Int) -> Bool { !units[place].isEmpty || !movementPlaces[place].isEmpty }

    /// The currencies in which cash was ever held.
    public var currencies: Set<Currency> { Set(cashPositions.indices.lazy.filter { !balances[$0].isEmpty }.map { cashPositions[$0].currency }) }

    /// The history of a ledger as it is now. O(n) in its activities.
    ///
    /// - Parameter paid: what its trades paid, where that is known.
    public init(_ ledger: Ledger, paid known: TradePrices? = nil) throws(LedgerError) {
        ledger.forgetLargeStates()
        let slots = ledger.activities.slots
        (positions, cashPositions) = (slots.positions, slots.cashPositions)
        units = Array(repeating: Steps(), count: positions.count)
        movementPlaces = Array(repeating: [], count: positions.count)
        balances = Array(repeating: Steps(), count: cashPositions.count)
        told = ledger.values.standing().map(\.value)
        if let known { paid = known } else { paid = try TradePrices(ledger) }
        firstDay = told.map(\.date).min()
        var builder = try HistoryBuilder(ledger)
        try builder.replay(into: &self)
        builder.noteUnknownCosts(of: ledger, in: &self)
        corrections = try Self.corrections(self, ledger.accounts)
    }

    mutating func note(units quantity: FixedDecimal, of slot: PositionSlot, on day: Day) {
        units[slot.index].note(quantity, on: day)
    }

    mutating func note(balance: FixedDecimal, of slot: CashSlot, on day: Day) {
        balances[slot.index].note(balance, on: day)
    }

    mutating func add(_ movement: Movement, partner: SameDayTransfers.Partner? = nil) {
        if let partner { partners[movements.count] = partner }
        movementPlaces[movement.position.index].append(Int32(movements.count))
        movements.append(movement)
    }

    mutating func add(_ move: UnitMove) { unitMoves.append(move) }

    /// Notes of each move from when on it is known what the units cost.
    mutating func noteCosts(_ knownFrom: (UnitMove) -> Day?) {
        for place in unitMoves.indices { unitMoves[place].costKnownFrom = knownFrom(unitMoves[place]) }
    }

    /// Prices of the day are for units after the split, so what moved earlier on the day is counted in those, too.
    mutating func add(_ split: Split, of slot: PositionSlot) throws(LedgerError) {
        splits[slot.index, default: []].append(split)
        for place in unitMoves.indices.reversed() {
            let move = unitMoves[place]
            if move.day < split.day { break }
            guard move.position == slot else { continue }
            unitMoves[place].quantity = try LedgerError.arithmetic { () throws(DecimalError) in try split.ratio.applied(to: move.quantity) }
        }
    }

    mutating func begin(_ row: Int, on day: Day) {
        firstDay = min(firstDay ?? day, day)
        last = (row, day)
    }

    /// Adds the rows from one on, which were entered since: trades and payments that come behind all others. O(rows added, positions, moves of units).
    ///
    /// - Parameter paid: what trades paid, those of the rows too.
    /// - Returns: whether it could; if not, this is no history any more, and one is to be computed anew.
    public mutating func add(rowsFrom first: Int, of ledger: Ledger, paid: TradePrices) throws(LedgerError) -> Bool {
        let activities = ledger.activities, slots = activities.slots
        // A worth that is told counts with what comes behind it, a cost that is not may be lost by a sale, and positions have the splits of before they came about.
        guard told.isEmpty, splits.isEmpty || positions.count == slots.positions.count, !unitMoves.contains(where: { $0.costKnownFrom != nil }) else { return false }
        grown = (identity, (first..<activities.count).map(activities.date(at:)).min() ?? .max)
        (positions, cashPositions, self.paid, identity) = (slots.positions, slots.cashPositions, paid, Identity())
        while units.count < positions.count {
            units.append(Steps())
            movementPlaces.append([])
        }
        while balances.count < cashPositions.count { balances.append(Steps()) }
        var builder = HistoryBuilder(behind: self, of: ledger)
        for row in first..<activities.count {
            if activities.detail(at: row)?.amends != nil { return false }
            guard activities.counts(at: row) else { continue }
            if let last, !activities.precedes(last.row, row) || activities.crossedDays.contains(activities.date(at: row)) { return false }
            if try !builder.add(row, to: &self) { return false }
        }
        return true
    }
}

extension History {
    /// When something was held of an instrument.
    public struct Span: Hashable, Sendable {
        /// The first day on which units came in.
        public var first: Day
        /// The last day on which units changed.
        public var last: Day
        /// Whether units are held after the last.
        public var isOpen: Bool
    }

    /// When each instrument was held, in whichever account. O(n) in the changes.
    public var spans: [InstrumentID: Span] {
        var spans: [InstrumentID: Span] = [:]
        for (place, steps) in units.enumerated() {
            guard let instrument = positions[place].instrument, let first = steps.first, let last = steps.last else { continue }
            let isOpen = !last.figure.isZero
            guard let known = spans[instrument] else {
                spans[instrument] = Span(first: first.day, last: last.day, isOpen: isOpen)
                continue
            }
            spans[instrument] = Span(first: min(known.first, first.day), last: max(known.last, last.day), isOpen: known.isOpen || isOpen)
        }
        return spans
    }
}

extension History {
    /// Units that became more or fewer at the beginning of a day.
    package struct Split: Hashable, Sendable {
        package let day: Day
        package let ratio: Ratio
    }

    /// How many units of a price's day some units of a later day are: a price from before a split is for a unit of then.
    ///
    /// A price of the day of the split itself is for a unit after it.
    package func units(_ quantity: FixedDecimal, of place: Int, asOf priced: Day, on day: Day) throws(DecimalError) -> FixedDecimal {
        guard let splits = splits[place] else { return quantity }
        return try Self.units(quantity, splits, asOf: priced, on: day)
    }

    package static func units(_ quantity: FixedDecimal, _ splits: [Split], asOf priced: Day, on day: Day) throws(DecimalError) -> FixedDecimal {
        try Ratio.undone(splits.lazy.filter { $0.day > priced && $0.day <= day }.map(\.ratio), on: quantity)
    }
}

/// Tells a value from others that were made apart from it: copies share it.
package final class Identity: Sendable {
    /// A new identity, other than any before.
    package init() {}
}

extension Ledger {
    /// What units that moved cost in another currency, by row and position; `absent` where a rate is lacking. O(n) the first time.
    package func costs(
        of moves: [History.UnitMove], countedIn currency: Currency, by graph: RateGraph
    ) throws(LedgerError) -> [MovedUnits.Place: FixedDecimal] {
        let counted = try CountedCosts(self, currency, graph, givesUnits: moves.contains { $0.giver != nil })
        return Dictionary(
            moves.map { move in
                let cost = move.giver == nil ? counted.cost(at: Int(move.row), of: move.cost) : counted.givenCost(at: move.place, of: move.cost)
                return (move.place, cost ?? .absent)
            }, uniquingKeysWith: { first, _ in first })
    }
}

extension Day {
    /// The day after.
    package var next: Day { Day(number: number &+ 1) }
    /// The day before.
    package var previous: Day { Day(number: number &- 1) }
}
