public import Ledger
public import Values

/// What values a book over time is made from: what was held, prices, rates, and the currency of the answer.
///
/// A past day is valued by what was known of it: the last price and the last rate on or before it; what a trade paid is a price until the
/// next quote, see `TradePrices`. What has no price, or a price no rate, leaves the day's value unknown, and what the rest is worth is known
/// beside it; what is older than the limits is used and told of.
public struct ValueSweep {
    /// What was held.
    public let history: History
    /// What the numbers of accounts and instruments stand for.
    public let names: Definitions
    /// The prices of each instrument that has some: its quotes, and what trades paid on days without one.
    public let prices: [InstrumentID: PriceSeries]
    /// The rates between currencies.
    public let rates: RateGraph
    /// The currency of all figures.
    public let currency: Currency

    /// What units that moved cost in the currency, by row and position, where it is counted; `absent` where a rate is lacking.
    let costs: [MovedUnits.Place: FixedDecimal]

    /// The conversions of each day, shared by all scopes.
    let conversions: DailyConversions
    /// The same for copies of one sweep, which therefore need not be compared.
    package let identity = Identity()

    /// A sweep over the whole of a history.
    public init(history: History, names: Definitions, prices: [InstrumentID: PriceSeries], rates: RateGraph, currency: Currency) {
        self.history = history
        self.names = names
        let held = history.instruments
        self.prices = prices.merging(history.paid.series.filter { held.contains($0.key) }) { quoted, paid in quoted.adding(paid: paid) }
        self.rates = rates
        self.currency = currency
        costs = [:]
        conversions = DailyConversions(rates, to: currency, from: history.firstDay ?? .epoch)
    }

    /// The same with the costs of units that came in or went out counted by the rates of the days on which they were paid, as those of lots are; else
    /// they count by the rate of the day of the move. O(n) the first time, and nothing where no such units are of another currency.
    ///
    /// - Parameter ledger: that whose history it is.
    public func countingCosts(of ledger: Ledger) throws(LedgerError) -> ValueSweep {
        let moves = history.unitMoves.filter { move in
            history.positions[move.position.index].instrument.map { names[$0].currency != currency } ?? false
        }
        return moves.isEmpty ? self : ValueSweep(self, costs: try ledger.costs(of: moves, countedIn: currency, by: rates))
    }

    /// Whether costs of units that moved are counted by the rates of days before.
    public var countsCosts: Bool { !costs.isEmpty }

    private init(_ other: ValueSweep, costs: [MovedUnits.Place: FixedDecimal]) {
        (history, names, prices, rates, currency, conversions) = (other.history, other.names, other.prices, other.rates, other.currency, other.conversions)
        self.costs = costs
    }

    /// What a scope was worth on each day from the one before the book's first to the last asked for, and what was lacking.
    ///
    /// O(days × instruments held + changes of units), with a multiplication where a price or a quantity changed. Empty where the book begins later.
    public func figures(of scope: Scope, through last: Day) throws -> (days: [DayFigures], gaps: ValuationGaps) {
        var days: [DayFigures] = [], gaps = ValuationGaps()
        try extend(&days, &gaps, of: scope, through: last)
        return (days, gaps)
    }

    /// Adds the days that follow those known already, up to another.
    func extend(_ days: inout [DayFigures], _ gaps: inout ValuationGaps, of scope: Scope, through last: Day) throws {
        guard let first = history.firstDay, first <= last, first > .min else { return }
        let next = days.last.map { $0.day.number + 1 } ?? first.number - 1
        if next > last.number { return }
        var run = try SweepRun(self, scope, gaps, after: days.last?.day)
        days.reserveCapacity(first.days(to: last) + 2)
        for number in next...last.number { days.append(try run.advance(to: Day(number: number))) }
        gaps = run.gaps
    }
}

/// What a scope was worth at the end of a day, and what moved since the end of the day before; in one currency.
public struct DayFigures: Hashable, Sendable {
    /// The day.
    public let day: Day
    /// Whether something held was priced on the day, so that the change of its value says something of the day.
    public internal(set) var isTrading = false
    /// What of it has a price and a rate is worth at its end: all of it where the value is known.
    public internal(set) var pricedValue = FixedDecimal.zero
    /// Whether all that was there has a price and a rate.
    public internal(set) var isValueKnown = true
    /// Whether things were there at its end that come to nothing together, such as units bought with money that is owed.
    public internal(set) var isOffset = false
    /// What was brought in, less what was taken out, at its worth on the day.
    public internal(set) var flow = FixedDecimal.zero
    /// What was taken out, from zero up, at its worth on the day; with the flow it is what was brought in.
    public internal(set) var taken = FixedDecimal.zero
    /// A currency in which something came in and went out that cannot be converted, so that it is not known how much: that it cancels out makes the flow known.
    public internal(set) var unratedSides: Currency?
    /// The same with units at what they cost.
    public internal(set) var contribution = FixedDecimal.zero
    /// Earned.
    public internal(set) var income = FixedDecimal.zero
    /// Charged.
    public internal(set) var fees = FixedDecimal.zero
    /// Paid or withheld as tax.
    public internal(set) var taxes = FixedDecimal.zero
    /// What the change of rates did to what was there at the end of the day before, and what was gained by changing one currency into another
    /// at another rate than the market's.
    public internal(set) var currencyGain = FixedDecimal.zero
    /// Whether the rates are known by which the currency gain is told, and the prices of all that is of another currency; where not, it is of the rest.
    public internal(set) var isCurrencyGainKnown = true
    /// Whether all that moved has a worth in the currency; where not, the flow is of the rest.
    public internal(set) var isFlowKnown = true
    /// Whether what moved has a cost in the currency; where not, the contribution is of the rest.
    public internal(set) var isContributionKnown = true
    /// The first day from which it is known what the units cost that moved on this one, where it was not known then; `.max` where nobody has told.
    public internal(set) var costsKnownFrom: Day?
    /// Whether all that was earned, charged and taxed has a worth in the currency; where not, those figures are of the rest.
    public internal(set) var areChargesKnown = true

    init(day: Day) { self.day = day }

    /// Worth at its end; nil where something held has no price, or a price no rate.
    public var value: FixedDecimal? { isValueKnown ? pricedValue : nil }
}

/// What a holding is worth at a price. A figure that cannot be known without the price is nil, never zero.
public struct Valuation: Hashable, Sendable {
    /// Quantity times price and multiplier; nil without a price, or where it is beyond the largest amount.
    public let marketValue: FixedDecimal?
    /// Market value less cost; nil without a price.
    public let unrealizedGain: FixedDecimal?
    /// The unrealised gain as a share of the cost's size; nil without a price or a cost.
    public let unrealizedShare: FixedDecimal?

    /// The price is for one unit, in the currency of the holding. What is more than any amount may be is unknown, as without a price.
    public init(quantity: FixedDecimal, cost: FixedDecimal, multiplier: FixedDecimal, price: FixedDecimal?) {
        let value = price.flatMap { price in Bound.amount.known { () throws(DecimalError) in try quantity * price * multiplier } }
        let gain = value.flatMap { try? $0 - cost }
        marketValue = value
        unrealizedGain = gain
        unrealizedShare = gain.flatMap { cost.isZero ? nil : try? $0 / cost.magnitude }
    }
}

extension Currency {
    /// Half of its smallest unit, below which an amount is a rest of roundings; zero where its smallest unit is not known.
    var halfSmallestUnit: FixedDecimal {
        guard let digits = minorDigits else { return .zero }
        return (0..<digits).reduce(FixedDecimal(units: FixedDecimal.unitsPerOne / 2)) { half, _ in FixedDecimal(units: half.units / 10) }
    }
}
