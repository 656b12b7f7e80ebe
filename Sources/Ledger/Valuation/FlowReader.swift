import Values

/// Reads what moved in and out of a scope, a day at a time.
struct FlowReader {
    private let history: History
    private let scope: Scope
    private let names: Definitions
    private let prices: [InstrumentID: PriceSeries]
    /// The places of the movements that may concern the scope, in order; nil for all of them.
    private let places: [Int32]?
    private var nextMovement = 0
    private var nextMove = 0

    init(_ sweep: ValueSweep, _ scope: Scope) {
        (history, names, prices, self.scope) = (sweep.history, sweep.names, sweep.prices, scope)
        places = sweep.history.movementPlaces(in: scope)
    }

    private var movementCount: Int { places?.count ?? history.movements.count }

    private func place(of movement: Int) -> Int { places.map { Int($0[movement]) } ?? movement }

    /// Adds what moved up to the end of a day to its figures.
    mutating func read(through day: Day, into figures: inout DayFigures, _ rates: inout DayRates, _ gaps: inout ValuationGaps) throws {
        while nextMovement < movementCount, history.movements[place(of: nextMovement)].day <= day {
            try take(place(of: nextMovement), &figures, &rates, &gaps)
            nextMovement += 1
        }
        for correction in history.corrections where correction.opening?.day == day && scope.hasCash && scope.contains(correction.account) {
            guard let opening = correction.opening, let worth = try rates.convert(opening.figure, rates.place(of: correction.currency), &gaps) else { continue }
            figures.flow = try figures.flow + worth
            figures.contribution = try figures.contribution + worth
        }
        while nextMove < history.unitMoves.count, history.unitMoves[nextMove].day <= day {
            try take(history.unitMoves[nextMove], &figures, &rates, &gaps)
            nextMove += 1
        }
    }

    /// Passes over what moved up to the end of a day.
    mutating func skip(through day: Day) {
        nextMovement = places.map { $0.partitioningIndex { history.movements[Int($0)].day > day } } ?? history.movements.partitioningIndex { $0.day > day }
        nextMove = history.unitMoves.partitioningIndex { $0.day > day }
    }

    private func take(_ place: Int, _ figures: inout DayFigures, _ rates: inout DayRates, _ gaps: inout ValuationGaps) throws {
        let movement = history.movements[place], (account, instrument) = history.positions[movement.position.index]
        guard scope.contains(account, instrument) else { return }
        let counts: Bool
        switch movement.kind {
        case .cash: counts = !scope.hasCash
        case .contribution: counts = scope.hasCash && !(history.partners[place].map(scope.contains) ?? false)
        case .income, .fee, .tax: counts = true
        }
        guard counts else { return }
        let currency = rates.place(of: history.purses[movement.purse.index].currency)
        guard let worth = try rates.convert(movement.amount, currency, &gaps) else { return }
        switch movement.kind {
        case .cash:
            figures.flow = try figures.flow - worth
            figures.contribution = try figures.contribution - worth
        case .contribution:
            figures.flow = try figures.flow + worth
            figures.contribution = try figures.contribution + worth
        case .income: figures.income = try figures.income + worth
        case .fee: figures.fees = try figures.fees + worth
        case .tax: figures.taxes = try figures.taxes + worth
        }
    }

    private func take(_ move: History.UnitMove, _ figures: inout DayFigures, _ rates: inout DayRates, _ gaps: inout ValuationGaps) throws {
        let (account, held) = history.positions[move.position.index]
        guard let instrument = held else { return }
        let isMine = scope.contains(account, instrument)
        if let giver = move.giver {
            // Units that another position of the account gave: they are brought in here, and taken out there, unless both belong to the scope.
            let isGiverMine = scope.contains(account, history.positions[giver.index].instrument)
            guard isMine != isGiverMine, let worth = try worth(move, instrument, &rates, &gaps) else { return }
            figures.flow = try isMine ? figures.flow + worth : figures.flow - worth
            figures.contribution = try isMine ? figures.contribution + worth : figures.contribution - worth
            return
        }
        guard isMine, !(move.partner.map(scope.contains) ?? false) else { return }
        if let worth = try worth(move, instrument, &rates, &gaps) { figures.flow = try figures.flow + worth }
        let cost = try rates.convert(move.cost, rates.place(of: names[instrument].currency), &gaps)
        if let cost { figures.contribution = try figures.contribution + cost }
    }

    /// What units were worth on the day they moved; where they have no price, what they cost.
    private func worth(
        _ move: History.UnitMove, _ instrument: InstrumentID, _ rates: inout DayRates, _ gaps: inout ValuationGaps
    ) throws -> FixedDecimal? {
        guard let price = prices[instrument]?.price(onOrBefore: move.day) else {
            return try rates.convert(move.cost, rates.place(of: names[instrument].currency), &gaps)
        }
        let value = try move.quantity * price.close * names[instrument].multiplier
        return try rates.convert(value, rates.place(of: price.currency), &gaps)
    }
}

extension History {
    /// The places of the movements of a scope's positions, in order; nil where the scope is the whole book.
    fileprivate func movementPlaces(in scope: Scope) -> [Int32]? {
        if scope == Scope() { return nil }
        let mine = positions.indices.filter { scope.contains(positions[$0].account, positions[$0].instrument) }
        return mine.flatMap { movementPlaces[$0] }.sorted()
    }
}
