import Frames
import Ledger
import LuaKit
import LuaSurface
import Sentences
import Session
import Storage
import Values

/// The backup that somebody at the prompt has said yes to, until the statement has ended that asked: a book is not closed within an act.
package final class RestoreWish {
    /// Its name or path; nil where none is to be restored.
    package var backup: String?
    /// The path of the book in whose place it goes.
    package var path = ""

    /// No backup.
    package init() {}
}

/// `backups` and `recorded_since`: the copies of a book, and what restoring one of them would lose.
package enum BackupModule {
    /// The functions of the group, in the order in which help lists them.
    package static let module = Module("backups", [backups, recordedSince, restore])

    private static let backups = LuaFunction(
        "backups",
        [
            .optional(
                "check", .boolean, "Whether each is looked through from the first entry to the last; false is quicker, and leaves \"sound\" empty.", default: "true")
        ],
        returns: "frame",
        summary: "The copies of the book, the newest first: those that somebody made, and those that luca makes by itself, once a day and before imports, deletions and new "
            + "versions of the file.",
        example: "#backups{} --> 0"
    ) { call in
        let book = try call.book(), isChecked = try call.boolean("check") ?? true
        guard call.runtime.files.isAllowed else { throw LuaMisuse("backups: a sandboxed script reaches no files", kind: "sandbox") }
        return try call.reply(frame(book.backups(checking: isChecked), isChecked: isChecked))
    }

    private static let recordedSince = LuaFunction(
        "recorded_since", [.required("backup", .string, "The name of a backup, as backups{} lists it, or its path.")], returns: "frame",
        summary: "What was recorded after a backup was made, and would be lost by restoring it: a row for each entry.", style: .positional
    ) { call in
        let book = try call.book(), name = try call.string("backup") ?? ""
        guard call.runtime.files.isAllowed else { throw LuaMisuse("recorded_since: a sandboxed script reaches no files", kind: "sandbox") }
        guard let path = call.runtime.backupPath(named: name, of: book.path) else { throw call.runtime.noBackup(named: name, of: book.path) }
        return try call.reply(frame(entriesOf: book, after: book.lastEntry(sharedWith: path)))
    }

    private static let restore = LuaFunction(
        "script.restore", [.required("backup", .string, "The name of a backup, as backups{} lists it, or its path.")], returns: "boolean",
        summary: "Asks whether to put a backup in the place of the book; after a yes that is done when the statement has ended. Nil where nobody can be asked.",
        style: .positional
    ) { call in
        let runtime = call.runtime, path = try call.book().path ?? ""
        guard let answer = try runtime.console.isConfirmed("Put it in the place of \(path), which is kept under a dated name?", otherwise: false) else { return .nothing }
        if answer {
            let wish = runtime.part { RestoreWish() }
            (wish.backup, wish.path) = (try call.string("backup"), path)
        }
        return call.reply(.boolean(answer))
    }

    /// The copies as a table.
    package static func frame(_ listings: [BackupListing], isChecked: Bool) throws -> Frame {
        var builder = FrameBuilder(
            "backups",
            [
                .text("name").ranked(.deciding), .day("date").ranked(.useful), .int("entries").ranked(.leading), .text("head").ranked(.minor), .int("bytes").ranked(.leading),
                .bool("automatic").ranked(.minor), .text("why").ranked(.useful), .bool("sound").ranked(.deciding), .prose("finding").rankedWhereAny(.leading),
                .text("path").ranked(.minor),
            ])
        for listing in listings {
            try builder.append([
                .text(listing.name), .day(listing.day), listing.head.map { .int(Int64($0.sequence)) } ?? .none,
                listing.head.map { .text($0.hash.description) } ?? .none, .int(Int64(listing.bytes)), .bool(listing.isAutomatic), .text(listing.why),
                isChecked || listing.fault != nil ? .bool(listing.fault == nil) : .none, listing.fault.map { .text($0) } ?? .none, .text(listing.path),
            ])
        }
        return builder.frame()
    }

    /// The entries of a book after one, as a table.
    package static func frame(entriesOf book: Book, after entry: Int) throws -> Frame {
        let ledger = try book.ledger, table = ledger.activities
        var rows: [EntryID: Int] = [:]
        for row in 0..<table.count where table.id(at: row).rawValue > entry { rows[table.id(at: row)] = row }
        var builder = FrameBuilder(
            "recorded_since",
            [
                .int("id").ranked(.useful), .day("recorded").ranked(.leading), .text("what").ranked(.deciding), .day("date").ranked(.leading), .text("account").ranked(.leading),
                .text("symbol").ranked(.deciding), .quantity("quantity").optional().ranked(.useful), .price("price").optional().ranked(.useful),
                .money("amount", total: .none).ranked(.deciding),
                .text("currency").ranked(.deciding), .text("source").ranked(.ordinary),
            ])
        for note in try book.entries(after: entry) {
            guard let row = rows[note.id] else {
                try builder.append([
                    .int(Int64(note.id.rawValue)), .day(note.recordedAt.day), .text(note.what), .none, .none, .none, .none, .none, .none, .none, .text(note.source),
                ])
                continue
            }
            try builder.append([
                .int(Int64(note.id.rawValue)), .day(note.recordedAt.day), .text(table.kind(at: row).rawValue), .day(table.date(at: row)),
                .text(ledger[table.account(at: row)].name), table.instrument(at: row).map { .text(ledger[$0].symbol) } ?? .none,
                table.quantity(at: row).map { .decimal($0) } ?? .none, table.price(at: row).map { .decimal($0) } ?? .none,
                table.amount(at: row).map { .decimal($0) } ?? .none, .text(table.currency(at: row).code), .text(note.source),
            ])
        }
        return builder.frame()
    }
}
