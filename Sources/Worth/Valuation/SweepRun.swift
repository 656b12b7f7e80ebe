import Ledger
import Values

/// A valuation on its way through the days.
///
/// What is held is summed by currency, so that a day costs one conversion a currency; a position is multiplied out again only where its
/// units or its price changed.
struct SweepRun {
    /// Units of one instrument in one account, as they are. Without the cursors that feed it, so that nothing is counted when it is copied.
    struct Holding {
        let instrument: InstrumentID
        let multiplier: FixedDecimal
        let isCrypto: Bool
        /// Whether its account is told what it is worth, whatever is known to be in it.
        let isOfToldAccount: Bool
        var quantity = FixedDecimal.zero
        var price: PriceSeries.Price?
        /// What it adds to the sum of its price's currency; nothing where that is more than any amount may be.
        var value = FixedDecimal.zero
        var isBeyond = false
    }

    /// Where the units and prices of a holding come from.
    struct Source {
        var units: StepCursor
        var prices: PriceCursor
        /// Splits of the units, in order of days.
        let splits: [History.Split]
    }

    /// Money that is there as such.
    struct Money {
        let currency: Int
        let isOfToldAccount: Bool
        var steps: StepCursor
        var amount = FixedDecimal.zero
    }

    let sweep: ValueSweep
    let scope: Scope
    var gaps: ValuationGaps
    var rates: DayRates
    private var holdings: [Holding]
    /// By place of the holding.
    private var sources: [Source]
    private var money: [Money] = []
    /// What is there by place of the currency.
    private var sums: [FixedDecimal] = []
    private var flows: FlowReader
    /// While nothing else is in the scope, the days on which worths were told: its value says something of those only.
    private var told: History.ToldDays?
    /// Less than this is the rest of a rounding.
    private let least: FixedDecimal

    init(_ sweep: ValueSweep, _ scope: Scope, _ gaps: ValuationGaps) {
        self.sweep = sweep
        self.scope = scope
        self.gaps = gaps
        rates = DayRates(sweep)
        least = sweep.currency.halfSmallestUnit
        (holdings, sources) = sweep.holdings(in: scope)
        flows = FlowReader(sweep, scope)
        guard scope.hasCash else { return }
        told = sweep.history.toldDays(of: scope)
        let toldAccounts = sweep.history.toldAccounts
        for (place, cashPosition) in sweep.history.cashPositions.enumerated() where scope.contains(cashPosition.account) && !sweep.history.balances[place].isEmpty {
            money.append(
                Money(
                    currency: rates.place(of: cashPosition.currency), isOfToldAccount: toldAccounts.contains(cashPosition.account), steps: StepCursor(sweep.history.balances[place])
                ))
        }
        for correction in sweep.history.corrections where scope.contains(correction.account) {
            money.append(Money(currency: rates.place(of: correction.currency), isOfToldAccount: true, steps: StepCursor(correction.steps)))
        }
    }

    /// What the scope was worth at the end of a day, which follows the one asked for last.
    mutating func advance(to day: Day) throws -> DayFigures {
        let before = sums
        rates.begin(day)
        var figures = DayFigures(day: day)
        figures.isValueKnown = try updateHoldings(day, &figures)
        try updateMoney(day)
        try addCurrencyGain(since: before, to: &figures)
        let total = try total(day)
        figures.pricedValue = total.worth
        figures.isValueKnown = figures.isValueKnown && total.isWhole
        figures.isOffset = figures.isValueKnown && isNothing(total.worth) && hasParts()
        try flows.read(through: day, into: &figures, &rates, &gaps)
        return figures
    }

    /// Goes to the end of a day whose figures are known.
    mutating func skip(to day: Day) throws {
        let known = gaps
        rates.begin(day)
        var figures = DayFigures(day: day)
        _ = try updateHoldings(day, &figures)
        try updateMoney(day)
        // So that the rates of the day are known on the next.
        _ = try total(day)
        flows.skip(through: day)
        gaps = known
    }

    /// Brings units and prices up to the day; false where something held has no price.
    private mutating func updateHoldings(_ day: Day, _ figures: inout DayFigures) throws -> Bool {
        var isPriced = true, hasUnits = false, isMarketDay = false, hasOwnWeekend = false, isAllCrypto = true
        for place in holdings.indices {
            let last = holdings[place].price, before = last?.date
            let price = sources[place].prices.price(onOrBefore: day), quantity = sources[place].units.newFigure(at: day)
            if quantity != nil || price?.date != before { try revalue(place, quantity ?? holdings[place].quantity, price, on: day) }
            if holdings[place].quantity.isZero { continue }
            hasUnits = true
            // What was paid tells what one holding is worth, and nothing of how the market moved, but where nothing else is known of it.
            let isNew = price.map { $0.date == day && (!$0.isPaid || last?.isPaid ?? true) } ?? false
            // A price of a weekend that only repeats what the week ended with says nothing of the day; another one, or one that is the month's, does.
            let wasPricedInWeek = before.map { $0.days(to: day) <= day.weekday - 5 } ?? false
            let isRepeated = wasPricedInWeek && last?.close == price?.close && last?.currency == price?.currency
            isMarketDay = isMarketDay || isNew
            hasOwnWeekend = hasOwnWeekend || isNew && !holdings[place].isCrypto && !isRepeated
            isAllCrypto = isAllCrypto && holdings[place].isCrypto
            guard let price else {
                gaps.noteUnpriced(holdings[place].instrument, on: day)
                noteUnvalued(place, &figures)
                isPriced = false
                continue
            }
            if holdings[place].isBeyond {
                gaps.noteBeyond(holdings[place].instrument, on: day)
                noteUnvalued(place, &figures)
                isPriced = false
            }
            if price.isPaid { gaps.notePaid(holdings[place].instrument, on: day) }
            if price.date.days(to: day) > sweep.names.policy.priceMaxAge { gaps.noteStale(holdings[place].instrument, on: day) }
        }
        let isWeekday = day.weekday <= 5
        figures.isTrading = hasUnits ? isMarketDay && (isWeekday || isAllCrypto || hasOwnWeekend) : told?.isTrading(day) ?? isWeekday
        return isPriced
    }

    /// What rates did to something without a price is unknown, unless it is of the currency of the answer.
    private func noteUnvalued(_ place: Int, _ figures: inout DayFigures) {
        if sweep.names[holdings[place].instrument].currency != sweep.currency { figures.isCurrencyGainKnown = false }
    }

    /// Takes what a holding was worth out of the sum of its currency, and puts in what it is worth now.
    private mutating func revalue(_ place: Int, _ quantity: FixedDecimal, _ price: PriceSeries.Price?, on day: Day) throws {
        var holding = holdings[place]
        if let old = holding.price, !holding.value.isZero { try add(-holding.value, rates.place(of: old.currency)) }
        (holding.quantity, holding.price, holding.value, holding.isBeyond) = (quantity, price, .zero, false)
        if let price, !quantity.isZero {
            let units = try History.units(quantity, sources[place].splits, asOf: price.date, on: day), multiplier = holding.multiplier
            let value = Bound.amount.known { () throws(DecimalError) in try units * price.close * multiplier }
            (holding.value, holding.isBeyond) = (value ?? .zero, value == nil)
            try add(holding.value, rates.place(of: price.currency))
        }
        holdings[place] = holding
    }

    private mutating func updateMoney(_ day: Day) throws {
        for place in money.indices {
            guard let amount = money[place].steps.newFigure(at: day) else { continue }
            try add(try amount - money[place].amount, money[place].currency)
            money[place].amount = amount
        }
    }

    private mutating func add(_ amount: FixedDecimal, _ currency: Int) throws {
        while sums.count <= currency { sums.append(.zero) }
        sums[currency] = try sums[currency] + amount
    }

    /// The sums in the currency of the answer; those that cannot be converted are left out.
    private mutating func total(_ day: Day) throws -> (worth: FixedDecimal, isWhole: Bool) {
        var total = FixedDecimal.zero, isWhole = true
        for (currency, sum) in sums.enumerated() where !sum.isZero {
            if let worth = try rates.convert(sum, currency, &gaps) { total = try total + worth } else { isWhole = false }
        }
        return (total, isWhole)
    }

    /// Whether a worth is no more than the rest of a rounding.
    private func isNothing(_ worth: FixedDecimal) -> Bool { worth.isZero || worth.magnitude < least }

    /// Whether a holding, or money, of some worth is there. An account of which it is told that it is worth nothing holds nothing.
    private mutating func hasParts() -> Bool {
        for place in holdings.indices where !holdings[place].value.isZero && !holdings[place].isOfToldAccount {
            if let price = holdings[place].price, counts(holdings[place].value, rates.place(of: price.currency)) { return true }
        }
        for place in money.indices where !money[place].amount.isZero && !money[place].isOfToldAccount {
            if counts(money[place].amount, money[place].currency) { return true }
        }
        return false
    }

    /// Whether an amount is more than the rest of a rounding; without a rate nobody knows, and it counts.
    private mutating func counts(_ amount: FixedDecimal, _ currency: Int) -> Bool {
        var lacking = ValuationGaps()
        guard let worth = try? rates.convert(amount, currency, &lacking) else { return true }
        return !isNothing(worth)
    }

    /// What was there the day before, at today's rates less at yesterday's.
    private mutating func addCurrencyGain(since before: [FixedDecimal], to figures: inout DayFigures) throws {
        for (currency, sum) in before.enumerated() where !sum.isZero {
            if let change = try rates.change(of: sum, currency) {
                figures.currencyGain = try figures.currencyGain + change
            } else {
                figures.isCurrencyGainKnown = false
            }
        }
    }
}

extension ValueSweep {
    /// What a scope ever held.
    func holdings(in scope: Scope) -> ([SweepRun.Holding], [SweepRun.Source]) {
        var holdings: [SweepRun.Holding] = [], sources: [SweepRun.Source] = []
        let toldAccounts = history.toldAccounts
        for (place, position) in history.positions.enumerated() where !history.units[place].isEmpty {
            guard let instrument = position.instrument, scope.contains(position.account, instrument) else { continue }
            holdings.append(
                SweepRun.Holding(
                    instrument: instrument, multiplier: names[instrument].multiplier, isCrypto: names[instrument].kind == .crypto,
                    isOfToldAccount: toldAccounts.contains(position.account)))
            sources.append(
                SweepRun.Source(
                    units: StepCursor(history.units[place]), prices: PriceCursor(prices[instrument]), splits: history.splits[place] ?? []))
        }
        return (holdings, sources)
    }
}

/// Reads a series of prices forward, a day at a time.
struct PriceCursor {
    private let series: PriceSeries
    private var next = 0

    init(_ series: PriceSeries?) { self.series = series ?? PriceSeries([]) }

    /// The last price on or before a day, which must not be before the day asked for last; nil before the first. Amortised O(1).
    mutating func price(onOrBefore day: Day) -> PriceSeries.Price? {
        while next < series.prices.count, series.prices[next].date <= day { next += 1 }
        return next == 0 ? nil : series.prices[next - 1]
    }
}
