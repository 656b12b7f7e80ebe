import ArgumentParser
import REPL

/// `luca view [REPORT] [ARGUMENTS]`.
struct ViewCommand: Action {
    static let configuration = CommandConfiguration(
        commandName: "view", abstract: "Shows reports in a browser, anew whenever the book changes.",
        discussion: """
            Serves the pages of luca report NAME --html to browsers of this machine, at an address with a key in it that is printed and that nobody else knows. \
            Nothing can be recorded by it. A page that takes too long is stopped, and says so. Ctrl-C ends it.
            """)

    @Argument(help: "The report of the first page, the dashboard without one; the others are linked from it. A year or a day is the dashboard's.")
    var report: String?

    @Argument(parsing: .allUnrecognized, help: "Its arguments: values, or name=value.")
    var arguments: [String] = []

    @Option(help: ArgumentHelp("The port; without it, one that is free.", valueName: "number"))
    var port: UInt16 = 0

    @Option(help: ArgumentHelp("The seconds that a page may take.", valueName: "seconds"))
    var limit = ViewRequestOptions.usualLimit

    @OptionGroup var common: CommonOptions

    func validate() throws {
        let longest = ViewRequestOptions.longestLimit
        guard (1...longest).contains(limit) else { throw ValidationError("--limit takes 1 to \(longest) seconds, not \(limit)") }
    }

    func run(_ program: LucaProgram, _ options: LaunchOptions) -> Int32 {
        program.view(ViewRequestOptions(name: report, arguments: arguments, port: port, limit: limit), options)
    }
}
