import LuaKit
import Values

/// The parameters of a report that a script defined.
struct ReportParameters: Sendable {
    let list: [LuaParameter]

    private static let types: [String: LuaParameterType] = [
        "string": .string, "integer": .integer, "number": .number, "decimal": .decimal, "boolean": .boolean, "date": .date,
        "account": .account, "symbol": .symbol, "currency": .currency, "table": .table, "any": .any,
    ]

    /// Reads `{{name="year", type="integer", doc="…", default=2014}, …}`.
    init(_ value: LuaValue, of call: LuaCall) throws {
        var list: [LuaParameter] = []
        for item in value.array ?? [] {
            func text(_ name: String) -> String? { item.fields?.first { $0.name == name }?.value.stringValue }
            guard let name = text("name") else {
                throw LuaMisuse("\(call.name): a parameter has no name", field: "parameters", hint: "write {name=\"year\", type=\"integer\"}")
            }
            if list.contains(where: { $0.name == name }) {
                throw LuaMisuse("\(call.name): there are two parameters \(name)", field: "parameters")
            }
            let typeName = text("type") ?? "any"
            guard let type = Self.types[typeName] else {
                let hint = nearestName(to: typeName, in: Self.types.keys.sorted()).map { "did you mean \($0)?" }
                throw LuaMisuse("\(call.name): parameter \(name) has the unknown type \(typeName)", field: "parameters", hint: hint)
            }
            let preset = item.fields?.first { $0.name == "default" }?.value
            let isRequired: Bool = if case .boolean(true)? = item.fields?.first(where: { $0.name == "required" })?.value { true } else { false }
            list.append(
                isRequired ? .required(name, type, text("doc") ?? "")
                    : .optional(name, type, text("doc") ?? "", default: preset.map { PlainText.literal($0) }))
        }
        guard list.count <= 30 else { throw LuaMisuse("\(call.name): a report takes at most 30 parameters", field: "parameters") }
        self.list = list
    }

    /// The arguments of a call as a table, defaults filled in and numbers made exact.
    func table(_ call: LuaCall) throws -> LuaValue {
        var pairs: [LuaPair] = []
        for parameter in list {
            var value = try call.argument(parameter.name)
            switch parameter.type {
            case .decimal: value = try call.decimal(parameter.name).map { .decimal($0) } ?? .none
            case .date: value = try call.day(parameter.name).map { .day($0) } ?? .none
            default: break
            }
            if value.isNone { value = try preset(of: parameter, call) }
            if !value.isNone { pairs.append(LuaPair(.string(parameter.name), value)) }
        }
        return .table(pairs)
    }

    /// What stands for an argument that was left out.
    private func preset(of parameter: LuaParameter, _ call: LuaCall) throws -> LuaValue {
        guard let preset = parameter.defaultValue, case .function(let chunk) = call.state.compile("return \(preset)", name: "=default") else {
            return .none
        }
        let value = try call.state.call(chunk).first ?? .none
        switch parameter.type {
        case .decimal: return try Coercion.decimal(value).map { .decimal($0) } ?? value
        case .date: return try Coercion.day(value).map { .day($0) } ?? value
        default: return value
        }
    }

    /// Arguments in order or by name, as a command line or a sentence gives them, as a table by name; texts become what is wanted.
    static func assign(_ arguments: LuaValue, to record: LuaFunction) throws -> [LuaPair] {
        guard case .table(let pairs) = arguments else { return [] }
        return try pairs.map { pair in
            if case .string(let name) = pair.key, name.hasPrefix("--") { throw noOption("\(name)=\(PlainText.plain(pair.value))", pairs, of: record) }
            if case .integer = pair.key, case .string(let text) = pair.value, text.hasPrefix("--") { throw noOption(text, pairs, of: record) }
            let parameter: LuaParameter?
            switch pair.key {
            case .integer(let place):
                guard record.parameters.indices.contains(place - 1) else {
                    throw LuaMisuse("\(record.name) takes \(record.parameters.count) arguments", hint: "they are \(record.parameters.map(\.name).joined(separator: ", "))")
                }
                parameter = record.parameters[place - 1]
            case .string(let name): parameter = record.parameters.first { $0.name == name }
            default: parameter = nil
            }
            guard let parameter else { return pair }
            return LuaPair(.string(parameter.name), try converted(pair.value, to: parameter, of: record))
        }
    }

    /// The error of `--year 2025` among the arguments of a report, which are `2025` or `year=2025`.
    private static func noOption(_ text: String, _ pairs: [LuaPair], of record: LuaFunction) -> LuaMisuse {
        let parts = text.dropFirst(2).split(separator: "=", maxSplits: 1).map(String.init), written = parts.first ?? "", names = record.parameters.map(\.name)
        guard let name = names.contains(written) ? written : nearestName(to: written, in: names) else {
            return LuaMisuse("\(record.name) takes no option \(text)", hint: names.isEmpty ? "it takes no arguments" : "its arguments are \(names.map { "\($0)=" }.joined(separator: ", "))")
        }
        let place = pairs.firstIndex { $0.value.stringValue == text }
        let next = place.flatMap { pairs.indices.contains($0 + 1) ? PlainText.plain(pairs[$0 + 1].value) : nil }
        let value = parts.count > 1 ? parts[1] : next ?? "…", isFirst = record.parameters.first?.name == name
        return LuaMisuse("\(record.name) takes no option \(text)", field: name, hint: "arguments of a report are written \(name)=\(value)\(isFirst ? ", or \(value) alone" : "")")
    }

    private static func converted(_ value: LuaValue, to parameter: LuaParameter, of record: LuaFunction) throws -> LuaValue {
        guard case .string(let text) = value else { return value }
        switch parameter.type {
        case .integer:
            guard let number = Int(text) else {
                throw LuaMisuse("\(record.name): \(parameter.name) must be a whole number, got \"\(text)\"", field: parameter.name)
            }
            return .integer(number)
        case .number: return Double(text).map { .number($0) } ?? value
        case .boolean where text == "true" || text == "false": return .boolean(text == "true")
        default: return value
        }
    }
}
