import LuaKit

/// What the options of `compare` say.
struct ComparisonOptions {
    /// The columns that tell rows apart; nil to find them.
    var keys: [String]?
    /// The columns that are compared; nil for those that differ.
    var columns: [String]?

    init(keys: [String]? = nil, columns: [String]? = nil) {
        self.keys = keys
        self.columns = columns
    }

    init(_ call: LuaCall) throws {
        for field in try call.argument("options").fields ?? [] {
            switch field.name {
            case "key": keys = try Self.names(field.value, "key")
            case "columns": columns = try Self.names(field.value, "columns")
            default: throw LuaMisuse("compare: there is no option \(field.name)", field: "options", hint: "there are key and columns")
            }
        }
    }

    private static func names(_ value: LuaValue, _ option: String) throws -> [String] {
        if case .string(let name) = value { return [name] }
        let names = (value.array ?? []).compactMap(\.stringValue)
        guard !names.isEmpty, names.count == value.array?.count else {
            throw LuaMisuse("compare: \(option) must be a column or a list of columns", field: "options")
        }
        return names
    }
}
