import ArgumentParser
import REPL

/// `luca restore BACKUP`.
struct RestoreCommand: Action {
    static let configuration = CommandConfiguration(commandName: "restore", abstract: "Puts a backup in the place of the book.")

    @Argument(help: "The backup.")
    var backup: String

    @Flag(help: "Replaces a book that is there; it is kept beside under a dated name.")
    var force = false

    @OptionGroup var common: CommonOptions

    func run(_ program: any Program, _ options: LaunchOptions) -> Int32 { program.restore(from: backup, isForced: force, options) }
}
