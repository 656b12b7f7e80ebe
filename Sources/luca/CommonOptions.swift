import ArgumentParser
import REPL

/// The options that every subcommand takes.
struct CommonOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The book to work on.", valueName: "path"))
    var book: String?

    @Option(help: ArgumentHelp("The day to take for today.", valueName: "date"))
    var today: String?

    @Flag(help: "Does not run init.lua at the start.")
    var noInit = false

    @Flag(help: "Asks nothing of the network.")
    var offline = false

    @Option(help: ArgumentHelp("When to use colour: auto, always or never.", valueName: "when"))
    var color = LaunchOptions.Colour.auto

    /// The options with those of the environment.
    func launchOptions() throws -> LaunchOptions {
        var options = LaunchOptions.ofEnvironment
        if let book { options.book = book }
        if let today { options.today = today }
        options.runsInit = !noInit
        options.colour = color
        if offline { options.isOffline = true }
        if let problem = options.problem { throw ValidationError(problem) }
        return options
    }
}

extension LaunchOptions.Colour: ExpressibleByArgument {}
