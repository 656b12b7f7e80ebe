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
    let identity = Identity()

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
        return moves.isEmpty ? self : ValueSweep(self, costs: try CountedCosts(ledger, currency, rates, givesUnits: moves.contains { $0.giver != nil }).costs(of: moves))
    }

    /// Whether costs of units that moved are counted by the rates of days before.
    public var countsCosts: Bool { !costs.isEmpty }

    private init(_ other: ValueSweep, costs: [MovedUnits.Place: FixedDecimal]) {
        (history, names, prices, rates, currency, conversions) = (other.history, other.names, other.prices, other.rates, other.currency, other.conversions)
        self.costs = costs
    }

    /// What a scope was worth on each day from the one before the book's first to the last asked for, and what was lacking.
    ///
    /// O(days × positions held), with a multiplication where a price or a quantity changed. Empty where the book begins later.
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
        var run = SweepRun(self, scope, gaps)
        if let known = days.last { try run.skip(to: known.day) }
        days.reserveCapacity(first.days(to: last) + 2)
        for number in next...last.number { days.append(try run.advance(to: Day(number: number))) }
        gaps = run.gaps
    }
}
