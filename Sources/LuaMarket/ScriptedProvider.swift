import Ledger
import LuaKit
import LuaSurface
import Quotes
import Values

/// A provider of quotes that a script defined. It is called on the session's own thread only, since Lua runs there.
struct ScriptedProvider: QuoteProvider, @unchecked Sendable {
    /// The name by which it is asked for, and the source of its quotes.
    let id: String
    /// What it offers, for people.
    let summary: String
    // The session outlives what it defines.
    private unowned let runtime: Runtime
    private let historyFunction: LuaReference?
    private let latestFunction: LuaReference?
    private let searchFunction: LuaReference?

    /// A provider that calls the functions of a script; it offers what there is a function for.
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
        let quote = try ScriptedQuote(provider: id, subject: subject, row: "latest").quote(answer)
        return quote.date <= day ? quote : nil
    }

    func history(_ subject: QuoteSubject, from: Day, to: Day) throws(QuoteError) -> QuoteBatch {
        guard let historyFunction else {
            // One that knows the price of now only has a history of that day.
            let quotes = [try latest(subject, onOrBefore: to)].compactMap(\.self).filter { $0.date >= from }
            return QuoteBatch(quotes: quotes)
        }
        let answer = try call(historyFunction, "history", [.string(subject.symbol), .day(from), .day(to)]).first ?? .none
        if answer.isNone { return QuoteBatch() }
        guard let rows = try rows(answer, "history") else {
            throw QuoteError(
                .malformed, "provider \(id): history gave \(PlainText.typeName(of: answer))",
                hint: "it gives a list of tables such as {date=\"2014-03-03\", close=31.20}")
        }
        var byDay: [Day: Quote] = [:]
        for (place, row) in rows.enumerated() {
            let quote = try ScriptedQuote(provider: id, subject: subject, row: "row \(place + 1)").quote(row)
            if quote.date >= from, quote.date <= to { byDay[quote.date] = quote }
        }
        return QuoteBatch(quotes: byDay.values.sorted { $0.date < $1.date })
    }

    func search(_ text: String) throws(QuoteError) -> [SymbolMatch] {
        guard let searchFunction else { throw QuoteError(.badArgument, "\(id) cannot be searched", hint: "give provider.define a search function") }
        let answer = try call(searchFunction, "search", [.string(text)]).first ?? .none
        guard let rows = try answer.isNone ? [] : rows(answer, "search") else {
            throw QuoteError(
                .malformed, "provider \(id): search gave \(PlainText.typeName(of: answer))",
                hint: "it gives a list of tables such as {symbol=\"ORCL\", name=\"Oracle\"}")
        }
        return rows.compactMap { row in
            let fields = Dictionary((row.fields ?? []).map { ($0.name, PlainText.plain($0.value)) }) { first, _ in first }
            return fields["symbol"].map { symbol in
                SymbolMatch(
                    symbol: symbol, name: fields["name"] ?? "", exchange: fields["exchange"], kind: fields["kind"].flatMap(Instrument.Kind.init(rawValue:)),
                    currency: fields["currency"].flatMap { try? LuaUnit($0).currency })
            }
        }
    }

    /// The rows of a list; nil for what is none.
    private func rows(_ answer: LuaValue, _ what: String) throws(QuoteError) -> [LuaValue]? {
        do {
            return try answer.items(of: "provider \(id): the list of \(what)")
        } catch {
            throw QuoteError(.malformed, (error as? LuaMisuse)?.message ?? "\(error)", hint: (error as? LuaMisuse)?.hint)
        }
    }

    private func call(_ function: LuaReference, _ what: String, _ arguments: [LuaValue]) throws(QuoteError) -> [LuaValue] {
        do {
            return try runtime.lua.call(function, arguments)
        } catch {
            // An interrupt or a limit ends whatever asked, and is raised again there.
            if (error as? LuaFailure)?.underlying is LuaStop { runtime.market.stop = error }
            let kind: QuoteError.Kind = runtime.market.stop == nil ? .malformed : .cancelled
            throw QuoteError(kind, "provider \(id): \(what): \((error as? any LuaRaisable)?.message ?? "\(error)")")
        }
    }
}

extension Day {
    /// Thirty days before, or the first day there is.
    fileprivate var monthBefore: Day { (try? adding(days: -30)) ?? .min }
}

/// Reads a quote from the table that a provider of a script gave.
private struct ScriptedQuote {
    private static let figures = ["open", "high", "low", "close", "adjusted", "volume"]
    private static let hint = "a row is a table such as {date=\"2014-03-03\", close=31.20}"

    /// Who gives it.
    let provider: String
    /// What it is to be of.
    let subject: QuoteSubject
    /// Where it stands, for messages.
    let row: String

    /// The quote; an error where the table lacks a day or a close, or where its currency is not the instrument's.
    func quote(_ table: LuaValue) throws(QuoteError) -> Quote {
        var figures: [String: FixedDecimal] = [:], date: Day?, code: String?
        for (name, value) in table.fields ?? [] {
            switch name {
            case "date": date = try day(value)
            case "currency": code = value.stringValue
            case _ where Self.figures.contains(name): figures[name] = try figure(name, value)
            default:
                let near = nearestName(to: name, in: Self.figures + ["date", "currency"])
                throw fault("there is no field \(name)", hint: near.map { Suggestion($0).question } ?? Self.hint)
            }
        }
        guard let date else { throw fault("it lacks a date", hint: Self.hint) }
        guard let close = figures["close"], close > .zero else { throw fault("it lacks a close above zero", hint: Self.hint) }
        let counted = try counted(code)
        func scaled(_ name: String) throws(QuoteError) -> FixedDecimal? {
            guard let figure = figures[name] else { return nil }
            guard let scaled = try? figure * counted.factor else { throw fault("\(name) is out of range") }
            return scaled
        }
        return Quote(
            instrument: subject.instrument, date: date, open: try scaled("open"), high: try scaled("high"), low: try scaled("low"),
            close: try scaled("close") ?? close, adjusted: try scaled("adjusted"), volume: figures["volume"], currency: subject.currency, source: provider)
    }

    private func day(_ value: LuaValue) throws(QuoteError) -> Day? {
        do { return try Coercion.day(value) } catch { throw fault("date: \(error)", hint: Self.hint) }
    }

    private func figure(_ name: String, _ value: LuaValue) throws(QuoteError) -> FixedDecimal {
        let figure: FixedDecimal?
        do { figure = try Coercion.decimal(value) } catch { throw fault("\(name): \(error)") }
        guard let figure else { throw fault("\(name) is \(PlainText.typeName(of: value)), and no number") }
        return figure
    }

    /// The instrument in the currency that the row names: pence become pounds.
    private func counted(_ code: String?) throws(QuoteError) -> QuoteSubject {
        guard let code else { return subject }
        let counted = try QuoteSubject(instrument: subject.instrument, symbol: subject.symbol, quotedIn: code)
        if counted.currency == subject.currency { return counted }
        throw QuoteError(.wrongCurrency, "provider \(provider) has \(subject.symbol) in \(counted.currency), and the book in \(subject.currency)")
    }

    private func fault(_ problem: String, hint: String? = nil) -> QuoteError {
        QuoteError(.malformed, "provider \(provider): \(row): \(problem)", hint: hint)
    }
}
