import Frames
import LuaFormats
import LuaKit
import LuaSurface
import Sentences
import Values

/// `report.define` and `command.define`: reports and commands of scripts get arguments, help and completion like the built-in functions.
enum DefineModule {
    /// The functions of the group, in the order in which help lists them.
    static let module = Module(
        "define", isAboutBooks: false, [defineReport, runReport, defineCommand, parseCommand, readCommand, runCommand, ImporterModule.define] + ImporterModule.cells)

    private static let defineReport = LuaFunction(
        "report.define",
        [
            .required("name", .string, "What it is called; it becomes report.NAME."), .required("summary", .string, "One sentence."),
            .required("run", .function, "Gets a table of the arguments, gives a frame or a text."),
            .optional(
                "parameters", .table, "A list of {name=, type=, doc=, default=, values=}; types are string, integer, decimal, boolean, date, account, symbol, currency, any."),
            .optional("options", .table, "The same by name: {year={type=\"integer\"}}, as scripts declare their options."),
            .optional("example", .string, "A line that shows its use."),
        ],
        returns: "function", summary: "Defines a report, or defines it anew."
    ) { call in
        let runtime = call.runtime, name = try identifier(call, "name")
        guard let run = try call.function("run") else { return .nothing }
        let options = try ScriptOption.read(call.argument("parameters"), in: call.name) + ScriptOption.read(call.argument("options"), in: call.name)
        let parameters = ReportParameters(options)
        runtime.scripted.choices["report.\(name)"] = parameters.choices
        let function = LuaFunction(
            "report.\(name)", parameters.list, returns: "frame", summary: try call.string("summary") ?? "",
            example: try call.string("example") ?? "report.\(name){}"
        ) { inner in
            let results = try inner.state.call(run, [try parameters.table(inner)])
            // A list of rows is a frame.
            guard results.count == 1, let rows = results.first, RowList.isList(rows) else { return inner.reply(results) }
            return try inner.reply(try RowList(rows, columns: nil, in: "report.\(name)", inner.runtime).frame(named: name, in: "report.\(name)", inner.runtime))
        }
        if !runtime.functions.reportNames.contains(name) { runtime.functions.reportNames.append(name) }
        runtime.define(function)
        return call.reply(runtime.lua.peek(function.name))
    }

    private static let runReport = LuaFunction(
        "report.run", [.optional("name", .string, "The report; without it, the reports are listed."), .optional("arguments", .table, "Its arguments, by name or in order.")],
        returns: "frame", summary: "Runs a report by name; texts are read as what its parameters want.",
        example: "report.run(\"income\", {2004})", style: .positional
    ) { call in
        let runtime = call.runtime
        guard let name = try call.string("name") else { return try call.reply(reports(runtime)) }
        guard let record = runtime.functions.records["report.\(name)"], runtime.functions.reportNames.contains(name) else {
            let hint = Suggestion(for: name, in: runtime.functions.reportNames)?.question ?? "there are \(runtime.functions.reportNames.sorted().joined(separator: ", "))"
            throw LuaMisuse("there is no report \(name)", field: "name", hint: hint, kind: "unknown_report")
        }
        if try call.argument("arguments").array?.contains(where: { $0.stringValue == "--help" }) == true {
            runtime.print((runtime.help(record.name) ?? "") + "\n")
            return .nothing
        }
        let arguments = try ReportParameters.assign(call.argument("arguments"), to: record)
        guard case .function(let function) = runtime.lua.peek(record.name) else { return .nothing }
        return call.reply(try runtime.lua.call(function, [.table(arguments)]))
    }

    /// A frame of all reports with their summaries.
    private static func reports(_ runtime: Runtime) throws -> Frame {
        var builder = FrameBuilder("reports", [.text("name").ranked(.deciding), .prose("summary")])
        for name in runtime.functions.reportNames.sorted() { try builder.append([.text(name), .text(runtime.functions.records["report.\(name)"]?.summary ?? "")]) }
        return builder.frame()
    }

    private static let defineCommand = LuaFunction(
        "command.define",
        [
            .required("usage", .string, "The sentence: buy <quantity:decimal> <symbol:symbol> [@ <price:decimal>]."),
            .required("summary", .string, "One sentence."), .optional("example", .string, "A line that can be typed."),
            .optional("lua", .string, "The Lua call it stands for, such as buy or run(<path>)."),
            .optional("run", sentenceFunction, "Or a function that gets a table of the arguments."),
        ],
        returns: "string", summary: "Defines a command sentence, or defines it anew."
    ) { call in
        let runtime = call.runtime, usage = try call.string("usage") ?? ""
        do {
            let action: CommandAction
            if let template = try call.string("lua") {
                action = .lua(try LuaForm(template))
            } else {
                action = .handler(runtime.functions.handlers.count)
                runtime.functions.handlers.append(try function(call))
            }
            let summary = try call.string("summary") ?? "", example = try call.string("example") ?? "", pattern: CommandPattern
            if runtime.functions.isLoadingStandard, runtime.stdlib.folder == nil {
                // Of the files in the program itself the tests know that nothing is wrong with them; a folder may have others in their place.
                pattern = CommandPattern(shipped: usage, summary: summary, example: example, action: action)
            } else {
                pattern = try CommandPattern(usage: usage, summary: summary, example: example, action: action)
                try check(pattern)
            }
            // The names, which nearly always differ, are compared many times faster. The program's own sentences are all different.
            if !runtime.functions.isLoadingStandard { runtime.functions.commands.removeAll { $0.name == pattern.name && $0.usage == pattern.usage } }
            runtime.functions.commands.append(pattern)
            return call.reply(pattern.name)
        } catch let error as CommandUsageError {
            throw LuaMisuse("command.define: usage: \(error)", field: "usage")
        }
    }

    /// A function; in the standard library also the name of one, so that its text waits until it is needed.
    private static let sentenceFunction = LuaParameterType("function", phrase: "a function", accepts: [.function, .string])

    private static func function(_ call: LuaCall) throws -> SentenceFunction {
        switch try call.argument("run") {
        case .function(let run): return .defined(run)
        case .string(let name) where call.runtime.functions.isLoadingStandard: return .shipped(name)
        case .none: throw LuaMisuse("command.define: lua or run is missing", field: "run", hint: "say what the sentence does")
        default: throw call.mismatch("run", expected: sentenceFunction.phrase)
        }
    }

    private static let parseCommand = LuaFunction(
        "command.parse", [.required("line", .string, "A sentence as it is typed at the prompt.")], returns: "string, table",
        summary: "What a sentence says, without doing it: the function that it calls, and its arguments.",
        example: "(command.parse(\"deposit 500 to Savings\")) --> deposit", style: .positional
    ) { call in
        let said = try call.runtime.call(of: call.string("line") ?? "")
        return call.reply([.string(said.function), said.arguments])
    }

    private static let readCommand = LuaFunction(
        "command.read",
        [
            .required("kind", .string, "What is read, as in a usage: decimal, money, date, account, symbol, currency, integer, year, ratio."),
            .required("text", .string, "What was typed."),
        ],
        returns: "any", summary: "A value as a sentence reads it: a number or a date as the locale writes it, an account by its name.",
        example: "command.read(\"date\", \"2014-03-03\") --> 2014-03-03", style: .positional
    ) { call in
        let kind = try call.string("kind") ?? ""
        guard ArgumentKind.allCases.contains(where: { $0.rawValue == kind }) else {
            let near = Suggestion(for: kind, in: ArgumentKind.allCases.map(\.rawValue))?.question
            throw LuaMisuse("command.read: there is no kind \(quoted(kind))", field: "kind", hint: near)
        }
        return call.reply([try call.runtime.value(of: call.string("text") ?? "", as: kind)])
    }

    private static let runCommand = LuaFunction(
        "command.run", [.required("line", .string, "A sentence as it is typed at the prompt.")], returns: "any",
        summary: "Carries a sentence out, as a part of what runs.", example: "command.run(\"deposit 500 to Savings\")", style: .positional
    ) { call in
        call.reply(try call.runtime.run(line: call.string("line") ?? ""))
    }

    /// Refuses a command whose Lua form uses an argument that its sentence does not have.
    private static func check(_ pattern: CommandPattern) throws {
        guard case .lua(let form) = pattern.action else { return }
        let given = pattern.argumentNames
        guard let strange = form.argumentNames.first(where: { !given.contains($0) }) else { return }
        let hint = nearestName(to: strange, in: given).map { Suggestion("<\($0)>").question }
        throw LuaMisuse("command.define: lua: the sentence gives no <\(strange)>", field: "lua", hint: hint)
    }

    private static func identifier(_ call: LuaCall, _ field: String) throws -> String {
        let name = try call.string(field) ?? ""
        guard name.isIdentifier else { throw call.mismatch(field, expected: "a name of letters, digits and _") }
        if ["define", "run"].contains(name) { throw call.mismatch(field, expected: "a name that report does not use itself") }
        return name
    }
}

/// The parameters of a report of a script.
private struct ReportParameters: Sendable {
    /// The parameters, in the order of their definition.
    let list: [LuaParameter]
    /// The values of those that list them, by name.
    let choices: [String: [String]]

    /// The parameters of a declaration, as scripts declare their options too.
    init(_ options: [ScriptOption]) {
        list = options.map(\.parameter)
        choices = Dictionary(options.filter { !$0.choices.isEmpty }.map { ($0.name, $0.choices) }) { $1 }
    }

    /// The arguments of a call as a table, defaults filled in and numbers made exact.
    func table(_ call: LuaCall) throws -> LuaValue {
        var pairs: [LuaPair] = []
        for parameter in list {
            var value = try call.argument(parameter.name)
            switch parameter.type {
            case .decimal: value = try call.decimal(parameter.name).map { .decimal($0) } ?? .none
            case .date: value = try call.day(parameter.name).map { .day($0) } ?? .none
            default: break
            }
            if !value.isNone, let known = choices[parameter.name], !known.contains(PlainText.plain(value)) {
                throw call.mismatch(
                    parameter.name, expected: "one of \(known.joined(separator: ", "))", hint: value.stringValue.flatMap { Suggestion(for: $0, in: known)?.question })
            }
            if value.isNone { value = try preset(of: parameter, call) }
            if !value.isNone { pairs.append(LuaPair(.string(parameter.name), value)) }
        }
        return .table(pairs)
    }

    /// The default of an argument that was left out.
    private func preset(of parameter: LuaParameter, _ call: LuaCall) throws -> LuaValue {
        guard let preset = parameter.defaultValue, case .function(let chunk) = call.state.compile("return \(preset)", name: "=default") else {
            return .none
        }
        let value = try call.state.call(chunk).first ?? .none
        switch parameter.type {
        case .decimal: return try Coercion.decimal(value).map { .decimal($0) } ?? value
        case .date: return try Coercion.day(value).map { .day($0) } ?? value
        default: return value
        }
    }

    /// Arguments in order, by name or as options (`--year 2014`), as a command line or a sentence gives them, as a table by name; texts become what is wanted.
    static func assign(_ arguments: LuaValue, to record: LuaFunction) throws -> [LuaPair] {
        guard case .table(let given) = arguments else { return [] }
        let pairs = withoutFlags(given, of: record)
        var told: Set<String> = []
        return try pairs.map { pair in
            if case .string(let name) = pair.key, name.hasPrefix("--") { throw noOption(name, of: record) }
            if case .integer = pair.key, case .string(let text) = pair.value, text.hasPrefix("--") { throw noOption(text, of: record) }
            let parameter: LuaParameter?
            switch pair.key {
            case .integer(let place):
                guard record.parameters.indices.contains(place - 1) else {
                    throw LuaMisuse("\(record.name) takes \(record.parameters.count) arguments", hint: "they are \(record.parameters.map(\.name).joined(separator: ", "))")
                }
                parameter = record.parameters[place - 1]
            case .string(let name): parameter = record.parameters.first { $0.name == name }
            default: parameter = nil
            }
            guard let parameter else { return pair }
            guard told.insert(parameter.name).inserted else { throw LuaMisuse("\(record.name): \(parameter.name) is given twice", field: parameter.name) }
            return LuaPair(.string(parameter.name), try converted(pair.value, to: parameter, of: record))
        }
    }

    /// Arguments in which `--year 2014` and `--year=2014` are `year=2014`, wherever the report has such a parameter; a truth needs no value.
    private static func withoutFlags(_ pairs: [LuaPair], of record: LuaFunction) -> [LuaPair] {
        func parameter(_ flag: Substring) -> LuaParameter? { record.parameters.first { "--" + $0.name.replacing("_", with: "-") == flag || "--" + $0.name == flag } }
        var named: [LuaPair] = [], inOrder: [LuaValue] = [], rest = pairs[...]
        while let pair = rest.popFirst() {
            if case .string(let name) = pair.key {
                named.append(LuaPair(.string(parameter(name[...])?.name ?? name), pair.value))
                continue
            }
            guard case .string(let text) = pair.value, text.hasPrefix("--"), let option = parameter(text.prefix { $0 != "=" }) else {
                inOrder.append(pair.value)
                continue
            }
            if let equals = text.firstIndex(of: "=") {
                named.append(LuaPair(.string(option.name), .string(String(text[text.index(after: equals)...]))))
            } else if option.type == .boolean, rest.first.map({ $0.key.stringValue != nil || !["true", "false"].contains(PlainText.plain($0.value)) }) ?? true {
                named.append(LuaPair(.string(option.name), .boolean(true)))
            } else if case .integer? = rest.first?.key, let value = rest.popFirst()?.value {
                named.append(LuaPair(.string(option.name), value))
            } else {
                inOrder.append(pair.value)
            }
        }
        return inOrder.enumerated().map { LuaPair(.integer($0.offset + 1), $0.element) } + named
    }

    /// The error of an option that a report does not have, or that has no value.
    private static func noOption(_ text: String, of record: LuaFunction) -> LuaMisuse {
        let written = String(text.dropFirst(2).prefix { $0 != "=" }).replacing("-", with: "_"), names = record.parameters.map(\.name)
        if names.contains(written) { return LuaMisuse("\(text) needs a value", field: written, hint: "\(text) …, or \(written)=…") }
        let flags = names.map { "--" + $0.replacing("_", with: "-") }
        let near = nearestName(to: "--" + written.replacing("_", with: "-"), in: flags).map { Suggestion($0).question }
        let known = names.isEmpty ? "it takes no arguments" : "its options are \(flags.joined(separator: ", "))"
        return LuaMisuse("\(record.name) takes no option \(text)", field: written, hint: near ?? known)
    }

    private static func converted(_ value: LuaValue, to parameter: LuaParameter, of record: LuaFunction) throws -> LuaValue {
        guard case .string(let text) = value else { return value }
        switch parameter.type {
        case .integer:
            guard let number = Int(text) else {
                throw LuaMisuse("\(record.name): \(parameter.name) must be a whole number, got \"\(text)\"", field: parameter.name)
            }
            return .integer(number)
        case .number: return Double(text).map { .number($0) } ?? value
        case .boolean where text == "true" || text == "false": return .boolean(text == "true")
        default: return value
        }
    }
}
