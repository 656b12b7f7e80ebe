import Frames
import Ledger
import LuaKit
import Storage
import Values

/// Quotes.
enum MarketModule {
    static let module = Module("market", [quote, quotes])

    private static let quote = LuaFunction(
        "quote",
        [
            .required("symbol", .symbol, "The instrument."), .optional("date", .date, "The day; today. Fetching: the last one on or before it."),
            .optional("close", .decimal, "The closing price: given, the quote is stored."), .optional("open", .decimal, "The opening price."),
            .optional("high", .decimal, "The day's highest."), .optional("low", .decimal, "The day's lowest."),
            .optional("adjusted", .decimal, "The close adjusted for splits and dividends."), .optional("volume", .decimal, "Units traded."),
            .optional("currency", .currency, "Its currency; the instrument's."), .optional("source", .string, "Where it is from.", default: "\"manual\""),
        ],
        returns: "table?", summary: "Stores a quote, or fetches the latest: {symbol=, date=, close=, …}; nil and why where there is none.",
        example: "quote(\"ORCL\").close > 0 --> true"
    ) { call in
        let book = try call.book(), ledger = try book.ledger, symbol = try call.symbol("symbol") ?? ""
        guard let id = ledger.instrument(named: symbol) else {
            throw LedgerError.unknownSymbol(symbol: symbol, nearest: nearestName(to: symbol, in: ledger.instruments.map(\.symbol)), currency: nil)
        }
        guard let close = try call.decimal("close") else {
            for field in ["open", "high", "low", "adjusted", "volume", "source"] where call.has(field) {
                throw LuaMisuse("quote: close is missing", field: "close", hint: "a quote to be stored has a close")
            }
            guard let found = try book.latestQuote(of: id, on: call.day("date")) else {
                return call.notFound("\(symbol) has no quote\(try call.day("date").map { " on or before \($0)" } ?? "")")
            }
            return call.reply(table(found, symbol))
        }
        guard close > .zero else { throw LuaMisuse("quote: close must be above zero, got \(close)", field: "close") }
        let stored = Quote(
            instrument: id, date: try call.day("date") ?? call.runtime.today, open: try call.decimal("open"), high: try call.decimal("high"),
            low: try call.decimal("low"), close: close, adjusted: try call.decimal("adjusted"), volume: try call.decimal("volume"),
            currency: try call.currency("currency") ?? ledger[id].currency, source: try call.string("source") ?? "manual")
        if stored.date > call.runtime.today {
            throw LuaMisuse("quote: \(stored.date) is after today, \(call.runtime.today)", field: "date", hint: "a quote is of a day that was", kind: "future_date")
        }
        try book.store([stored])
        return call.reply(table(stored, symbol))
    }

    private static func table(_ quote: Quote, _ symbol: String) -> LuaValue {
        func pair(_ name: String, _ value: FixedDecimal?) -> LuaPair { LuaPair(.string(name), value.map { .decimal($0) } ?? .none) }
        let pairs = [
            LuaPair(.string("symbol"), .string(symbol)), LuaPair(.string("date"), .day(quote.date)), pair("open", quote.open),
            pair("high", quote.high), pair("low", quote.low), pair("close", quote.close), pair("adjusted", quote.adjusted),
            pair("volume", quote.volume), LuaPair(.string("currency"), .string(quote.currency.code)), LuaPair(.string("source"), .string(quote.source)),
        ]
        return .table(pairs.filter { !$0.value.isNone })
    }

    private static let quotes = LuaFunction(
        "quotes", BookFilter.parameters(["symbol", "kind", "from", "to", "on", "year", "currency"]), returns: "frame", summary: "Stored quotes by symbol and day.",
        example: "quotes{symbol=\"ORCL\", year=2005}:count() --> 12"
    ) { call in
        try call.reply(try QuotesFrame.make(try BookFilter(call)))
    }
}
