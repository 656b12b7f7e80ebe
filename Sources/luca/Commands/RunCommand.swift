import ArgumentParser
import REPL

/// `luca run FILE [ARGUMENTS]`.
struct RunCommand: Action {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Runs a Lua script as one act.",
        discussion: "Options that luca does not know go to the script; so does everything after --.")

    @Argument(help: "The script; - reads it from standard input.")
    var file: String

    @Argument(parsing: .allUnrecognized, help: "What the script is given as its arguments.")
    var arguments: [String] = []

    @Flag(help: "Shows what the script would record, and records nothing; exports are refused.")
    var dryRun = false

    @Flag(help: "Runs it as a stranger's: no files, no programs, a book it cannot write, limits of time and memory.")
    var sandbox = false

    @OptionGroup var common: CommonOptions

    func validate() throws {
        if let problem = ScriptRequest.slip(in: arguments) { throw ValidationError(problem) }
    }

    func run(_ program: any Program, _ options: LaunchOptions) -> Int32 {
        program.run(ScriptRequest(path: file, arguments: arguments, isDryRun: dryRun, isSandboxed: sandbox), options)
    }
}
