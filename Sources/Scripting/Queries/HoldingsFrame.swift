import Frames
import Ledger
import Storage
import Values

/// What is held, what it cost, and what it is worth where prices are known.
enum HoldingsFrame {
    private static let schemas: [ColumnSchema] = [
        .text("account"), .text("portfolio"), .text("symbol"), .text("name"), .text("kind"), .quantity("quantity"), .text("currency"),
        .price("average_cost"), .money("cost_basis"), .price("price"), .day("price_date"), .money("market_value"),
        .gain("unrealized_gain"), .percent("unrealized_percent", isColoured: true), .money("income"), .percent("weight"),
    ]

    static func make(_ filter: BookFilter, today: Day) throws -> Frame {
        let state = try filter.state(), names = state.definitions
        let holdings = state.holdings().filter { filter.fits($0.account) && filter.fits($0.instrument) && filter.fits($0.currency) }
        let prices = try filter.source.book.latestQuotes(of: holdings.lazy.map(\.instrument), on: filter.day)
        let values = try holdings.map { holding in
            let price = prices[holding.instrument]
            let instrument = names[holding.instrument]
            // A price in another currency says nothing without a rate.
            let usable = price?.currency == instrument.currency ? price : nil
            return (price: usable, valuation: try Valuation(
                quantity: holding.quantity, cost: holding.cost, multiplier: instrument.multiplier, price: usable?.close))
        }
        var builder = FrameBuilder("holdings", schemas)
        let weights = try weights(holdings, values.map(\.valuation.marketValue))
        for (place, holding) in holdings.enumerated() {
            let account = names[holding.account], instrument = names[holding.instrument], (price, valuation) = values[place]
            try builder.append([
                .text(account.name), .optional(account.portfolio), .text(instrument.symbol), .optional(instrument.name), .text(instrument.kind.rawValue),
                .decimal(holding.quantity), .text(holding.currency.code), .optional(holding.averageCost), .decimal(holding.cost),
                .optional(price?.close), price.map { .day($0.date) } ?? .none, .optional(valuation.marketValue), .optional(valuation.unrealizedGain),
                .optional(try valuation.unrealizedShare.map { try $0 * 100 }), .decimal(holding.income), .optional(weights[place]),
            ])
        }
        warn(&builder, holdings, values.map(\.price), names, filter.day)
        for warning in try state.warningsOfUnits(today: filter.day ?? today) { builder.add(warning: warning.kind, warning.message) }
        try addPolicies(&builder, names)
        return builder.frame()
    }

    /// Each holding's share of all, in percent; known only where every holding has a value and all are in one currency.
    private static func weights(_ holdings: [Holding], _ values: [FixedDecimal?]) throws -> [FixedDecimal?] {
        let none = [FixedDecimal?](repeating: nil, count: holdings.count)
        guard let currency = holdings.first?.currency, holdings.allSatisfy({ $0.currency == currency }) else { return none }
        let known = values.compactMap { $0 }
        guard known.count == values.count else { return none }
        let total = try known.reduce(FixedDecimal.zero) { try $0 + $1 }
        return total.isZero ? none : try known.map { try FixedDecimal.mulDiv($0, 100, total) }
    }

    private static func warn(_ builder: inout FrameBuilder, _ holdings: [Holding], _ prices: [Quote?], _ names: Definitions, _ day: Day?) {
        let unpriced = zip(holdings, prices).filter { $0.1 == nil }.map { names[$0.0.instrument].symbol }
        for symbol in Set(unpriced).sorted() {
            builder.add(warning: "no_price", "\(symbol) has no price\(day.map { " on or before \($0)" } ?? ""); store one with quote{symbol=\"\(symbol)\", date=…, close=…}")
        }
        if Set(holdings.map(\.currency)).count > 1 {
            builder.add(warning: "mixed_currencies", "holdings are in several currencies, so weights are left out")
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

extension FrameValue {
    static func optional(_ value: FixedDecimal?) -> FrameValue { value.map { .decimal($0) } ?? .none }
    static func optional(_ day: Day?) -> FrameValue { day.map { .day($0) } ?? .none }
    /// An empty text is no value.
    static func optional(_ text: String) -> FrameValue { text.isEmpty ? .none : .text(text) }
}
