import ArgumentParser
import REPL

/// `luca report [NAME] [ARGUMENTS]`.
struct ReportCommand: Action {
    static let configuration = CommandConfiguration(
        commandName: "report", abstract: "Prints a report, or lists the reports there are.",
        discussion: "Arguments are written as in the shell: luca report income 2014 account=Savings")

    @Argument(help: "The report.")
    var name: String?

    @Argument(parsing: .allUnrecognized, help: "Its arguments: values, or name=value.")
    var arguments: [String] = []

    @Option(help: ArgumentHelp("The form of tables: table, csv, json, markdown or line.", valueName: "form"))
    var mode: String?

    @OptionGroup var common: CommonOptions

    func validate() throws {
        if let mode, !ReportRequest.modes.contains(mode) {
            throw ValidationError("--mode is one of \(ReportRequest.modes.joined(separator: ", ")), not \(mode)")
        }
    }

    func run(_ program: any Program, _ options: LaunchOptions) -> Int32 {
        program.report(ReportRequest(name: name, arguments: arguments, mode: mode), options)
    }
}
