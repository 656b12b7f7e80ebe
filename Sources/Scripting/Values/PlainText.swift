import LuaKit
import Sentences
import Values

/// Values as plain text.
enum PlainText {
    /// What `..` and `%s` make of a value; money has the digits of its currency, of a declared one where the book is known.
    static func plain(_ value: LuaValue, _ currencies: @autoclosure () -> CurrencyTable = CurrencyTable()) -> String {
        switch value {
        case .none: "nil"
        case .boolean(let truth): truth ? "true" : "false"
        case .integer(let number): String(number)
        case .number(let number): shortest(number)
        case .string(let text): text
        case .boxed(let box) where box.type == .decimal: box.decimal.description
        case .boxed(let box) where box.type == .date: box.day.description
        case .boxed(let box) where box.type == .datetime: box.instant.description
        case .object(let object) where object.type == .money: unsafeDowncast(object.instance, to: MoneyBox.self).money.described(by: currencies())
        default: typeName(of: value)
        }
    }

    /// A float with the digits that give it back.
    static func shortest(_ number: Double) -> String {
        if let whole = Int(exactly: number), whole.magnitude < 1 << 53 { return "\(whole).0" }
        return "\(number)"
    }

    /// What kind of thing a value is, with its article.
    static func typeName(of value: LuaValue) -> String {
        switch value {
        case .none: "nil"
        case .boolean: "a boolean"
        case .integer, .number: "a number"
        case .string: "a string"
        case .boxed(let box):
            switch box.type {
            case .decimal: "a decimal"
            case .date: "a date"
            case .datetime: "a moment"
            case .account: "an account"
            case .instrument: "an instrument"
            default: "a value"
            }
        case .object(let object):
            switch object.type {
            case .money: "money"
            case .frame: "a frame"
            case .groups: "groups"
            case .warning: "a warning"
            case .book: "a book"
            default: "an object"
            }
        case .table: "a table"
        case .function: "a function"
        case .reference: "a row"
        case .other(let what): what
        }
    }
}

extension PlainText {
    /// A plain value as Lua source that gives it back.
    static func literal(_ value: LuaValue) -> String {
        switch value {
        case .string(let text): LuaForm.quoted(text)
        case .boxed(let box) where box.type == .decimal: "D\"\(box.decimal)\""
        case .boxed(let box) where box.type == .date: "date\"\(box.day)\""
        case .table(let pairs): "{" + pairs.map { "[\(literal($0.key))] = \(literal($0.value))" }.joined(separator: ", ") + "}"
        default: plain(value)
        }
    }
}
