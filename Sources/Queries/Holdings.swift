import Frames
import Ledger
import Storage
import Values
import Worth

/// The answer of `holdings`: what is held, what it cost, and what it is worth where prices are known.
///
/// What a person looks for first: what it is, what it is worth and what it has gained, then where and how much of it, then its part of the whole.
package enum HoldingsFrame {
    private static let schemas: [ColumnSchema] = [
        .text("account").ranked(.leading), .text("portfolio").ranked(.minor), .text("symbol").ranked(.deciding), .text("name"), .text("kind"),
        .quantity("quantity").ranked(.leading), .text("currency").ranked(.deciding),
        .price("average_cost"), .money("cost_basis"), .price("price"), .day("price_date").ranked(.minor), .money("market_value").ranked(.deciding),
        .gain("unrealized_gain").ranked(.deciding), .percent("unrealized_percent", isColoured: true).ranked(.leading), .money("income"),
        .percent("weight").ranked(.useful), .gain("day_gain"),
        .remark("price_source"),
    ]

    /// Columns for answers in one currency: the parts of the gain that come from prices and from exchange rates.
    private static let parts: [ColumnSchema] = [.gain("price_gain"), .gain("currency_gain")]

    /// The frame of what passes a filter; figures in one currency where a conversion is given.
    package static func make(_ filter: BookFilter, base: BaseConversion?, today: Day) throws -> Frame {
        let day = filter.day ?? today
        let state = try base.map { try $0.state(of: filter.source.ledger, on: filter.day) } ?? filter.state(), names = state.definitions
        let holdings = state.holdings().filter { filter.fits($0.account, $0.instrument) && filter.fits($0.currency) }
        let conversion = try base ?? BaseConversion(filter.source.book, to: .usd, names.policy)
        let figures = try HoldingFigures(holdings, lots: base == nil ? nil : state.lots(), state, filter, to: conversion, on: day)
        var builder = FrameBuilder("holdings", base == nil ? schemas : schemas + parts)
        let weights = try figures.weights(filter.source.book, names, on: day)
        for (row, weight) in zip(figures.rows, weights) {
            let values = try values(row, weight, names)
            try builder.append(base == nil ? values : values + [.optional(row.priceGain), .optional(row.currencyGain)])
        }
        warn(&builder, figures, weights, filter.day, names)
        if base != nil { figures.conversion.report(to: &builder) }
        builder.warn(ofRates: figures.lackingForIncome)
        for warning in try state.warningsOfUnits(today: day) { builder.add(warning: warning.kind, warning.message) }
        try addPolicies(&builder, names)
        return builder.frame()
    }

    private static func values(_ row: HoldingFigures.Row, _ weight: FixedDecimal?, _ names: Definitions) throws -> [FrameValue] {
        let account = names[row.holding.account], instrument = names[row.holding.instrument]
        let share = row.gain.flatMap { gain in row.cost.flatMap { $0.isZero ? nil : try? gain / $0.magnitude * 100 } }
        return [
            .text(account.name), .optional(account.portfolio), .text(instrument.symbol), .optional(instrument.name), .text(instrument.kind.rawValue),
            .decimal(row.holding.quantity), .text(row.currency.code), .optional(row.cost.flatMap { try? $0 / row.holding.quantity }), .optional(row.cost),
            .optional(row.price), .optional(row.priceDate), .optional(row.value), .optional(row.gain), .optional(share), .optional(row.income),
            .optional(weight), .optional(row.dayGain), .optional(row.priceSource ?? ""),
        ]
    }

    private static func warn(_ builder: inout FrameBuilder, _ figures: HoldingFigures, _ weights: [FixedDecimal?], _ day: Day?, _ names: Definitions) {
        for symbol in figures.unpriced.sorted() { builder.add(warning: "no_price", HoldingFigures.sentence(ofUnpriced: symbol, day), about: symbol) }
        figures.beyond.report(to: &builder)
        builder.warn(ofPaid: figures.paid, names)
        if Set(figures.rows.map(\.currency)).count > 1, weights.contains(where: { $0 == nil }) {
            builder.add(warning: "mixed_currencies", "holdings are in several currencies without rates into one, so weights are left out")
        }
    }

    /// The settings that shape costs.
    package static func addPolicies(_ builder: inout FrameBuilder, _ names: Definitions) throws {
        for (name, value) in policies(names) { builder.add(policy: name, value) }
    }

    /// The settings that shape costs, by name.
    package static func policies(_ names: Definitions) -> [(String, String)] {
        [("lot_method", names.policy.lotMethod.name), ("fees_in_cost", String(names.policy.feesInCost))]
    }
}

extension FrameBuilder {
    /// Adds a warning for each instrument whose last price is what a trade paid.
    package mutating func warn(ofPaid paid: [InstrumentID: Day], _ names: Definitions) {
        for (symbol, day) in paid.map({ (names[$0].symbol, $1) }).sorted(by: { $0.0 < $1.0 }) { add(warning: "trade_price", Self.sentence(ofPaid: symbol, day), about: symbol) }
    }

    /// The sentence that the last price of an instrument is what a trade paid.
    package static func sentence(ofPaid symbol: String, _ day: Day) -> String {
        "\(symbol) is valued at the price of its last trade, on \(day), as it has no quote since; store one with quote{symbol=\"\(symbol)\", date=…, close=…}, or sync"
    }
}

extension FrameValue {
    /// A number, or an empty cell.
    package static func optional(_ value: FixedDecimal?) -> FrameValue { value.map { .decimal($0) } ?? .none }
    /// A day, or an empty cell.
    package static func optional(_ day: Day?) -> FrameValue { day.map { .day($0) } ?? .none }
    /// An empty text is no value.
    package static func optional(_ text: String) -> FrameValue { text.isEmpty ? .none : .text(text) }
}

/// The cost and the worth of holdings: each in its own currency, or all in one.
package struct HoldingFigures {
    /// The figures of one holding, in `currency`.
    package struct Row {
        package let holding: Holding
        package var currency: Currency
        package var cost: FixedDecimal?
        var income: FixedDecimal?
        var price: FixedDecimal?
        var priceDate: Day?
        var priceSource: String?
        package var value: FixedDecimal?
        var gain: FixedDecimal?
        /// How the worth changed since the price of the trading day before.
        var dayGain: FixedDecimal?
        /// The gain by prices, at the rates of the days on which the lots were acquired; nil where nothing is converted.
        var priceGain: FixedDecimal?
        /// The rest of the gain, which comes from exchange rates.
        var currencyGain: FixedDecimal?
    }

    /// The figures, in the order of the holdings.
    package let rows: [Row]
    /// Symbols without a price.
    let unpriced: Set<String>
    /// Instruments whose last price is what a trade paid, with its day.
    package let paid: [InstrumentID: Day]
    /// The figures that do not fit a decimal.
    package let beyond: OverflowWarnings
    /// The conversion, with the rates that it lacked.
    package let conversion: BaseConversion
    /// Rates that were missing or old for what was paid in other currencies than those of the holdings, where figures are not converted.
    let lackingForIncome: [LedgerWarning]

    /// The figures of holdings at the end of a day.
    ///
    /// - Parameter lots: the open lots, by which costs are converted; nil where each holding stays in its currency.
    /// - Parameter state: what they are of; its splits count, since a price may be from before one.
    package init(_ holdings: [Holding], lots: [OpenLot]?, _ state: BookState, _ filter: BookFilter, to conversion: BaseConversion, on day: Day) throws {
        let names = state.definitions, market = try MarketPrices(filter.source, holdings.lazy.map(\.instrument), state, on: filter.day)
        var conversion = conversion
        let byHolding = lots.map { Dictionary(grouping: $0) { Key(account: $0.account, instrument: $0.instrument) } }
        let told = try byHolding.map { _ in RowConversion(conversion, try filter.source.ledger) }
        let payments = PaymentConversions(filter.source.book) { try filter.source.ledger }
        let earned = try Self.income(holdings, filter, on: day, told, payments)
        var unpriced: Set<String> = [], rows: [Row] = [], beyond = OverflowWarnings()
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
                holding: holding, currency: holding.currency, cost: holding.cost, income: holding.hasForeignIncome ? earned[Key(holding)] ?? nil : holding.income,
                price: prices?.last,
                priceDate: prices?.quote.date, priceSource: prices?.quote.source, value: valuation.marketValue, gain: valuation.unrealizedGain)
            if let prices, valuation.marketValue == nil { beyond.note(instrument, prices.quote) }
            if let prices, let value = valuation.marketValue, let before = prices.told {
                // What the units held now were worth then: of a price from before a split, as many as they were.
                let then = try market.units(holding.quantity, of: holding.instrument, in: holding.account, asOf: before.quote, on: day)
                row.dayGain = Bound.amount.known { () throws(DecimalError) in try value - before.close * then * instrument.multiplier }
            }
            if let byHolding, let told {
                // From the price's own currency, as the worth of a day is: over a third one it might be another.
                let worth: Money? = prices.flatMap { price in
                    units.flatMap { units in
                        Bound.amount.known { () throws(DecimalError) in try price.quote.close * units * instrument.multiplier }
                    }.map { Money($0, price.quote.currency) }
                }
                try Self.convert(
                    &row, worth, byHolding[Key(holding)] ?? [], earned[Key(holding)] ?? .zero, instrument.multiplier, day, &conversion, told,
                    sharesCost: names.policy.lotMethod(holding.account, holding.instrument, on: day).sharesCosts)
            }
            if !holding.isCostKnown { (row.cost, row.gain, row.priceGain, row.currencyGain) = (nil, nil, nil, nil) }
            rows.append(row)
        }
        if let told { conversion.note(told.lacking) }
        (self.rows, self.unpriced, paid, self.beyond, self.conversion) = (rows, unpriced, market.paid, beyond, conversion)
        lackingForIncome = payments.lacking
    }

    /// The sentence that there is no price of an instrument.
    static func sentence(ofUnpriced symbol: String, _ day: Day?) -> String {
        "\(symbol) has no price\(day.map { " on or before \($0)" } ?? ""); store one with quote{symbol=\"\(symbol)\", date=…, close=…}"
    }

    /// What is to be known of the prices on a day: that there is none, that it is what a trade paid, that it is old. A warning for each instrument.
    ///
    /// - Parameter isToday: whether the day is today, which no sentence needs to tell.
    package func priceWarnings(_ names: Definitions, on day: Day, isToday: Bool) -> [FrameWarning] {
        var warnings = unpriced.sorted().map { FrameWarning(kind: "no_price", message: Self.sentence(ofUnpriced: $0, isToday ? nil : day), subject: $0) }
        for (symbol, day) in paid.map({ (names[$0].symbol, $1) }).sorted(by: { $0.0 < $1.0 }) {
            warnings.append(FrameWarning(kind: "trade_price", message: FrameBuilder.sentence(ofPaid: symbol, day), subject: symbol))
        }
        let oldest = names.policy.priceMaxAge
        var old: [String: Day] = [:]
        for row in rows where paid[row.holding.instrument] == nil {
            if let date = row.priceDate, date.days(to: day) > oldest { old[names[row.holding.instrument].symbol] = date }
        }
        for (symbol, date) in old.sorted(by: { $0.key < $1.key }) {
            warnings.append(
                FrameWarning(
                    kind: "stale_price", message: "the price of \(symbol) is of \(date), more than \(oldest) days old on \(day); sync, or set price_max_age", subject: symbol))
        }
        return warnings
    }

    private struct Key: Hashable {
        let account: AccountID
        let instrument: InstrumentID

        init(account: AccountID, instrument: InstrumentID) { (self.account, self.instrument) = (account, instrument) }

        init(_ holding: Holding) { self.init(account: holding.account, instrument: holding.instrument) }
    }

    /// The figures of a holding in another currency: costs by the rates of the days on which they were paid, or those that the trades tell; worth by
    /// the rate of the day asked about.
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
            priceGain = try sum(
                priceGain,
                gain.flatMap { gain in
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

    /// What holdings earned, by the rates of the days; nil where one is missing. Counted for all of them in the currency asked for; where none was, for
    /// those alone that were paid in a currency other than theirs.
    private static func income(
        _ holdings: [Holding], _ filter: BookFilter, on day: Day, _ told: RowConversion?, _ payments: PaymentConversions
    ) throws -> [Key: FixedDecimal?] {
        let asked = Dictionary(uniqueKeysWithValues: holdings.filter { told != nil || $0.hasForeignIncome }.map { (Key($0), $0.currency) })
        if asked.isEmpty { return [:] }
        let ledger = try filter.source.ledger
        var earned: [Key: FixedDecimal?] = [:]
        for income in try ledger.income(to: day) {
            guard let instrument = income.instrument else { continue }
            let key = Key(account: income.account, instrument: instrument)
            guard let currency = asked[key] else { continue }
            let amount = try (told ?? payments.into(currency)).convert(income.amount, from: income.currency, on: income.date, toldBy: income.activity)
            earned[key] = .some(try sum(earned[key] ?? .zero, amount))
        }
        return earned
    }

    /// The sum, which is unknown where one of both is.
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

/// The answer of `cash`: balances by account and currency.
package enum CashFrame {
    /// The account and currency that a warning of cash is about; two warnings with the same subject are about the same cash.
    package static func subject(_ account: String, _ currency: Currency) -> String { "\(account) \(currency)" }

    /// The frame of what passes a filter; figures in one currency where a conversion is given.
    package static func make(_ filter: BookFilter, base: BaseConversion?, today: Day) throws -> Frame {
        let state = try filter.state(), names = state.definitions, day = filter.day ?? today
        var base = base
        var builder = FrameBuilder("cash", [.text("account").ranked(.leading), .text("currency").ranked(.deciding), .money("balance").ranked(.deciding)])
        for cash in try state.cash()
        where filter.fits(cash.account) && filter.fits(cash.currency)
            && names[cash.account].tracking != .value && (cash.hasMoved || !cash.contribution.isZero)
        {
            let balance = try base == nil ? cash.balance : base?.convert(cash.balance, from: cash.currency, on: day)
            try builder.append([.text(names[cash.account].name), .text((base?.currency ?? cash.currency).code), .optional(balance)])
        }
        base?.report(to: &builder)
        for warning in try state.warnings() {
            guard case .negativeCash(_, let name, let currency, _, _) = warning else { continue }
            builder.add(warning: warning.kind, warning.message, about: Self.subject(name, currency))
        }
        return builder.frame()
    }
}
