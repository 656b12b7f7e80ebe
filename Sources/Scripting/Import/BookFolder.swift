import Formats
import Frames
import Ledger
import LuaKit
import Storage
import Values

/// A folder of CSV files that holds a whole book: `export("folder", "book")` writes it, `import("folder")` restores it.
struct BookFolder {
    let path: String
    let files: FileAccess

    /// Whether there is a folder, whatever it holds.
    var isThere: Bool { files.isFolder(path) }

    /// The text of each file, by name.
    static func contents(of book: Book) throws -> BookExport.Files {
        var writer = ArchiveWriter()
        try book.readJournal(
            act: { act in
                writer.begin(
                    act: act.id, first: act.first, recordedAt: act.recordedAt, source: act.source, recordedBy: try book.recordedBy(act.first))
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

    /// The files that belong together in the folder of another program, in the order in which they are imported.
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

    /// What was restored, a row a file.
    static func frame(_ archive: BookArchive, into book: Book, isImported: Bool) throws -> Frame {
        var builder = FrameBuilder("import", [.text("file"), .int("line"), .text("verdict"), .text("message")])
        for (file, rows) in archive.rowCounts {
            try builder.append([.text(file), .int(1), .text("add"), .text(rows == 1 ? "1 row" : "\(rows) rows")])
        }
        if isImported, !archive.hash.isEmpty, try book.head.hash.description != archive.hash {
            builder.add(warning: "hash", "the files were changed since they were exported, so the chain of entries is another one")
        }
        return builder.frame()
    }
}
