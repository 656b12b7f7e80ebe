import Charts
import Frames
import LuaKit
import Values

/// What is asked of a chart, as arguments of a function or as fields of a table: `f:chart{kind="bar"}`, `chart(f, {kind="bar"})`.
package struct ChartArguments {
    /// The parameters, in the order in which help lists them.
    static let parameters: [LuaParameter] = [
        .optional("kind", .string, "\(kinds.joined(separator: ", ")); the one that fits the columns."),
        .optional("x", .column, "The column whose values stand side by side; dates, else names."),
        .optional("y", .columns, "The column of figures, or a list of several."),
        .optional("by", .column, "The column whose values part the rows into series."),
        .optional("title", .string, "What it shows, in a line.", default: "what its columns say"),
        .optional("subject", .string, "What the rows are of, from which a title is made that nobody gave.", default: "the name of the frame"),
        .optional("log", .boolean, "Whether the axis of values is logarithmic.", default: "false"),
        .optional("percent", .boolean, "Whether figures are told in percent: of the first value of a line, of the whole of a stack or a pie.", default: "false"),
        .optional("base", .decimal, "The value from which bars and areas grow, and which the axis has.", default: "0 for bars and areas"),
        .optional("stacked", .boolean, "Whether series stand on one another."),
        .optional("width", .integer, "The width of the picture in points; at the prompt, in columns of text."),
        .optional("height", .integer, "The height of the picture in points; at the prompt, in lines of text."),
    ]

    /// The names of the kinds, in the order in which help lists them.
    package static let kinds = ChartKind.allCases.map(\.rawValue)

    /// What the function is called, for messages.
    let function: String
    /// The value of an argument; `.none` where it was left out.
    let value: (_ name: String) throws -> LuaValue

    /// The arguments of a call by name.
    init(_ call: LuaCall) { (function, value) = (call.name, call.argument) }

    /// The fields of a table.
    ///
    /// - Throws: a misuse that tells the nearest name of a field that there is not.
    init(fields table: LuaValue, of function: String) throws {
        let fields = table.fields ?? [], known = Self.parameters.map(\.name)
        if let strange = fields.first(where: { !known.contains($0.name) }) {
            let near = Suggestion(for: strange.name, in: known)?.question
            throw LuaMisuse("\(function): a chart has no option \(strange.name)", field: strange.name, hint: near ?? "its options are \(known.joined(separator: ", "))")
        }
        self.function = function
        value = { name in fields.first { $0.name == name }?.value ?? .none }
    }

    /// What is asked.
    func options() throws -> ChartOptions {
        var options = ChartOptions()
        if let name = try text("kind") {
            guard let kind = ChartKind(rawValue: name) else {
                let known = Self.kinds
                throw LuaMisuse(
                    "\(function): there is no kind of chart \"\(name)\"", field: "kind",
                    hint: (Suggestion(for: name, in: known).map { "\($0.question) " } ?? "") + "it is one of \(known.joined(separator: ", "))")
            }
            options.kind = kind
        }
        (options.x, options.by, options.title, options.subject) = (try text("x"), try text("by"), try text("title"), try text("subject"))
        options.y = try columns("y")
        (options.isLogarithmic, options.isPercent, options.isStacked) = (try truth("log") ?? false, try truth("percent") ?? false, try truth("stacked"))
        let base = try value("base")
        options.base = try Coercion.decimal(base)
        if options.base == nil, !base.isNone {
            throw LuaMisuse("\(function): base must be a number, got \(PlainText.typeName(of: base))", field: "base", hint: "base=0 has the axis begin at zero")
        }
        return options
    }

    /// The size that is asked for, in points or in cells of a terminal; nil for what was left out.
    func size() throws -> (width: Int?, height: Int?) { (try length("width"), try length("height")) }

    private func length(_ name: String) throws -> Int? {
        let value = try value(name)
        if value.isNone { return nil }
        // Beyond that no program draws a picture, and no terminal is as wide.
        guard let length = try Coercion.decimal(value)?.exactInt, (1...16_000).contains(length) else {
            throw LuaMisuse("\(function): \(name) must be a whole number from 1 to 16000, got \(PlainText.plain(value))", field: name)
        }
        return length
    }

    private func text(_ name: String) throws -> String? {
        switch try value(name) {
        case .none: nil
        case .string(let text): text
        case let other: throw LuaMisuse("\(function): \(name) must be a string, got \(PlainText.typeName(of: other))", field: name)
        }
    }

    private func truth(_ name: String) throws -> Bool? {
        switch try value(name) {
        case .none: nil
        case .boolean(let truth): truth
        case let other: throw LuaMisuse("\(function): \(name) must be true or false, got \(PlainText.typeName(of: other))", field: name)
        }
    }

    private func columns(_ name: String) throws -> [String] {
        let value = try value(name)
        if let one = value.stringValue { return [one] }
        if value.isNone { return [] }
        let items = try value.items(of: "\(function): the list of columns", field: name) ?? [value]
        return try items.map { item in
            guard let column = item.stringValue else {
                throw LuaMisuse("\(function): \(name) must be the name of a column or a list of names, got \(PlainText.typeName(of: item))", field: name)
            }
            return column
        }
    }
}

extension LuaParameterType {
    /// The name of a column, or a list of such names.
    fileprivate static let columns = LuaParameterType("columns", phrase: "the name of a column or a list of names", accepts: [.string, .table])
}
