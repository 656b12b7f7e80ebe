import Frames
import Ledger
import LuaKit
import Quotes
import Storage
import Values

/// Asking providers for prices and rates, and watching prices.
enum SyncModule {
    static let module = Module("market", [sync, watch, providers, search, define])

    private static let sync = LuaFunction(
        "sync",
        [
            .optional("symbol", .init("symbol", phrase: "a symbol or a list of symbols", accepts: [.string, .boxed, .table]), "Only this instrument, or these; all that the book needs."),
            .optional("provider", .string, "Whom to ask; each instrument's own, or the one that suits its kind."),
            .optional("from", .date, "Asks for the days from this one on, whatever is there already."), .optional("to", .date, "The last day asked for.", default: "today()"),
            .optional("rates", .boolean, "Whether to ask for exchange rates, too.", default: "true"),
        ],
        returns: "frame", summary: "Fetches the prices and rates that the book lacks, with a verdict for each symbol; only what is needed is asked for.",
        example: "help(\"sync\")"
    ) { call in
        let book = try call.book()
        var run = try SyncRun(call, book)
        let instruments = try instruments(call, book.definitions)
        let plan = try SyncPlan(call, book, instruments, span: span(call))
        try run.quotes(plan)
        if try call.boolean("rates") ?? (instruments == nil) { try run.rates(plan) }
        return try call.reply(run.frame())
    }

    private static func instruments(_ call: LuaCall, _ names: Definitions) throws -> [InstrumentID]? {
        guard call.has("symbol") else { return nil }
        let symbols: [String]
        if case .table = try call.argument("symbol") { symbols = try call.strings("symbol") ?? [] } else { symbols = [try call.symbol("symbol") ?? ""] }
        return try symbols.map { symbol in
            if let id = names.instrument(named: symbol) { return id }
            throw LedgerError.unknownSymbol(symbol: symbol, nearest: nearestName(to: symbol, in: names.instruments.map(\.symbol)), currency: nil)
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
            .optional("below", .decimal, "Tell when its price is below this."), .optional("remove", .boolean, "Takes it off the list."),
            .optional("on", .date, "Prices as of the end of this day."),
        ],
        returns: "frame", summary: "Watches the price of an instrument, or shows what is watched; sync fetches its prices and tells what went too far.",
        example: "watch{symbol=\"ORCL\", above=40}[1].alert --> above 40"
    ) { call in
        let book = try call.book()
        guard let symbol = try call.symbol("symbol") else { return try call.reply(WatchFrame.make(book, on: call.day("on"))) }
        let names = try book.definitions
        guard names.instrument(named: symbol) != nil else {
            throw LedgerError.unknownSymbol(symbol: symbol, nearest: nearestName(to: symbol, in: names.instruments.map(\.symbol)), currency: nil)
        }
        for field in ["above", "below"] {
            if let price = try call.decimal(field), price <= .zero { throw LuaMisuse("watch: \(field) must be above zero, got \(price)", field: field) }
        }
        guard !symbol.contains(where: { " <>".contains($0) }) else {
            throw LuaMisuse("watch: \"\(symbol)\" has a space, < or > in it, which the list cannot hold", field: "symbol", hint: "give the instrument another symbol")
        }
        var list = names.policy.watchList.filter { $0.symbol != symbol }
        if try call.boolean("remove") != true {
            let entry = WatchEntry(symbol: symbol, above: try call.decimal("above"), below: try call.decimal("below"))
            list.insert(entry, at: names.policy.watchList.firstIndex { $0.symbol == symbol } ?? list.count)
        }
        try book.set("watch_list", to: list.map(\.text).joined(separator: " "))
        return try call.reply(WatchFrame.make(book, on: call.day("on")))
    }

    private static let providers = LuaFunction(
        "providers", returns: "frame", summary: "Those who can be asked for prices and rates.", example: "providers():count() > 4 --> true"
    ) { call in
        let policy = try call.book().definitions.policy
        var builder = FrameBuilder("providers", [.text("id"), .text("knows"), .text("url"), .bool("key")])
        for provider in call.runtime.market.providers(policy) {
            let knows = QuoteCapability.allCases.filter(provider.capabilities.contains).map(\.rawValue).joined(separator: ", ")
            try builder.append([.text(provider.id), .text(knows), .optional(policy.providerURLs[provider.id] ?? ""), .bool(policy.providerKeys[provider.id] != nil)])
        }
        for provider in call.runtime.market.rateProviders(policy) {
            try builder.append([.text(provider.id), .text("rates"), .optional(policy.providerURLs[provider.id] ?? ""), .bool(false)])
        }
        return try call.reply(builder.frame())
    }

    private static let search = LuaFunction(
        "provider.search",
        [.required("text", .string, "A name or a symbol, or a part of one."), .optional("provider", .string, "Whom to ask.", default: "\"yahoo\"")],
        returns: "frame", summary: "Looks for the symbol of something by its name.", example: "help(\"provider.search\")"
    ) { call in
        _ = try call.network()
        let policy = try call.book().definitions.policy
        var builder = FrameBuilder("search", [.text("symbol"), .text("name"), .text("exchange"), .text("kind"), .text("currency")])
        let text = try call.string("text") ?? ""
        let matches: [SymbolMatch]
        do { matches = try call.provider(call.string("provider") ?? "yahoo", policy).search(text) } catch let error as QuoteError where error.kind == .cancelled {
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
        guard let first = name.first, first.isLetter, name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }), name != "manual" else {
            throw call.mismatch("name", expected: "a name of letters, digits and _ that begins with a letter and is not manual")
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
