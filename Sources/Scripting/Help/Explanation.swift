import Frames
import LuaKit
import LuaSurface
import Values

/// What a value is that a name of the session leads to: `x?` at the prompt. Nothing of the user's runs: no function, no metamethod.
struct Explanation {
    private let runtime: Runtime

    init(_ runtime: Runtime) { self.runtime = runtime }

    /// The explanation of `x`, `x.field` or `x[1].price`; nil where a help topic of that name says more, or nothing is there.
    func text(of expression: String) -> String? {
        var steps = Self.steps(expression)[...]
        var path = ""
        while let step = steps.first, case .name(let name) = step {
            path += path.isEmpty ? name : ".\(name)"
            steps.removeFirst()
            // A frame's columns are no fields of a table.
            if runtime.lua.typeName(at: path) == "frame" { break }
        }
        let head = path.prefix { $0 != "." }
        guard !path.isEmpty, runtime.assignedNames.contains(String(head)) else { return nil }
        let value = runtime.lua.peek(path)
        if let frame = runtime.frame(value) { return text(of: frame, called: expression, steps) }
        guard steps.isEmpty else { return nil }
        return text(of: value, called: expression)
    }

    /// A part of an expression.
    private enum Step: Equatable {
        /// `.name`
        case name(String)
        /// `[1]`
        case index(Int)
    }

    private static func steps(_ expression: String) -> [Step] {
        expression.split { ".:[]".contains($0) }.map { part in Int(part).map { .index($0) } ?? .name(String(part)) }
    }

    // MARK: Frames

    private func text(of frame: Frame, called name: String, _ steps: ArraySlice<Step>) -> String? {
        guard let first = steps.first else {
            let rows = "\(frame.rowCount) \(frame.rowCount == 1 ? "row" : "rows")"
            return table("\(name), a frame: \(frame.name), \(rows)", frame.columns.map { ($0.name, meaning(of: $0)) })
        }
        if case .name(let wanted) = first { return frame.columns.first { $0.name == wanted }.map { "\(name), a column: \(meaning(of: $0))" } }
        guard case .index(let place) = first, (1...max(1, frame.rowCount)).contains(place), frame.rowCount > 0 else { return nil }
        let values = frame.columns.map { column in (column, (try? column.materialize()).map { $0[place - 1] }) }
        if case .name(let wanted)? = steps.dropFirst().first {
            return values.first { $0.0.name == wanted }.map { "\(name) is \($0.1?.description ?? "nil"): \(meaning(of: $0.0))" }
        }
        return table("\(name), row \(place) of \(frame.name)", values.map { ($0.0.name, $0.1?.description ?? "nil") })
    }

    /// What a column holds: its kind, and what the help says of a word of that name.
    private func meaning(of column: Column) -> String {
        let told = HelpText(runtime).sentence(on: column.name).map { ". \($0)" } ?? ""
        return kind(of: column.schema) + told
    }

    private func kind(of schema: ColumnSchema) -> String {
        switch schema.style {
        case .money: "money" + currency(of: schema)
        case .price: "the price of a unit"
        case .quantity: "a number of units"
        case .percent, .share: "per cent"
        case .ratio: "a ratio"
        case .plain:
            switch schema.type {
            case .int: "a whole number"
            case .decimal: "a number"
            case .text: "text"
            case .day: "a date"
            case .instant: "a moment"
            case .bool: "true or false"
            }
        }
    }

    private func currency(of schema: ColumnSchema) -> String {
        switch schema.currency {
        case .none: ""
        case .column(let name): " in the currency of the column \(name)"
        case .fixed(let currency): " in \(currency.code)"
        }
    }

    // MARK: Other values

    private func text(of value: LuaValue, called name: String) -> String? {
        switch value {
        case .none: return "\(name) is nil"
        case .function:
            if let topic = runtime.topic(of: value), let help = runtime.help(topic) { return help }
            return "\(name), a function of this session"
        case .table(let pairs):
            let list = value.array?.count ?? 0
            let fields = pairs.compactMap { pair in pair.key.stringValue.map { ($0, PlainText.typeName(of: pair.value)) } }.sorted { $0.0 < $1.0 }
            let title = "\(name), a table" + (list > 0 ? ": a list of \(list)" : pairs.isEmpty ? ", which is empty" : "")
            return table(title, Array(fields.prefix(40)))
        case .boxed(let box) where box.type == .account || box.type == .instrument:
            let fields = runtime.lua.definedTypes.first { $0.name == runtime.lua.typeName(box.type) }?.fields ?? []
            return table("\(name) is \(PlainText.typeName(of: value))", fields.map { ($0.name, $0.summary) })
        case .boolean, .integer, .number, .string, .boxed, .object, .reference, .other:
            return "\(name) is \(PlainText.typeName(of: value)): \((try? runtime.shown(value)) ?? PlainText.plain(value))"
        }
    }

    private func table(_ title: String, _ rows: [(String, String)]) -> String {
        let width = rows.map(\.0.count).max() ?? 0
        return ([title] + rows.map { "  \($0.0)\(String(repeating: " ", count: width - $0.0.count))  \($0.1)" }).joined(separator: "\n")
    }
}

extension Runtime {
    /// What a value is that an expression such as `x` or `x[1].price` leads to; nil where nothing of the session does. Nothing of the user's runs.
    public func explanation(of expression: String) -> String? { Explanation(self).text(of: expression) }
}
