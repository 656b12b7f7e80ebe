import ArgumentParser
import REPL

/// `luca [BOOK]` and `luca -e CODE`.
struct ShellCommand: Action {
    static let configuration = CommandConfiguration(
        commandName: "shell", abstract: "Opens a book and reads what you type (what luca does without a command).")

    @Argument(help: ArgumentHelp("The book; one that is not there is made with its first entry.", valueName: "book"))
    var path: String?

    @Option(
        name: .customShort("e"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp("Runs CODE, prints its result and ends. Of several, each runs in turn; the first that fails ends it.", valueName: "code"))
    var code: [String] = []

    @OptionGroup var common: CommonOptions

    func validate() throws {
        if let path, common.book != nil { throw ValidationError("the book is given twice: \(path) and --book") }
    }

    func run(_ program: any Program, _ options: LaunchOptions) -> Int32 {
        if let path, let mistake = CommandLineProgram.mistake(inBook: path, program) {
            StandardOutput().remark(mistake + "\n")
            return 2
        }
        var options = options
        if let path { options.book = path }
        do throws(Failure) {
            let interpreter = try program.start(options)
            defer { interpreter.close() }
            if code.isEmpty { return Launcher.shell(interpreter, options) }
            return Launcher.evaluate(code, interpreter, options)
        } catch {
            Launcher.report(error, options)
            return error.isInterrupted ? 130 : 1
        }
    }
}
