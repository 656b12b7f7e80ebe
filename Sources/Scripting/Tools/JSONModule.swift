import Frames
import JSON
import LuaKit
import LuaSurface
import Session
import Values

/// `json`: JSON with exact numbers, by the names that Lua's own JSON modules have.
enum JSONModule {
    /// The functions of the group, in the order in which help lists them.
    static let module = Module("json", isAboutBooks: false, [decode, read, encode, write])

    /// `json.null`: what stands for `null`, since nil in a table is no value.
    static let null = LuaType(
        Runtime.nullName, summary: "What stands for null of JSON in a table: json.null.", layout: .value,
        metamethods: [LuaFunction("__tostring", returns: "string", summary: "The word null.", style: .positional) { call in call.reply("null") }])

    private static let numbers = LuaParameter.optional(
        "numbers", .string, "exact: whole numbers and decimals, as written; text: the digits, for numbers beyond a decimal; float: numbers of Lua.", default: "\"exact\"")
    private static let writing: [LuaParameter] = [
        .required("value", .any, "Texts, numbers, true and false, dates, money, tables, frames; json.null for null."),
        .optional("indent", .integer, "Blanks a level, for people; without it all is on one line."),
    ]

    private static let decode = LuaFunction(
        "json.decode", [.required("text", .string, "The document."), numbers], returns: "any", summary: "The value of a JSON document; numbers are exact, null is json.null.",
        example: "json.decode(\"[0.1, 0.2]\")[2] + 0 --> 0.2"
    ) { call in try value(of: call.string("text") ?? "", call) }

    private static let read = LuaFunction(
        "json.read", [.required("path", .path, "The file."), numbers], returns: "any", summary: "The value of a file of JSON, as json.decode gives it."
    ) { call in try value(of: call.runtime.files.readText(call.string("path") ?? ""), call) }

    private static let encode = LuaFunction(
        "json.encode", writing, returns: "string", summary: "A value as JSON; fields stand in the order of the alphabet, decimals with all their digits.",
        example: "json.encode({a = D\"0.1\", list = {1, 2}}) --> {\"a\":0.1,\"list\":[1,2]}", style: .positional
    ) { call in call.reply(try text(call)) }

    private static let write = LuaFunction(
        "json.write", [.required("path", .path, "The file.")] + writing, returns: "integer", summary: "Writes a value to a file as JSON, and gives the number of bytes.",
        style: .positional
    ) { call in
        var text = try text(call) + "\n"
        return call.reply(try call.runtime.files.write(call.string("path") ?? "") { sink in try text.withUTF8 { try sink($0) } })
    }

    // MARK: Reading

    private static func value(of text: String, _ call: LuaCall) throws -> LuaReply {
        let form = try call.string("numbers") ?? "exact"
        guard ["exact", "text", "float"].contains(form) else { throw call.mismatch("numbers", expected: "exact, text or float") }
        let document: JSONValue
        do { document = try JSONReader.read(Array(text.utf8)) } catch { throw LuaMisuse("\(call.name): the text is no JSON: \(error)", kind: "bad_json") }
        return call.reply(try lua(document, form, call))
    }

    private static func lua(_ value: JSONValue, _ numbers: String, _ call: LuaCall) throws -> LuaValue {
        switch value {
        case .null: return .boxed(LuaBoxed(type: nullType(call.runtime), low: 0))
        case .bool(let truth): return .boolean(truth)
        case .string(let text): return .string(text)
        case .array(let items): return .list(try items.map { try lua($0, numbers, call) })
        case .object(let members): return .table(try members.map { LuaPair(.string($0.key), try lua($0.value, numbers, call)) })
        case .number(let digits):
            if numbers == "text" { return .string(digits) }
            if numbers == "float" { return .number(Double(digits) ?? .nan) }
            if let whole = Int(digits) { return .integer(whole) }
            if let exact = ExactNumber.read(digits) { return .decimal(exact) }
            throw LuaMisuse(
                "\(call.name): \(digits) has more digits than a decimal holds", field: "numbers", hint: "numbers=\"text\" gives the digits, numbers=\"float\" the nearest float",
                kind: "decimal")
        }
    }

    // MARK: Writing

    private static func text(_ call: LuaCall) throws -> String {
        let indent = try call.integer("indent")
        if let indent, !(0...16).contains(indent) { throw call.mismatch("indent", expected: "0 to 16") }
        return try json(call.argument("value"), call).text(indent: indent)
    }

    private static func json(_ value: LuaValue, _ call: LuaCall) throws -> JSONValue {
        switch value {
        case .none: return .null
        case .boolean(let truth): return .bool(truth)
        case .integer(let number): return .number(String(number))
        case .number(let number):
            guard number.isFinite else { throw LuaMisuse("\(call.name): \(number) is no number of JSON", field: "value") }
            return .number(PlainText.plain(value))
        case .string(let text): return .string(text)
        case .boxed(let box) where box.type == .decimal: return .number(box.decimal.description)
        case .boxed(let box) where box.type == nullType(call.runtime): return .null
        case .boxed(let box) where box.type == .date || box.type == .datetime: return .string(PlainText.plain(value))
        case .object(let object) where object.type == .money:
            let money = unsafeDowncast(object.instance, to: MoneyBox.self).money
            return .object([.init(key: "amount", value: .number(money.amount.description)), .init(key: "currency", value: .string(money.currency.code))])
        case .object where call.runtime.frame(value) != nil:
            guard let frame = call.runtime.frame(value) else { return .null }
            return .array(
                try (0..<frame.rowCount).map { row in
                    .object(try frame.columnNames.map { .init(key: $0, value: try json(LuaValue(frame.value($0, row: row)), call)) })
                })
        case .table(let pairs):
            if let items = value.array, !items.isEmpty, items.count == pairs.count { return .array(try items.map { try json($0, call) }) }
            return .object(try pairs.map { (PlainText.plain($0.key), $0.value) }.sorted { $0.0 < $1.0 }.map { .init(key: $0.0, value: try json($0.1, call)) })
        case .boxed, .object, .function, .reference, .other:
            throw LuaMisuse("\(call.name): \(PlainText.typeName(of: value)) has no form in JSON", field: "value", hint: "give its fields in a table")
        }
    }

    /// The number of the type of `json.null`; made known with the first document, since few scripts read one.
    private static func nullType(_ runtime: Runtime) -> LuaTypeID { runtime.part { NullType(runtime) }.id }

    private final class NullType {
        let id: LuaTypeID
        init(_ runtime: Runtime) { id = runtime.lua.define(JSONModule.null) }
    }
}

/// A number as documents write it, with an exponent or without.
enum ExactNumber {
    /// The exact value; nil where a decimal cannot hold all of its digits.
    static func read(_ digits: String) -> FixedDecimal? {
        let parts = digits.lowercased().split(separator: "e", omittingEmptySubsequences: false)
        guard parts.count == 2, let shift = Int(parts[1]), shift.magnitude < 60 else { return parts.count == 1 ? try? FixedDecimal(digits) : nil }
        let isNegative = parts[0].hasPrefix("-"), plain = parts[0].drop { $0 == "-" || $0 == "+" }
        let halves = plain.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        var all = halves.joined(), point = (halves.first?.count ?? 0) + shift
        if point < 0 { (all, point) = (String(repeating: "0", count: -point) + all, 0) }
        if point > all.count { all += String(repeating: "0", count: point - all.count) }
        let whole = all.prefix(point), rest = all.dropFirst(point).reversed().drop { $0 == "0" }.reversed()
        return try? FixedDecimal("\(isNegative ? "-" : "")\(whole.isEmpty ? "0" : whole)\(rest.isEmpty ? "" : ".\(String(rest))")")
    }
}
