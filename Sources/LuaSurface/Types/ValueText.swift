public import Frames
public import LuaKit
import Sentences
import Session
import Values

/// Lua values as text.
package enum PlainText {
    /// The text that `..` and `%s` give for a value. Money has the digits of its currency, also of one that the book declares.
    package static func plain(_ value: LuaValue, _ currencies: @autoclosure () -> CurrencyTable = CurrencyTable()) -> String {
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

    /// The text of an operand of `..`, where nil is a mistake as it is everywhere in Lua.
    static func joinable(_ value: LuaValue, _ currencies: @autoclosure () -> CurrencyTable = CurrencyTable()) throws -> String {
        if value.isNone { throw LuaMisuse("attempt to join a text and nil", kind: "argument") }
        return plain(value, currencies())
    }

    /// The shortest digits that read back as the same float.
    static func shortest(_ number: Double) -> String {
        if let whole = Int(exactly: number), whole.magnitude < 1 << 53 { return "\(whole).0" }
        return "\(number)"
    }

    /// The kind of a value with its article, for messages: `a frame`, `number 5`.
    package static func typeName(of value: LuaValue) -> String {
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
            case .chart: "a chart"
            case .report: "a report"
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
    /// A value as Lua source that evaluates to it again.
    package static func literal(_ value: LuaValue) -> String {
        switch value {
        case .string(let text): LuaForm.quoted(text)
        case .boxed(let box) where box.type == .decimal: "D\"\(box.decimal)\""
        case .boxed(let box) where box.type == .date: "date\"\(box.day)\""
        case .table(let pairs): "{" + pairs.map { "[\(literal($0.key))] = \(literal($0.value))" }.joined(separator: ", ") + "}"
        default: plain(value)
        }
    }
}

/// How the prompt shows values.
extension Runtime {
    /// A value as text, without a line break at its end.
    public func shown(_ value: LuaValue) throws -> String {
        if let frame = frame(value) { return try shown(frame) }
        if case .object(let object) = value, object.type == .chart { return shown(unsafeDowncast(object.instance, to: ChartObject.self)) }
        if case .object(let object) = value, object.type == .report { return try shown(unsafeDowncast(object.instance, to: ReportObject.self).report) }
        return fitForOutput(try text(of: value))
    }

    /// Whether a value is shown as a picture or pages, which mask amounts by themselves where these are to be masked.
    public func isLaidOut(_ value: LuaValue) -> Bool {
        if case .object(let object) = value { object.type == .chart || object.type == .report } else { false }
    }

    /// Whether a value is what `show` printed last in this act, so that a prompt need not print it again as the result.
    public func isJustShown(_ value: LuaValue) throws -> Bool {
        switch told.shown {
        case .nothing: return false
        case .object(let shown):
            guard case .object(let object) = value else { return false }
            return object.instance === shown
        case .text(let text):
            if case .object = value { return false }
            return try shown(value) == text
        }
    }

    /// A frame as the session prints it, without a newline at its end.
    public func shown(_ frame: Frame) throws -> String {
        let text = try frame.rendered(as: console.format, layout)
        return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }

    private func text(of value: LuaValue) throws -> String {
        switch value {
        case .table(let pairs): return table(pairs, depth: 0)
        case .string(let text): return text
        case .boxed(let box) where box.type == .account || box.type == .instrument:
            return try record(box)
        case .function(let function): return functions.usage(function) ?? PlainText.plain(value)
        case .reference: return try lua.call(functions.texts[0], [value], repairing: true).first?.stringValue ?? ""
        case .object where lua.errorText(value) != nil: return lua.errorText(value) ?? ""
        case .boxed where isNull(value): return "null"
        default: return PlainText.plain(value, currencies)
        }
    }

    /// The type of what stands for null of JSON.
    package static let nullName = "null"

    /// Whether a value is what stands for null of JSON.
    package func isNull(_ value: LuaValue) -> Bool {
        if case .boxed(let box) = value { lua.typeName(box.type) == Self.nullName } else { false }
    }

    /// A value as `tostring` gives it within a text: of an account its name, of an instrument its symbol.
    package func plain(_ value: LuaValue) throws -> String {
        guard case .boxed(let box) = value, box.type == .account || box.type == .instrument else { return PlainText.plain(value, currencies) }
        return try lua.call(functions.texts[0], [value], repairing: true).first?.stringValue ?? ""
    }

    private func table(_ pairs: [LuaPair], depth: Int) -> String {
        if pairs.isEmpty { return "{}" }
        if depth > 3 { return "{…}" }
        let list = LuaValue.table(pairs).array ?? []
        var parts = list.map { item($0, depth) }
        let named = pairs.filter { pair in
            guard case .integer(let index) = pair.key else { return true }
            return index < 1 || index > list.count
        }
        parts += named.map { (PlainText.plain($0.key), item($0.value, depth)) }.sorted { $0.0 < $1.0 }.map { "\($0.0) = \($0.1)" }
        let line = "{" + parts.joined(separator: ", ") + "}"
        if line.count <= 100 { return line }
        let indent = String(repeating: "  ", count: depth + 1)
        return "{\n" + parts.map { indent + $0 }.joined(separator: ",\n") + "\n" + String(repeating: "  ", count: depth) + "}"
    }

    private func item(_ value: LuaValue, _ depth: Int) -> String {
        switch value {
        case .string(let text): LuaForm.quoted(text)
        case .table(let pairs): table(pairs, depth: depth + 1)
        case .object(let object) where [.frame, .chart, .report].contains(object.type): PlainText.typeName(of: value)
        case .object(let object) where object.type == .warning:
            table(Self.pairs(of: unsafeDowncast(object.instance, to: WarningObject.self).warning), depth: depth + 1)
        case .object where lua.errorText(value) != nil: lua.errorText(value).map(LuaForm.quoted) ?? ""
        case .boxed where isNull(value): "null"
        default: PlainText.plain(value, currencies)
        }
    }

    private static func pairs(of warning: FrameWarning) -> [LuaPair] {
        [LuaPair(.string("kind"), .string(warning.kind)), LuaPair(.string("message"), .string(warning.message))]
    }

    /// An account or instrument, a line for each field that has a value.
    private func record(_ box: LuaBoxed) throws -> String {
        let type = box.type == .account ? AccountType.type : InstrumentType.type
        return try lua.call(functions.texts[1], [.boxed(box), .list(type.fields.map { .string($0.name) })], repairing: true).first?.stringValue ?? ""
    }

    /// Compiles the Lua functions that show values. Done before any script runs, so that none can replace what they use.
    package func makeTexts() throws -> [LuaReference] {
        guard case .function(let chunk) = lua.compile(Self.showing, name: "=show") else { preconditionFailure("the source below is whole") }
        return try lua.call(chunk).compactMap { if case .function(let text) = $0 { text } else { nil } }
    }

    /// Lua source of two functions: the text of a row, and that of an object's fields that have a value.
    private static let showing = """
        local tostring, ipairs, concat, gsub = tostring, ipairs, table.concat, string.gsub
        return tostring, function(object, names)
          local lines = {}
          for _, name in ipairs(names) do
            local value = object[name]
            if value ~= nil then lines[#lines + 1] = name .. ": " .. gsub(tostring(value), "\\n", "\\\\n") end
          end
          return concat(lines, "\\n")
        end
        """
}
