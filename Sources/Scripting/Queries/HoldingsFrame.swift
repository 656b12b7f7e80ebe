import Frames
import Ledger
import Storage
import Values

/// What is held, what it cost, and what it is worth where prices are known.
enum HoldingsFrame {
    private static let schemas: [ColumnSchema] = [
        .text("account").ranked(.leading), .text("portfolio").ranked(.minor), .text("symbol").ranked(.deciding), .text("name"), .text("kind"),
        .quantity("quantity").ranked(.deciding), .text("currency").ranked(.deciding),
        .price("average_cost"), .money("cost_basis").ranked(.leading), .price("price"), .day("price_date"), .money("market_value").ranked(.deciding),
        .gain("unrealized_gain").ranked(.leading), .percent("unrealized_percent", isColoured: true), .money("income"), .percent("weight"), .gain("day_gain"), .remark("price_source"),
    ]

    /// Where all is in one currency, what prices and rates made of the gain.
    private static let parts: [ColumnSchema] = [.gain("price_gain"), .gain("currency_gain")]

    static func make(_ filter: BookFilter, base: BaseConversion?, today: Day) throws -> Frame {
        let day = filter.day ?? today
        let state = try base.map { try $0.state(of: filter.source.ledger, on: filter.day) } ?? filter.state(), names = state.definitions
        let holdings = state.holdings().filter { filter.fits($0.account) && filter.fits($0.instrument) && filter.fits($0.currency) }
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
        for symbol in figures.unpriced.sorted() {
            builder.add(warning: "no_price", "\(symbol) has no price\(day.map { " on or before \($0)" } ?? ""); store one with quote{symbol=\"\(symbol)\", date=…, close=…}")
        }
        figures.beyond.report(to: &builder)
        builder.warn(ofPaid: figures.paid, names)
        if Set(figures.rows.map(\.currency)).count > 1, weights.contains(where: { $0 == nil }) {
            builder.add(warning: "mixed_currencies", "holdings are in several currencies without rates into one, so weights are left out")
        }
    }

    /// The settings that shape costs.
    static func addPolicies(_ builder: inout FrameBuilder, _ names: Definitions) throws {
        for (name, value) in policies(names) { builder.add(policy: name, value) }
    }

    static func policies(_ names: Definitions) -> [(String, String)] {
        [("lot_method", names.policy.lotMethod.name), ("fees_in_cost", String(names.policy.feesInCost))]
    }
}

extension FrameBuilder {
    /// Tells of prices that trades paid.
    mutating func warn(ofPaid paid: [InstrumentID: Day], _ names: Definitions) {
        for (symbol, day) in paid.map({ (names[$0].symbol, $1) }).sorted(by: { $0.0 < $1.0 }) { add(warning: "trade_price", Self.sentence(ofPaid: symbol, day)) }
    }

    /// That the last price of an instrument is what was paid for it.
    static func sentence(ofPaid symbol: String, _ day: Day) -> String {
        "\(symbol) is valued at what was paid for it on \(day), as it has no quote since; store one with quote{symbol=\"\(symbol)\", date=…, close=…}, or sync"
    }
}

extension FrameValue {
    static func optional(_ value: FixedDecimal?) -> FrameValue { value.map { .decimal($0) } ?? .none }
    static func optional(_ day: Day?) -> FrameValue { day.map { .day($0) } ?? .none }
    /// An empty text is no value.
    static func optional(_ text: String) -> FrameValue { text.isEmpty ? .none : .text(text) }
}
