import ArgumentParser
import REPL
import Scripting

/// `luca test [PATH…]`.
struct TestCommand: Action {
    static let configuration = CommandConfiguration(
        commandName: "test", abstract: "Runs the tests of scripts.",
        discussion: """
            Tests stand in files called NAME_test.lua, in describe and it; help describe, it and expect at the prompt tell more. Each test has an empty book of its own, \
            kept in memory; nothing is asked of the network. 0 where all hold, 1 where one does not.
            """)

    @Argument(help: ArgumentHelp("Files, or folders that are searched; without any, the current folder.", valueName: "path"))
    var paths: [String] = []

    @Flag(help: "Writes golden files as things are now.")
    var update = false

    @Option(help: ArgumentHelp("Runs the tests whose names have this in them.", valueName: "text"))
    var filter: String?

    @OptionGroup var common: CommonOptions

    func run(_ program: LucaProgram, _ options: LaunchOptions) -> Int32 { program.test(TestRequest(paths: paths, updates: update, filter: filter), options) }
}

/// `luca new report|importer|rule NAME`.
struct NewCommand: Action {
    static let configuration = CommandConfiguration(
        commandName: "new", abstract: "Writes a report, an importer or a recurring rule to change, with its test.",
        discussion: "Nothing that is there is overwritten.")

    @Argument(help: ArgumentHelp("report, importer or rule.", valueName: "kind"))
    var kind: Template.Kind

    @Argument(help: "What it is called: letters, digits and _.")
    var name: String

    @Flag(help: "Writes it into the folder where every script and init.lua finds modules, not into the current one.")
    var shared = false

    @OptionGroup var common: CommonOptions

    func run(_ program: LucaProgram, _ options: LaunchOptions) -> Int32 { program.new(NewRequest(kind, name: name, isShared: shared), options) }
}

extension Template.Kind: ExpressibleByArgument {}

/// `luca editor`.
struct EditorCommand: Action {
    static let configuration = CommandConfiguration(
        commandName: "editor", abstract: "Lets editors complete and check scripts in the current folder.",
        discussion: "Writes .luarc.json for lua-language-server, which leads it to stubs of all that luca has, your own reports included.")

    @OptionGroup var common: CommonOptions

    func run(_ program: LucaProgram, _ options: LaunchOptions) -> Int32 { program.editor(options) }
}
