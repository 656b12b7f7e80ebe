import ArgumentParser
import REPL

/// `luca verify`.
struct VerifyCommand: Action {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Checks the book: its chain, its integrity, its caches against a replay.",
        discussion: """
            Prints the number of entries and the last hash. Who keeps that line elsewhere can prove later, by --expect, that nothing of \
            what was there then was changed or cut off.
            """)

    @Argument(help: "The book; --book says the same.")
    var path: String?

    @Option(help: ArgumentHelp("A last hash that was printed earlier: is all that was there then there still?", valueName: "hash"))
    var expect: String?

    @Flag(help: "Takes the book as it is where it is not what this machine saw before.")
    var accept = false

    @OptionGroup var common: CommonOptions

    func run(_ program: any Program, _ options: LaunchOptions) -> Int32 {
        var options = options
        if let path { options.book = path }
        return program.verify(VerifyRequest(expected: expect, accepts: accept), options)
    }
}
