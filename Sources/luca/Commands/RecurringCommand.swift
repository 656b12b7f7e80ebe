import ArgumentParser
import REPL

/// `luca recurring [run|due|list] [SCRIPT…]`.
struct RecurringCommand: Action {
    static let configuration = CommandConfiguration(
        commandName: "recurring", abstract: "Shows or posts what recurring rules have due.",
        discussion: """
            run posts everything that is due, oldest first, each day of a rule as an act of its own and once only; due shows it and posts nothing; \
            list shows the rules. Scripts run first, so that rules with functions can be defined in them.

            Exit codes of run and due: 0 something was posted, or is due; 3 nothing is due; 1 something went wrong, and what could be posted is; \
            2 wrong usage; 130 interrupted, and what was posted stays.
            """)

    @Argument(help: ArgumentHelp("run, due or list.", valueName: "what"))
    var what: RecurringRequest.Task

    @Argument(help: ArgumentHelp("Scripts that define rules.", valueName: "script"))
    var scripts: [String] = []

    @Option(help: ArgumentHelp("Up to this day, itself included.", valueName: "date"))
    var to: String?

    @Flag(help: "Shows what would be posted and posts nothing.")
    var dryRun = false

    @Flag(help: "Says nothing where nothing is due.")
    var quiet = false

    @OptionGroup var common: CommonOptions

    func validate() throws {
        if let problem = request.problem { throw ValidationError(problem) }
    }

    private var request: RecurringRequest {
        var request = RecurringRequest(what, scripts: scripts)
        request.isDryRun = dryRun
        request.to = to
        request.isQuiet = quiet
        return request
    }

    func run(_ program: any Program, _ options: LaunchOptions) -> Int32 { program.recurring(request, options) }
}

extension RecurringRequest.Task: ExpressibleByArgument {}
