import Frames
import LuaSurface
import Scripting
import Storage
import Values

/// What is asked of a server: `luca server`.
public struct ServerRequest: Sendable, Equatable {
    /// What is done.
    public enum Task: Sendable, Equatable {
        /// Makes luca's layout in the database, or finds the logins of members again after a restored backup.
        case initialize
        /// Prints the SQL of the layout, and connects to nothing.
        case printLayout
        /// Tells how the server stands.
        case status
        /// Makes the book, for a login that will own it.
        case create(owner: String?)
        /// Deletes the book, whose name was typed once more.
        case delete(confirmed: String)
        /// Gives the book another name.
        case rename(String)
        /// Moves the book to the server of another address.
        case move(to: String)
        /// Says whether shared prices and rates count in the book where it has none of its own.
        case useMarket(Bool)
        /// Gives a login a role in the book.
        case addUser(String, role: String)
        /// Takes a login out of the book.
        case removeUser(String)
        /// Lists who belongs to the book, or to all of them.
        case listUsers
    }

    /// What is done.
    public var task: Task
    /// The address that stands on the command line.
    public var address: String?

    /// Something that is done on the server of an address.
    public init(_ task: Task, address: String? = nil) { (self.task, self.address) = (task, address) }
}

/// What the program does with servers of books.
extension LucaProgram {
    /// Looks after books on a server: `luca server`.
    public func server(_ request: ServerRequest, _ options: LaunchOptions) -> Int32 {
        if request.task == .printLayout {
            StandardOutput().write(ServerAdministration.layout)
            return 0
        }
        return serving(request.address, options) { administration in
            let said = try text(of: request.task, administration, book: ServerPlace(request.address, options).book ?? administration.book)
            // A table ends its last line by itself.
            StandardOutput().tell(said.hasSuffix("\n") ? said : said + "\n")
        }
    }

    /// Lists the books that a login sees on a server: `luca books [ADDRESS]`.
    public func books(_ address: String?, _ options: LaunchOptions) -> Int32 {
        serving(address, options) { administration in
            var builder = FrameBuilder("books", [.text("book"), .text("role"), .int("entries"), .text("id")])
            for book in try administration.books() {
                let role = book.movedTo.map { "moved to \($0)" } ?? book.role?.rawValue ?? "administrator"
                try builder.append([.text(book.name), .text(role), .int(Int64(book.entries)), .text(book.id)])
            }
            let frame = builder.frame()
            StandardOutput().tell(frame.rowCount == 0 ? "You belong to no book on \(administration.name).\n" : try frame.text())
        }
    }

    /// Copies a book, with all of its journal, to where none is: `luca copy FROM TO`.
    public func copy(from source: String, to target: String, _ options: LaunchOptions) -> Int32 {
        Passphrases.install()
        do {
            var opening = Book.Options(seenFolder: SessionStarter.seenFolder)
            opening.remembers = false
            let book = try BookPlace.open(source, isOffline: options.isOffline, opening)
            defer { book.close() }
            let place = BookPlace.isOnServer(target) ? target : FilePaths.expanded(target)
            let head = try book.copy(to: place, isOffline: options.isOffline)
            let name = try BookPlace.isOnServer(target) ? Self.shown(bookAt: target) : target
            StandardOutput().tell("\(book.name) is copied to \(name): \(head.sequence) \(head.sequence == 1 ? "entry" : "entries"), the last hash \(head.hash)\n")
            if !BookPlace.isOnServer(target), let plain = book.plainNotice(of: target) { StandardOutput().remark("notice: \(plain)\n") }
            return 0
        } catch {
            Launcher.report((error as? Failure) ?? Failure(error, otherwise: "copy"), options)
            return 1
        }
    }

    /// A book of a server as messages name it; an address may hold a password.
    private static func shown(bookAt address: String) throws -> String {
        let place = try ServerAdministration(address: address)
        return "\(place.book.map { "\($0) on " } ?? "")\(place.name)"
    }

    private func serving(_ address: String?, _ options: LaunchOptions, _ body: (ServerAdministration) throws -> Void) -> Int32 {
        do {
            guard let address = ServerPlace(address, options).address else {
                throw Failure(
                    kind: "no_server", message: "no server is named",
                    hint: "give its address, postgres://HOST/DATABASE, or set LUCA_BOOK or LUCA_SERVER to it")
            }
            try body(ServerAdministration(address: address, isOffline: options.isOffline))
            return 0
        } catch {
            Launcher.report((error as? Failure) ?? Failure(error, otherwise: "server"), options)
            return 1
        }
    }

    /// Does what is asked, and says what was done.
    private func text(of task: ServerRequest.Task, _ administration: ServerAdministration, book: String?) throws -> String {
        func named() throws -> String {
            guard let book else { throw Failure(kind: "no_book", message: "no book is named", hint: "add --book NAME, or ?book=NAME to the address") }
            return book
        }
        switch task {
        case .printLayout: return ServerAdministration.layout
        case .initialize:
            switch try administration.initialize() {
            case .made: return Self.nextSteps(administration.name)
            case .present(rebound: 0): return "\(administration.name) is ready already."
            case .present(let count): return "\(administration.name) is ready already; \(count) \(count == 1 ? "membership was" : "memberships were") found again by name."
            }
        case .status: return try Self.text(of: administration.status(), administration)
        case .create(let owner):
            try administration.create(book: named(), owner: owner)
            return "The book \(try named()) is made on \(administration.name)\(owner.map { ", and \($0) owns it" } ?? ", and you own it")."
        case .delete(let confirmed):
            guard try confirmed == named() else { throw Failure(kind: "refused", message: "\(confirmed) is not the name of the book", hint: "--confirm takes its name once more") }
            try administration.delete(book: named())
            return "The book \(confirmed) is deleted from \(administration.name), with all that was recorded in it."
        case .rename(let name):
            try administration.rename(book: named(), to: name)
            return "The book \(try named()) is called \(name) from now on."
        case .move(let target):
            let name = try named(), moved = try administration.move(book: name, to: target)
            let missing = moved.missing.isEmpty ? "" : " Without a login there, so no members of it any more: \(moved.missing.joined(separator: ", "))."
            return
                "The book \(name) is moved: \(moved.head.sequence) \(moved.head.sequence == 1 ? "entry" : "entries"), the last hash \(moved.head.hash). Nothing is recorded at the old place any more.\(missing)"
        case .useMarket(let uses):
            try administration.useMarket(in: named(), uses)
            return "The prices and rates that the server shares count in \(try named()) \(uses ? "where it has none of its own" : "no more")."
        case .addUser(let login, let word):
            guard let role = BookRole(rawValue: word) else {
                let roles = BookRole.allCases.map(\.rawValue)
                throw Failure(
                    kind: "argument", message: "there is no role \(word)", hint: Suggestion(for: word, in: roles)?.question ?? "there are \(roles.joined(separator: ", "))")
            }
            try administration.add(member: login, to: named(), as: role)
            return "\(login) is \(role == .owner || role == .editor ? "an" : "a") \(role.rawValue) of \(try named()) from now on."
        case .removeUser(let login):
            try administration.remove(member: login, from: named())
            return "\(login) does not belong to \(try named()) any more."
        case .listUsers: return try Self.table(of: administration.members(of: book))
        }
    }

    private static func nextSteps(_ name: String) -> String {
        """
        \(name) is ready for books. What an administrator does next, in psql:
            CREATE ROLE anna LOGIN;                         a login for each person
            \\password anna                                  asks for the password, and sends it hashed
            GRANT luca_members TO anna;                     who may use luca
            GRANT luca_creators TO anna;                    who may make books
            GRANT luca_market TO anna;                      who may store prices for all books
        Then, as anna:
            luca server create 'ADDRESS?book=family'        makes a book, which she owns
            luca server user add ben --role editor --book family
        """
    }

    private static func text(of status: ServerAdministration.Status, _ administration: ServerAdministration) throws -> String {
        let books = try administration.books()
        func line(_ name: String, _ value: String) -> String { name.padding(to: 16) + value }
        let encryption = status.isEncrypted.map { $0 ? "encrypted" : "not encrypted" } ?? "a socket of this machine"
        return [
            line("server", "\(administration.name), PostgreSQL \(status.engine)\(status.isStandby ? ", a copy of another server for reading" : "")"),
            line("layout", "version \(status.layout)"),
            line("you", status.login + (status.isAdministrator ? ", an administrator" : "")),
            line("connection", encryption),
            line("durable", status.isDurable ? "yes: what is acknowledged is on the disk" : "no: fsync or full_page_writes is off, and a power cut may lose entries"),
            line("books", "\(books.count) that you see, with \(books.reduce(0) { $0 + $1.entries }) entries"),
            line("size", "\(status.bytes / 1_048_576) MB, of all books"),
            line("connections", "\(status.connections) of \(status.mostConnections)"),
            line("notices", "\(Int(status.noticeQueue * 100)) % of the queue"),
            line("oldest", "a transaction of \(status.oldestTransaction) s"),
        ].joined(separator: "\n")
    }

    private static func table(of members: [ServerAdministration.Member]) throws -> String {
        var builder = FrameBuilder("members", [.text("book"), .text("login"), .text("role"), .text("note")])
        for member in members {
            let note = member.isKnown ? "" : "there is no such login any more, or another of the name: it has no rights"
            try builder.append([.text(member.book), .text(member.login), .text(member.role.rawValue), .text(note)])
        }
        return try builder.frame().text()
    }
}

/// Which server and which book a command line means: `--book` takes an address, or the name of a book on the server that is named elsewhere.
private struct ServerPlace {
    /// The address of the server.
    var address: String?
    /// The book that is named by itself.
    var book: String?

    init(_ argument: String?, _ options: LaunchOptions) {
        address = [argument, options.book, environment("LUCA_SERVER"), environment("LUCA_BOOK")].compactMap(\.self).first(where: BookPlace.isOnServer)
        // What LUCA_BOOK says where no --book stands is a file.
        book = options.book.flatMap { BookPlace.isOnServer($0) || $0 == environment("LUCA_BOOK") ? nil : $0 }
    }
}

extension String {
    /// The text with blanks behind it.
    fileprivate func padding(to width: Int) -> String { self + String(repeating: " ", count: max(1, width - count)) }
}
