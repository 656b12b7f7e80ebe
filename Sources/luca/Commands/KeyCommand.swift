import ArgumentParser
import REPL

/// `luca key [PROVIDER]`.
struct KeyCommand: Action {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "Keeps the key of a provider of prices, outside of every book.",
        discussion: """
            Asks for the key without showing it, or reads it from standard input, and keeps it in the file keys of your configuration folder, \
            which only you can read. Without a provider it lists those that there are keys of. LUCA_ALPHAVANTAGE_KEY and the like go before it.
            """)

    @Argument(help: "The provider, such as alphavantage.")
    var provider: String?

    /// A key that somebody gives here is taken, so that no message repeats it, and refused.
    @Argument(parsing: .allUnrecognized, help: .hidden)
    var others: [String] = []

    @Flag(help: "Takes the key away.")
    var remove = false

    @OptionGroup var common: CommonOptions

    func validate() throws {
        if !others.isEmpty {
            throw ValidationError(
                "more than a provider was given. A key is not typed into a command line, which other programs and the shell's history see: "
                    + "luca key PROVIDER asks for it")
        }
        if remove, provider == nil { throw ValidationError("--remove needs a provider: luca key alphavantage --remove") }
    }

    func run(_ program: any Program, _ options: LaunchOptions) -> Int32 { program.key(KeyRequest(provider: provider, isRemoved: remove), options) }
}
