import ArgumentParser
import REPL

/// `luca export [FILE]`.
struct ExportCommand: Action {
    static let configuration = CommandConfiguration(commandName: "export", abstract: "Writes the book in a form that other programs read.")

    @Argument(help: "The file; without it, standard output.")
    var file: String?

    @Option(help: "The format by name; without it, the ending of the file says.")
    var format: String?

    @OptionGroup var common: CommonOptions

    func run(_ program: any Program, _ options: LaunchOptions) -> Int32 {
        program.export(ExportRequest(format: format, path: file), options)
    }
}
