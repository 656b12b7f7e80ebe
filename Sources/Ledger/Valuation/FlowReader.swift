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
        for correction in history.corrections where scope.hasCash && scope.contains(correction.account) {
            for step in [correction.opening, correction.closing].compactMap(\.self) where step.day == day && !step.figure.isZero {
                let worth = try rates.convert(step.figure, rates.place(of: correction.currency), &gaps)
                try move(worth, cost: worth, &figures)
            }
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
        let converted = try rates.convert(movement.amount, currency, &gaps)
        if movement.kind == .cash || movement.kind == .contribution {
            let worth = movement.kind == .cash ? converted.map { -$0 } : converted
            return try move(worth, cost: worth, &figures)
        }
        guard let worth = converted else {
            figures.areChargesKnown = false
            return
        }
        switch movement.kind {
        case .cash, .contribution: break
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
            guard isMine != isGiverMine else { return }
            let worth = try worth(move, instrument, &rates, &gaps).map { isMine ? $0 : -$0 }
            return try self.move(worth, cost: worth, &figures)
        }
        guard isMine, !(move.partner.map(scope.contains) ?? false) else { return }
        let cost = move.cost.isZero ? .zero : try rates.convert(move.cost, rates.place(of: names[instrument].currency), &gaps)
        try self.move(try worth(move, instrument, &rates, &gaps), cost: cost, &figures)
    }

    /// Adds what was brought in, below zero taken out, at its worth and its cost; nil where there is no telling.
    private func move(_ worth: FixedDecimal?, cost: FixedDecimal?, _ figures: inout DayFigures) throws {
        if let worth { figures.flow = try figures.flow + worth } else { figures.isFlowKnown = false }
        if let cost { figures.contribution = try figures.contribution + cost } else { figures.isContributionKnown = false }
    }

    /// What units were worth on the day they moved; where they have no price, what they cost; nil where nobody knows either.
    private func worth(
        _ move: History.UnitMove, _ instrument: InstrumentID, _ rates: inout DayRates, _ gaps: inout ValuationGaps
    ) throws -> FixedDecimal? {
        if move.quantity.isZero { return .zero }
        guard let price = prices[instrument]?.price(onOrBefore: move.day) else {
            gaps.noteUnpriced(instrument, on: move.day)
            return move.cost.isZero ? nil : try rates.convert(move.cost, rates.place(of: names[instrument].currency), &gaps)
        }
        let units = try history.units(move.quantity, of: move.position.index, asOf: price.date, on: move.day)
        let multiplier = names[instrument].multiplier
        guard let value = Bound.amount.known({ () throws(DecimalError) in try units * price.close * multiplier }) else {
            gaps.noteBeyond(instrument, on: move.day)
            return nil
        }
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
