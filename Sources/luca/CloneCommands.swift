import ArgumentParser
import REPL

/// `luca clone ADDRESS FILE`.
struct CloneCommand: Action {
    static let configuration = CommandConfiguration(
        commandName: "clone", abstract: "Makes a file that has the book of a server, to work in away from it.",
        discussion: """
            Questions of the file ask no server. What is recorded in it counts there, and waits to be offered: luca push offers it, luca pull takes what is new, and \
            luca offers lists what waits, was taken, or was refused and why.
            """)

    @Argument(help: "The address of the book, postgres://HOST/DATABASE?book=NAME.")
    var address: String

    @Argument(help: "The file, which must not be there yet.")
    var file: String

    @OptionGroup var common: CommonOptions

    func run(_ program: LucaProgram, _ options: LaunchOptions) -> Int32 { program.clone(address, to: file, options) }
}

/// `luca pull [FILE]`.
struct PullCommand: Action {
    static let configuration = CommandConfiguration(
        commandName: "pull", abstract: "Takes what is new from the server of a clone.",
        discussion: "The chain proves that it follows what the clone has; where the server's book was rewritten, nothing is taken.")

    @Argument(help: "The clone; --book says the same.")
    var file: String?

    @OptionGroup var common: CommonOptions

    func run(_ program: LucaProgram, _ options: LaunchOptions) -> Int32 { program.pull(options.on(file)) }
}

/// `luca push [FILE]`.
struct PushCommand: Action {
    static let configuration = CommandConfiguration(
        commandName: "push", abstract: "Offers what was recorded in a clone to its server.",
        discussion: """
            One after the other, in order: each is recorded there as it would be by hand, or refused with the reason and kept in the clone. A push that was cut off is \
            continued by the next; nothing is recorded twice. The exit code is 1 where something is refused.
            """)

    @Argument(help: "The clone; --book says the same.")
    var file: String?

    @OptionGroup var common: CommonOptions

    func run(_ program: LucaProgram, _ options: LaunchOptions) -> Int32 { program.push(options.on(file)) }
}

/// `luca offers [FILE]`.
struct OffersCommand: Action {
    static let configuration = CommandConfiguration(
        commandName: "offers", abstract: "Lists what was recorded in a clone away from its server, and what has become of it.")

    @Argument(help: "The clone; --book says the same.")
    var file: String?

    @Option(help: ArgumentHelp("Takes back one that waits; it is kept, and counts no more.", valueName: "offer"))
    var withdraw: Int?

    @OptionGroup var common: CommonOptions

    func run(_ program: LucaProgram, _ options: LaunchOptions) -> Int32 { program.offers(withdrawing: withdraw, options.on(file)) }
}
