import ArgumentParser
import REPL

/// `luca verify`.
struct VerifyCommand: Action {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Checks the book: its chain, its integrity, its caches against a replay.")

    @OptionGroup var common: CommonOptions

    func run(_ program: any Program, _ options: LaunchOptions) -> Int32 { program.verify(options) }
}
