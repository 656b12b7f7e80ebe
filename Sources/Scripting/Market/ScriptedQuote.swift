import Ledger
import LuaKit
import Quotes
import Values

/// Reads a quote from the table that a script's provider gives.
struct ScriptedQuote {
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
                throw fault("there is no field \(name)", hint: near.map { "did you mean \($0)?" } ?? Self.hint)
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

    /// What the row is counted in: pence become pounds.
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
