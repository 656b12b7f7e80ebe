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
        let state = try filter.state(withLots: true), names = state.definitions, day = filter.day ?? today
        let lots = state.lots().filter { filter.fits($0.account) && filter.fits($0.instrument) && filter.fits($0.currency) }
        let quotes = try filter.source.book.latestQuotes(of: lots.lazy.map(\.instrument), on: filter.day)
        var builder = FrameBuilder("lots", schemas)
        for lot in lots {
            let quote = quotes[lot.instrument], instrument = names[lot.instrument]
            // A price in another currency says nothing without a rate.
            let price = quote?.currency == instrument.currency ? quote?.close : nil
            let valuation = try Valuation(quantity: lot.remaining, cost: lot.cost, multiplier: instrument.multiplier, price: price)
            try builder.append([
                .int(Int64(lot.id.rawValue)), .text(names[lot.account].name), .text(instrument.symbol), .day(lot.opened),
                .decimal(lot.quantity), .decimal(lot.remaining), .optional(lot.unitCost), .decimal(lot.cost),
                .optional(valuation.marketValue), .optional(valuation.unrealizedGain), .int(Int64(lot.opened.days(to: day))),
                .text(names.policy.term(opened: lot.opened, closed: day).rawValue), .text(lot.side.rawValue), .text(lot.currency.code),
            ])
        }
        try HoldingsFrame.addPolicies(&builder, names)
        return builder.frame()
    }
}
