import ArgumentParser
import REPL

/// `luca backup [FILE]`.
struct BackupCommand: Action {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Copies the book while it may be in use, and checks the copy.",
        discussion: "The copy is as good as the book: of one that is not sound it is kept, with exit code 1 and what is wrong.")

    @Argument(help: "The copy, or a folder for a dated one; without it, a dated one in a folder beside the book.")
    var file: String?

    @OptionGroup var common: CommonOptions

    func run(_ program: any Program, _ options: LaunchOptions) -> Int32 { program.backup(to: file, options) }
}
