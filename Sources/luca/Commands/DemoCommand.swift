import ArgumentParser
import REPL

/// `luca demo [FILE]`.
struct DemoCommand: Action {
    static let configuration = CommandConfiguration(commandName: "demo", abstract: "Makes a book to play with, and opens it.")

    @Argument(help: "Where to keep it; without it, it lasts as long as the session.")
    var file: String?

    @OptionGroup var common: CommonOptions

    func run(_ program: any Program, _ options: LaunchOptions) -> Int32 { program.demo(at: file, options) }
}
