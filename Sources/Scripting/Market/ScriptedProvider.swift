import Ledger
import LuaKit
import Quotes
import Values

/// A provider of quotes that a script defined. It is asked on the session's own thread only, which is the one that Lua runs on.
struct ScriptedProvider: QuoteProvider, @unchecked Sendable {
    let id: String
    let summary: String
    private let runtime: Runtime
    private let historyFunction: LuaReference?
    private let latestFunction: LuaReference?
    private let searchFunction: LuaReference?

    init(id: String, summary: String, _ runtime: Runtime, history: LuaReference?, latest: LuaReference?, search: LuaReference?) {
        (self.id, self.summary, self.runtime) = (id, summary, runtime)
        (historyFunction, latestFunction, searchFunction) = (history, latest, search)
    }

    var isThreadBound: Bool { true }

    var capabilities: Set<QuoteCapability> {
        var capabilities: Set<QuoteCapability> = []
        if historyFunction != nil { capabilities.insert(.history) }
        if latestFunction != nil || historyFunction != nil { capabilities.insert(.latest) }
        if searchFunction != nil { capabilities.insert(.search) }
        return capabilities
    }

    func latest(_ subject: QuoteSubject, onOrBefore day: Day) throws(QuoteError) -> Quote? {
        guard let latestFunction else { return try history(subject, from: day.monthBefore, to: day).quotes.last }
        guard let answer = try call(latestFunction, "latest", [.string(subject.symbol), .day(day)]).first, !answer.isNone else { return nil }
        let quote = try quote(answer, subject, 1)
        return quote.date <= day ? quote : nil
    }

    func history(_ subject: QuoteSubject, from: Day, to: Day) throws(QuoteError) -> QuoteBatch {
        guard let historyFunction else { throw QuoteError(.badArgument, "\(id) has no history", hint: "give provider.define a history function") }
        let answer = try call(historyFunction, "history", [.string(subject.symbol), .day(from), .day(to)]).first ?? .none
        if answer.isNone { return QuoteBatch() }
        guard let rows = answer.array else {
            throw QuoteError(.malformed, "provider \(id): history gave \(PlainText.typeName(of: answer))", hint: "it gives a list of tables such as {date=\"2014-03-03\", close=31.20}")
        }
        var byDay: [Day: Quote] = [:]
        for (place, row) in rows.enumerated() {
            let quote = try quote(row, subject, place + 1)
            if quote.date >= from, quote.date <= to { byDay[quote.date] = quote }
        }
        return QuoteBatch(quotes: byDay.values.sorted { $0.date < $1.date })
    }

    func search(_ text: String) throws(QuoteError) -> [SymbolMatch] {
        guard let searchFunction else { throw QuoteError(.badArgument, "\(id) cannot be searched", hint: "give provider.define a search function") }
        let rows = try call(searchFunction, "search", [.string(text)]).first?.array ?? []
        return rows.compactMap { row in
            let fields = Dictionary((row.fields ?? []).map { ($0.name, PlainText.plain($0.value)) }) { first, _ in first }
            return fields["symbol"].map { symbol in
                SymbolMatch(
                    symbol: symbol, name: fields["name"] ?? "", exchange: fields["exchange"], kind: fields["kind"].flatMap(Instrument.Kind.init(rawValue:)),
                    currency: fields["currency"].flatMap { try? Currency($0) })
            }
        }
    }

    private func quote(_ row: LuaValue, _ subject: QuoteSubject, _ number: Int) throws(QuoteError) -> Quote {
        var figures: [String: FixedDecimal] = [:], date: Day?, code: String?
        for (name, value) in row.fields ?? [] {
            do {
                switch name {
                case "date": date = try Coercion.day(value)
                case "currency": code = value.stringValue
                default: figures[name] = try Coercion.decimal(value)
                }
            } catch { throw QuoteError(.malformed, "provider \(id): row \(number): \(name): \(error)") }
        }
        guard let date, let close = figures["close"], close > .zero else {
            throw QuoteError(.malformed, "provider \(id): row \(number) lacks a date or a close above zero", hint: "a row is a table such as {date=\"2014-03-03\", close=31.20}")
        }
        let counted = try code.map { code throws(QuoteError) in try QuoteSubject(instrument: subject.instrument, symbol: subject.symbol, quotedIn: code) } ?? subject
        if counted.currency != subject.currency {
            throw QuoteError(.wrongCurrency, "provider \(id) has \(subject.symbol) in \(counted.currency), and the book in \(subject.currency)")
        }
        func scaled(_ name: String) throws(QuoteError) -> FixedDecimal? {
            guard let figure = figures[name] else { return nil }
            guard let scaled = try? figure * counted.factor else { throw QuoteError(.malformed, "provider \(id): row \(number): \(name) is out of range") }
            return scaled
        }
        return Quote(
            instrument: subject.instrument, date: date, open: try scaled("open"), high: try scaled("high"), low: try scaled("low"),
            close: try scaled("close") ?? close, adjusted: try scaled("adjusted"), volume: figures["volume"], currency: subject.currency, source: id)
    }

    private func call(_ function: LuaReference, _ what: String, _ arguments: [LuaValue]) throws(QuoteError) -> [LuaValue] {
        do {
            return try runtime.lua.call(function, arguments)
        } catch {
            if let failure = error as? LuaFailure, failure.underlying is LuaStop { throw QuoteError(.cancelled, failure.message) }
            throw QuoteError(.malformed, "provider \(id): \(what): \((error as? any LuaRaisable)?.message ?? "\(error)")")
        }
    }
}

extension Day {
    /// Thirty days before, or the first day there is.
    fileprivate var monthBefore: Day { (try? adding(days: -30)) ?? .min }
}
