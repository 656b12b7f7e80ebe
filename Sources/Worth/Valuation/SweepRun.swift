import Ledger
import Values

/// A valuation on its way through the days.
///
/// What is held is summed by currency, so that a day costs one conversion a currency; units of an instrument are multiplied out again only where they
/// or their price changed.
struct SweepRun {
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
    private var units: HeldUnits
    private var money: [Money] = []
    /// What is there by place of the currency.
    private var sums: [FixedDecimal] = []
    private var flows: FlowReader
    /// While nothing else is in the scope, the days on which worths were told: its value says something of those only.
    private var told: History.ToldDays?
    /// Less than this is the rest of a rounding.
    private let least: FixedDecimal

    /// A run from the first day on, or from the one after a day whose figures are known.
    init(_ sweep: ValueSweep, _ scope: Scope, _ gaps: ValuationGaps, after known: Day?) throws {
        self.sweep = sweep
        self.scope = scope
        self.gaps = gaps
        rates = DayRates(sweep)
        least = sweep.currency.halfSmallestUnit
        units = try HeldUnits(sweep, scope, after: known)
        flows = FlowReader(sweep, scope)
        if scope.hasCash { addMoney() }
        if let known { try skip(to: known) }
    }

    private mutating func addMoney() {
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
        figures.isOffset = try figures.isValueKnown && isNothing(total.worth) && hasParts(day)
        try flows.read(through: day, into: &figures, &rates, &gaps)
        return figures
    }

    /// Goes to the end of a day whose figures are known.
    private mutating func skip(to day: Day) throws {
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
        try units.advance(to: day)
        for place in units.groups.indices {
            let last = units.groups[place].price, before = last?.date
            let price = units.price(of: place, onOrBefore: day)
            if units.groups[place].isChanged || price?.date != before { try revalue(place, price, on: day) }
            let group = units.groups[place]
            if group.holdingCount == 0 { continue }
            hasUnits = true
            // What was paid tells what one holding is worth, and nothing of how the market moved, but where nothing else is known of it.
            let isNew = price.map { $0.date == day && (!$0.isPaid || last?.isPaid ?? true) } ?? false
            // A price of a weekend that only repeats what the week ended with says nothing of the day; another one, or one that is the month's, does.
            let wasPricedInWeek = before.map { $0.days(to: day) <= day.weekday - 5 } ?? false
            let isRepeated = wasPricedInWeek && last?.close == price?.close && last?.currency == price?.currency
            isMarketDay = isMarketDay || isNew
            hasOwnWeekend = hasOwnWeekend || isNew && !group.isCrypto && !isRepeated
            isAllCrypto = isAllCrypto && group.isCrypto
            guard let price else {
                gaps.noteUnpriced(group.instrument, on: day)
                noteUnvalued(group, &figures)
                isPriced = false
                continue
            }
            if group.isBeyond {
                gaps.noteBeyond(group.instrument, on: day)
                noteUnvalued(group, &figures)
                isPriced = false
            }
            if price.isPaid { gaps.notePaid(group.instrument, on: day) }
            if price.date.days(to: day) > sweep.names.policy.priceMaxAge { gaps.noteStale(group.instrument, on: day) }
        }
        let isWeekday = day.weekday <= 5
        figures.isTrading = hasUnits ? isMarketDay && (isWeekday || isAllCrypto || hasOwnWeekend) : told?.isTrading(day) ?? isWeekday
        return isPriced
    }

    /// What rates did to something without a price is unknown, unless it is of the currency of the answer.
    private func noteUnvalued(_ group: HeldUnits.Group, _ figures: inout DayFigures) {
        if sweep.names[group.instrument].currency != sweep.currency { figures.isCurrencyGainKnown = false }
    }

    /// Takes what units were worth out of the sum of their currency, and puts in what they are worth now.
    private mutating func revalue(_ place: Int, _ price: PriceSeries.Price?, on day: Day) throws {
        let old = units.groups[place]
        if let price = old.price, !old.value.isZero { try add(-old.value, rates.place(of: price.currency)) }
        let (value, isBeyond) = try price.map { try units.worth(of: place, at: $0, on: day) } ?? (.zero, false)
        (units.groups[place].price, units.groups[place].value, units.groups[place].isBeyond, units.groups[place].isChanged) = (price, value, isBeyond, false)
        if let price, !value.isZero { try add(value, rates.place(of: price.currency)) }
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
    private mutating func hasParts(_ day: Day) throws -> Bool {
        for place in money.indices where !money[place].amount.isZero && !money[place].isOfToldAccount {
            if rates.counts(money[place].amount, money[place].currency, from: least) { return true }
        }
        return try units.hasHolding(on: day, &rates, from: least)
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
