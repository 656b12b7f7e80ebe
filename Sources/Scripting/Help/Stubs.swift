import LuaKit
import LuaSurface

/// The surface as LuaCATS stubs, from which editors complete, check and explain scripts.
///
/// Records in, text out: `stdlib/meta` holds what comes of it.
struct Stubs {
    /// The host types, in the order in which they were made known.
    let types: [LuaType]
    /// The functions by group, and the reports that ship.
    let groups: [(title: String, functions: [LuaFunction])]
    /// The columns that rows of frames may have, with their LuaCATS types.
    let columns: [(name: String, type: String)]

    /// Name and text of each file; a type and a group of one name share one.
    var files: [(name: String, text: String)] {
        var parts: [(title: String, text: String)] = types.map { ($0.name, text(of: $0)) }
        parts.append(("row", rowClass))
        parts.append(("globals", Self.globals))
        for group in groups { parts.append((group.title, text(of: group.functions))) }
        var names: [String] = []
        for part in parts where !names.contains(part.title) { names.append(part.title) }
        return names.map { name in
            let text = parts.filter { $0.title == name }.map(\.text).joined(separator: "\n")
            return (name.replacing(" ", with: "_") + ".lua", Self.header + text)
        }
    }

    private static let header = """
        ---@meta
        -- Made from luca's own records for editors, and never run. For lua-language-server, a .luarc.json beside your scripts:
        -- { "runtime.version": "Lua 5.4", "workspace.library": ["<where luca's stdlib is>/meta"] }


        """

    private static let globals = """
        ---The current book.
        ---@type book
        book = nil

        ---The last result at the prompt.
        ---@type any
        _ = nil

        ---The script's name at 0 and its arguments from 1 on.
        ---@type string[]
        arg = {}

        """

    // MARK: Types

    private func text(of type: LuaType) -> String {
        var lines = ["---\(type.summary)", "---@class \(type.name)"]
        for field in type.fields { lines.append("---@field \(field.name) \(field.returns) \(field.summary)") }
        if type.layout == .tabular {
            lines += ["---@field [integer] row A row, counted from 1.", "---@operator len: integer", "---@operator call: row?"]
        }
        lines += type.metamethods.compactMap { operation($0, of: type) }
        // What a book has as methods are the functions of the current book: they are told there.
        if type.name == "book" {
            lines += type.methods.map { "---@field \($0.name) fun(self: book, \(receivedArguments($0))): \($0.returns) \($0.summary)" }
            return lines.joined(separator: "\n") + "\n"
        }
        lines.append("local \(type.name) = {}")
        return lines.joined(separator: "\n") + "\n" + type.methods.map { "\n" + text(of: $0, named: "\(type.name):\($0.name)") }.joined()
    }

    private func receivedArguments(_ record: LuaFunction) -> String {
        if record.style == .positional { return record.parameters.map(Self.field).joined(separator: ", ") }
        return record.parameters.isEmpty ? "none?: table" : "arguments\(Self.mayBeEmpty(record) ? "?" : ""): \(Self.className(record.name))"
    }

    /// The operators that LuaCATS knows.
    private func operation(_ record: LuaFunction, of type: LuaType) -> String? {
        let binary = ["add", "sub", "mul", "div", "idiv", "mod", "pow", "concat"], name = String(record.name.dropFirst(2))
        if name == "unm" { return "---@operator unm: \(record.returns)" }
        return binary.contains(name) ? "---@operator \(name)(any): \(record.returns)" : nil
    }

    private var rowClass: String {
        let fields = columns.map { "---@field \($0.name)? \($0.type)" }
        return (["---A row of a frame. What columns it has depends on the query.", "---@class row"] + fields + ["---@field [string] any"])
            .joined(separator: "\n") + "\n"
    }

    // MARK: Functions

    /// The functions of a group, after the tables that dotted names stand in.
    private func text(of functions: [LuaFunction]) -> String {
        let tables = Set(functions.compactMap { record in record.name.firstIndex(of: ".").map { String(record.name[..<$0]) } }).sorted()
        return (tables.map { "\($0) = {}\n" } + functions.map { text(of: $0, named: $0.name) }).joined(separator: "\n")
    }

    private func text(of record: LuaFunction, named name: String) -> String {
        var lines: [String] = []
        let isNamed = record.style == .named && !record.parameters.isEmpty
        if isNamed {
            lines.append("---@class \(Self.className(name))")
            lines += record.parameters.map { "---@field \($0.name)\($0.isRequired ? "" : "?") \(Self.type(of: $0)) \(Self.doc($0))" } + [""]
        }
        lines.append("---\(record.summary)")
        if !record.example.isEmpty { lines += ["---```lua", "---" + record.example.replacing("\n", with: "\n---"), "---```"] }
        if isNamed {
            lines.append("---@param arguments\(Self.mayBeEmpty(record) ? "?" : "") \(Self.className(name))")
            if let first = record.parameters.first, record.parameters.count(where: \.isRequired) <= 1, first.isRequired || Self.mayBeEmpty(record), !name.contains(":") {
                lines.append("---@overload fun(\(Self.field(first)), options?: table): \(record.returns)")
            }
        } else {
            lines += record.parameters.map { "---@param \($0.name)\($0.isRequired ? "" : "?") \(Self.type(of: $0)) \(Self.doc($0))" }
        }
        if record.returns != "nil", !record.returns.isEmpty { lines += record.returns.split(separator: ", ").map { "---@return \($0)" } }
        let plain = record.parameters.map(\.name).joined(separator: ", ")
        lines.append("function \(name)(\(isNamed ? "arguments" : plain)) end")
        return lines.joined(separator: "\n") + "\n"
    }

    private static func mayBeEmpty(_ record: LuaFunction) -> Bool { !record.parameters.contains(where: \.isRequired) }

    /// The class of a function's named arguments.
    private static func className(_ name: String) -> String { name.replacing(".", with: "_").replacing(":", with: "_") + "_arguments" }

    /// As it stands in the type of a function.
    private static func field(_ parameter: LuaParameter) -> String {
        "\(parameter.name)\(parameter.isRequired ? "" : "?"): \(type(of: parameter))"
    }

    private static func doc(_ parameter: LuaParameter) -> String {
        parameter.doc + (parameter.defaultValue.map { " Default: \($0)." } ?? "")
    }

    /// The type that an editor checks: what people may write, not only what it becomes.
    private static func type(of parameter: LuaParameter) -> String {
        let list = parameter.type.phrase.contains("a list of") ? "|string[]" : ""
        return switch parameter.type.name {
        case "decimal": "decimal|number|string"
        case "amount": "money|decimal|number|string"
        case "moment": "date|datetime|string"
        case "date": parameter.type == .date ? "date|string" : "date|string|integer"
        case "account": "account|string" + list
        case "symbol": "instrument|string" + list
        case "currency", "path", "column", "type", "columns": "string" + list
        case "condition": "table|fun(row: row): boolean?"
        case let name: name
        }
    }
}
