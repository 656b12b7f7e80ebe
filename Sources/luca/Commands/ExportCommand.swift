import ArgumentParser
import REPL

/// `luca export [FILE]`.
struct ExportCommand: Action {
    static let configuration = CommandConfiguration(commandName: "export", abstract: "Writes the book in a form that other programs read.")

    @Argument(help: "The file, or the folder of a whole book; without it, standard output.")
    var file: String?

    @Option(help: "transactions, quotes, accounts, instruments, values, book, portfolio-ledger, portfolio-ledger-json or family-tracker.")
    var format: String?

    @OptionGroup var common: CommonOptions

    func run(_ program: any Program, _ options: LaunchOptions) -> Int32 {
        program.export(ExportRequest(format: format, path: file), options)
    }
}
