import ArgumentParser
import REPL

/// `luca server`.
struct ServerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "server", abstract: "Looks after books on a PostgreSQL server.",
        discussion: """
            A server is named by its address, postgres://HOST/DATABASE, on the command line or in LUCA_SERVER; a book of it by --book NAME, or by ?book=NAME \
            behind the address. Logins are made by the server's administrator; luca server init prints how.
            """,
        subcommands: [
            ServerInitCommand.self, ServerStatusCommand.self, ServerCreateCommand.self, ServerRenameCommand.self, ServerDeleteCommand.self, ServerMoveCommand.self,
            ServerMarketCommand.self,
            ServerUserCommand.self,
        ])
}

/// `luca server init ADDRESS`.
struct ServerInitCommand: Action {
    static let configuration = CommandConfiguration(
        commandName: "init", abstract: "Makes a database ready for books, once.",
        discussion: """
            Takes a superuser, or the owner of the database who may create roles. Of a database that is ready it finds the logins of members again by their names, \
            as is needed after a backup was restored on another server. --sql prints what would be run, to be read and run by hand.
            """)

    @Argument(help: "The address of the server.")
    var address: String?

    @Flag(name: .customLong("sql"), help: "Prints the SQL, and connects to nothing.")
    var printsLayout = false

    @OptionGroup var common: CommonOptions

    func run(_ program: LucaProgram, _ options: LaunchOptions) -> Int32 { program.server(ServerRequest(printsLayout ? .printLayout : .initialize, address: address), options) }
}

/// `luca server status [ADDRESS]`.
struct ServerStatusCommand: Action {
    static let configuration = CommandConfiguration(commandName: "status", abstract: "Tells how the server stands: versions, encryption, size, connections.")

    @Argument(help: "The address of the server.")
    var address: String?

    @OptionGroup var common: CommonOptions

    func run(_ program: LucaProgram, _ options: LaunchOptions) -> Int32 { program.server(ServerRequest(.status, address: address), options) }
}

/// `luca server create [ADDRESS]`.
struct ServerCreateCommand: Action {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Makes a book on the server.", discussion: "Takes the group luca_creators. An administrator may name another owner.")

    @Argument(help: "The address of the server; ?book=NAME behind it names the book.")
    var address: String?

    @Option(help: ArgumentHelp("The login that is to own it.", valueName: "login"))
    var owner: String?

    @OptionGroup var common: CommonOptions

    func run(_ program: LucaProgram, _ options: LaunchOptions) -> Int32 { program.server(ServerRequest(.create(owner: owner), address: address), options) }
}

/// `luca server rename NAME [ADDRESS]`.
struct ServerRenameCommand: Action {
    static let configuration = CommandConfiguration(commandName: "rename", abstract: "Gives a book of the server another name.")

    @Argument(help: "The new name.")
    var name: String

    @Argument(help: "The address of the server.")
    var address: String?

    @OptionGroup var common: CommonOptions

    func run(_ program: LucaProgram, _ options: LaunchOptions) -> Int32 { program.server(ServerRequest(.rename(name), address: address), options) }
}

/// `luca server delete [ADDRESS] --confirm NAME`.
struct ServerDeleteCommand: Action {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Deletes a book of the server, with all that was recorded in it.",
        discussion: "Takes an owner of the book. luca copy ADDRESS FILE makes a copy before.")

    @Argument(help: "The address of the server; ?book=NAME behind it names the book.")
    var address: String?

    @Option(help: ArgumentHelp("The name of the book once more.", valueName: "name"))
    var confirm: String

    @OptionGroup var common: CommonOptions

    func run(_ program: LucaProgram, _ options: LaunchOptions) -> Int32 { program.server(ServerRequest(.delete(confirmed: confirm), address: address), options) }
}

/// `luca server move TO [ADDRESS]`.
struct ServerMoveCommand: Action {
    static let configuration = CommandConfiguration(
        commandName: "move", abstract: "Moves a book to another server, while others go on working in it.",
        discussion: "Takes an owner of the book who may make books there. Members whose logins are known there keep their roles; at the old place luca tells where the book is.")

    @Argument(help: ArgumentHelp("The new address, with ?book=NAME behind it.", valueName: "to"))
    var target: String

    @Argument(help: "The address of the server where it is.")
    var address: String?

    @OptionGroup var common: CommonOptions

    func run(_ program: LucaProgram, _ options: LaunchOptions) -> Int32 { program.server(ServerRequest(.move(to: target), address: address), options) }
}

/// `luca server market on|off [ADDRESS]`.
struct ServerMarketCommand: Action {
    static let configuration = CommandConfiguration(
        commandName: "market", abstract: "Has the prices and rates that the server shares count in a book, or not.",
        discussion: "They count where the book has none of its own for a day.")

    @Argument(help: ArgumentHelp("on or off.", valueName: "on|off"))
    var choice: Choice

    @Argument(help: "The address of the server.")
    var address: String?

    @OptionGroup var common: CommonOptions

    /// Whether they count.
    enum Choice: String, ExpressibleByArgument, CaseIterable {
        /// They count.
        case on
        /// They do not.
        case off
    }

    func run(_ program: LucaProgram, _ options: LaunchOptions) -> Int32 { program.server(ServerRequest(.useMarket(choice == .on), address: address), options) }
}

/// `luca server user add|remove|list`.
struct ServerUserCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "user", abstract: "Says who belongs to a book of the server, and what they may do.",
        discussion: """
            Roles: owner (members, settings, deletion, and all that an editor does), editor (records), drafter (records drafts, which an editor posts), viewer (reads). \
            The server holds to them whatever program the login uses.
            """,
        subcommands: [ServerUserAddCommand.self, ServerUserRemoveCommand.self, ServerUserListCommand.self])
}

/// `luca server user add NAME --role ROLE`.
struct ServerUserAddCommand: Action {
    static let configuration = CommandConfiguration(commandName: "add", abstract: "Gives a login that exists a role in a book, or another one.")

    @Argument(help: ArgumentHelp("The login.", valueName: "name"))
    var login: String

    @Argument(help: "The address of the server.")
    var address: String?

    @Option(help: ArgumentHelp("owner, editor, drafter or viewer.", valueName: "role"))
    var role: String

    @OptionGroup var common: CommonOptions

    func run(_ program: LucaProgram, _ options: LaunchOptions) -> Int32 { program.server(ServerRequest(.addUser(login, role: role), address: address), options) }
}

/// `luca server user remove NAME`.
struct ServerUserRemoveCommand: Action {
    static let configuration = CommandConfiguration(commandName: "remove", abstract: "Takes a login out of a book.")

    @Argument(help: ArgumentHelp("The login.", valueName: "name"))
    var login: String

    @Argument(help: "The address of the server.")
    var address: String?

    @OptionGroup var common: CommonOptions

    func run(_ program: LucaProgram, _ options: LaunchOptions) -> Int32 { program.server(ServerRequest(.removeUser(login), address: address), options) }
}

/// `luca server user list`.
struct ServerUserListCommand: Action {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "Lists who belongs to a book, or to all books that you see.")

    @Argument(help: "The address of the server.")
    var address: String?

    @OptionGroup var common: CommonOptions

    func run(_ program: LucaProgram, _ options: LaunchOptions) -> Int32 { program.server(ServerRequest(.listUsers, address: address), options) }
}

/// `luca books [ADDRESS]`.
struct BooksCommand: Action {
    static let configuration = CommandConfiguration(commandName: "books", abstract: "Lists the books of a server that you belong to.")

    @Argument(help: "The address of the server.")
    var address: String?

    @OptionGroup var common: CommonOptions

    func run(_ program: LucaProgram, _ options: LaunchOptions) -> Int32 { program.books(address, options) }
}

/// `luca copy FROM TO`.
struct CopyCommand: Action {
    static let configuration = CommandConfiguration(
        commandName: "copy", abstract: "Copies a book, with its whole journal, to a file or to a server.",
        discussion: """
            Each of the two is a file or the address of a book, postgres://HOST/DATABASE?book=NAME. Nothing may be there yet. The entries keep their numbers and hashes, \
            so that the chains of both end with the same hash.
            """)

    @Argument(help: "The book.")
    var from: String

    @Argument(help: "Where the copy goes.")
    var to: String

    @OptionGroup var common: CommonOptions

    func run(_ program: LucaProgram, _ options: LaunchOptions) -> Int32 { program.copy(from: from, to: to, options) }
}
