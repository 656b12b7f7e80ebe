internal import CLuca

/// What a misspelt name was meant as, and how an error that is a table shows itself.
extension LuaState {
    /// The variables that the code which failed last could see.
    var namesInReach: [LuaName] {
        guard let start = raw.pointee.names else { return [] }
        let bytes = UnsafeRawBufferPointer(start: start, count: raw.pointee.names_used)
        var names: [LuaName] = []
        for part in bytes.split(separator: 0) {
            let name = String(decoding: part.dropFirst(), as: UTF8.self)
            switch part.first {
            case UInt8(ascii: "k"): if !names.isEmpty { names[names.count - 1].fields?.append(name) }
            case UInt8(ascii: "t"): names.append(LuaName(name: name, fields: []))
            default: names.append(LuaName(name: name, fields: nil))
            }
        }
        return names
    }

    /// The nearest right name to the one that a message of Lua's names, as in `attempt to call a nil value (field 'prise')`; nil where none is near.
    func hint(for message: String, _ names: [LuaName]) -> String? {
        guard message.hasPrefix("attempt to "), message.hasSuffix("')"), let open = message.lastIndex(of: "(") else { return nil }
        let parts = message[open...].dropFirst().dropLast(2).split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[1].hasPrefix("'") else { return nil }
        let name = String(parts[1].dropFirst()), fields = names.flatMap { $0.fields ?? [] }
        let known: [String]
        switch parts[0] {
        case "field": known = fields + (fields.contains(name) ? [] : fieldsOfLibraries)
        case "method": known = fields + members(of: "string").map(\.name)
        case "local", "upvalue": known = names.map(\.name).filter { !$0.hasPrefix("(") }
        default: return nil
        }
        // A variable that is there and nil may still be a slip for another; a name is none for itself.
        return suggestion(for: name, in: known.filter { $0 != name })
    }

    /// The functions of Lua's own libraries.
    private var fieldsOfLibraries: [String] { ["string", "table", "math", "os", "io", "utf8", "coroutine"].flatMap { members(of: $0).map(\.name) } }

    /// An error that is a table, by its fields: `{code = 5}`; nil where it has none that can be shown.
    static func shown(_ value: LuaValue?) -> String? {
        let parts = (value?.fields ?? []).prefix(8).compactMap { field in plainText(field.value).map { "\(field.name) = \($0)" } }
        return parts.isEmpty ? nil : "{\(parts.joined(separator: ", "))}"
    }

    private static func plainText(_ value: LuaValue) -> String? {
        switch value {
        case .string(let text): "\"\(text.prefix(200))\""
        case .integer(let number): "\(number)"
        case .number(let number): "\(number)"
        case .boolean(let truth): "\(truth)"
        case .none, .boxed, .object, .table, .function, .reference, .other: nil
        }
    }

    /// A text or number as `..` joins it; nil for other values.
    func joinable(_ value: luca_value) -> String? {
        switch value.tag {
        case LUCA_STRING: Self.text(value)
        case LUCA_INTEGER: "\(Int64(bitPattern: value.lo))"
        case LUCA_NUMBER: "\(Double(bitPattern: value.lo))"
        default: nil
        }
    }
}
