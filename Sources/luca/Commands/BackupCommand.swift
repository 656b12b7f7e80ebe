import ArgumentParser
import REPL

/// `luca backup [FILE]`.
struct BackupCommand: Action {
    static let configuration = CommandConfiguration(commandName: "backup", abstract: "Copies the book while it may be in use.")

    @Argument(help: "The copy; without it, a dated one beside the book.")
    var file: String?

    @OptionGroup var common: CommonOptions

    func run(_ program: any Program, _ options: LaunchOptions) -> Int32 { program.backup(to: file, options) }
}
