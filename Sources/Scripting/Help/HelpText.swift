import Frames
import Ledger
import LuaKit
import LuaSurface
import Sentences
import Storage
import Session
import Values

/// Help as text, made from the records.
struct HelpText {
    private let runtime: Runtime

    /// Help on what a session knows, what its scripts defined included.
    init(_ runtime: Runtime) { self.runtime = runtime }

    /// Help on a topic; nil where nothing is called so. Without a topic, the overview.
    func about(_ topic: String?) -> String? {
        guard let topic, !topic.isEmpty else { return overview }
        if let page = manual.page(topic) { return page }
        if topic.hasPrefix("report "), let record = runtime.record(named: "report.\(topic.dropFirst(7).trimmed)") { return text(record, named: record.name) }
        var parts: [String] = []
        // `net worth` and `explain cash` are sentences of which the first word alone is the name.
        let commands = runtime.functions.commands.filter { $0.name == topic || topic.contains(" ") && $0.usage.hasPrefix(topic + " ") }
        if !commands.isEmpty { parts.append(commands.map(text).joined(separator: "\n\n")) }
        let ofTests = TestModule.module.functions.first { $0.name == topic }
        for record in [runtime.functions.records[topic] ?? ofTests, runtime.record(named: "report.\(topic)")].compactMap({ $0 }) {
            parts.append(text(record, named: record.name))
        }
        if topic == "settings" { parts.append(settings) }
        if let type = type(topic) { parts.append(text(type)) }
        if let type = ActivityHelp.text(topic) { parts.append(type) }
        if parts.isEmpty, let member = member(topic) { parts.append(member) }
        if let setting = Setting.all.first(where: { $0.key == topic }) { parts.append(text(setting)) }
        if let setting = MachineSettings.Key(rawValue: topic) { parts.append(text(setting)) }
        if let chapter = Manual.chapter(topic) {
            // A function of the same name comes first, for whoever types a call wants to know its fields; a kind of error is no reason to hide a chapter.
            if parts.isEmpty { return manual.text(ofChapter: chapter) }
            parts.append("The manual has a chapter on it: help \(Manual.contents) \(chapter)")
        }
        if topic == Self.errorTopic { parts.append(errors) }
        if let meaning = ErrorKinds.meaning(of: topic) { parts.append("\(topic), a kind of error\n  \(meaning).") }
        if parts.isEmpty, let section = manual.section(topic) { parts.append(section) }
        if parts.isEmpty, let word = word(topic) { parts.append(word) }
        return parts.isEmpty ? nil : parts.joined(separator: "\n\n")
    }

    /// What the help on functions says about a figure, a column or a field, such as `twr` or `fx_rate`: each sentence once, with the first function
    /// that says it.
    private func word(_ topic: String) -> String? {
        guard topic.count > 2, topic.allSatisfy({ $0.isLetter || $0 == "_" }) else { return nil }
        func tells(_ text: some StringProtocol) -> Bool { text.split { !$0.isLetter && $0 != "_" }.contains { $0 == topic } }
        var lines: [String] = [], seen: Set<String> = []
        for record in runtime.functions.records.values.sorted(by: { $0.name < $1.name }) {
            let fields = record.parameters.filter { $0.name == topic }.map(\.doc)
            let sentences = record.summary.split(separator: ". ").filter(tells).map { $0.hasSuffix(".") ? String($0) : "\($0)." }
            for sentence in fields + sentences where seen.insert(sentence).inserted { lines.append("  \(sentence) See \(record.name).") }
        }
        return lines.isEmpty ? nil : "\(topic), as functions tell of it\n" + lines.joined(separator: "\n")
    }

    /// What the help on what is recorded says of a field of this name, such as a column of activities; nil where nothing is called so.
    func sentence(on field: String) -> String? {
        let functions = runtime.functions.modules.filter { ["record", "events"].contains($0.title) }.flatMap(\.functions)
        let doc = functions.lazy.flatMap(\.parameters).first { $0.name == field }?.doc
        return doc.flatMap { $0.split(separator: ". ").first }.map { $0.hasSuffix(".") ? String($0) : "\($0)." }
    }

    /// Everything there is help on.
    var topics: [String] {
        Set(runtime.functions.records.keys).union(runtime.functions.commands.map(\.name)).union(runtime.reportList).union(Setting.all.map(\.key))
            .union(MachineSettings.Key.allCases.map(\.rawValue))
            .union(types.map(\.name)).union(TestModule.module.functions.map(\.name)).union([Self.errorTopic, Manual.contents]).union(ActivityHelp.topics)
            .union(Manual.chapters).sorted()
    }

    private static let errorTopic = "errors"

    private var manual: Manual { Manual(runtime.stdlib, width: runtime.layout.width) }

    // MARK: Parts

    private var overview: String {
        var lines = [
            "Type a sentence, or Lua. help TOPIC tells more about any of these.", "help start shows the first steps, help manual the chapters of the manual.", "", "Sentences",
        ]
        let sentences = runtime.functions.commands.sorted { $0.name < $1.name }
        let width = min(44, sentences.map { $0.synopsis.count }.max() ?? 0)
        for command in sentences { lines += overview(of: command, width) }
        lines += ["", "Functions"]
        for module in runtime.functions.modules {
            lines.append("  " + padded(module.title, 12) + module.functions.map { $0.name }.joined(separator: " "))
        }
        lines += ["", "Reports", "  " + runtime.reportList.joined(separator: " ")]
        lines += ["", "Settings of the shell begin with a dot: .help lists them. The kinds of error are under help errors."]
        return lines.joined(separator: "\n")
    }

    /// The usage of a sentence with its summary behind it, or below it where the usage is longer than its column.
    private func overview(of command: CommandPattern, _ column: Int) -> [String] {
        if command.synopsis.count <= column { return ["  " + padded(command.synopsis, column) + "  " + command.summary] }
        let width = runtime.layout.width, indent = (width ?? .max) < column + 32 ? 6 : column + 4
        return ["  " + WrappedText.wrapped(command.synopsis, behind: 2, indent: 6, width: width), String(repeating: " ", count: indent) + command.summary]
    }

    /// Every setting, a line each.
    private var settings: String {
        let width = Setting.offered.map(\.key.count).max() ?? 0
        let lines = Setting.offered.map { "  " + padded($0.key, width + 2) + $0.summary }
        let machine = MachineSettings.Key.allCases.map { "  " + padded($0.rawValue, width + 2) + $0.summary }
        return (["The settings of a book; help NAME tells what each may be, set NAME VALUE makes it"] + lines + ["The settings of this machine, whatever book is open"] + machine)
            .joined(separator: "\n")
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
        if name.hasPrefix("report."), !ReportModule.functions.contains(where: { $0.name == name }) {
            lines.append(
                "  to a file    report \(name.dropFirst(7)) to FILE.pdf, .html, .xlsx or .md; or --pdf, --html, --xlsx, --markdown, FILE behind them or left out; --paper a4 or letter"
            )
        }
        if !record.example.isEmpty { lines.append("  for example  " + record.example) }
        lines.append("  since \(record.since)")
        return lines.joined(separator: "\n")
    }

    /// The greatest figures that a function accepts which records or stores; nil for others.
    private func bounds(_ record: LuaFunction) -> String? {
        guard recording.contains(record.name) else { return nil }
        let names = Set(record.parameters.map(\.name))
        let kinds: [(Bound, Bool)] = [
            (.price, !names.isDisjoint(with: ["price", "close"])), (.rate, names.contains("rate")), (.quantity, names.contains("quantity")),
            (.amount, names.contains("amount")),
        ]
        let told = kinds.filter(\.1).map { "\(Self.grouped($0.0.greatest)) as \($0.0 == .amount ? "an" : "a") \($0.0.rawValue)" }
        return told.isEmpty ? nil : told.joined(separator: ", ")
    }

    /// The functions that record an activity or store a price, by name.
    private var recording: Set<String> {
        let verbs = runtime.functions.modules.filter { ["record", "events"].contains($0.title) }.flatMap(\.functions)
        return Set(verbs.map(\.name) + ["amend", "quote", "rate"])
    }

    /// A whole number with commas between groups of three digits.
    private static func grouped(_ number: FixedDecimal) -> String {
        let digits = Array(number.description)
        return digits.enumerated().map { (digits.count - $0.offset) % 3 == 0 && $0.offset > 0 ? ",\($0.element)" : "\($0.element)" }.joined()
    }

    /// How a function is called: `irr(flows) → decimal?, string?`; nil where it is none of luca's.
    func usage(of name: String) -> String? { runtime.functions.records[name].map { signature($0, name) } }

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

    private func type(_ name: String) -> LuaType? { types.first { $0.name == name } }

    /// The types that the session knows, and those of tests.
    private var types: [LuaType] { runtime.typesWithTests }

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

    private func text(_ setting: MachineSettings.Key) -> String {
        "set \(setting.rawValue) VALUE, or setting(\"\(setting.rawValue)\", value)\n  \(setting.summary) It is of this machine, not of the book."
            + "\n  allowed: \(setting.allowed); default: \(setting.defaultValue)"
    }
}

/// Help on types of activities that have no function of their name, and on words of bank statements that luca records under another name.
private enum ActivityHelp {
    /// The names of all types and subtypes, and the words of statements.
    static let topics = ActivityKind.allCases.map(\.rawValue) + ActivitySubtype.allCases.map(\.rawValue) + places.flatMap(\.words)

    /// Help on a type or a word; nil where it is neither. Blanks and underscores are the same.
    static func text(_ topic: String) -> String? {
        let name = topic.lowercased().split { $0 == " " || $0 == "_" || $0 == "-" }.joined(separator: "_")
        if let sense = ActivityRule.sense(named: name) { return text(ActivityRule.rule(for: sense.kind, sense.subtype), name, sense) }
        return places.first { $0.words.contains(name) }.map { "\(topic): \($0.text)" }
    }

    private static func text(_ rule: ActivityRule, _ name: String, _ sense: (kind: ActivityKind, subtype: ActivitySubtype?)) -> String {
        var lines = ["\(name), a type of activity" + (sense.subtype == nil ? "" : ": \(sense.kind.rawValue) in a finer sense")]
        lines += ["  " + rule.summary, "  " + rule.effect]
        let subtypes = sense.subtype == nil ? ActivityRule.subtypes(of: sense.kind) : []
        if !subtypes.isEmpty { lines.append("  subtypes     " + subtypes.map(\.rawValue).joined(separator: ", ")) }
        lines.append("  for example  " + rule.example)
        return lines.joined(separator: "\n")
    }

    /// Words of statements and of other programs, and what they are here.
    private static let places: [(words: [String], text: String)] = [
        (
            ["qualified_dividend", "ordinary_dividend", "non_qualified_dividend", "cash_dividend", "qualified", "ordinary", "non_qualified", "distribution"],
            "a dividend. luca keeps one type for all of them, since which of them are taxed otherwise is a matter of the holder's country; note it, "
                + "as in dividend{…, notes=\"qualified\"}, and activities{type=\"dividend\"}:where{notes=\"qualified\"} finds them. Imports read them as dividends."
        ),
        (
            ["coupon", "bond_coupon", "coupon_payment", "bond_interest"],
            "interest with the bond's symbol: interest{account=\"Brokerage\", symbol=\"BOND\", amount=25}. It is income of the bond in income{} and yields{}. Imports read it so."
        ),
        (
            ["withholding", "withholding_tax", "tax_withheld", "withheld"],
            "the field tax of what was paid: dividend{…, amount=12, tax=1.80} brings 10.20 in cash and keeps 12 as income. Withheld apart, it is a tax: tax{account=…, amount=1.80}."
        ),
        (
            ["settlement", "settle"],
            "in which currency cash moves. An entry of another currency than its account's that tells fx_rate (units of the account's currency for one of its own) moves cash "
                + "of the account's currency, figure × fx_rate, and that is what it cost or brought there, whatever the market's rate. settle=\"USD\", or account{…, settlement=\"trade\"}, "
                + "leaves the cash in the entry's currency; so does an entry without fx_rate. Wealthfolio settles trades by the same rule."
        ),
        (["rebate"], "a credit: credit{account=\"Brokerage\", amount=5, notes=\"rebate\"}. It is income of the account."),
        (
            ["refund"],
            "the same as what is given back, below zero: fee{account=…, amount=-5} takes back a fee, tax{account=…, amount=-7} a tax. Of anything else it is a credit."
        ),
    ]
}
