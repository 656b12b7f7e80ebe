import Frames
import Ledger
import Storage
import Values

/// Open lots, oldest first within a holding.
enum LotsFrame {
    private static let schemas: [ColumnSchema] = [
        .int("id"), .text("account"), .text("symbol"), .day("opened"), .quantity("quantity"), .quantity("remaining"), .price("unit_cost"),
        .money("cost_basis"), .money("market_value"), .gain("unrealized_gain"), .int("days"), .text("term"), .text("side"), .text("currency"),
    ]

    static func make(_ filter: BookFilter, today: Day) throws -> Frame {
        let state = try filter.state(withLots: true)
        let lots = state.lots().filter { filter.fits($0.account) && filter.fits($0.instrument) && filter.fits($0.currency) }
        return try make(filter.source, lots, state, on: filter.day, today: today)
    }

    /// Some of the open lots, as they are at the end of a day.
    static func make(_ source: QuerySource, _ lots: [OpenLot], _ state: BookState, on asked: Day?, today: Day) throws -> Frame {
        let day = asked ?? today, names = state.definitions
        let market = try MarketPrices(source, lots.lazy.map(\.instrument), state, on: asked)
        var builder = FrameBuilder("lots", schemas)
        var beyond = BeyondBound()
        for lot in lots {
            let instrument = names[lot.instrument]
            let price = try beyond.known(lot.instrument, instrument, market) {
                try market.price(of: lot.instrument, in: lot.account, as: instrument.currency, on: day)
            }
            let units = try price.map { try market.units(lot.remaining, of: lot.instrument, in: lot.account, asOf: $0.quote, on: day) }
            let valuation = Valuation(quantity: units ?? lot.remaining, cost: lot.cost, multiplier: instrument.multiplier, price: price?.close)
            if let price, valuation.marketValue == nil { beyond.note(instrument, price.quote) }
            try builder.append([
                .int(Int64(lot.id.rawValue)), .text(names[lot.account].name), .text(instrument.symbol), .day(lot.opened),
                .decimal(lot.quantity), .decimal(lot.remaining), .optional(lot.unitCost), .decimal(lot.cost),
                .optional(valuation.marketValue), .optional(valuation.unrealizedGain), .int(Int64(lot.opened.days(to: day))),
                .text(names.policy.term(opened: lot.heldSince, closed: day).rawValue), .text(lot.side.rawValue), .text(lot.currency.code),
            ])
        }
        beyond.report(to: &builder)
        builder.warn(ofPaid: market.paid, names)
        try HoldingsFrame.addPolicies(&builder, names)
        return builder.frame()
    }
}
