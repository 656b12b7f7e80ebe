import Frames
import LuaKit
import LuaSurface
import Session
import Values

/// `run` and `quit`.
enum SessionModule {
    /// The functions of the group, in the order in which help lists them.
    static let module = Module("session", isAboutBooks: false, [run, quit])

    private static let run = LuaFunction(
        "run",
        [.required("path", .path, "The script.")] + (1...12).map { .optional("argument\($0)", .any, "An argument, for the script's `...`; a table gives options: {year=2014}.") },
        returns: "any", summary: "Runs a script file in this session; what it records belongs to the same act.", style: .positional
    ) { call in
        let runtime = call.runtime, path = try call.string("path") ?? ""
        let text = try runtime.files.readText(path)
        let arguments = try (1..<max(1, call.count)).flatMap { try words(call.argument($0)) }
        return call.reply(try runtime.runScript(text, name: path, arguments: arguments))
    }

    /// An argument as a command line has it; the fields of a table are options: `{year=2014}` is `--year=2014`.
    private static func words(_ argument: LuaValue) throws -> [String] {
        guard let items = try argument.items(of: "run: the arguments", beside: nil) else { return [PlainText.plain(argument)] }
        return try items.map { PlainText.plain($0) }
            + (argument.fields ?? []).flatMap { field in
                let flag = "--\(field.name.replacing("_", with: "-"))"
                guard let values = try field.value.items(of: "run: \(field.name)", field: field.name) else { return ["\(flag)=\(PlainText.plain(field.value))"] }
                return values.map { "\(flag)=\(ListText.item(PlainText.plain($0)))" }
            }
    }

    private static let quit = LuaFunction(
        "quit", [.optional("code", .integer, "The exit code.", default: "0")], returns: "nil",
        summary: "Leaves the session. With code 0 what the running script recorded is kept, with another one it is not.",
        style: .positional
    ) { call in
        throw ExitRequest(code: try call.integer("code") ?? 0)
    }
}

/// `help`, on everything that can be called or typed.
enum HelpModule {
    /// The functions of the group, in the order in which help lists them.
    static let module = Module("help", isAboutBooks: false, [help])

    private static let help = LuaFunction(
        "help", [.optional("topic", .any, "A function, a command, a report, a method such as frame:where, a setting; by name.")],
        returns: "nil", summary: "Prints help on a topic, or the overview.", example: "help(\"gains\")", style: .positional
    ) { call in
        let runtime = call.runtime
        let topic: String? =
            switch try call.argument("topic") {
            case .none: nil
            case .string(let text): text
            case let value: runtime.topic(of: value)
            }
        if let text = HelpText(runtime).about(topic) {
            let text = WrappedText.wrapped(text, width: runtime.layout.width)
            runtime.printPages(text + (text.hasSuffix("\n") ? "" : "\n"))
            return .nothing
        }
        let hint = Suggestion(for: topic ?? "", in: runtime.topics)?.question ?? "help() lists what there is"
        throw LuaMisuse("there is no help on \(topic ?? "this")", field: "topic", hint: hint, kind: "unknown_topic")
    }
}

extension Runtime {
    /// The topic of a value: help on a frame shows the methods of frames.
    func topic(of value: LuaValue) -> String? {
        switch value {
        case .boxed(let box): lua.typeName(box.type)
        case .object(let object): lua.typeName(object.type)
        case .function(let function): functions.records.keys.sorted().first { isSame(lua.peek($0), function) } ?? "that function"
        default: PlainText.plain(value)
        }
    }

    private func isSame(_ value: LuaValue, _ function: LuaReference) -> Bool {
        guard case .function(let compare) = lua.compile("local a, b = ... return rawequal(a, b)", name: "=same") else { return false }
        guard case .boolean(true)? = try? lua.call(compare, [value, .function(function)]).first else { return false }
        return true
    }

    /// Help on a topic as text; nil where there is none.
    public func help(_ topic: String?) -> String? { HelpText(self).about(topic) }
}
