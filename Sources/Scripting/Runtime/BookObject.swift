import Ledger
import LuaKit
import Storage

/// A book as Lua holds it.
final class BookObject {
    let book: Book
    /// Whether the running act began here: one that somebody began around it, such as a trial, is theirs to end.
    private var isActOurs = false
    /// What the running act, or the part of it that stands, rests on and has taken out; nil where it has recorded nothing here.
    private(set) var recording: Recording?

    /// Where the journal ended before an act recorded anything, and the entries that it has voided.
    struct Recording {
        let last: EntryID
        var voided: [EntryID] = []
    }

    /// Why nothing is said of the book any more: its file was moved, replaced or given a newer layout while it was open.
    var loss: StorageError?

    init(_ book: Book) { self.book = book }

    /// Begins an act, unless one is running already.
    func begin(_ source: String) {
        if book.isInTransaction { return }
        recording = nil
        book.beginAct(source: source)
        isActOurs = true
    }

    /// Notes where the act begins to record; called before each thing that it records.
    func beginRecording() {
        if !book.hasRecorded { recording = (try? book.ledger.lastEntry).map { Recording(last: $0) } }
    }

    /// Notes entries that the act has voided.
    func note(voided entries: [EntryID]) { recording?.voided += entries }

    /// Forgets what was voided since there were so many: it was undone.
    func forgetVoided(after count: Int) {
        if let voided = recording?.voided, voided.count > count { recording?.voided = Array(voided.prefix(count)) }
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
