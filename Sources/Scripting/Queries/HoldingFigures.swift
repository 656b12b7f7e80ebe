import Frames
import Ledger
import Storage
import Values
import Worth

/// What holdings cost and are worth: each in its own currency, or all in one.
struct HoldingFigures {
    /// The figures of one holding, in `currency`.
    struct Row {
        let holding: Holding
        var currency: Currency
        var cost: FixedDecimal?
        var income: FixedDecimal?
        var price: FixedDecimal?
        var priceDate: Day?
        var priceSource: String?
        var value: FixedDecimal?
        var gain: FixedDecimal?
        /// What the last price changed since the trading day before.
        var dayGain: FixedDecimal?
        /// The gain by prices, at the rates of the days on which the lots were acquired; nil where nothing is converted.
        var priceGain: FixedDecimal?
        /// The rest of the gain, which rates made.
        var currencyGain: FixedDecimal?
    }

    let rows: [Row]
    /// Symbols without a price.
    let unpriced: Set<String>
    /// Instruments whose last price is what a trade paid, with its day.
    let paid: [InstrumentID: Day]
    /// What is beyond what can be computed.
    let beyond: BeyondBound
    /// The conversion, with what it lacked.
    let conversion: BaseConversion

    /// The figures of holdings at the end of a day.
    ///
    /// - Parameter lots: the open lots, by which costs are converted; nil where each holding stays in its currency.
    /// - Parameter state: what they are of; its splits count, since a price may be from before one.
    init(_ holdings: [Holding], lots: [OpenLot]?, _ state: BookState, _ filter: BookFilter, to conversion: BaseConversion, on day: Day) throws {
        let names = state.definitions, market = try MarketPrices(filter.source, holdings.lazy.map(\.instrument), state, on: filter.day)
        var conversion = conversion
        let byHolding = lots.map { Dictionary(grouping: $0) { Key(account: $0.account, instrument: $0.instrument) } }
        let told = try byHolding.map { _ in RowConversion(conversion, try filter.source.ledger) }
        let earned = try told.map { try Self.income(filter, on: day, $0) } ?? [:]
        var unpriced: Set<String> = [], rows: [Row] = [], beyond = BeyondBound()
        for holding in holdings {
            let instrument = names[holding.instrument]
            let prices = try beyond.known(holding.instrument, instrument, market) {
                let price = try market.price(of: holding.instrument, in: holding.account, as: instrument.currency, on: day)
                if price == nil { unpriced.insert(instrument.symbol) }
                return price
            }
            let units = try prices.map { try market.units(holding.quantity, of: holding.instrument, in: holding.account, asOf: $0.quote, on: day) }
            let valuation = Valuation(quantity: units ?? holding.quantity, cost: holding.cost, multiplier: instrument.multiplier, price: prices?.close)
            var row = Row(
                holding: holding, currency: holding.currency, cost: holding.cost, income: holding.income, price: prices?.last,
                priceDate: prices?.quote.date, priceSource: prices?.quote.source, value: valuation.marketValue, gain: valuation.unrealizedGain)
            if let prices, valuation.marketValue == nil { beyond.note(instrument, prices.quote) }
            if let prices, let value = valuation.marketValue, let before = prices.told {
                // What the units held now were worth then: of a price from before a split, as many as they were.
                let then = try market.units(holding.quantity, of: holding.instrument, in: holding.account, asOf: before.quote, on: day)
                row.dayGain = Bound.amount.known { () throws(DecimalError) in try value - before.close * then * instrument.multiplier }
            }
            if let byHolding, let told {
                let key = Key(account: holding.account, instrument: holding.instrument)
                // From the price's own currency, as the worth of a day is: over a third one it might be another.
                let worth: Money? = prices.flatMap { price in
                    units.flatMap { units in
                        Bound.amount.known { () throws(DecimalError) in try price.quote.close * units * instrument.multiplier }
                    }.map { Money($0, price.quote.currency) }
                }
                try Self.convert(&row, worth, byHolding[key] ?? [], earned[key] ?? .zero, instrument.multiplier, day, &conversion, told,
                    sharesCost: names.policy.lotMethod(holding.account, holding.instrument, on: day).sharesCosts)
            }
            if !holding.isCostKnown { (row.cost, row.gain, row.priceGain, row.currencyGain) = (nil, nil, nil, nil) }
            rows.append(row)
        }
        if let told { conversion.note(told.lacking) }
        (self.rows, self.unpriced, paid, self.beyond, self.conversion) = (rows, unpriced, market.paid, beyond, conversion)
    }

    private struct Key: Hashable {
        let account: AccountID
        let instrument: InstrumentID
    }

    /// Costs as they were counted when they were paid, worth by the rate of the day asked of. What opened a lot may tell the rate of its opening.
    private static func convert(
        _ row: inout Row, _ worth: Money?, _ lots: [OpenLot], _ income: FixedDecimal?, _ multiplier: FixedDecimal, _ day: Day, _ conversion: inout BaseConversion,
        _ told: RowConversion, sharesCost: Bool
    ) throws {
        let own = row.currency
        var priceGain: FixedDecimal? = row.price == nil ? nil : .zero
        for lot in lots {
            try told.note(lot)
            guard let price = row.price else { continue }
            let gain = Bound.amount.known { () throws(DecimalError) in try lot.remaining * price * multiplier - lot.cost }
            priceGain = try sum(priceGain, gain.flatMap { gain in
                // Units that share their cost share the rate at which it was paid.
                if sharesCost, !lot.cost.isZero { return try lot.otherCost.map { try FixedDecimal.mulDiv(gain, $0, lot.cost) } }
                return try told.convert(gain, from: own, on: lot.opened, toldBy: lot.entry)
            })
        }
        row.currency = conversion.currency
        (row.cost, row.income) = (row.holding.otherCost, income)
        row.price = try row.price.flatMap { try conversion.convert($0, from: own, on: day) }
        row.value = try worth.flatMap { try conversion.convert($0.amount, from: $0.currency, on: day) }
        row.dayGain = try row.dayGain.flatMap { try conversion.convert($0, from: own, on: day) }
        row.gain = try row.value.flatMap { value in try row.cost.map { try value - $0 } }
        row.priceGain = priceGain
        row.currencyGain = try row.gain.flatMap { gain in try priceGain.map { try gain - $0 } }
    }

    /// What each holding earned, by the rates of the days; nil where one is missing.
    private static func income(_ filter: BookFilter, on day: Day, _ told: RowConversion) throws -> [Key: FixedDecimal?] {
        let ledger = try filter.source.ledger
        var earned: [Key: FixedDecimal?] = [:]
        for income in try ledger.income(to: day) {
            guard let instrument = income.instrument else { continue }
            let key = Key(account: income.account, instrument: instrument)
            let amount = try told.convert(income.amount, from: income.currency, on: income.date, toldBy: income.activity)
            earned[key] = .some(try sum(earned[key] ?? .zero, amount))
        }
        return earned
    }

    /// What is unknown makes the sum unknown.
    private static func sum(_ a: FixedDecimal?, _ b: FixedDecimal?) throws -> FixedDecimal? {
        guard let a, let b else { return nil }
        return Bound.amount.known { () throws(DecimalError) in try a + b }
    }

    /// Each holding's share of all, in percent, counted in one currency; known only where every holding has a value in it.
    func weights(_ book: Book, _ names: Definitions, on day: Day) throws -> [FixedDecimal?] {
        let none = [FixedDecimal?](repeating: nil, count: rows.count)
        let currencies = Set(rows.map(\.currency))
        guard let common = currencies.count == 1 ? currencies.first : names.policy.baseCurrency else { return none }
        var conversion = try BaseConversion(book, to: common, names.policy)
        let values = try rows.compactMap { row in try row.value.flatMap { try conversion.convert($0, from: row.currency, on: day) } }
        guard values.count == rows.count else { return none }
        let total = try values.reduce(FixedDecimal.zero) { try $0 + $1 }
        return total.isZero ? none : try values.map { try FixedDecimal.mulDiv($0, 100, total) }
    }
}
