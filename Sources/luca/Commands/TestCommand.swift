import ArgumentParser
import REPL

/// `luca test [PATH…]`.
struct TestCommand: Action {
    static let configuration = CommandConfiguration(commandName: "test", abstract: "Runs tests written in Lua.")

    @Argument(help: "Files and folders; without them, the files *_test.lua in this folder.")
    var paths: [String] = []

    @OptionGroup var common: CommonOptions

    func run(_ program: any Program, _ options: LaunchOptions) -> Int32 { program.test(paths, options) }
}
