import Frames
import LuaFormats
import LuaKit
import LuaSurface
import Sentences
import Values

/// `command.define` and what runs sentences: commands of scripts get arguments, help and completion like the built-in functions.
enum DefineModule {
    /// The functions of the group, in the order in which help lists them.
    static let module = Module(
        "define", isAboutBooks: false,
        ReportModule.functions + [defineCommand, parseCommand, readCommand, nearestCommand, runCommand, ImporterModule.define] + ImporterModule.cells)

    /// What a sentence is defined by.
    static let sentenceParameters: [LuaParameter] = [
        .required("usage", .string, "The sentence: buy <quantity:decimal> <symbol:symbol> [@ <price:decimal>]."),
        .required("summary", .string, "One sentence."), .optional("example", .string, "A line that can be typed."),
        .optional("lua", .string, "The Lua call it stands for, such as buy or run(<path>)."),
        .optional("run", sentenceFunction, "Or a function that gets a table of the arguments."),
    ]

    private static let defineCommand = LuaFunction(
        "command.define", sentenceParameters, returns: "string", summary: "Defines a command sentence, or defines it anew."
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
            let pattern = try CommandPattern(usage: usage, summary: call.string("summary") ?? "", example: call.string("example") ?? "", action: action)
            try check(pattern)
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

    private static let nearestCommand = LuaFunction(
        "command.nearest", [.required("word", .string, "What was typed."), .required("names", .table, "The names that there are.")],
        returns: "string?", summary: "The name that was probably meant by a word that is none, as hints propose it; nil where none is near.",
        example: "command.nearest(\"incmoe\", {\"cash\", \"income\"}) --> income", style: .positional
    ) { call in
        let near = Suggestion(for: try call.string("word") ?? "", in: try call.strings("names") ?? [])
        return call.reply(near.map { .string($0.name) } ?? .none)
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
}
