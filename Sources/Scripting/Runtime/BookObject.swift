import LuaKit
import Storage

/// A book as Lua holds it.
final class BookObject {
    let book: Book
    /// Whether the running act began here: one that somebody began around it, such as a trial, is theirs to end.
    private var isActOurs = false
    /// Why nothing is said of the book any more: its file was moved, replaced or given a newer layout while it was open.
    var loss: StorageError?

    init(_ book: Book) { self.book = book }

    /// Begins an act, unless one is running already.
    func begin(_ source: String) {
        if book.isInTransaction { return }
        book.beginAct(source: source)
        isActOurs = true
    }

    /// Keeps what the act recorded.
    func commit() throws {
        guard isActOurs else { return }
        isActOurs = false
        try book.commitAct()
    }

    /// Forgets what the act recorded.
    func rollback() {
        guard isActOurs else { return }
        isActOurs = false
        book.rollbackAct()
    }
}

extension StorageError: LuaRaisable {
    public var luaKind: String { kind.rawValue }
    public var field: String? { nil }
}

/// Books in Lua: every function that works on the current book is a method of any book.
enum BookType {
    static let type = LuaType(
        "book", summary: "A book of accounts: the file and what follows from it.", layout: .object,
        fields: [
            LuaFunction("path", returns: "string?", summary: "Where its file is.", style: .positional) { call in
                call.reply(try call.book().path.map { .string($0) } ?? .none)
            },
            LuaFunction("name", returns: "string", summary: "What messages call it.", style: .positional) { call in
                call.reply(try call.book().name)
            },
        ],
        methods: Modules.all.filter { $0.isAboutBooks }.flatMap { $0.functions }.filter { !$0.name.contains(".") },
        metamethods: [
            LuaFunction("__tostring", returns: "string", summary: "Its name.", style: .positional) { call in
                call.reply("book \(call.object(0, .book, as: BookObject.self)?.book.name ?? "(closed)")")
            },
        ])
}
