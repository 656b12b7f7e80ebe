import LuaKit
import LuaSurface
import Scripting
import Sentences

/// The names that can stand at a place, from the records of the functions and from the open book.
struct CompletionCandidates {
    private let runtime: Runtime

    init(_ runtime: Runtime) { self.runtime = runtime }

    /// The names of one kind.
    func list(_ subject: CompletionSubject) -> [String] {
        switch subject {
        case .global: globals + LuaForm.words
        case .member(let path, let isMethod): members(of: path, onlyFunctions: isMethod)
        case .argumentName(let function, let given): argumentNames(of: function).filter { !given.contains($0) }.map { $0 + "=" }
        case .argumentValue(let function, let name): values(of: function, name)
        case .place(let kind, _, _): places(kind)
        case .commandWord, .keyword, .setting, .settingValue, .file: []
        }
    }

    private var globals: [String] {
        runtime.lua.members(of: "").map { member in decorated(member, path: "") }
    }

    /// A name with what usually follows it: `{`, `(` or `.`.
    private func decorated(_ member: LuaState.Member, path: String) -> String {
        let full = path.isEmpty ? member.name : "\(path).\(member.name)"
        if let record = runtime.record(named: full) {
            return member.name + (record.style == .named && !record.parameters.isEmpty ? "{" : "(")
        }
        if !member.isFunction, case .table = runtime.lua.peek(full) { return member.name + "." }
        return member.isFunction ? member.name + "(" : member.name
    }

    private func members(of path: String, onlyFunctions: Bool) -> [String] {
        if let type = type(of: path) {
            let methods = type.methods.map { method in
                method.name + (method.style == .named && !method.parameters.isEmpty ? "{" : "(")
            }
            return onlyFunctions ? methods : type.fields.map(\.name) + (type.layout == .value ? [] : methods)
        }
        return runtime.lua.members(of: path).filter { !onlyFunctions || $0.isFunction }.map { decorated($0, path: path) }
    }

    /// The host type of a path's value; for a call, the type that its record says it returns. Nil if it has none.
    private func type(of path: String) -> LuaType? {
        let name: String?
        if let open = path.firstIndex(where: { "{(\"".contains($0) }) {
            name = returned(String(path[..<open]), chain: path[open...])
        } else {
            name = runtime.lua.typeName(at: path)
        }
        return runtime.lua.definedTypes.first { $0.name == name }
    }

    private func returned(_ function: String, chain: Substring) -> String? {
        var name = runtime.record(named: function)?.returns
        // Each `:method(` of the chain has a type of its own.
        for part in chain.split(separator: ":").dropFirst() {
            let method = part.prefix { $0.isLetter || $0 == "_" }
            let type = runtime.lua.definedTypes.first { $0.name == name }
            name = type?.methods.first { $0.name == method }?.returns ?? name
        }
        return name.map { String($0.prefix { $0.isLetter }) }
    }

    private func argumentNames(of function: String) -> [String] { record(function)?.parameters.map(\.name) ?? [] }

    private func record(_ function: String) -> LuaFunction? {
        if let record = runtime.record(named: function) { return record }
        guard let colon = function.lastIndex(of: ":") else { return nil }
        let method = String(function[function.index(after: colon)...])
        return type(of: String(function[..<colon]))?.methods.first { $0.name == method }
    }

    private func values(of function: String, _ name: String?) -> [String] {
        guard let parameters = record(function)?.parameters,
            let parameter = name.map({ name in parameters.first { $0.name == name } }) ?? parameters.first
        else { return [] }
        return runtime.values(for: parameter, of: function)
    }

    private func places(_ kind: ArgumentKind) -> [String] {
        switch kind {
        case .account: runtime.accountNames
        case .symbol: runtime.symbols
        case .report: runtime.reportList
        case .topic: runtime.topics
        case .currency: runtime.currencyCodes
        case .sentence: Set(runtime.functions.commands.map(\.name)).sorted()
        case .decimal, .money, .integer, .year, .date, .ratio, .text, .path, .word, .arguments, .code, .options: []
        }
    }
}
