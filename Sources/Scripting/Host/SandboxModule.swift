import Frames
import LuaKit
import LuaSurface
import Sandbox
import Session
import Storage
import Values

/// `sandbox`: a stranger's script in a process of its own, from within a session.
enum SandboxModule {
    /// The functions of the group, in the order in which help lists them.
    static let module = Module("sandbox", isAboutBooks: false, [sandbox, file, fetch])

    private static let sandbox = LuaFunction(
        "sandbox",
        [
            .required(
                "script", .any,
                "The script's text, or a function. A function sees the globals of the sandbox, and may use no local variable of the code around it: arguments hand over what it needs."
            ),
            .optional(
                "options", .table,
                "{arguments=, time=, memory=, output=, allow=, weak=, name=}. Time is 5 seconds if not said, as 10, \"500ms\" or \"2min\"; memory is what Lua may hold, 128 MiB if not said, "
                    + "as 256, \"64M\" or \"1G\", and all of the process has four times that; output is what it may print, 16 MiB if not said, and of what it tells beside 64 KiB are kept. Each may be less or more. "
                    + "allow lists what it may do besides: \"record\", \"write=FOLDER\", \"net=HOST\"."),
        ],
        returns: "string",
        summary:
            "Runs a script that nobody has to trust, and gives what it prints. It runs in a process of its own, on a copy of the book: it opens no file, asks no network, starts no "
            + "program and records nothing, and the kernel sees to that. Where it fails, or is stopped by a limit, that is an error here.",
        example: "sandbox(\"return 1 + 1\"):sub(1, 1) --> 2", style: .positional
    ) { call in
        var request = try request(call.argument("script"), call.runtime)
        if case let table = try call.argument("options"), !table.isNone { try apply(table, to: &request) }
        request.permissions = try SandboxConsent(memory: nil).permissions(of: request.text, named: request.name, given: request.permissions) { _ in nil }
        var printed: [UInt8] = []
        try SandboxedCall(call.runtime, "sandbox").run(request) { printed += $0 }
        return call.reply(.string(String(decoding: printed, as: UTF8.self)))
    }

    private static let file = LuaFunction(
        "script.sandbox",
        [.required("path", .path, "The script.")] + (1...12).map { .optional("argument\($0)", .any, "An argument, for the script's `...`.") },
        returns: "nil",
        summary: "Runs a script file as sandbox does, and prints what it prints. luca run --sandbox FILE does it from the system's shell, and can set its limits.",
        style: .positional
    ) { call in
        let runtime = call.runtime, path = try call.string("path") ?? ""
        var request = SandboxRequest(name: path, text: try runtime.files.readText(path, most: SandboxRequest.longestScript))
        request.arguments = try (1..<max(1, call.count)).map { PlainText.plain(try call.argument($0)) }
        request.permissions = try SandboxConsent(memory: runtime.configuration.sandboxMemory).permissions(of: request.text, named: path, given: SandboxPermissions()) {
            try runtime.console.isConfirmed($0, otherwise: false)
        }
        try SandboxedCall(runtime, "sandbox", isSentence: true).run(request) { runtime.print(String(decoding: $0, as: UTF8.self)) }
        return .nothing
    }

    private static let fetch = LuaFunction(
        "script.fetch", [.required("address", .string, "The address, which begins with https://.")], returns: "string",
        summary: "In a sandbox that may ask a host (--allow net=HOST): what an address of it answers. luca's own process asks.", style: .positional
    ) { call in
        guard let door = call.runtime.part({ AddressDoor() }).ask else {
            throw LuaMisuse(
                "script.fetch: this script was not allowed to ask the network", hint: "luca run --sandbox --allow net=HOST FILE allows it to ask a host", kind: "sandbox")
        }
        return call.reply(.string(String(decoding: try door(try call.string("address") ?? ""), as: UTF8.self)))
    }

    private static func request(_ script: LuaValue, _ runtime: Runtime) throws -> SandboxRequest {
        var request = SandboxRequest(name: "sandbox", text: "")
        switch script {
        case .string(let text): request.text = text
        case .function(let function):
            switch runtime.lua.packed(function) {
            case .compiled(let bytes): request.function = bytes
            case .captures(let name):
                throw LuaMisuse(
                    "sandbox: the function uses \(name), a local variable of the code around it, which stays outside", field: "script",
                    hint: "arguments={\(name)} in the second table hands it over, and the function takes it as text")
            case .native:
                throw LuaMisuse("sandbox: that function is one of luca's own", field: "script", hint: "call it within a function of your own")
            }
        default:
            throw LuaMisuse(
                "sandbox takes the text of a script, or a function", field: "script",
                hint: "the text stands in quotes, or in double square brackets over several lines; the sentence sandbox FILE runs a file")
        }
        return request
    }

    private static func apply(_ table: LuaValue, to request: inout SandboxRequest) throws {
        for (name, value) in table.fields ?? [] {
            switch name {
            case "arguments": request.arguments = try (value.items(of: "sandbox: arguments", field: "arguments") ?? [value]).map { PlainText.plain($0) }
            case "name": request.name = PlainText.plain(value)
            case "allow":
                let words = try (value.items(of: "sandbox: allow", field: "allow") ?? [value]).map { PlainText.plain($0) }
                do { request.permissions = try SandboxPermissions(words) } catch { throw LuaMisuse("sandbox: \(error.message)", field: "allow") }
            case "weak": if case .boolean(true) = value { request.isWeak = true }
            default:
                guard let limit = SandboxLimits.Name(rawValue: name) else {
                    throw LuaMisuse("sandbox has no option \(name)", field: name, hint: "it has allow, arguments, memory, name, output, time and weak")
                }
                do { try request.limits.set(limit, to: PlainText.plain(value)) } catch { throw LuaMisuse("sandbox: \(error.message)", field: name) }
            }
        }
    }
}

/// By what a sandboxed script asks addresses of the network.
private final class AddressDoor {
    var ask: ((String) throws -> [UInt8])?
}

extension Runtime {
    /// Hands addresses that scripts ask for to whoever may ask them, in a process that may not.
    public func takeAddresses(_ ask: @escaping (String) throws -> [UInt8]) { part { AddressDoor() }.ask = ask }
}

/// A run of a stranger's script from within a session.
struct SandboxedCall {
    private let runtime: Runtime
    private let name: String
    private let isSentence: Bool

    /// - Parameter isSentence: whether a sentence asked, which sets no limits.
    init(_ runtime: Runtime, _ name: String, isSentence: Bool = false) { (self.runtime, self.name, self.isSentence) = (runtime, name, isSentence) }

    /// Runs a script on the session's book, with what the running act has recorded.
    ///
    /// - Throws: what the script failed with.
    func run(_ request: SandboxRequest, output: @escaping ([UInt8]) -> Void) throws {
        if runtime.configuration.isSandboxed { throw LuaMisuse("\(name): a sandboxed script starts no other", kind: "sandbox") }
        let book = try runtime.requireBook()
        var request = request
        (request.book, request.today) = (book.path ?? book.name, "\(runtime.today)")
        request.layout = layout
        var process = SandboxProcess(request), told: [UInt8] = []
        process.output = output
        process.errors = { told += $0 }
        process.isStopped = { [runtime] in LuaState.isInterrupted || runtime.lua.isInterruptAsked || runtime.lua.isPastDeadline }
        let broker = SandboxBroker(request.permissions, script: request.name, limits: request.limits, isStopped: process.isStopped)
        try broker.check()
        process.fulfil = { broker.fulfil($0) }
        let outcome = try book.withImage { process.run(on: $0) }
        for line in String(decoding: told, as: UTF8.self).split(separator: "\n") { runtime.notice(SafeText.safe(String(line.trimmingPrefix("notice: ")), keepingLines: false)) }
        if let warning = outcome.warning { runtime.notice(SafeText.safe(warning, keepingLines: false)) }
        if let drafts = broker.drafts {
            runtime.notice("what the script would record is in \(drafts); look at it, then: import \(drafts)")
            if let plain = book.plainNotice(of: drafts) { runtime.notice(plain) }
        }
        try check(outcome)
    }

    private var layout: SandboxRequest.Layout {
        let options = runtime.layout
        var layout = SandboxRequest.Layout()
        layout.format = runtime.console.format.rawValue
        (layout.width, layout.rows) = (options.width ?? 0, options.maximumRows ?? 0)
        (layout.isPrivate, layout.isUnicode) = (options.privacy, options.unicode)
        return layout
    }

    private func check(_ outcome: SandboxOutcome) throws {
        if outcome.ending == .interrupted {
            if runtime.lua.isPastDeadline { throw LuaStop.deadline }
            throw runtime.lua.receiveInterrupt()
        }
        guard let failure = outcome.failure else {
            if outcome.code == 0 { return }
            throw LuaMisuse("\(name): the script left with exit code \(outcome.code)", kind: "sandbox")
        }
        let place = failure.chunk.map { chunk in failure.line.map { "\(chunk):\($0): " } ?? "\(chunk): " } ?? ""
        // The options of the command line are called so here too; the sentence has none.
        let hint = failure.hint.map { hint in
            if isSentence { return hint.replacing(/--(?:output-limit|time|memory) \w+/) { "luca run --sandbox \($0.0) FILE" } }
            return hint.replacing(/--(output-limit|time|memory) (\w+)/) { "\($0.1.prefix { $0 != "-" })=\"\($0.2)\"" }
                .replacing("luca run --sandbox --allow record FILE", with: "allow={\"record\"}")
        }
        throw LuaMisuse(SafeText.safe(place + failure.message, keepingLines: true), hint: hint.map { SafeText.safe($0, keepingLines: true) }, kind: safeKind(failure.kind))
    }

    /// The kind of an error as the script's process tells it: a word, or that of any error.
    private func safeKind(_ kind: String) -> String {
        !kind.isEmpty && kind.count < 40 && kind.allSatisfy { $0.isASCII && ($0.isLetter || $0 == "_") } && kind != "interrupted" ? kind : "error"
    }
}
