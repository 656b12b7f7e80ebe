import Frames
import JSON
import LuaKit
import LuaSurface

extension Runtime {
    /// The settings that lead an editor's Lua language server to the stubs in a folder, as `.luarc.json` has them.
    public static func editorSettings(stubsIn folder: String) -> String {
        let settings = JSONValue.object([
            .init(key: "runtime.version", value: .string("Lua 5.4")), .init(key: "workspace.library", value: .array([.string(folder)])),
            .init(key: "workspace.checkThirdParty", value: .bool(false)),
        ])
        return settings.text(indent: 2) + "\n"
    }

    /// The stubs for editors: luca's own functions and types, and the reports that there are. Asks every query once, for the names and types of its columns; so it is
    /// called in a session with an empty book.
    public func stubs() throws -> [(name: String, text: String)] {
        let reports = reportList.compactMap { record(named: "report.\($0)") }
        let groups = (Modules.all + Modules.ofTests).map { ($0.title, $0.functions) } + [("reports", reports)]
        return Stubs(types: typesWithTests, groups: groups, columns: try stubColumns()).files
    }

    /// The columns of every query, by name, with their types.
    private func stubColumns() throws -> [(name: String, type: String)] {
        var types: [String: Set<String>] = ["year": ["integer"], "quarter": ["string"], "month": ["string"]]
        let asked = Modules.all.flatMap(\.functions).filter { $0.returns.hasPrefix("frame") && !["undo", "redo"].contains($0.name) }
        for query in asked where query.parameters.allSatisfy({ !$0.isRequired }) {
            // An explanation is one of something.
            let call = query.name == "explain" ? "explain{account='Stub'}" : query.name + (query.style == .named ? "{}" : "()")
            let source = query.name == "explain" ? "account{name='Stub', currency='USD'} return \(call)" : "return \(call)"
            guard case .function(let chunk) = lua.compile(source, name: "=stubs"), let frame = try run(chunk, source: "stubs").first.flatMap(frame) else { continue }
            for column in frame.columns { types[column.name, default: []].insert(Self.stubType(column.type)) }
        }
        return types.sorted { $0.key < $1.key }.map { ($0.key, $0.value.sorted().joined(separator: "|")) }
    }

    private static func stubType(_ type: ColumnType) -> String {
        switch type {
        case .int: "integer"
        case .decimal: "decimal"
        case .text: "string"
        case .day: "date"
        case .instant: "datetime"
        case .bool: "boolean"
        }
    }
}
