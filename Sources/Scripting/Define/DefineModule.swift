import Frames
import LuaKit
import Sentences
import Values

/// Adding to the surface: reports and commands that scripts define get arguments, help and completion like the built-in ones.
enum DefineModule {
    static let module = Module("define", isAboutBooks: false, [defineReport, runReport, defineCommand, ImporterModule.define])

    private static let defineReport = LuaFunction(
        "report.define",
        [
            .required("name", .string, "What it is called; it becomes report.NAME."), .required("summary", .string, "One sentence."),
            .required("run", .function, "Gets a table of the arguments, gives a frame or a text."),
            .optional("parameters", .table, "A list of {name=, type=, doc=, default=}; types are string, integer, decimal, boolean, date, account, symbol, currency, any."),
            .optional("example", .string, "A line that shows its use."),
        ],
        returns: "function", summary: "Defines a report, or defines it anew."
    ) { call in
        let runtime = call.runtime, name = try identifier(call, "name")
        guard let run = try call.function("run") else { return .nothing }
        let parameters = try ReportParameters(call.argument("parameters"), of: call)
        let function = LuaFunction(
            "report.\(name)", parameters.list, returns: "frame", summary: try call.string("summary") ?? "",
            example: try call.string("example") ?? "report.\(name){}"
        ) { inner in
            inner.reply(try inner.state.call(run, [try parameters.table(inner)]))
        }
        if !runtime.reportNames.contains(name) { runtime.reportNames.append(name) }
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
        guard let record = runtime.records["report.\(name)"], runtime.reportNames.contains(name) else {
            let hint = nearestName(to: name, in: runtime.reportNames).map { "did you mean \($0)?" } ?? "there are \(runtime.reportNames.sorted().joined(separator: ", "))"
            throw LuaMisuse("there is no report \(name)", field: "name", hint: hint, kind: "unknown_report")
        }
        let arguments = try ReportParameters.assign(call.argument("arguments"), to: record)
        guard case .function(let function) = runtime.lua.peek(record.name) else { return .nothing }
        return call.reply(try runtime.lua.call(function, [.table(arguments)]))
    }

    /// The reports there are, and what each shows.
    private static func reports(_ runtime: Runtime) throws -> Frame {
        var builder = FrameBuilder("reports", [.text("name").ranked(.deciding), .prose("summary")])
        for name in runtime.reportNames.sorted() { try builder.append([.text(name), .text(runtime.records["report.\(name)"]?.summary ?? "")]) }
        return builder.frame()
    }

    private static let defineCommand = LuaFunction(
        "command.define",
        [
            .required("usage", .string, "The sentence: buy <quantity:decimal> <symbol:symbol> [@ <price:decimal>]."),
            .required("summary", .string, "One sentence."), .optional("example", .string, "A line that can be typed."),
            .optional("lua", .string, "The Lua call it stands for, such as buy or run(<path>)."),
            .optional("run", .function, "Or a function that gets a table of the arguments."),
        ],
        returns: "string", summary: "Defines a command sentence, or defines it anew."
    ) { call in
        let runtime = call.runtime, usage = try call.string("usage") ?? ""
        do {
            let action: CommandAction
            if let template = try call.string("lua") {
                action = .lua(try LuaForm(template))
            } else if let run = try call.function("run") {
                action = .handler(runtime.handlers.count)
                runtime.handlers.append(run)
            } else {
                throw LuaMisuse("command.define: lua or run is missing", field: "run", hint: "say what the sentence does")
            }
            let pattern = try CommandPattern(
                usage: usage, summary: call.string("summary") ?? "", example: call.string("example") ?? "", action: action)
            try check(pattern)
            runtime.commands.removeAll { $0.usage == pattern.usage }
            runtime.commands.append(pattern)
            return call.reply(pattern.name)
        } catch let error as CommandUsageError {
            throw LuaMisuse("command.define: usage: \(error)", field: "usage")
        }
    }

    /// Refuses a Lua call with an argument that the sentence does not give.
    private static func check(_ pattern: CommandPattern) throws {
        guard case .lua(let form) = pattern.action else { return }
        let given = pattern.argumentNames
        guard let strange = form.argumentNames.first(where: { !given.contains($0) }) else { return }
        let hint = nearestName(to: strange, in: given).map { "did you mean <\($0)>?" }
        throw LuaMisuse("command.define: lua: the sentence gives no <\(strange)>", field: "lua", hint: hint)
    }

    private static func identifier(_ call: LuaCall, _ field: String) throws -> String {
        let name = try call.string(field) ?? ""
        let isName = name.utf8.first.map { $0 == 95 || (65 ... 90).contains($0) || (97 ... 122).contains($0) } ?? false
        guard isName, name.utf8.allSatisfy({ $0 == 95 || (48 ... 57).contains($0) || (65 ... 90).contains($0) || (97 ... 122).contains($0) }) else {
            throw call.mismatch(field, expected: "a name of letters, digits and _")
        }
        if ["define", "run"].contains(name) { throw call.mismatch(field, expected: "a name that report does not use itself") }
        return name
    }
}
