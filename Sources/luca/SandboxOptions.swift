import ArgumentParser
import REPL
import Sandbox

/// What a sandboxed script may take and do.
struct SandboxOptions: ParsableArguments {
    @Option(help: ArgumentHelp("With --sandbox: how long it may run, as in 10, 500ms or 2min; 5 seconds without.", valueName: "time"))
    var time: String?

    @Option(help: ArgumentHelp("With --sandbox: what Lua may hold, as in 256 (MiB), 64M or 1G; 128 MiB without.", valueName: "size"))
    var memory: String?

    @Option(help: ArgumentHelp("With --sandbox: how much it may print, as in 64 (MiB) or 100K; 16 MiB without.", valueName: "size"))
    var outputLimit: String?

    @Option(help: ArgumentHelp("With --sandbox: what it may do beyond reading: record, write=FOLDER or net=HOST. May be given several times.", valueName: "permission"))
    var allow: [String] = []

    @Flag(help: "With --sandbox: runs it even where the kernel takes no filter of system calls.")
    var weak = false

    /// Those that have a value behind them.
    static let valued: Set = ["--time", "--memory", "--output-limit", "--allow"]

    /// A request with these limits and permissions.
    func apply(to request: ScriptRequest) throws -> ScriptRequest {
        var request = request
        do throws(SandboxLimits.Mistake) {
            if let time { try request.limits.set(.time, to: time) }
            if let memory { try request.limits.set(.memory, to: memory) }
            if let outputLimit { try request.limits.set(.output, to: outputLimit) }
        } catch { throw ValidationError(error.message) }
        do throws(SandboxPermissions.Mistake) { request.permissions = try SandboxPermissions(allow) } catch { throw ValidationError(error.message) }
        request.isWeak = weak
        return request
    }

    /// The options as they were given, for a script that has options of these names.
    var words: [String] {
        [("--time", time), ("--memory", memory), ("--output-limit", outputLimit)].compactMap { name, value in value.map { "\(name)=\($0)" } }
            + allow.map { "--allow=\($0)" } + (weak ? ["--weak"] : [])
    }
}
