internal import Glibc
import LuaKit
import Scripting

extension LucaProgram {
    /// The file of keys of this environment; nil where there is no place for it.
    static var keyFile: ProviderKeys? { Folders().map { ProviderKeys(path: $0.config + "/keys") } }

    /// Keeps, removes or lists keys of providers; needs no book.
    public func key(_ request: KeyRequest, _ options: LaunchOptions) -> Int32 {
        let output = StandardOutput()
        do {
            guard let file = Self.keyFile else { throw Failure(kind: "keys", message: "there is no place for keys: HOME is not set") }
            guard let provider = request.provider else {
                for line in try list(file) { output.tell(line + "\n") }
                return 0
            }
            try ProviderKeys.check(provider)
            if request.isRemoved {
                try file.set(provider, to: nil)
                output.tell("no key for \(provider) is kept any more\n")
                return 0
            }
            let isTerminal = isatty(STDIN_FILENO) == 1
            guard let key = try isTerminal ? Secrets.ask("Key for \(provider), which is not shown: ") : Secrets.readStandardInput() else { return 130 }
            try file.set(provider, to: key)
            output.tell("the key for \(provider) is kept in \(file.path)\n")
            if let warning = file.warning { output.remark("warning: \(warning)\n") }
            return 0
        } catch {
            Launcher.report(Self.failure(error), options)
            return 1
        }
    }

    private func list(_ file: ProviderKeys) throws -> [String] {
        let kept = try file.read().keys.sorted()
        let lines = kept.map { "\($0): kept in \(file.path)" } + (file.warning.map { ["warning: \($0)"] } ?? [])
        return lines.isEmpty ? ["no keys are kept; luca key PROVIDER keeps one"] : lines
    }

    static func failure(_ error: any Error) -> Failure {
        if let failure = error as? Failure { return failure }
        let raisable = error as? any LuaRaisable
        return Failure(kind: raisable?.luaKind ?? "keys", message: raisable?.message ?? "\(error)", hint: raisable?.hint)
    }
}

/// What is to become of the key of a provider.
public struct KeyRequest: Sendable, Equatable {
    /// Whose key; nil lists those that there are.
    public var provider: String?
    /// Whether it is taken away.
    public var isRemoved: Bool

    /// A request.
    public init(provider: String?, isRemoved: Bool) {
        self.provider = provider
        self.isRemoved = isRemoved
    }
}
