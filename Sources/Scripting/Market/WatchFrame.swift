import Frames
import Ledger
import Storage
import Values

/// The watch list: what is watched, at which price it is, and whether that is further than its owner wanted.
enum WatchFrame {
    private static let schemas: [ColumnSchema] = [
        .text("symbol"), .text("name"), .price("price"), .day("price_date"), .share("change", isColoured: true), .price("above"), .price("below"), .text("alert"),
        .text("currency"),
    ]

    /// All that is watched, or one of them.
    static func make(_ book: Book, on day: Day?, _ symbol: String? = nil) throws -> Frame {
        let names = try book.definitions, list = names.policy.watchList.filter { symbol == nil || $0.symbol == symbol }, prices = try prices(book, of: list, on: day)
        var builder = FrameBuilder("watch", schemas)
        for entry in list {
            let instrument = names.instrument(named: entry.symbol), price = instrument.flatMap { prices[$0] }, quote = price?.quote
            let change = price.flatMap { price in price.before.flatMap { try? (price.close - $0) / $0 } }
            try builder.append([
                .text(entry.symbol), .optional(instrument.map { names[$0].name } ?? ""), .optional(price?.close), .optional(quote?.date), .optional(change),
                .optional(entry.above), .optional(entry.below), .optional(alert(entry, price?.close) ?? ""), .optional(quote?.currency.code ?? ""),
            ])
            if let instrument, let price, price.isPaid { builder.warn(ofPaid: [instrument: price.quote.date], names) }
            if quote == nil { builder.add(warning: "no_price", "\(entry.symbol) has no price; store one with quote{symbol=\"\(entry.symbol)\", date=…, close=…}, or sync") }
        }
        return builder.frame()
    }

    /// A sentence for each watched instrument whose price went too far.
    static func alerts(_ book: Book, on day: Day?) throws -> [String] {
        let names = try book.definitions, prices = try prices(book, of: names.policy.watchList, on: day)
        return names.policy.watchList.compactMap { entry in
            guard let price = names.instrument(named: entry.symbol).flatMap({ prices[$0] }) else { return nil }
            return alert(entry, price.close).map { "\(entry.symbol) was at \(price.close) \(price.quote.currency) on \(price.quote.date): \($0)" }
        }
    }

    /// The last price of what is watched, and the one before it, both for a unit of the day asked of: a split is no change.
    private struct Price {
        let quote: Quote
        let isPaid: Bool
        let close: FixedDecimal
        let before: FixedDecimal?
    }

    private static func prices(_ book: Book, of list: [WatchEntry], on day: Day?) throws -> [InstrumentID: Price] {
        let names = try book.definitions, watched = list.compactMap { names.instrument(named: $0.symbol) }
        let state = try book.state(on: day, withLots: false), splits = state.splits()
        return try book.lastPrices(of: watched, on: day, lastPaid: state.lastPaid).mapValues { last in
            let quote = last.quote, events = splits.ofEveryAccount(quote.instrument)
            func perUnit(_ quote: Quote) throws -> FixedDecimal {
                // All ratios since, taken once on the price itself, so that a third of 30 is 10.
                try events.units(quote.close, of: quote.instrument, in: .every, asOf: quote.date, on: day ?? .max)
            }
            let before = quote.date == .min ? nil : try book.latestQuote(of: quote.instrument, on: Day(number: quote.date.number - 1))
            return Price(
                quote: quote, isPaid: last.isPaid, close: try perUnit(quote),
                before: try before.flatMap { $0.currency == quote.currency ? try perUnit($0) : nil })
        }
    }

    private static func alert(_ entry: WatchEntry, _ price: FixedDecimal?) -> String? {
        guard let price else { return nil }
        if let above = entry.above, price > above { return "above \(above)" }
        if let below = entry.below, price < below { return "below \(below)" }
        return nil
    }
}
