import Glibc
import Values

/// What is said of files: what is found at a path, what may not be written, what a disk fails with, and what changes under an open book. A name is the
/// file's, as the user would recognise it.
extension StorageError {
    /// What the system says of an error number.
    static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }

    static func noSuchBook(_ path: String) -> StorageError {
        StorageError(
            .notFound, "There is no book at \(path).",
            hint: "Check the path, or name another book with --book PATH; a new one begins there with the first entry of luca PATH.")
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

    static func developmentVersion(_ name: String, version: Int, first: Int) -> StorageError {
        StorageError(
            .outdated, "\(name) was made by a luca in development: its format is version \(version), and books begin with version \(first).",
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

    static func copyOfOther(_ copy: String, than name: String) -> StorageError {
        StorageError(
            .misuse, "\(copy) is a copy of another book than \(name).",
            hint: "luca backups lists the copies of this one; a file that has a folder before its name is taken as it is.")
    }

    /// A new file cannot be made.
    static func closedFolder(_ name: String, folder: String) -> StorageError {
        StorageError(.readOnly, "\(name) cannot be made: nothing may be written into \(folder).", hint: "Allow yourself to write there, or choose another folder.")
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
            hint: "It is open for reading only, and nothing was recorded. \(reason.wayToWrite ?? "Make it writable and open it again, or copy it to a folder of yours.")")
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
        default: StorageError(.inputOutput, "\(name) could not be read or written: \(reason(code)).")
        }
    }

    // MARK: Files that change under an open book

    static func moved(_ name: String, _ detail: String) -> StorageError {
        StorageError(
            .replaced, "\(name) is not there any more (\(detail)): it was moved or removed while it was open.",
            hint: "Nothing was recorded. Put it back, or close it and open it again where it is now.")
    }

    static func replaced(_ name: String) -> StorageError {
        StorageError(
            .replaced, "\(name) is another file now: something was put in its place while it was open.",
            hint: "Nothing was recorded. Close it and open it again to go on with what is there.")
    }

    static func replacedMeanwhile(_ name: String, _ cause: StorageError) -> StorageError {
        StorageError(
            .replaced, "The act was written, but something happened to \(name) meanwhile, and it may be lost: \(cause.message)",
            hint: "Close the book in every program and open it again. Look whether the act is there before you do it again.")
    }

    static func remarked(_ name: String, mark: Int) -> StorageError {
        StorageError(
            .replaced, "\(name) was marked as a file of another program while it was open (its application_id), and is no book any more.",
            hint: "Nothing was recorded. Set the mark back with the tool that changed it: PRAGMA application_id = \(mark)")
    }

    static func leadsElsewhere(_ link: String, isThere: Bool) -> StorageError {
        StorageError(
            .replaced,
            isThere
                ? "\(link) leads to another file now: the link was pointed at it, or something was put in its place, while the book was open."
                : "\(link) leads to no file any more: the link, or a folder on its way, was removed or moved while the book was open.",
            hint: "Nothing was recorded. Put the link back, or close the book and open it again to go on with what is there.")
    }

    static func touched(_ name: String) -> StorageError {
        StorageError(
            .replaced, "\(name) was written by something else than luca while it was open.",
            hint: "Nothing was recorded. Close it in every program, and open it again to see what is there: luca verify tells whether it is sound.")
    }

    static func journalReplaced(_ name: String) -> StorageError {
        StorageError(
            .replaced, "\(name)-wal, the journal of \(name), was removed or replaced while the book was open.",
            hint: "Nothing was recorded. Close the book in every program, and open it again to see what is there.")
    }

    static func changedWhileRead(_ name: String) -> StorageError {
        StorageError(
            .replaced, "\(name) was changed by another program while it was open for reading only.",
            hint: "Close it and open it again to see what is there now.")
    }
}
