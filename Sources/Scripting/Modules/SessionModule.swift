import LuaKit

/// Running scripts and leaving.
enum SessionModule {
    static let module = Module("session", isAboutBooks: false, [run, quit])

    private static let run = LuaFunction(
        "run", [.required("path", .path, "The script.")] + (1 ... 12).map { .optional("argument\($0)", .any, "An argument, for the script's `...`.") },
        returns: "any", summary: "Runs a script file in this session; what it records belongs to the same act.", style: .positional
    ) { call in
        let runtime = call.runtime, path = try call.string("path") ?? ""
        let text = try runtime.files.readText(path)
        let arguments = try (1 ..< max(1, call.count)).map { PlainText.plain(try call.argument($0)) }
        return call.reply(try runtime.runScript(text, name: path, arguments: arguments))
    }

    private static let quit = LuaFunction(
        "quit", [.optional("code", .integer, "The exit code.", default: "0")], returns: "nil", summary: "Leaves the session. With code 0 what the running script recorded is kept, with another one it is not.",
        style: .positional
    ) { call in
        throw ExitRequest(code: try call.integer("code") ?? 0)
    }
}

/// Somebody asked to leave.
public struct ExitRequest: LuaRaisable {
    /// The exit code.
    public let code: Int
    public var luaKind: String { "exit" }
    public var message: String { "the session ends" }
    public var field: String? { nil }
    public var hint: String? { nil }
}
