import Frames
import Ledger
import LuaKit
import LuaSurface
import Queries
import Quotes
import Storage
import Values

/// `sync`, `watch`, `providers` and `search`: asking providers for prices and rates, and watching prices.
package enum SyncModule {
    /// The functions of the group, in the order in which help lists them.
    package static let module = Module("market", [sync, watch, providers, search, define])

    private static let sync = LuaFunction(
        "sync",
        [
            .optional(
                "symbol", .init("symbol", phrase: "a symbol or a list of symbols", accepts: [.string, .boxed, .table]), "Only this instrument, or these; all that the book needs."),
            .optional("provider", .string, "Whom to ask; each instrument's own, or the one that suits its kind."),
            .optional("from", .date, "Asks for the days from this one on, whatever is there already."), .optional("to", .date, "The last day asked for.", default: "today()"),
            .optional("rates", .boolean, "Whether to ask for exchange rates, too; without it, where no symbol is named."),
        ],
        returns: "frame", summary: "Fetches the prices and rates that the book lacks, with a verdict for each symbol; only what is needed is asked for.",
        example: "sync{symbol=\"ORCL\", from=\"2014-12-01\"}[1].provider --> yahoo"
    ) { call in
        let book = try call.book()
        var run = try SyncRun(call, book)
        let instruments = try instruments(call, book.definitions)
        let plan = try SyncPlan(call, book, instruments, span: span(call))
        try run.askForQuotes(plan)
        if try call.boolean("rates") ?? (instruments == nil) { try run.askForRates(plan) }
        run.warnOfKeys(plan.names.policy)
        return try call.reply(run.keep(plan))
    }

    private static func instruments(_ call: LuaCall, _ names: Definitions) throws -> [InstrumentID]? {
        guard call.has("symbol") else { return nil }
        let symbols: [String]
        if case .table = try call.argument("symbol") { symbols = try call.strings("symbol") ?? [] } else { symbols = [try call.symbol("symbol") ?? ""] }
        var seen: Set<InstrumentID> = []
        return try symbols.compactMap { symbol in
            let id = try names.knownInstrument(symbol)
            return seen.insert(id).inserted ? id : nil
        }
    }

    private static func span(_ call: LuaCall) throws -> SyncWindow? {
        let today = call.runtime.today, last = min(try call.day("to") ?? today, today)
        guard let first = try call.day("from") else { return nil }
        if first > last { throw LuaMisuse("sync: \(first) is after \(last)", field: "from", hint: "a span ends on or after the day it begins, and no later than today") }
        return SyncWindow(from: first, to: last)
    }

    private static let watch = LuaFunction(
        "watch",
        [
            .optional("symbol", .symbol, "The instrument to watch; without it, the list is shown."), .optional("above", .decimal, "Tell when its price is above this."),
            .optional("below", .decimal, "Tell when its price is below this."),
            .optional("currency", .currency, "The currency of both, which is the instrument's; that of a part of it, such as GBX, brings them to it."),
            .optional("remove", .boolean, "Takes it off the list, and shows what is left of that."),
            .optional("on", .date, "Prices as of the end of this day."),
        ] + BookFilter.parameters(["tag"]),
        returns: "frame?",
        summary: "Watches the price of an instrument and shows it, or shows all that is watched; sync fetches its prices and tells what went too far. "
            + "change is the last price over the one before, less one, both for a unit of the day asked of, so that a split is no change.",
        example: "watch{symbol=\"ORCL\", above=40}[1].alert --> above 40"
    ) { call in
        let book = try call.book(), names = try book.definitions
        guard let symbol = try call.symbol("symbol") else {
            for field in ["above", "below", "currency", "remove"] where call.has(field) {
                throw LuaMisuse("watch: symbol is missing", field: "symbol", hint: "say of which instrument; watch() shows the list")
            }
            let filter = try BookFilter(call, taking: ["tag"], tagsOf: .instruments)
            return try call.reply(WatchFrame.make(book, on: call.day("on") ?? call.runtime.today) { filter.fits(names.instrument(named: $0)) })
        }
        if call.has("tag") { throw LuaMisuse("watch: tag is of the whole list, and symbol of one instrument", field: "tag", hint: "leave one of the two out") }
        let instrument = names[try names.knownInstrument(symbol)]
        let isRemoved = try call.boolean("remove") == true
        if isRemoved {
            for field in ["above", "below", "currency"] where call.has(field) {
                throw LuaMisuse("watch: remove takes no \(field)", field: field, hint: "leave one of the two out")
            }
            let watched = names.policy.watchList.map(\.symbol)
            guard watched.contains(symbol) else {
                let near = Suggestion(for: symbol, in: watched)?.question
                throw LuaMisuse(
                    "watch: \(symbol) is not watched", field: "symbol",
                    hint: near ?? (watched.isEmpty ? "nothing is watched" : "watched \(watched.count == 1 ? "is" : "are") \(watched.joined(separator: ", "))"), kind: "not_watched")
            }
        }
        for field in ["above", "below"] {
            if let price = try call.decimal(field), price <= .zero { throw LuaMisuse("watch: \(field) must be above zero, got \(price)", field: field) }
        }
        guard !symbol.contains(where: { " <>".contains($0) }) else {
            throw LuaMisuse("watch: \"\(symbol)\" has a space, < or > in it, which the list cannot hold", field: "symbol", hint: "give the instrument another symbol")
        }
        let unit = try call.unit("currency") ?? LuaUnit(instrument.currency)
        guard unit.currency == instrument.currency else {
            throw LuaMisuse(
                "watch: \(symbol) is priced in \(instrument.currency), and currency says \(unit.code)", field: "currency", hint: "say the prices in \(instrument.currency)")
        }
        func price(_ name: String) throws -> FixedDecimal? { try call.decimal(name).map(unit.scaled) }
        let entry = isRemoved ? nil : WatchEntry(symbol: symbol, above: try price("above"), below: try price("below"))
        try book.set("watch_list", to: text(names.policy.watchList, with: entry, as: symbol, before: book.ledger.settings["watch_list"] ?? ""))
        return try call.reply(WatchFrame.make(book, on: call.day("on") ?? call.runtime.today) { isRemoved || $0 == symbol })
    }

    /// The watch list as text, with the entry of a symbol put in or, if there is none, taken out. Only what follows the changed entry is written
    /// anew.
    private static func text(_ list: [WatchEntry], with entry: WatchEntry?, as symbol: String, before: String) -> String {
        guard let place = list.firstIndex(where: { $0.symbol == symbol }) else { return [before, entry?.text ?? ""].filter { !$0.isEmpty }.joined(separator: " ") }
        var list = list
        list.replaceSubrange(place...place, with: entry.map { [$0] } ?? [])
        return list.map(\.text).joined(separator: " ")
    }

    private static let providers = LuaFunction(
        "providers", returns: "frame", summary: "Those who can be asked for prices and rates, where, and whether there is a key.",
        example: "providers():count() > 4 --> true"
    ) { call in
        let policy = try call.book().definitions.policy, configuration = call.runtime.market.configuration(policy)
        var builder = FrameBuilder("providers", [.text("id").ranked(.deciding), .text("knows"), .text("url"), .bool("key"), .prose("summary")])
        let scripted = Dictionary(call.runtime.market.scripted.map { ($0.id, $0.summary) }) { first, _ in first }
        func append(_ id: String, _ knows: String) throws {
            try builder.append([
                .text(id), .text(knows), .optional(configuration.baseURLs[id] ?? ""), .bool(configuration.keys[id] != nil), .optional(scripted[id] ?? ""),
            ])
        }
        for provider in call.runtime.market.providers(policy) {
            try append(provider.id, QuoteCapability.allCases.filter(provider.capabilities.contains).map(\.rawValue).joined(separator: ", "))
        }
        for provider in call.runtime.market.rateProviders(policy) { try append(provider.id, "rates") }
        for warning in call.runtime.market.keyWarnings(policy) { builder.add(warning: "keys", warning) }
        return try call.reply(builder.frame())
    }

    private static let search = LuaFunction(
        "provider.search",
        [.required("text", .string, "A name or a symbol, or a part of one."), .optional("provider", .string, "Whom to ask.", default: "\"yahoo\"")],
        returns: "frame", summary: "Looks for the symbol of something by its name.", example: "provider.search(\"oracle\")[1].symbol --> ORCL"
    ) { call in
        let market = try call.network(), policy = try call.book().definitions.policy
        var builder = FrameBuilder(
            "search", [.text("symbol").ranked(.deciding), .text("name").ranked(.leading), .text("exchange").ranked(.leading), .text("kind"), .text("currency")])
        let text = try call.string("text") ?? ""
        if text.allSatisfy(\.isWhitespace) { throw LuaMisuse("provider.search: text is empty", field: "text", hint: "say a name or a part of one") }
        let matches: [SymbolMatch]
        do {
            matches = try call.provider(call.string("provider") ?? YahooProvider.name, policy).search(text)
        } catch let error as QuoteError where error.kind == .cancelled {
            try market.passStop(call.runtime.lua)
            throw LuaStop.interrupted
        }
        for match in matches {
            try builder.append([
                .text(match.symbol), .optional(match.name), .optional(match.exchange ?? ""), .optional(match.kind?.rawValue ?? ""),
                .optional(match.currency?.code ?? ""),
            ])
        }
        return try call.reply(builder.frame())
    }

    private static let define = LuaFunction(
        "provider.define",
        [
            .required("name", .string, "What it is called; an instrument's provider, or sync{provider=NAME}, asks for it."),
            .optional("summary", .string, "One sentence on what it knows."),
            .optional("history", .function, "Gets the symbol and the first and last day; gives a list of tables such as {date=\"2014-03-03\", close=31.20}, or nil."),
            .optional("latest", .function, "Gets the symbol and a day; gives one such table of that day or before, or nil."),
            .optional("search", .function, "Gets a text; gives a list of tables such as {symbol=\"ORCL\", name=\"Oracle\"}."),
        ],
        returns: "string", summary: "Defines a provider of prices, or defines it anew; sync asks it like any other.",
        example: "provider.define{name=\"mine\", history=function(symbol, from, to) return {{date=to, close=12.5}} end} --> mine"
    ) { call in
        let name = try call.string("name") ?? ""
        guard let first = name.first, first.isASCII, first.isLetter, name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }) else {
            throw call.mismatch("name", expected: "a name of letters, digits and _ that begins with a letter")
        }
        // By its source a quote is known to be typed, imported or fetched.
        guard name.lowercased() != ECBProvider.name, QuotePrecedence.rank(name.lowercased()) == QuotePrecedence.rank("fetched") else {
            throw LuaMisuse("provider.define: name: \(name) means something else as the source of a quote", field: "name", hint: "choose another name")
        }
        let history = try call.function("history"), latest = try call.function("latest")
        guard history != nil || latest != nil else {
            throw LuaMisuse("provider.define: history is missing", field: "history", hint: "a provider has at least a history function, or one for the latest price")
        }
        call.runtime.market.define(
            ScriptedProvider(
                id: name.lowercased(), summary: try call.string("summary") ?? "", call.runtime, history: history, latest: latest, search: try call.function("search")))
        return call.reply(name.lowercased())
    }
}

/// The answer of `watch`: what is watched, its price, and whether that passed the limits that the owner set.
enum WatchFrame {
    private static let schemas: [ColumnSchema] = [
        .text("symbol").ranked(.deciding), .text("name"), .price("price").ranked(.deciding), .day("price_date").ranked(.leading),
        .share("change", isColoured: true).ranked(.leading), .price("above").optional().ranked(.useful), .price("below").optional().ranked(.useful),
        .text("alert").ranked(.leading), .text("currency").ranked(.deciding),
    ]

    /// What is watched, as far as its symbol is asked for.
    static func make(_ book: Book, on day: Day?, _ isAsked: (String) -> Bool) throws -> Frame {
        let names = try book.definitions, list = names.policy.watchList.filter { isAsked($0.symbol) }, prices = try prices(book, of: list, on: day)
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

    /// A sentence for each watched instrument whose price passed its limits.
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
