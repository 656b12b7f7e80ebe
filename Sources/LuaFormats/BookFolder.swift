import Formats
import Frames
import Ledger
import LuaKit
import LuaSurface
import Session
import Storage
import Values

/// A folder of CSV files that holds a whole book: `export("folder", "book")` writes it, `import("folder")` restores it.
struct BookFolder {
    /// The path of the folder, as it was given.
    let path: String
    /// Access to its files.
    let files: FileAccess

    /// Whether there is a folder, whatever it holds.
    var isThere: Bool { files.isFolder(path) }

    /// The text of each file, by name.
    static func contents(of book: Book) throws -> BookExport.Files {
        var writer = ArchiveWriter()
        // Asked before, since a journal that is being read from a server takes no other question.
        let recorders = try book.recorders()
        try book.readJournal(
            act: { act in
                writer.begin(act: act.id, first: act.first, recordedAt: act.recordedAt, source: act.source, recordedBy: recorders[act.first])
            },
            entry: { writer.add($1, id: $0) })
        if writer.hasErasure {
            throw LuaMisuse(
                "export: an account was deleted from this book, and a folder of CSV cannot keep the places of what was removed",
                field: "what", hint: "backup(\"copy.luca\") copies the whole file", kind: "erased")
        }
        try book.readQuotes { writer.add($0, recordedAt: $1) }
        try book.readRates { writer.add($0, recordedAt: $1) }
        let leftOut = writer.secrets == 0 ? [] : ["keys of providers are left out; luca key PROVIDER keeps them outside of books"]
        return BookExport.Files(files: writer.files(hash: try book.head.hash.description), leftOut: leftOut)
    }

    /// Whether it is the export of a whole book.
    var holdsBook: Bool {
        get throws { try files.readIfThere("\(path)/\(BookArchive.mark)") != nil }
    }

    /// The files of another program's folder that belong together, in the order in which they are imported.
    var otherFiles: [String] {
        get throws {
            try ["accounts.csv", "instruments.csv", "transactions.csv", "values.csv"].map { "\(path)/\($0)" }.filter { try files.readIfThere($0) != nil }
        }
    }

    /// Reads the folder, all of it.
    func read() throws -> BookArchive {
        guard try holdsBook else {
            throw ImportIssue(
                .unknownFormat, file: path, message: "the folder has no \(BookArchive.mark), so it is not the export of a whole book",
                hint: "import its files one by one; transactions.csv finds instruments.csv and accounts.csv beside it")
        }
        return try BookArchive { try files.readIfThere("\(path)/\($0)") }
    }

    /// Records a book in an empty one; the numbers, times and sources of its entries are kept.
    static func restore(_ archive: BookArchive, into book: Book) throws {
        let acts = archive.acts.map { ReplayedAct(recordedAt: $0.recordedAt, source: $0.source, recordedBy: $0.recordedBy, entries: $0.entries) }
        do {
            try book.replay(acts, quotes: archive.quotes, rates: archive.rates)
        } catch let refusal as ReplayRefusal {
            throw ImportIssue(.ledgerRule, file: archive.place(of: refusal.entry), message: refusal.error.message, hint: refusal.error.hint ?? "")
        }
    }

    /// The last hash of the book that a folder would become, worked out without writing one.
    static func head(of archive: BookArchive) throws -> JournalHead {
        let book = Book.inMemory(clock: SystemClock.now)
        defer { book.close() }
        try restore(archive, into: book)
        return try book.head
    }

    /// Notices about a folder, by kind: whether it is still what was exported, and what of it no book can hold.
    ///
    /// - Parameter head: where the journal of the book ends that it becomes.
    static func notices(_ archive: BookArchive, head: JournalHead) -> [(kind: String, message: String)] {
        if archive.secretsLeftOut > 0 {
            return [("secrets", "keys of providers in settings.csv are left out, so the chain of entries is another one; luca key PROVIDER keeps them outside of books")]
        }
        if archive.hash.isEmpty || head.hash.description == archive.hash { return [] }
        return [("hash", "the files were changed since they were exported, so the chain of entries is another one")]
    }

    /// What was restored, a row for each file; `head` is where the journal of the restored book ends.
    static func frame(_ archive: BookArchive, head: JournalHead) throws -> Frame {
        var builder = FrameBuilder("import", [.text("file"), .int("line").ranked(.leading), .text("verdict").ranked(.deciding), .prose("message").ranked(.leading)])
        for (file, rows) in archive.rowCounts {
            try builder.append([.text(file), .int(1), .text("add"), .text(rows == 1 ? "1 row" : "\(rows) rows")])
        }
        for (kind, message) in notices(archive, head: head) { builder.add(warning: kind, message) }
        return builder.frame()
    }
}
