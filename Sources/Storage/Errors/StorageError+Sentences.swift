import Glibc
import Ledger
import Values

/// The sentences, in one place. A name is the file's, as the user would recognise it.
extension StorageError {
    static func noSuchBook(_ path: String) -> StorageError {
        StorageError(.notFound, "There is no book at \(path).", hint: "Check the path, or name another book with --book PATH; a new one begins there with the first entry of luca PATH.")
    }

    static func noSuchBackup(_ path: String) -> StorageError {
        StorageError(.notFound, "There is no backup at \(path).", hint: "Check the path; nothing was restored.")
    }

    static func nothingRecorded(_ path: String) -> StorageError {
        StorageError(
            .notFound, "There is no book at \(path) yet: nothing has been recorded.", hint: "Check the path; the first entry makes a book there.")
    }

    static func noSuchFolder(_ folder: String, for name: String) -> StorageError {
        StorageError(.notFound, "\(name) cannot be made, because there is no folder \(folder).", hint: "Make the folder first: mkdir -p \(SafeText.shellWord(folder))")
    }

    static func noFolderButFile(_ place: String, for name: String) -> StorageError {
        StorageError(.alreadyExists, "\(name) cannot be made, because \(place) is a file and no folder.", hint: "Name a folder, or give that file another name.")
    }

    static func folderNotMade(_ folder: String, _ detail: String, for name: String) -> StorageError {
        StorageError(.readOnly, "\(name) cannot be made, because its folder \(folder) cannot be: \(detail).", hint: "Name a place where you may write: luca backup FILE")
    }

    static func linkInCircle(_ path: String) -> StorageError {
        StorageError(
            .unreadable, "\(path) is a link that leads back to itself, and to no book.",
            hint: "Remove the link, which holds nothing: rm \(SafeText.shellWord(path)). Or name the book itself.")
    }

    static func isDirectory(_ path: String) -> StorageError {
        StorageError(.isDirectory, "\(path) is a folder, not a book.", hint: "Name the file in it, such as \(path == "/" ? "" : path)/family.luca.")
    }

    static func noRegularFile(_ path: String) -> StorageError {
        StorageError(.notABook, "\(path) is a device or a pipe, not a book.", hint: "Name a file, which is made where there is none.")
    }

    static func emptyFile(_ name: String) -> StorageError {
        StorageError(
            .notABook, "\(name) is an empty file, not a book.",
            hint: "Remove it to start a new book there, or restore a backup over it.")
    }

    static func emptyFileWithJournal(_ name: String) -> StorageError {
        StorageError(
            .damaged, "\(name) is an empty file, while the journal of a book lies beside it.",
            hint: "Keep \(name)-wal, which may hold entries, and restore the latest backup that verifies under another name.")
    }

    static func noFile(_ name: String, _ suffix: String, isFolder: Bool) -> StorageError {
        StorageError(
            .unreadable, "\(name) cannot be opened, because \(name)\(suffix) beside it is \(isFolder ? "a folder" : "no regular file"): a book keeps a journal under that name.",
            hint: "Move \(name)\(suffix) to another place or give it another name.")
    }

    static func unreadableJournal(_ name: String, _ suffix: String, _ detail: String) -> StorageError {
        StorageError(
            .unreadable, "\(name) cannot be opened, because its journal \(name)\(suffix) beside it may not be read: \(detail).",
            hint: "Ask the journal's owner for permission to read it; it may hold entries.")
    }

    static func orphanedJournal(_ name: String, _ suffix: String) -> StorageError {
        StorageError(
            .alreadyExists, "\(name) cannot be made, because \(name)\(suffix) is there: the journal of a book of that name, which was moved or removed.",
            hint: "Put that book back, or move the journal away; it may hold entries.")
    }

    static func unfinished(_ name: String) -> StorageError {
        StorageError(
            .readOnly, "\(name) was left in the middle of its work, and cannot be made whole where it may only be read.",
            hint: "Copy it, with the files beside it whose names begin like its own, to a folder of yours, and open it there.")
    }

    static func notADatabase(_ name: String) -> StorageError {
        StorageError(
            .notABook, "\(name) is not a book: it is no database at all.",
            hint: "It was left as it is; give a new book another name.")
    }

    static func foreignDatabase(_ name: String) -> StorageError {
        StorageError(.notABook, "\(name) is a database of another program, not a book.", hint: "It was left as it is; give a new book another name.")
    }

    static func openElsewhere(_ path: String) -> StorageError {
        StorageError(
            .busy, "\(path) is open in another program, or was left so: changes that are not written back lie beside it.",
            hint: "Close it there, or open and close it once with its own program.")
    }

    static func newer(_ name: String, version: Int, known: Int) -> StorageError {
        StorageError(
            .newer, "\(name) was written by a newer luca: its format is version \(version), and this program knows up to version \(known).",
            hint: "Use that luca, or a newer one. The file was left as it is.")
    }

    static func developmentVersion(_ name: String, version: Int) -> StorageError {
        StorageError(
            .outdated, "\(name) was made by a luca in development: its format is version \(version), and books begin with version \(Schema.firstNumber).",
            hint: """
                The file was left as it is. With the luca that made it: export("folder", "book"); then with this one: luca new.luca, import "folder".
                """)
    }

    static func migratedMeanwhile(_ name: String, version: Int, known: Int) -> StorageError {
        StorageError(
            .newer, "A newer luca has changed the format of \(name) while it was open: to version \(version), and this program knows up to version \(known).",
            hint: "Nothing was recorded. Close it here, and go on with that luca.")
    }

    static func outdated(_ name: String, version: Int, known: Int) -> StorageError {
        StorageError(
            .readOnly, "\(name) has to be brought up to date first: its format is version \(version), and this program reads version \(known).",
            hint: "Open it once for writing; a backup is made before.")
    }

    static func damagedFile(_ name: String, _ detail: String) -> StorageError {
        StorageError(
            .damaged, "\(name) is damaged: \(detail).",
            hint: "Leave it as it is, and restore the latest backup that verifies: luca restore BACKUP --book \(SafeText.shellWord(name)) --force")
    }

    static func damagedEntry(_ name: String, sequence: Int, _ detail: String) -> StorageError {
        StorageError(
            .damaged, "\(name) is damaged: entry \(sequence), \(detail).",
            hint: "`luca verify` tells what else is wrong; restore the latest backup that verifies.")
    }

    static func damagedEntry(_ name: String, _ row: JournalRow, _ fault: RowFault) -> StorageError {
        let column = fault.column.map { " (column \(row.table.columns[$0]))" } ?? ""
        return damagedEntry(name, sequence: row.sequence, "\(row.table.noun), does not make sense: \(fault.problem)\(column)")
    }

    static func readOnlyFile(_ name: String) -> StorageError {
        StorageError(.readOnly, "\(name) may be read but not written.", hint: "Change its permissions, or open it read-only.")
    }

    static func readOnlyFileSystem(_ name: String) -> StorageError {
        StorageError(
            .readOnly, "\(name) may be read but not written, because its file system may only be read.",
            hint: "Have it mounted for writing, or open the book read-only. A disk that met with errors is made one for reading: look after it first.")
    }

    static func readOnlyFolder(_ name: String, folder: String) -> StorageError {
        StorageError(
            .readOnly, "\(name) cannot be written, because its folder \(folder) may only be read: a book keeps a journal file beside it.",
            hint: "Open it read-only, or copy it to a folder of yours.")
    }

    static func readOnlyJournal(_ name: String, _ suffix: String) -> StorageError {
        StorageError(
            .readOnly, "\(name) cannot be written, because its journal \(name)\(suffix) beside it may only be read.",
            hint: "Change the journal's permissions, or open the book read-only.")
    }

    static func readOnlySession(_ name: String) -> StorageError {
        StorageError(.readOnly, "\(name) was opened for reading only.", hint: "Open it for writing to record something.")
    }

    static func notWritable(_ reason: StorageError) -> StorageError {
        if reason.kind == .diskFull {
            return StorageError(
                .diskFull, reason.message, hint: "It is open for reading only, and nothing was recorded. Make room on the disk, and do it again.")
        }
        return StorageError(
            .readOnly, reason.message,
            hint: "It is open for reading only, and nothing was recorded. Make it writable and open it again, or copy it to a folder of yours.")
    }

    static func unreadable(_ name: String, _ detail: String) -> StorageError {
        StorageError(.unreadable, "\(name) may not be read: \(detail).", hint: "Ask its owner for permission to read it.")
    }

    static func alreadyExists(_ name: String, hint: String) -> StorageError {
        StorageError(.alreadyExists, "\(name) exists already.", hint: hint)
    }

    static func busy(_ name: String, waited: Double) -> StorageError {
        let seconds = waited == waited.rounded() ? "\(Int(waited))" : "\(waited)"
        return StorageError(
            .busy, "\(name) is being written by another program, which did not finish within \(seconds) seconds.",
            hint: "Nothing was recorded. Try again when the other one is done.")
    }

    static func noLocks(_ name: String) -> StorageError {
        StorageError(
            .inputOutput, "\(name) cannot be locked, because its file system gives out no locks, as some do over a network.",
            hint: "Nothing was recorded. Keep the book on a disk of this machine, or have the lock service of that file system started.")
    }

    static func outdated(_ name: String) -> StorageError {
        StorageError(
            .outdated, "\(name) has changed while this ran: another program recorded something after it was read.",
            hint: "Nothing was recorded. Run it again.")
    }

    static func diskFull(_ name: String) -> StorageError {
        StorageError(
            .diskFull, "There is no room left on the disk of \(name).",
            hint: "Nothing of this act was recorded. Make room and do it again.")
    }

    static func noRoomToRecord(_ name: String) -> StorageError {
        StorageError(.diskFull, "There is no room left on the disk of \(name), so nothing can be recorded in it.", hint: "Make room, and do it again.")
    }

    static func noRoomBesideOthers(_ name: String) -> StorageError {
        StorageError(
            .diskFull, "There is no room left on the disk of \(name), and while another program has it open it cannot be read without.",
            hint: "Make room, or close it in the other program; then open it again.")
    }

    static func noMemory(_ name: String, bytes: Int, limit: Int) -> StorageError {
        let beyond = "\(name) has \(bytes) bytes: where nothing can be written a book is read whole into memory, which SQLite does up to 2 GiB."
        let none = "There is no memory for the \(bytes) bytes of \(name), which is read whole where nothing can be written."
        return StorageError(.inputOutput, bytes > limit ? beyond : none, hint: "Make room on its disk, or copy it to another one.")
    }

    static func unconfirmed(_ name: String, _ cause: StorageError) -> StorageError {
        StorageError(
            cause.kind, "The disk of \(name) did not confirm that this act was written. \(cause.message)",
            hint: "Close the book and open it again to see whether it is there, before doing it again.")
    }

    static func system(_ name: String, _ code: Int32) -> StorageError {
        switch code {
        case ENOSPC, EDQUOT, EFBIG: .diskFull(name)
        case EROFS: .readOnlyFileSystem(name)
        case EACCES, EPERM: .readOnlyFile(name)
        default: StorageError(.inputOutput, "\(name) could not be read or written: \(BookFile.reason(code)).")
        }
    }

    static func interrupted() -> StorageError { StorageError(.interrupted, "Interrupted.") }

    static func closed(_ name: String) -> StorageError { StorageError(.closed, "\(name) is closed.", hint: "Open it again.") }

    static func actFailed(_ cause: StorageError) -> StorageError {
        StorageError(
            .actFailed, "This act has failed, and nothing more can be recorded in it. \(cause.message)",
            hint: "Everything in it is undone; do it again as a new act.")
    }

    static func shorterThanBefore(_ name: String, end: Int, seen: Int) -> StorageError {
        StorageError(
            .damaged, "\(name) ends with entry \(end) now, and had \(seen) before: it was cut off, or another file was put in its place.",
            hint: "Close it and open it again to go on with what is there; nothing was recorded.")
    }

    // MARK: Names and undoing

    static func foreignDraft(_ name: String, folder: String) -> StorageError {
        StorageError(
            .alreadyExists, "\(name) cannot be made: \(folder), the folder in which luca prepares a new book, is there and is not luca's.",
            hint: "Look what it is, and move it away; or choose another name for the book.")
    }

    static func severalNames(_ name: String, other: String?) -> StorageError {
        let book = SafeText.shellWord(name)
        let removal = other.map { "rm \(SafeText.shellWord($0))" } ?? "find FOLDER -samefile \(book) tells it"
        return StorageError(
            .readOnly,
            """
            \(name) has another name too, \(other.map { "\($0), " } ?? "")as a hard link: what is recorded under one is not seen under the other \
            until both are closed, and may be lost.
            """, hint: "Remove the other name (\(removal)), or make this a file of its own: cp \(book) copy && mv copy \(book)")
    }

    static func erasureStands(_ act: Int) -> StorageError {
        StorageError(
            .misuse, "Act \(act), the last one, deleted an account for good, which nothing takes back.",
            hint: "The copy of the book made before it has the account. void(ID) takes back an activity recorded earlier; activities shows the ids.")
    }

    static func onlyDefined(_ act: Int, accounts: [String], symbols: [String]) -> StorageError {
        func list(_ names: [String]) -> String { names.prefix(3).joined(separator: ", ") + (names.count > 3 ? " and \(names.count - 3) more" : "") }
        let quoted = accounts.map { "\"\($0)\"" }
        let account = quoted.isEmpty ? nil : "the account\(quoted.count == 1 ? "" : "s") \(list(quoted))", symbol = symbols.isEmpty ? nil : "the instrument\(symbols.count == 1 ? "" : "s") \(list(symbols))"
        let removal = quoted.first.map { "delete account \($0) confirm takes \(quoted.count == 1 ? "it" : "the first") away. " } ?? ""
        return StorageError(
            .onlyDefined, "Act \(act), the last one, defined \([account, symbol].compactMap { $0 }.joined(separator: " and ")): undo takes no definition back, and what was done before it stands.",
            hint: "\(removal)\(symbols.isEmpty ? "" : "An instrument that nothing is recorded of changes no figure. ")Say undo again to take back the act before it, or void(ID) for one of its entries.")
    }

    // MARK: Erasing

    static func notScrubbed(_ name: String, _ cause: StorageError) -> StorageError {
        StorageError(
            cause.kind, "The account is erased, but bytes of it may still lie in the file of \(name): \(cause.message)",
            hint: "Close the book in every other program, and run VACUUM on the file with any SQLite tool.")
    }

    static func erasureInsideAct(isTrial: Bool) -> StorageError {
        isTrial
            ? StorageError(.misuse, "Deleting an account cannot be rehearsed, because it cannot be taken back.", hint: "Do it outside of the trial.")
            : StorageError(
                .misuse, "An account is deleted by itself, and not in an act that has recorded something or is part of another.",
                hint: "Make it a statement of its own.")
    }

    static func restsOnAccount(_ account: String, _ reason: String) -> StorageError {
        StorageError(
            .refused, "\(account) cannot be deleted, because something recorded in another account rests on it: \(reason).",
            hint: "Void or amend that first.")
    }

    // MARK: Queries

    static func emptyQuery() -> StorageError {
        StorageError(.query, "The query is empty.", hint: "Try SELECT * FROM activities.")
    }

    static func tooLongQuery(_ bytes: Int) -> StorageError {
        StorageError(.query, "The query is longer than \(bytes) bytes.", hint: "Write a ? for each value, and pass the values as arguments.")
    }

    static func severalStatements() -> StorageError {
        StorageError(.refused, "A query is one statement, and there is more behind the first.", hint: "Ask one after the other.")
    }

    static func refusedStatement() -> StorageError {
        StorageError(
            .refused, "A query reads the book; this one would change it.",
            hint: "Record with commands such as buy, deposit and void, so that lots and cash stay right.")
    }

    static func refusedReach(_ word: String) -> StorageError {
        StorageError(.refused, "\(word) is not allowed in a query: it reaches outside the book or changes how it is kept.", hint: "Use SELECT.")
    }

    static func notAQuestion(_ word: String) -> StorageError {
        StorageError(.query, "A query begins with SELECT, WITH, VALUES or EXPLAIN, not with \(word).", hint: "Try SELECT * FROM activities.")
    }

    static func refusedFunction(_ name: String) -> StorageError {
        let nearest = nearestName(to: name.lowercased(), in: QueryFunctions.allowed.sorted()).map { "Did you mean \($0)? " } ?? ""
        return StorageError(
            .refused, "The function \(name) is not allowed in a query: a query computes from the book, and reaches nothing else.",
            hint: nearest + "There are SQLite's functions on numbers, texts, dates and JSON, and decimal_add, decimal_sub, decimal_mul.")
    }

    static func refusedTable(_ name: String, views: [String]) -> StorageError {
        let nearest = nearestName(to: name, in: views).map { "Did you mean \($0)? " } ?? ""
        return StorageError(
            .refused, "\(name) is nothing that a query may read: it reads the views of the book.", hint: nearest + "There are \(views.joined(separator: ", ")).")
    }

    static func takenName(_ name: String) -> StorageError {
        StorageError(.refused, "\(name) is a view of the book, so a WITH table cannot have that name.", hint: "Call it something else, such as my_\(name).")
    }

    static func tooLargeWork(_ bytes: Int) -> StorageError {
        StorageError(
            .query, "The query takes more than \(bytes) bytes to work out.", hint: "Ask for less: name columns, add WHERE, or add up before you sort.")
    }

    static func tooSlowQuery(_ most: Duration) -> StorageError {
        StorageError(.query, "The query takes longer than \(most.components.seconds) seconds.", hint: "Ask for less: join by what both sides have in common, or add WHERE.")
    }

    static func tooLargeAnswer(_ bytes: Int) -> StorageError {
        StorageError(.query, "The answer takes more than \(bytes) bytes.", hint: "Ask for less: name columns, add WHERE or LIMIT, or add up.")
    }

    static func tooLargeValue() -> StorageError {
        StorageError(.query, "A single value of the answer, or one on the way to it, is too large.", hint: "Ask for less.")
    }

    static func argumentCount(expected: Int, given: Int) -> StorageError {
        StorageError(.query, "The query has \(expected) places for arguments, and \(given) were given.", hint: "Write a ? for each argument.")
    }

    static func senselessRate(_ rate: Rate) -> StorageError {
        let what = "A rate from \(rate.from) to \(rate.to) on \(rate.date) cannot be \(rate.rate)"
        if rate.from == rate.to { return StorageError(.misuse, "\(what): a currency is worth one of itself.", hint: "Name two currencies.") }
        return StorageError(.misuse, "\(what): it has to be above zero.", hint: "Say how much of \(rate.to) one \(rate.from) is worth.")
    }
}
