import Ledger
import Values

/// Reads what moved in and out of a scope, a day at a time.
///
/// What moved on a day is added up by currency and converted then: amounts converted one by one and rounded each would leave a rest of what
/// cancels out, and what cancels out in its currency needs no rate.
struct FlowReader {
    /// What moved on a day in one currency.
    private struct Moved {
        let currency: Int
        var flow = FixedDecimal.zero
        /// The part of the flow that went out, from zero up.
        var taken = FixedDecimal.zero
        var contribution = FixedDecimal.zero
        var income = FixedDecimal.zero
        var fees = FixedDecimal.zero
        var taxes = FixedDecimal.zero
        var exchanged = FixedDecimal.zero
    }

    /// An amount in a currency, by the place of the currency.
    private typealias Worth = (amount: FixedDecimal, currency: Int)

    private let history: History
    private let scope: Scope
    private let names: Definitions
    private let prices: [InstrumentID: PriceSeries]
    private let costs: [MovedUnits.Place: FixedDecimal]
    /// The places of the movements that may concern the scope, in order; nil for all of them.
    private let places: [Int32]?
    private var nextMovement = 0
    /// The day of that movement; none is as late where there is no other. Most days have none, and ask no more than this.
    private var nextDay = Day.max
    private var nextMove = 0
    /// What moved on the day, a few currencies.
    private var moved: [Moved] = []

    init(_ sweep: ValueSweep, _ scope: Scope) {
        (history, names, prices, costs, self.scope) = (sweep.history, sweep.names, sweep.prices, sweep.costs, scope)
        places = sweep.history.movementPlaces(in: scope)
        noteNextDay()
    }

    private var movementCount: Int { places?.count ?? history.movements.count }

    private func place(of movement: Int) -> Int { places.map { Int($0[movement]) } ?? movement }

    /// Adds what moved up to the end of a day to its figures.
    mutating func read(through day: Day, into figures: inout DayFigures, _ rates: inout DayRates, _ gaps: inout ValuationGaps) throws {
        while nextDay <= day, nextMovement < movementCount {
            try take(place(of: nextMovement), &rates)
            nextMovement += 1
            noteNextDay()
        }
        for number in history.corrections.indices where scope.hasCash {
            if history.corrections[number].opening?.day != day, history.corrections[number].closing?.day != day { continue }
            let correction = history.corrections[number]
            if !scope.contains(correction.account) { continue }
            for step in [correction.opening, correction.closing].compactMap(\.self) where step.day == day && !step.figure.isZero {
                let worth = (step.figure, rates.place(of: correction.currency))
                try move(worth, cost: worth, &figures)
            }
        }
        while nextMove < history.unitMoves.count, history.unitMoves[nextMove].day <= day {
            try take(history.unitMoves[nextMove], &figures, &rates, &gaps)
            nextMove += 1
        }
        for sums in moved { try add(sums, to: &figures, &rates, &gaps) }
        moved.removeAll(keepingCapacity: true)
    }

    /// Converts what moved on the day in one currency, and adds it to the figures; what cannot be converted is not known.
    private func add(_ sums: Moved, to figures: inout DayFigures, _ rates: inout DayRates, _ gaps: inout ValuationGaps) throws {
        func worth(_ amount: FixedDecimal) throws -> FixedDecimal? {
            amount.isZero ? .zero : try rates.convert(amount, sums.currency, &gaps)
        }
        let flow = try worth(sums.flow)
        if let flow { figures.flow = try figures.flow + flow } else { figures.isFlowKnown = false }
        // What cancels out in its currency needs no rate, and lacks none.
        var unsaid = ValuationGaps()
        if let taken = sums.taken.isZero ? .zero : try rates.convert(sums.taken, sums.currency, &unsaid) {
            figures.taken = try figures.taken + taken
        } else if flow != nil {
            figures.unratedSides = rates[sums.currency]
        }
        let contribution = sums.contribution == sums.flow ? flow : try worth(sums.contribution)
        if let contribution { figures.contribution = try figures.contribution + contribution } else { figures.isContributionKnown = false }
        guard let income = try worth(sums.income), let fees = try worth(sums.fees), let taxes = try worth(sums.taxes),
            let exchanged = try worth(sums.exchanged)
        else {
            figures.areChargesKnown = false
            return
        }
        figures.income = try figures.income + income
        figures.fees = try figures.fees + fees
        figures.taxes = try figures.taxes + taxes
        figures.currencyGain = try figures.currencyGain + exchanged
    }

    /// Passes over what moved up to the end of a day.
    mutating func skip(through day: Day) {
        nextMovement = places.map { $0.partitioningIndex { history.movements.day(at: Int($0)) > day } } ?? history.movements.firstPlace(after: day)
        nextMove = history.unitMoves.partitioningIndex { $0.day > day }
        noteNextDay()
    }

    private mutating func noteNextDay() { nextDay = nextMovement < movementCount ? history.movements.day(at: place(of: nextMovement)) : .max }

    private mutating func take(_ place: Int, _ rates: inout DayRates) throws {
        let movement = history.movements[place], (account, instrument) = history.positions[movement.position.index]
        guard scope.contains(account) else { return }
        let isMine = scope.contains(account, instrument), currency = rates.place(of: movement.currency)
        switch movement.kind {
        case .cash:
            // Between an instrument and the cash beside it: nothing moves where both belong to the scope, or neither.
            if isMine == scope.hasCash { return }
            let amount = isMine ? -movement.amount : movement.amount
            try add(flow: amount, currency)
            try add(contribution: amount, currency)
        case .contribution:
            if scope.hasCash { try takeContribution(movement, history.partners[place], currency, &rates) }
        case .income, .fee, .tax, .exchange:
            guard isMine else { return }
            // In the currency of its figures, what was earned or charged is the figure; what it came to otherwise is a gain by currency.
            guard let own = movement.own, own.currency == rates.target else { return try add(movement.amount, as: movement.kind, currency) }
            let sign = movement.kind == .income ? FixedDecimal.one : -.one
            try add(own.amount, as: movement.kind, rates.place(of: own.currency))
            try add(exchanged: movement.amount * sign, currency)
            try add(exchanged: -own.amount * sign, rates.place(of: own.currency))
        }
    }

    private mutating func add(_ amount: FixedDecimal, as kind: History.Movement.Kind, _ currency: Int) throws {
        let place = sums(in: currency)
        switch kind {
        case .income: moved[place].income = try moved[place].income + amount
        case .fee: moved[place].fees = try moved[place].fees + amount
        case .exchange: moved[place].exchanged = try moved[place].exchanged + amount
        case .tax: moved[place].taxes = try moved[place].taxes + amount
        case .cash, .contribution: preconditionFailure("money that moves is no charge")
        }
    }

    /// Money brought in or taken out; between two accounts of the scope it moves nothing.
    ///
    /// What a transfer into another currency made is a gain by currency, as of an exchange. Where only one side belongs to the scope it is the sender's,
    /// whom the money leaves for what arrives.
    private mutating func takeContribution(
        _ movement: History.Movement, _ partner: SameDayTransfers.Partner?, _ currency: Int, _ rates: inout DayRates
    ) throws {
        let isInside = partner.map { scope.contains($0.account) } ?? false, moved = movement.own ?? Money(movement.amount, movement.currency)
        if let changed = partner?.changed, isInside || movement.amount.isNegative {
            try add(exchanged: moved.amount, rates.place(of: moved.currency))
            if isInside { return }
            try add(exchanged: changed.amount, rates.place(of: changed.currency))
            try add(flow: -changed.amount, rates.place(of: changed.currency))
            try add(contribution: -changed.amount, rates.place(of: changed.currency))
            return
        }
        if isInside { return }
        // In the currency of its figures, what was brought in is the figure, and the rate that it tells made nothing.
        let isOwn = movement.own?.currency == rates.target
        let brought = isOwn ? moved : Money(movement.amount, movement.currency), place = isOwn ? rates.place(of: moved.currency) : currency
        try add(flow: brought.amount, place)
        try add(contribution: brought.amount, place)
        guard isOwn, partner == nil else { return }
        try add(exchanged: movement.amount, currency)
        try add(exchanged: -moved.amount, place)
    }

    private mutating func add(exchanged amount: FixedDecimal, _ currency: Int) throws {
        let place = sums(in: currency)
        moved[place].exchanged = try moved[place].exchanged + amount
    }

    /// The place of what moved in a currency on the day.
    private mutating func sums(in currency: Int) -> Int {
        if let place = moved.firstIndex(where: { $0.currency == currency }) { return place }
        moved.append(Moved(currency: currency))
        return moved.count - 1
    }

    private mutating func add(flow amount: FixedDecimal, _ currency: Int) throws {
        let place = sums(in: currency)
        moved[place].flow = try moved[place].flow + amount
        if amount.isNegative { moved[place].taken = try moved[place].taken - amount }
    }

    private mutating func add(contribution amount: FixedDecimal, _ currency: Int) throws {
        let place = sums(in: currency)
        moved[place].contribution = try moved[place].contribution + amount
    }

    private mutating func take(_ move: History.UnitMove, _ figures: inout DayFigures, _ rates: inout DayRates, _ gaps: inout ValuationGaps) throws {
        let (account, held) = history.positions[move.position.index]
        guard let instrument = held else { return }
        let isMine = scope.contains(account, instrument)
        if let giver = move.giver {
            // Units that another position of the account gave: they are brought in here, and taken out there, unless both belong to the scope.
            let isGiverMine = scope.contains(account, history.positions[giver.index].instrument)
            guard isMine != isGiverMine else { return }
            func here(_ worth: Worth?) -> Worth? { worth.map { (isMine ? $0.amount : -$0.amount, $0.currency) } }
            try self.move(here(worth(move, instrument, &rates, &gaps)), cost: here(cost(of: move, instrument, &rates)), &figures)
        } else {
            guard isMine, !(move.partner.map(scope.contains) ?? false) else { return }
            try self.move(worth(move, instrument, &rates, &gaps), cost: cost(of: move, instrument, &rates), &figures)
        }
        if let known = move.costKnownFrom { figures.costsKnownFrom = max(figures.costsKnownFrom ?? known, known) }
    }

    /// Adds what was brought in, below zero taken out, at its worth and its cost; nil where there is no telling.
    private mutating func move(_ worth: Worth?, cost: Worth?, _ figures: inout DayFigures) throws {
        if let worth { try add(flow: worth.amount, worth.currency) } else { figures.isFlowKnown = false }
        if let cost { try add(contribution: cost.amount, cost.currency) } else { figures.isContributionKnown = false }
    }

    /// What units cost that moved: as it was counted when it was paid, else in the instrument's currency; nil where a rate is lacking for that.
    private func cost(of move: History.UnitMove, _ instrument: InstrumentID, _ rates: inout DayRates) -> Worth? {
        guard let counted = costs[move.place] else { return (move.cost, rates.place(of: names[instrument].currency)) }
        return counted.isAbsent ? nil : (counted, rates.place(of: rates.target))
    }

    /// What units were worth on the day they moved; where those from outside have no price, what they cost; nil where nobody knows either.
    private func worth(_ move: History.UnitMove, _ instrument: InstrumentID, _ rates: inout DayRates, _ gaps: inout ValuationGaps) throws -> Worth? {
        let own = rates.place(of: names[instrument].currency)
        if move.quantity.isZero { return (.zero, own) }
        guard let price = prices[instrument]?.price(onOrBefore: move.day) else {
            gaps.noteUnpriced(instrument, on: move.day)
            return move.giver != nil || move.cost.isZero || move.costKnownFrom != nil ? nil : cost(of: move, instrument, &rates)
        }
        let units = try history.units(move.quantity, of: move.position.index, asOf: price.date, on: move.day)
        let multiplier = names[instrument].multiplier
        guard let value = Bound.amount.known({ () throws(DecimalError) in try units * price.close * multiplier }) else {
            gaps.noteBeyond(instrument, on: move.day)
            return nil
        }
        return (value, rates.place(of: price.currency))
    }
}

extension History {
    /// The places of the movements of a scope's positions, in order; nil where the scope is the whole book.
    fileprivate func movementPlaces(in scope: Scope) -> [Int32]? {
        if scope == Scope() { return nil }
        // What is done with an instrument moves the cash of its account, whoever the instrument belongs to.
        let mine = positions.indices.filter {
            scope.hasCash ? scope.contains(positions[$0].account) : scope.contains(positions[$0].account, positions[$0].instrument)
        }
        return mine.flatMap { movementPlaces[$0] }.sorted()
    }
}
