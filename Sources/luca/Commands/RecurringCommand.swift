import ArgumentParser
import REPL

/// `luca recurring`.
struct RecurringCommand: Action {
    static let configuration = CommandConfiguration(
        commandName: "recurring", abstract: "Posts the recurring activities that are due, each once.")

    @Flag(help: "Lists what is due and posts nothing.")
    var dryRun = false

    @OptionGroup var common: CommonOptions

    func run(_ program: any Program, _ options: LaunchOptions) -> Int32 { program.postRecurring(isDryRun: dryRun, options) }
}
