import Frames
import Ledger
import LuaKit
import LuaSurface
import Session
import Storage
import Values

/// `open`, `verify` and `backup`.
package enum BookModule {
    /// The functions of the group, in the order in which help lists them.
    package static let module = Module("book", [open, verify, backup])

    private static let open = LuaFunction(
        "open",
        [
            .required("path", .path, "The book's file; a path that does not exist becomes a new book with its first entry."),
            .optional("current", .boolean, "Whether bare functions work on it from now on.", default: "true"),
        ],
        returns: "book", summary: "Opens a book. A statement or a script may read several, and writes one of them.", style: .named
    ) { call in
        let runtime = call.runtime
        guard runtime.files.isAllowed else { throw LuaMisuse("open: a sandboxed script reaches no other book", kind: "sandbox") }
        let path = runtime.files.resolved(try call.string("path") ?? "")
        if !Book.isServerAddress(path), !runtime.files.isThere(path) { try runtime.refuseRehearsal(of: "open", because: "there is no book \(path), and a what-if makes no files") }
        let known = runtime.books.all.first { $0.loss == nil && $0.book.isFile(at: path) }
        let book = try known?.book ?? runtime.open(path, onFirstAct: true)
        if known == nil, let notice = runtime.unmadeBook(at: path) { runtime.notice(notice) }
        let opened = try call.boolean("current") ?? true ? runtime.use(book) : runtime.register(book)
        return call.reply(.object(LuaObject(type: .book, instance: opened)))
    }

    private static let verify = LuaFunction(
        "verify",
        [.optional("expect", .string, "A last hash that was noted earlier: whether all that was there then is there still.")],
        returns: "boolean, string[], integer, string, string[]",
        summary: "Checks the whole book: its chain of entries, its file, that it replays, and that nothing known to have been there is missing. "
            + "Returns whether it is sound, what is wrong, the number of entries, the last hash, and notes.",
        example: "(verify()) --> true"
    ) { call in
        let expected = try call.string("expect").map(BookModule.expectation)
        let report = try call.book().verify(expecting: expected?.hash, of: expected?.entries)
        return call.reply([
            .boolean(report.isSound), .list(report.problems.map { .string("\($0)") }), .integer(report.head.sequence),
            .string("\(report.head.hash)"), .list(report.notes.map { .string($0) }),
        ])
    }

    /// The hash in a text that `verify` printed: a hash alone, a whole line or all lines; with the number of entries where the line tells it.
    ///
    /// - Throws: a misuse where the text holds no hash.
    package static func expectation(_ text: String) throws -> (hash: EntryHash, entries: Int?) {
        let words = text.split(whereSeparator: \.isWhitespace), hashes = words.indices.compactMap { place in EntryHash(words[place]).map { (place, $0) } }
        // Notes may tell other hashes.
        if let (place, hash) = hashes.last(where: { place, _ in place > 1 && words[place - 2] == "last" && words[place - 1] == "hash" }) {
            return (hash, place > 3 && words[place - 3].hasPrefix("entr") ? Int(words[place - 4]) : nil)
        }
        if let told = hashes.last { return (told.1, nil) }
        throw LuaMisuse(
            "verify: \"\(text)\" is no hash of an entry: that has 64 hexadecimal digits, and this has \(text.count) characters", field: "expect",
            hint: "the last line that verify printed then has it: 13 entries, last hash c43d…; the whole line will do, and so will all lines")
    }

    private static let backup = LuaFunction(
        "backup", [.optional("path", .path, "Where to write the copy; without it, among the ten latest in the folder for backups, else in one beside the book.")],
        returns: "string", summary: "Writes a complete copy of the book, while it is in use, and tells where it is.",
        style: .positional
    ) { call in
        let path = try call.string("path")
        guard call.runtime.files.isAllowed else { throw LuaMisuse("backup: a sandboxed script writes no files", kind: "sandbox") }
        try call.runtime.refuseRehearsal(of: "backup", because: "a copy would have nothing of what the what-if records", hint: "make it before or afterwards")
        return call.reply(try call.runtime.backUp(to: path.map(call.runtime.files.resolved)))
    }
}
