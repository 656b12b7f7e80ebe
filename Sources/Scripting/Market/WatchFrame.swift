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

    static func make(_ book: Book, on day: Day?) throws -> Frame {
        let names = try book.definitions
        var builder = FrameBuilder("watch", schemas)
        for entry in names.policy.watchList {
            let instrument = names.instrument(named: entry.symbol)
            let quote = try instrument.flatMap { try book.latestQuote(of: $0, on: day) }
            let before = try quote.flatMap { quote in
                quote.date == .min ? nil : try book.latestQuote(of: quote.instrument, on: Day(number: quote.date.number - 1))
            }
            let change = quote.flatMap { quote in before.flatMap { try? (quote.close - $0.close) / $0.close } }
            try builder.append([
                .text(entry.symbol), .optional(instrument.map { names[$0].name } ?? ""), .optional(quote?.close), .optional(quote?.date), .optional(change),
                .optional(entry.above), .optional(entry.below), .optional(alert(entry, quote) ?? ""), .optional(quote?.currency.code ?? ""),
            ])
            if quote == nil { builder.add(warning: "no_price", "\(entry.symbol) has no price; store one with quote{symbol=\"\(entry.symbol)\", date=…, close=…}, or sync") }
        }
        return builder.frame()
    }

    /// A sentence for each watched instrument whose price went too far.
    static func alerts(_ book: Book, on day: Day?) throws -> [String] {
        let names = try book.definitions
        return try names.policy.watchList.compactMap { entry in
            guard let instrument = names.instrument(named: entry.symbol), let quote = try book.latestQuote(of: instrument, on: day) else { return nil }
            return alert(entry, quote).map { "\(entry.symbol) was at \(quote.close) \(quote.currency) on \(quote.date): \($0)" }
        }
    }

    private static func alert(_ entry: WatchEntry, _ quote: Quote?) -> String? {
        guard let price = quote?.close else { return nil }
        if let above = entry.above, price > above { return "above \(above)" }
        if let below = entry.below, price < below { return "below \(below)" }
        return nil
    }
}
