import Ledger
import LuaKit
import Storage
import Values
import Worth

/// What scripts may write where a value of money or time is wanted.
package enum Coercion {
    /// The decimal a Lua value stands for; nil where it is no number at all.
    ///
    /// A float joins by its shortest round-trip digits, so `182.30` typed is exactly 182.3; more than 15 digits are refused.
    package static func decimal(_ value: LuaValue) throws -> FixedDecimal? {
        switch value {
        case .integer(let whole): return FixedDecimal(whole)
        case .number(let float): return try FixedDecimal(shortest: float)
        case .boxed(let box) where box.type == .decimal: return box.decimal
        case .string(let text): return try? FixedDecimal(text)
        default: return nil
        }
    }

    /// The day a Lua value stands for; nil where it is none.
    package static func day(_ value: LuaValue) throws -> Day? {
        switch value {
        case .boxed(let box) where box.type == .date: return box.day
        case .boxed(let box) where box.type == .datetime: return box.instant.day
        case .string(let text): return try Day(text)
        default: return nil
        }
    }
}

extension LuaCall {
    /// An exact number; nil where it was left out.
    package func decimal(_ name: String) throws -> FixedDecimal? {
        let value = try argument(name)
        if value.isNone { return nil }
        if let decimal = try Coercion.decimal(value) { return decimal }
        throw mismatch(name, expected: "a number", hint: value.stringValue.flatMap(FixedDecimal.hint))
    }

    /// A day; nil where it was left out.
    package func day(_ name: String) throws -> Day? {
        let value = try argument(name)
        if value.isNone { return nil }
        do {
            if let day = try Coercion.day(value) { return day }
        } catch let error as DayError {
            throw LuaMisuse("\(self.name): \(name): \(error)", field: name, hint: "dates are written 2014-03-03")
        }
        throw mismatch(name, expected: "a date such as \"2014-03-03\"")
    }

    /// A currency, by its code or by that of a part of it (`GBX` is of pounds); nil where it was left out.
    ///
    /// Who takes amounts beside it asks `unit`, which tells what they are to be multiplied with.
    package func currency(_ name: String) throws -> Currency? { try unit(name)?.currency }

    /// A currency or a part of one, such as `GBp`; nil where it was left out.
    package func unit(_ name: String) throws -> LuaUnit? {
        guard let code = try string(name) else { return nil }
        do throws(CurrencyError) {
            return try known(LuaUnit(code))
        } catch {
            throw LuaMisuse("\(self.name): \(name): \(error)", field: name, hint: error.declaration, kind: error.declaration == nil ? "argument" : "unknown_currency")
        }
    }

    /// A currency that is known: of ISO 4217, a coin, declared, or one that the book has already.
    package func known(_ unit: LuaUnit) throws(CurrencyError) -> LuaUnit {
        let table = CurrencyTable()
        if table.contains(unit.currency) { return unit }
        if let ledger = try? book().ledger { return LuaUnit(try ledger.currency(coded: unit.currency.code)) }
        return LuaUnit(try table.currency(unit.currency.code))
    }

    /// A stretch of the calendar; nil where it was left out.
    package func calendarUnit(_ name: String) throws -> CalendarUnit? {
        guard let word = try string(name) else { return nil }
        if let unit = CalendarUnit(rawValue: word) { return unit }
        throw mismatch(name, expected: "one of \(CalendarUnit.allCases.map(\.rawValue).joined(separator: ", "))")
    }

    /// Money; nil where it was left out.
    package func money(_ name: String) throws -> Money? {
        guard case .object(let object) = try argument(name) else { return nil }
        guard object.type == .money else { throw mismatch(name, expected: "money such as money(5, \"EUR\")") }
        return unsafeDowncast(object.instance, to: MoneyBox.self).money
    }

    /// A list of texts: one text, or a table of them; nil where it was left out.
    package func strings(_ name: String) throws -> [String]? {
        let value = try argument(name)
        switch value {
        case .none: return nil
        case .string(let text): return [text]
        default:
            guard value.array?.isEmpty == false, let items = try value.items(of: "\(self.name): \(name)", field: name) else {
                throw mismatch(name, expected: "a name or a list of names")
            }
            return try items.map { item in
                guard case .string(let text) = item else { throw mismatch(name, expected: "a name or a list of names") }
                return text
            }
        }
    }
}

/// A currency as somebody wrote it: perhaps by the code of its pence.
package struct LuaUnit {
    package let code: String
    package let currency: Currency
    /// How much of the currency one of it is.
    package let factor: FixedDecimal

    /// Reads a code; every door to a book does it here, so that nothing inside knows of minor units.
    package init(_ code: String) throws(CurrencyError) {
        self.code = code
        if let minor = MinorUnit.normalize(code) { (currency, factor) = minor } else { (currency, factor) = (try Currency(code), .one) }
    }

    package init(_ currency: Currency) {
        (code, self.currency, factor) = (currency.code, currency, .one)
    }

    /// Whether it is a part of the currency.
    package var isMinor: Bool { factor != .one }

    /// A figure written in it, in the currency.
    package func scaled(_ figure: FixedDecimal) throws(DecimalError) -> FixedDecimal { isMinor ? try figure * factor : figure }

    /// What a definition in a minor unit came to, for people; nil where it was in the currency.
    package func notice(of what: String) -> String? {
        isMinor ? "\(what) is kept in \(currency): one \(code) is \(factor) \(currency); figures in \(code) are given with currency=\"\(code)\"" : nil
    }
}

// MARK: - Errors of the values, as Lua sees them

extension DecimalError: LuaRaisable {
    public var luaKind: String { "decimal" }
    public var message: String { description }
    public var field: String? { nil }
    public var hint: String? { description.contains("\",\"") ? FixedDecimal.hint(for: ",") : nil }
}

extension DayError: LuaRaisable {
    public var luaKind: String { "date" }
    public var message: String { description }
    public var field: String? { nil }
    public var hint: String? { nil }
}

extension MoneyError: LuaRaisable {
    public var luaKind: String { "money" }
    public var message: String { description }
    public var field: String? { nil }
    public var hint: String? { nil }
}

extension CurrencyError: LuaRaisable {
    public var luaKind: String { "currency" }
    public var message: String { description }
    public var field: String? { nil }
    public var hint: String? { nil }
}

extension SplitError: LuaRaisable {
    public var luaKind: String { "split" }
    public var message: String { description }
    public var field: String? { nil }
    public var hint: String? { nil }
}
