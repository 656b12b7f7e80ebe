import LuaKit
import LuaSurface
import Values

/// Something that a script or a report is given, as it declares it: `year={type="integer", doc="Only of this year."}`.
struct ScriptOption {
    /// What it is called, with underscores as in Lua.
    let name: String
    /// The word for its type, such as `integer`.
    let typeName: String
    /// The type of its values.
    let type: LuaParameterType
    /// What it means, in one sentence.
    let doc: String
    /// What holds where it is left out; `.none` for nothing.
    let preset: LuaValue
    /// The same as a list, which one that takes a list may give by one value; one item where it takes none.
    let presets: [LuaValue]
    /// Whether it must be known, be it given or told by the book.
    let isRequired: Bool
    /// The values that it takes; empty where any of its type will do.
    let choices: [String]
    /// Whether it takes several values, as a list.
    let isList: Bool
    /// Where it stands among the values without a name, from 1; nil where it needs its name.
    let place: Int?

    /// The words for types that may be declared.
    static let types: [String: LuaParameterType] = [
        "string": .string, "integer": .integer, "number": .number, "decimal": .decimal, "boolean": .boolean, "date": .date,
        "account": .account, "symbol": .symbol, "currency": .currency, "table": .table, "any": .any,
    ]

    /// The option as a function's record has it.
    var parameter: LuaParameter {
        let type = isList ? .any : type
        return isRequired ? .required(name, type, doc) : .optional(name, type, doc, default: preset.isNone ? nil : PlainText.literal(preset))
    }

    /// The option as a command line has it: `--min-trade`.
    var flag: String { "--" + name.replacing("_", with: "-") }

    /// Whether it stands by itself, without a value.
    var isSwitch: Bool { type == .boolean && !isList }

    /// The fields of a declaration.
    private static let fields = ["name", "type", "doc", "default", "required", "values", "list", "place"]

    /// Reads the fields of a declaration; `function` and `what` begin the messages.
    init(_ name: String, _ declaration: LuaValue, in function: String) throws {
        let given = declaration.fields ?? []
        func field(_ name: String) -> LuaValue { given.first { $0.name == name }?.value ?? .none }
        func isSet(_ name: String) -> Bool { if case .boolean(true) = field(name) { true } else { false } }
        func misuse(_ sentence: String, hint: String? = nil) -> LuaMisuse { LuaMisuse("\(function): \(sentence)", field: name, hint: hint) }
        guard name.isIdentifier else { throw misuse("\(quoted(name)) is no name of an option", hint: "a name has letters, digits and _") }
        if let strange = given.first(where: { !Self.fields.contains($0.name) }) {
            throw misuse(
                "option \(name) has a field \(strange.name)",
                hint: Suggestion(for: strange.name, in: Self.fields)?.question ?? "its fields are \(Self.fields.dropFirst().joined(separator: ", "))")
        }
        self.name = name
        preset = field("default")
        typeName = field("type").stringValue ?? Self.typeName(of: preset)
        guard let type = Self.types[typeName] else {
            throw misuse("parameter \(name) has the unknown type \(typeName)", hint: Suggestion(for: typeName, in: Self.types.keys.sorted())?.question)
        }
        self.type = type
        doc = field("doc").stringValue ?? ""
        isRequired = isSet("required")
        isList = isSet("list")
        choices = try (field("values").items(of: "\(function): the values of \(name)", field: name) ?? []).map { PlainText.plain($0) }
        presets = isList ? try preset.items(of: "\(function): the default of \(name)", field: name) ?? (preset.isNone ? [] : [preset]) : [preset]
        if case .integer(let number) = field("place") { place = number } else { place = nil }
        if !choices.isEmpty, let strange = presets.first(where: { !$0.isNone && !choices.contains(PlainText.plain($0)) }) {
            let near = Suggestion(for: PlainText.plain(strange), in: choices)?.question
            throw misuse("the default \(PlainText.literal(strange)) of \(name) is none of its values", hint: near ?? "they are \(choices.joined(separator: ", "))")
        }
    }

    /// The type of an option that tells its default only.
    private static func typeName(of preset: LuaValue) -> String {
        switch preset {
        case .boolean: "boolean"
        case .integer: "integer"
        case .number: "number"
        case .string: "string"
        case .boxed(let box) where box.type == .decimal: "decimal"
        case .boxed(let box) where box.type == .date: "date"
        case .none, .boxed, .object, .table, .function, .reference, .other: "any"
        }
    }
}

/// Reading what a script or a report declares.
extension ScriptOption {
    /// Reads `{year={type="integer"}, …}`, in the order of places and names, or `{{name="year", type="integer"}, …}`, in its own.
    static func read(_ declaration: LuaValue, in function: String) throws -> [ScriptOption] {
        var options: [ScriptOption] = []
        for item in try declaration.items(of: "\(function): the declaration", field: "parameters", beside: nil) ?? [] {
            guard let name = item.fields?.first(where: { $0.name == "name" })?.value.stringValue else {
                throw LuaMisuse("\(function): a parameter has no name", field: "parameters", hint: "write {name=\"year\", type=\"integer\"}")
            }
            options.append(try ScriptOption(name, item, in: function))
        }
        let named = try (declaration.fields ?? []).map { field in
            guard case .table = field.value else {
                throw LuaMisuse(
                    "\(function): option \(field.name) is \(PlainText.typeName(of: field.value))", field: field.name,
                    hint: "write \(field.name)={default=\(PlainText.literal(field.value))}")
            }
            return try ScriptOption(field.name, field.value, in: function)
        }
        options += named.sorted { ($0.place ?? .max, $0.name) < ($1.place ?? .max, $1.name) }
        for (place, option) in options.enumerated() where options[..<place].contains(where: { $0.name == option.name }) {
            throw LuaMisuse("\(function): there are two parameters \(option.name)", field: "parameters")
        }
        guard options.count <= 30 else { throw LuaMisuse("\(function): at most 30 parameters can be declared", field: "parameters") }
        return options
    }
}
