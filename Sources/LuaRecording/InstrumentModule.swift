import Frames
import Ledger
import LuaKit
import LuaSurface
import Queries
import Sentences
import Storage
import Values

/// Functions that define and list instruments: what can be held and priced.
package enum InstrumentModule {
    /// The functions of the group, in the order in which help lists them.
    package static let module = Module("instruments", [instrument, instruments, options], questions: ["instruments", "options"])

    private static let instrument = LuaFunction(
        "instrument",
        [
            .required("symbol", .string, "What it is traded as."), .optional("name", .string, "Its name."),
            .optional("kind", .string, "stock, etf, bond, fund, deposit, crypto, option, fx, metal, insurance, structured, cash or other.", default: "\"stock\""),
            .optional("currency", .currency, "The currency of its prices; of an option that of what it is on, else the book's base currency."),
            .optional("multiplier", .decimal, "Units of the underlying in one traded; 100 for an option unless told otherwise.", default: "1"),
            .optional("underlying", .symbol, "What an option is on."), .optional("right", .string, "call or put."),
            .optional("strike", .decimal, "The price at which an option may be used."), .optional("expires", .date, "The last day of an option."),
            .optional("class", .string, "The class of assets it belongs to, by your own naming."),
            .optional("provider", .string, "The provider of its quotes."),
            .optional("provider_symbol", .string, "What that provider calls it."),
        ],
        returns: "instrument?, string?",
        summary:
            "Fetches an instrument by symbol; with further fields, defines it or changes them. In GBX and other minor units it is defined in the currency itself, and says so.",
        example: "instrument \"ORCL\".currency --> USD"
    ) { call in
        let book = try call.book(), ledger = try book.ledger, symbol = try call.string("symbol") ?? ""
        let known = ledger.instrument(named: symbol)
        let unknown = UnknownName(function: "instrument", field: "symbol", name: symbol) { ledger.instruments.map(\.symbol) }
        let fields = [
            "name", "kind", "currency", "multiplier", "underlying", "right", "strike", "expires", "class", "provider", "provider_symbol",
        ]
        if !call.isNamed || !(known == nil || fields.contains { call.has($0) }) {
            guard let known else { return unknown.answer(call) }
            return call.reply(call.box(known, of: book))
        }
        if known == nil, NameRule.fault(in: symbol) == nil, !symbol.isEmpty, !fields.contains(where: { call.has($0) }) {
            throw unknown.refusal(ledger, kind: "unknown_symbol")
        }
        var instrument =
            try known.map { ledger[$0] }
            ?? Instrument(
                symbol: symbol, currency: call.currency("currency") ?? OptionArguments.currency(call, ledger) ?? call.baseCurrency(ledger))
        if let name = try call.string("name") { instrument.name = name }
        if let currency = try call.currency("currency") { instrument.currency = currency }
        if let multiplier = try call.decimal("multiplier") { instrument.multiplier = multiplier }
        if let text = try call.string("kind") {
            guard let kind = Instrument.Kind(rawValue: text) else {
                throw call.mismatch("kind", expected: "one of \(Instrument.Kind.allCases.map(\.rawValue).joined(separator: ", "))")
            }
            instrument.kind = kind
        }
        if let assetClass = try call.string("class") { instrument.assetClass = assetClass }
        if let provider = try call.string("provider") { instrument.provider = provider }
        if let symbol = try call.string("provider_symbol") { instrument.providerSymbol = symbol }
        try OptionArguments.change(&instrument, isNew: known == nil, call, ledger)
        let defined = call.box(try book.define(instrument), of: book)
        if known == nil { try AccountModule.tell(.instrument, symbol, call) }
        guard let notice = try call.unit("currency")?.notice(of: symbol) else { return call.reply(defined) }
        return call.reply([.boxed(defined), .string(notice)])
    }

    private static let instruments = LuaFunction(
        "instruments", BookFilter.parameters(["symbol", "kind", "tag", "currency"]), returns: "frame", summary: "The instruments of the book.",
        example: "#instruments{kind=\"stock\"} > 0 --> true"
    ) { call in
        try call.reply(InstrumentsFrame.make(try BookFilter(call, tagsOf: .instruments)))
    }

    private static let options = LuaFunction(
        "options", BookFilter.parameters(["account", "portfolio", "owner", "symbol", "tag", "on", "as_recorded", "closed"]), returns: "frame",
        summary: "Options that are open: what they are on, and whether the account could deliver what a short one asks for.",
        example: "#options{} >= 0 --> true"
    ) { call in
        try call.reply(OptionsFrame.make(try BookFilter(call), today: call.runtime.today))
    }
}

/// The terms of an option as arguments of `instrument`.
private enum OptionArguments {
    private static let names = ["underlying", "right", "strike", "expires"]

    /// Sets the terms that the arguments give.
    ///
    /// - Throws: a misuse for terms that are missing or of no option.
    static func change(_ instrument: inout Instrument, isNew: Bool, _ call: LuaCall, _ ledger: Ledger) throws {
        let given = names.filter(call.has)
        if given.isEmpty {
            // An option without terms can be traded, and neither assigned nor exercised.
            if isNew, instrument.kind == .option, !call.has("multiplier") { instrument.multiplier = 100 }
            return
        }
        let before = instrument.option
        if isNew, !call.has("kind") { instrument.kind = .option }
        guard instrument.kind == .option else { throw LedgerError.notAnOption(symbol: instrument.symbol) }
        if isNew, !call.has("multiplier") { instrument.multiplier = 100 }
        guard
            let underlying = try underlying(call, ledger) ?? before?.underlying, let right = try right(call) ?? before?.right,
            let strike = try call.decimal("strike").map({ try call.unit("currency")?.scaled($0) ?? $0 }) ?? before?.strike, let expires = try call.day("expires") ?? before?.expires
        else {
            let missing = names.first { !given.contains($0) } ?? ""
            throw LuaMisuse(
                "\(call.name): \(missing) is missing: an option tells underlying, right, strike and expires", field: missing,
                hint: "say underlying=\"ORCL\", right=\"call\", strike=40, expires=\"2014-12-20\"")
        }
        guard strike > .zero else { throw call.mismatch("strike", expected: "a number above zero") }
        instrument.option = OptionTerms(underlying: underlying, right: right, strike: strike, expires: expires)
    }

    /// The currency of the underlying instrument, in which an option is traded unless told otherwise; nil where the arguments are of no option.
    static func currency(_ call: LuaCall, _ ledger: Ledger) throws -> Currency? { try underlying(call, ledger).map { ledger[$0].currency } }

    private static func underlying(_ call: LuaCall, _ ledger: Ledger) throws -> InstrumentID? {
        guard let symbol = try call.symbol("underlying") else { return nil }
        return try ledger.knownInstrument(symbol)
    }

    private static func right(_ call: LuaCall) throws -> OptionTerms.Right? {
        guard let text = try call.string("right") else { return nil }
        guard let right = OptionTerms.Right(rawValue: text) else { throw call.mismatch("right", expected: "call or put") }
        return right
    }
}

/// The answer of `instruments`: a row for each instrument.
private enum InstrumentsFrame {
    private static let schemas: [ColumnSchema] = [
        .text("symbol").ranked(.leading), .text("name").ranked(.leading), .text("kind").ranked(.deciding), .text("currency").ranked(.deciding), .decimal("multiplier"),
        .text("underlying"),
        .text("right"),
        .price("strike").optional(), .day("expires"), .text("class"), .text("provider"), .text("provider_symbol"),
    ]

    /// The frame of what passes a filter.
    static func make(_ filter: BookFilter) throws -> Frame {
        let names = try filter.source.definitions
        let hasTags = !names.tags.isEmpty
        var builder = FrameBuilder("instruments", schemas + (hasTags ? [.text("tags").ranked(.useful)] : []))
        for (place, instrument) in names.instruments.enumerated() where filter.fits(InstrumentID(Int32(place + 1))) && filter.fits(instrument.currency) {
            let option = instrument.option
            try builder.append(
                [
                    .text(instrument.symbol), .optional(instrument.name), .text(instrument.kind.rawValue), .text(instrument.currency.code),
                    .decimal(instrument.multiplier), option.map { .text(names[$0.underlying].symbol) } ?? .none,
                    option.map { .text($0.right.rawValue) } ?? .none, .optional(option?.strike), .optional(option?.expires),
                    .optional(instrument.assetClass), .optional(instrument.provider), .optional(instrument.providerSymbol),
                ] + (hasTags ? [.optional(names.tags.text(of: .instrument(InstrumentID(Int32(place + 1)))))] : []))
        }
        return builder.frame()
    }
}
