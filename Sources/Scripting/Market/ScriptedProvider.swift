import Ledger
import LuaKit
import Quotes
import Values

/// A provider of quotes that a script defined. It is asked on the session's own thread only, which is the one that Lua runs on.
struct ScriptedProvider: QuoteProvider, @unchecked Sendable {
    let id: String
    let summary: String
    // The session outlives what it defines.
    private unowned let runtime: Runtime
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
        guard let rows = answer.array else {
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
        guard let rows = answer.isNone ? [] : answer.array else {
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
