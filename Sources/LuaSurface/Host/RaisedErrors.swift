import Frames
import Ledger
public import LuaKit
import Plans
import Quotes
import Session
import Storage
import Worth

// The errors of the modules below and of the session, as Lua sees them: `luaKind` is `err.kind` of a script, and `field` the argument that is wrong.

extension StorageError: LuaRaisable {
    public var luaKind: String { kind.rawValue }
    public var field: String? { nil }
}

extension LedgerError: LuaRaisable {
    public var luaKind: String { kind }
}

extension ReturnsError: LuaRaisable {
    public var luaKind: String { kind }
    public var message: String { description }
    public var field: String? { nil }
    public var hint: String? { nil }
}

extension PlanError: LuaRaisable {
    public var luaKind: String { kind.rawValue }
    public var field: String? { nil }
}

extension QuoteError: LuaRaisable {
    public var luaKind: String { kind.rawValue }
    public var field: String? { nil }
}

extension FrameError: LuaRaisable {
    public var luaKind: String { kind.rawValue }
    public var field: String? { nil }
}

extension ProviderKeys.Problem: LuaRaisable {
    public var luaKind: String { "keys" }
    public var field: String? { nil }
}

extension MachineSettings.Problem: LuaRaisable {
    public var luaKind: String { "setting" }
    public var field: String? { "value" }
}

extension FileAccess.Failure: LuaRaisable {
    package var luaKind: String { "file" }
    package var field: String? { "path" }
}

extension FileAccess {
    /// The error for what Lua's own functions would change in a dry run.
    static func refusal(_ change: LuaState.FileChange) -> any Error {
        let hint: String
        switch change.function {
        case "io.open": hint = "reading is fine: io.open(path) without a mode"
        case "io.popen", "os.execute": hint = "what a program does cannot be undone; run the script without --dry-run for it"
        default: hint = "run the script without --dry-run for it"
        }
        return Failure(message: "\(change.function)\(change.path.map { " \($0)" } ?? ""): a dry run leaves nothing behind, and writes no files", hint: hint)
    }
}

/// Raised by `quit` to end the session.
public struct ExitRequest: LuaRaisable {
    /// The exit code.
    public let code: Int

    /// A request to end with an exit code.
    package init(code: Int) { self.code = code }

    public var luaKind: String { "exit" }
    public var message: String { "the session ends" }
    public var field: String? { nil }
    public var hint: String? { nil }
}
