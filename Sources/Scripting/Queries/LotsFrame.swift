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

    static func make(_ book: Book, _ filter: BookFilter, today: Day) throws -> Frame {
        let ledger = try book.ledger, day = filter.on ?? today
        let prices = try Prices(book, on: filter.on)
        var builder = FrameBuilder("lots", schemas)
        var quotes: [InstrumentID: Quote?] = [:]
        for lot in try ledger.lots(on: filter.on) where filter.fits(lot.account) && filter.fits(lot.instrument) && filter.fits(lot.currency) {
            let quote = try quotes[lot.instrument] ?? prices.latest(lot.instrument)
            quotes[lot.instrument] = .some(quote)
            let instrument = ledger[lot.instrument]
            let price = quote?.currency == instrument.currency ? quote?.close : nil
            let valuation = try Valuation(quantity: lot.remaining, cost: lot.cost, multiplier: instrument.multiplier, price: price)
            try builder.append([
                .int(Int64(lot.id.rawValue)), .text(ledger[lot.account].name), .text(instrument.symbol), .day(lot.opened),
                .decimal(lot.quantity), .decimal(lot.remaining), .optional(lot.unitCost), .decimal(lot.cost),
                .optional(valuation.marketValue), .optional(valuation.unrealizedGain), .int(Int64(lot.opened.days(to: day))),
                .text(ledger.policy.term(opened: lot.opened, closed: day).rawValue), .text(lot.side.rawValue), .text(lot.currency.code),
            ])
        }
        try HoldingsFrame.addPolicies(&builder, ledger)
        return builder.frame()
    }
}
