import Frames
import Ledger
import LuaKit
import Sentences
import Storage
import Values

/// Help as text, made from the records.
struct HelpText {
    private let runtime: Runtime

    init(_ runtime: Runtime) { self.runtime = runtime }

    /// Help on a topic; nil where nothing is called so. Without a topic, the overview.
    func about(_ topic: String?) -> String? {
        guard let topic, !topic.isEmpty else { return overview }
        var parts: [String] = []
        let commands = runtime.commands.filter { $0.name == topic }
        if !commands.isEmpty { parts.append(commands.map(text).joined(separator: "\n\n")) }
        for record in [runtime.records[topic], runtime.records["report.\(topic)"]].compactMap({ $0 }) {
            parts.append(text(record, named: record.name))
        }
        if topic == "settings" { parts.append(settings) }
        if let type = type(topic) { parts.append(text(type)) }
        if let type = ActivityHelp.text(topic) { parts.append(type) }
        if parts.isEmpty, let member = member(topic) { parts.append(member) }
        if let setting = Setting.all.first(where: { $0.key == topic }) { parts.append(text(setting)) }
        if topic == Self.errorTopic { parts.append(errors) }
        if let meaning = ErrorKinds.meaning(of: topic) { parts.append("\(topic), a kind of error\n  \(meaning).") }
        if parts.isEmpty, let word = word(topic) { parts.append(word) }
        return parts.isEmpty ? nil : parts.joined(separator: "\n\n")
    }

    /// What functions tell of a figure, a column or a field by its name, such as `twr` or `fx_rate`: each sentence once, with the first function that tells it.
    private func word(_ topic: String) -> String? {
        guard topic.count > 2, topic.allSatisfy({ $0.isLetter || $0 == "_" }) else { return nil }
        func tells(_ text: some StringProtocol) -> Bool { text.split { !$0.isLetter && $0 != "_" }.contains { $0 == topic } }
        var lines: [String] = [], seen: Set<String> = []
        for record in runtime.records.values.sorted(by: { $0.name < $1.name }) {
            let fields = record.parameters.filter { $0.name == topic }.map(\.doc)
            let sentences = record.summary.split(separator: ". ").filter(tells).map { $0.hasSuffix(".") ? String($0) : "\($0)." }
            for sentence in fields + sentences where seen.insert(sentence).inserted { lines.append("  \(sentence) See \(record.name).") }
        }
        return lines.isEmpty ? nil : "\(topic), as functions tell of it\n" + lines.joined(separator: "\n")
    }

    /// The name of a topic that was misspelt.
    func nearestTopic(to name: String) -> String? { nearestName(to: name, in: topics) }

    /// Everything there is help on.
    var topics: [String] {
        Set(runtime.records.keys).union(runtime.commands.map(\.name)).union(runtime.reportNames).union(Setting.all.map(\.key))
            .union(runtime.lua.definedTypes.map { $0.name }).union([Self.errorTopic]).union(ActivityHelp.topics).sorted()
    }

    private static let errorTopic = "errors"

    // MARK: Parts

    private var overview: String {
        var lines = ["Type a sentence, or Lua. help TOPIC tells more about any of these.", "", "Sentences"]
        let sentences = runtime.commands.sorted { $0.name < $1.name }
        let width = min(44, sentences.map { $0.synopsis.count }.max() ?? 0)
        for command in sentences { lines += overview(of: command, width) }
        lines += ["", "Functions"]
        for module in Modules.all {
            lines.append("  " + padded(module.title, 12) + module.functions.map { $0.name }.joined(separator: " "))
        }
        lines += ["", "Reports", "  " + runtime.reportNames.sorted().joined(separator: " ")]
        lines += ["", "Settings of the shell begin with a dot: .help lists them. The kinds of error are under help errors."]
        return lines.joined(separator: "\n")
    }

    /// A sentence's form with what it does behind it; where the form is longer than its column, what it does stands on the next line.
    private func overview(of command: CommandPattern, _ column: Int) -> [String] {
        if command.synopsis.count <= column { return ["  " + padded(command.synopsis, column) + "  " + command.summary] }
        let width = runtime.layout.width, indent = (width ?? .max) < column + 32 ? 6 : column + 4
        return ["  " + WrappedText.wrapped(command.synopsis, behind: 2, indent: 6, width: width), String(repeating: " ", count: indent) + command.summary]
    }

    /// Every setting, a line each.
    private var settings: String {
        let width = Setting.offered.map(\.key.count).max() ?? 0
        let lines = Setting.offered.map { "  " + padded($0.key, width + 2) + $0.summary }
        return "The settings; help NAME tells what each may be, setting(NAME, value) makes it\n" + lines.joined(separator: "\n")
    }

    private var errors: String {
        var lines = ["The kinds of error, which a script that catches one finds as err.kind and the prompt shows in brackets:"]
        for group in ErrorKinds.all {
            lines += ["", group.title]
            let width = group.kinds.map(\.kind.count).max() ?? 0
            for (kind, meaning) in group.kinds { lines.append("  " + padded(kind, width + 2) + meaning) }
        }
        return lines.joined(separator: "\n")
    }

    private func padded(_ text: String, _ width: Int) -> String {
        text.count >= width ? text : text + String(repeating: " ", count: width - text.count)
    }

    private func text(_ command: CommandPattern) -> String {
        var lines = [command.synopsis, "  " + command.summary]
        if !command.example.isEmpty {
            lines.append("  for example  " + command.example)
            let table = CommandTable([command])
            let vocabulary = runtime.vocabulary()
            if case .lua = command.action, let match = try? table.match(command.example, vocabulary) { lines.append("  in Lua       " + match.lua) }
        }
        return lines.joined(separator: "\n")
    }

    private func text(_ record: LuaFunction, named name: String) -> String {
        var lines = [signature(record, name), "  " + record.summary]
        lines += parameterLines(record)
        if let bounds = bounds(record) { lines.append("  at most      " + bounds) }
        if !record.example.isEmpty { lines.append("  for example  " + record.example) }
        lines.append("  since \(record.since)")
        return lines.joined(separator: "\n")
    }

    /// The largest figures that a function takes in which records or stores; nil where it takes none.
    private func bounds(_ record: LuaFunction) -> String? {
        guard Self.recording.contains(record.name) else { return nil }
        let names = Set(record.parameters.map(\.name))
        let kinds: [(Bound, Bool)] = [
            (.price, !names.isDisjoint(with: ["price", "close"])), (.rate, names.contains("rate")), (.quantity, names.contains("quantity")),
            (.amount, names.contains("amount")),
        ]
        let told = kinds.filter(\.1).map { "\(Self.grouped($0.0.greatest)) as \($0.0 == .amount ? "an" : "a") \($0.0.rawValue)" }
        return told.isEmpty ? nil : told.joined(separator: ", ")
    }

    private static let recording = Set((RecordModule.module.functions + RecordModule.events.functions).map(\.name) + ["amend", "quote", "rate"])

    /// A whole number with a comma before each three digits.
    private static func grouped(_ number: FixedDecimal) -> String {
        let digits = Array(number.description)
        return digits.enumerated().map { (digits.count - $0.offset) % 3 == 0 && $0.offset > 0 ? ",\($0.element)" : "\($0.element)" }.joined()
    }

    /// How a function is called: `irr(flows) → decimal?, string?`; nil where it is none of luca's.
    func usage(of name: String) -> String? { runtime.records[name].map { signature($0, name) } }

    private func signature(_ record: LuaFunction, _ name: String) -> String {
        let names = record.parameters.map { $0.isRequired ? "\($0.name)=" : "[\($0.name)=]" }
        let plain = record.parameters.map { $0.isRequired ? $0.name : "[\($0.name)]" }
        let arguments = record.style == .named && !names.isEmpty ? "{\(names.joined(separator: ", "))}" : "(\(plain.joined(separator: ", ")))"
        return name + arguments + (record.returns.isEmpty ? "" : " → \(record.returns)")
    }

    private func parameterLines(_ record: LuaFunction) -> [String] {
        let width = record.parameters.map { $0.name.count }.max() ?? 0, types = max(8, record.parameters.map { $0.type.name.count }.max() ?? 0)
        return record.parameters.map { parameter in
            let preset = parameter.defaultValue.map { " (default \($0))" } ?? ""
            return "    " + padded(parameter.name, width + 2) + padded(parameter.type.name, types + 2) + parameter.doc + preset
        }
    }

    /// `frame:where`, `date.year`, or a bare method name of frames.
    private func member(_ topic: String) -> String? {
        let parts = topic.split(whereSeparator: { $0 == ":" || $0 == "." }).map(String.init)
        let (typeName, name) = parts.count == 2 ? (parts[0], parts[1]) : ("frame", topic)
        guard let type = type(typeName) else { return nil }
        if let method = type.methods.first(where: { $0.name == name }) { return text(method, named: "\(typeName):\(name)") }
        if let field = type.fields.first(where: { $0.name == name }) { return "\(typeName).\(name) → \(field.returns)\n  \(field.summary)" }
        return nil
    }

    private func type(_ name: String) -> LuaType? { runtime.lua.definedTypes.first { $0.name == name } }

    private func text(_ type: LuaType) -> String {
        var lines = [type.name, "  " + type.summary]
        let width = (type.methods + type.fields).map { $0.name.count + 1 }.max() ?? 0
        for field in type.fields { lines.append("    ." + padded(field.name, width) + "  " + field.summary) }
        for method in type.methods where type.name != "book" { lines.append("    :" + padded(method.name, width) + "  " + method.summary) }
        if type.name == "book" { lines.append("    methods: every function that works on the current book, as in book:holdings{}") }
        return lines.joined(separator: "\n")
    }

    private func text(_ setting: Setting) -> String {
        let preset = setting.defaultValue.isEmpty ? "none" : setting.defaultValue
        return "setting(\"\(setting.key)\", value)\n  \(setting.summary)\n  allowed: \(setting.allowed); default: \(preset)"
    }
}

extension Runtime {
    /// The names of the current book's accounts.
    public var accountNames: [String] { (try? book?.ledger.accounts.map(\.name).filter { !$0.isEmpty }) ?? [] }
    /// The symbols of the current book's instruments.
    public var symbols: [String] { (try? book?.ledger.instruments.map(\.symbol)) ?? [] }
}
