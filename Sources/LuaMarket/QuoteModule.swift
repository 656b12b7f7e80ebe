import Frames
import Ledger
import LuaKit
import LuaSurface
import Queries
import Session
import Storage
import Values

/// `quote` and `quotes`: prices that are stored, and the latest from a provider.
package enum QuoteModule {
    /// The functions of the group, in the order in which help lists them.
    package static let module = Module("market", [quote, quotes], questions: ["quotes"])

    private static let quote = LuaFunction(
        "quote",
        [
            .required("symbol", .symbol, "The instrument."), .optional("date", .date, "The day; today. Fetching: the last one on or before it."),
            .optional("close", .decimal, "The closing price: given, the quote is stored."), .optional("open", .decimal, "The opening price."),
            .optional("high", .decimal, "The day's highest."), .optional("low", .decimal, "The day's lowest."),
            .optional("adjusted", .decimal, "The close adjusted for splits and dividends."), .optional("volume", .decimal, "Units traded."),
            .optional("currency", .currency, "Its currency; the instrument's. Prices in GBX, GBp, ZAc, ZAC, ILA, USX or KWF are kept in the currency that they are part of."),
            .optional("source", .string, "Where it is from.", default: "\"manual\""),
            .optional("remove", .boolean, "Takes the quote of that day and source away, and gives whether there was one."),
        ],
        returns: "table|boolean?",
        summary: "Stores a quote, removes one, or fetches the latest: {symbol=, date=, close=, …}; nil and why where there is none. "
            + "What a buy or a sale paid is a price too, until the first quote of its day or later: its source is trade, and it is not stored.",
        example: "quote{symbol=\"ORCL\", date=\"2014-12-30\", close=45.10} return quote(\"ORCL\").close > 0 --> true"
    ) { call in
        let book = try call.book(), ledger = try book.ledger, symbol = try call.symbol("symbol") ?? ""
        let id = try ledger.knownInstrument(symbol)
        if try call.boolean("remove") == true { return call.reply(try remove(id, call, book)) }
        guard let close = try call.decimal("close") else {
            for field in ["open", "high", "low", "adjusted", "volume", "source"] where call.has(field) {
                throw LuaMisuse("quote: close is missing", field: "close", hint: "a quote to be stored has a close")
            }
            guard let found = try book.lastPrices(of: [id], on: call.day("date") ?? call.runtime.today)[id]?.quote else {
                let first = try book.quotes(QuoteFilter(instrument: id)).first.map { "; its first one is of \($0.date)" } ?? ""
                return call.notFound("\(symbol) has no quote\(try call.day("date").map { " on or before \($0)" } ?? "")\(first)")
            }
            return call.reply(table(found, symbol))
        }
        let unit = try call.unit("currency") ?? LuaUnit(ledger[id].currency)
        func price(_ name: String) throws -> FixedDecimal? { try call.decimal(name).map(unit.scaled) }
        let stored = Quote(
            instrument: id, date: try call.day("date") ?? call.runtime.today, open: try price("open"), high: try price("high"),
            low: try price("low"), close: try unit.scaled(close), adjusted: try price("adjusted"), volume: try call.decimal("volume"),
            currency: unit.currency, source: try call.string("source") ?? "manual")
        try check(stored)
        if stored.date > call.runtime.today {
            throw LuaMisuse("quote: \(stored.date) is after today, \(call.runtime.today)", field: "date", hint: "a quote is of a day that was", kind: "future_date")
        }
        try book.store([stored])
        try call.runtime.undoing.notePriced(
            "the price of \(symbol) on \(stored.date)", removal: "quote{symbol=\"\(symbol)\", date=\"\(stored.date)\", remove=true}", in: call.book())
        return call.reply(table(stored, symbol, given: unit.isMinor ? "\(close) \(unit.code)" : nil))
    }

    /// Removes the quote of one day and source; whether there was one.
    private static func remove(_ instrument: InstrumentID, _ call: LuaCall, _ book: Book) throws -> Bool {
        for field in ["close", "open", "high", "low", "adjusted", "volume", "currency"] where call.has(field) {
            throw LuaMisuse("quote: remove takes no \(field)", field: field, hint: "say symbol, date and source, or leave remove out")
        }
        guard let date = try call.day("date") else {
            throw LuaMisuse("quote: date is missing", field: "date", hint: "say of which day; quotes{symbol=…, all=true} shows what there is")
        }
        return try book.removeQuote(of: instrument, on: date, source: call.string("source") ?? "manual")
    }

    /// Refuses prices that contradict each other, such as a low above the high.
    private static func check(_ quote: Quote) throws {
        let prices = [("open", quote.open), ("high", quote.high), ("low", quote.low), ("close", quote.close), ("adjusted", quote.adjusted)]
        for (name, price) in prices {
            if let price, price <= .zero { throw LuaMisuse("quote: \(name) must be above zero, got \(price)", field: name) }
        }
        if let volume = quote.volume, volume < .zero { throw LuaMisuse("quote: volume must not be below zero, got \(volume)", field: "volume") }
        guard let low = quote.low, let high = quote.high else { return }
        if high < low { throw LuaMisuse("quote: the high of \(high) is below the low of \(low)", field: "high", hint: "were the two mixed up?") }
        for (name, price) in [("open", quote.open), ("close", quote.close)] {
            guard let price, price < low || price > high else { continue }
            throw LuaMisuse(
                "quote: the \(name) of \(price) is not between the low of \(low) and the high of \(high)", field: name,
                hint: "check the figures, or leave low and high out")
        }
    }

    /// - Parameter given: the close as it was written in a minor unit.
    private static func table(_ quote: Quote, _ symbol: String, given: String? = nil) -> LuaValue {
        func pair(_ name: String, _ value: FixedDecimal?) -> LuaPair { LuaPair(.string(name), value.map { .decimal($0) } ?? .none) }
        let pairs = [
            LuaPair(.string("symbol"), .string(symbol)), LuaPair(.string("date"), .day(quote.date)), pair("open", quote.open),
            pair("high", quote.high), pair("low", quote.low), pair("close", quote.close), pair("adjusted", quote.adjusted),
            pair("volume", quote.volume), LuaPair(.string("currency"), .string(quote.currency.code)), LuaPair(.string("source"), .string(quote.source)),
            LuaPair(.string("given"), given.map { .string($0) } ?? .none),
        ]
        return .table(pairs.filter { !$0.value.isNone })
    }

    private static let quotes = LuaFunction(
        "quotes",
        BookFilter.parameters(["symbol", "kind", "tag", "from", "to", "on", "year", "currency"])
            + [.optional("all", .boolean, "Every source's quote side by side, with the time at which it was stored.", default: "false")],
        returns: "frame",
        summary: "Stored quotes by symbol and day: the one that counts of each day, or with all=true those of every source; up to today, unless days are asked for. "
            + "Prices given in a part of a currency, such as pence in GBX, are stored and told in the currency itself; only the answer of quote{} that stored one says what was given.",
        example: "quotes{symbol=\"ORCL\", year=2005}:count() --> 12"
    ) { call in
        var filter = try BookFilter(call, tagsOf: .instruments)
        // The last price is never one of a day to come, which a book looked at as of an earlier day has.
        if filter.from == nil, filter.lastDay == nil { filter.to = call.runtime.today }
        return try call.reply(QuotesFrame.make(filter, withAll: call.boolean("all") ?? false))
    }
}

/// The answer of `quotes`: for each day the quote that counts, or those of all sources side by side.
private enum QuotesFrame {
    private static let schemas: [ColumnSchema] = [
        .text("symbol").ranked(.leading), .day("date").ranked(.leading), .price("open").optional(), .price("high").optional(), .price("low").optional(),
        .price("close").ranked(.deciding), .price("adjusted").optional(), .quantity("volume").optional(), .text("currency").ranked(.deciding), .text("source"),
    ]

    /// The frame of what passes a filter.
    static func make(_ filter: BookFilter, withAll isAll: Bool) throws -> Frame {
        let book = filter.source.book, names = try filter.source.definitions
        var builder = FrameBuilder("quotes", isAll ? schemas + [.instant("fetched_at")] : schemas)
        for place in names.instruments.indices {
            let id = InstrumentID(Int32(place + 1))
            if !filter.fits(id) { continue }
            let wanted = QuoteFilter(instrument: id, from: filter.from, to: filter.lastDay)
            let found = try isAll ? book.storedQuotes(wanted) : book.bestQuotes(wanted).map { ($0, nil) }
            for (quote, moment) in found where filter.fits(quote.currency) {
                try builder.append(row(quote, names[id].symbol) + (isAll ? [moment.map { .instant($0) } ?? .none] : []))
            }
        }
        return builder.frame()
    }

    private static func row(_ quote: Quote, _ symbol: String) -> [FrameValue] {
        [
            .text(symbol), .day(quote.date), .optional(quote.open), .optional(quote.high), .optional(quote.low), .decimal(quote.close),
            .optional(quote.adjusted), .optional(quote.volume), .text(quote.currency.code), .text(quote.source),
        ]
    }
}
