import LuaKit
import Session
import Storage
import Values

/// Copies of books: those that somebody asks for, and those that are made without.
extension Runtime {
    /// What the settings of this machine say of backups; what luca does unless told otherwise where there are none.
    package var backupPlan: BackupPlan { configuration.machine?.backupPlan ?? BackupPlan() }

    /// Has the open books go by the settings of this machine, which were changed.
    package func takeBackupPlan() {
        for opened in books.all { opened.book.backupPlan = backupPlan }
    }

    /// Makes the copies that are due after what was recorded, and tells what failed, and what else came up. To be called when an answer is shown, so that nobody waits for it.
    public func backUpIfDue() {
        for opened in books.all { for note in opened.book.takeNotes() { notice(note) } }
        for opened in books.all where opened.loss == nil { opened.book.backUpIfDue(on: today, notice: notice) }
    }

    /// Writes a copy of the book: to a path, into a folder under a dated name, or without either among the ten latest of the folder that the
    /// machine's settings name, else of one beside the book; then into their second folder too. Folders that are missing are made, and taken away again
    /// where no copy is. Returns where it is.
    ///
    /// - Parameter other: a folder that gets a copy besides, so that it gets no second one where the settings name it.
    public func backUp(to path: String?, alsoIn other: String? = nil) throws -> String {
        let book = try requireBook()
        guard let path else {
            let copy = try book.backup(folder: backupPlan.folder ?? (book.path ?? book.plainName) + ".backups", keep: Self.latest, notice: notice)
            if let second = backupPlan.secondFolder, second != other.map(files.absolute) {
                do { try backUp(toSecond: second) } catch let error as StorageError { notice("No copy is in \(second). \(error)") }
            }
            return copy
        }
        // A slash at the end says that a folder is meant, which is made where there is none.
        if files.isFolder(path) || path.hasSuffix("/") {
            let folder = path.lastIndex { $0 != "/" }.map { String(path[...$0]) } ?? path
            return try book.backup(folder: files.resolved(folder), keep: .max, notice: notice)
        }
        try book.backup(to: files.resolved(path), notice: notice)
        return path
    }

    /// Writes a copy under a dated name into a folder that must be there, as that of another disk, among the ten latest. Returns where it is.
    @discardableResult
    public func backUp(toSecond folder: String) throws -> String {
        let folder = files.absolute(folder)
        guard files.isFolder(folder) else { throw StorageError(.notFound, "There is no folder \(folder).", hint: "Is its disk there? luca never makes such a folder.") }
        return try requireBook().backup(folder: folder, keep: Self.latest, notice: notice)
    }

    /// Has a folder get copies too from now on, as the setting `backups_to` does.
    public func rememberSecondFolder(_ folder: String) throws {
        guard let machine = configuration.machine else { throw LuaMisuse("there is no place for settings here", hint: "set HOME or XDG_CONFIG_HOME", kind: "setting") }
        try machine.set(.backupsTo, to: files.absolute(folder))
        takeBackupPlan()
    }

    /// The path of a backup of the book at a path that is named as the list names it, or by its path; nil where there is none.
    package func backupPath(named name: String, of path: String?) -> String? {
        let file = files.resolved(name)
        if files.isThere(file), !files.isFolder(file) { return file }
        return path.flatMap { BackupList(of: $0, plan: backupPlan).path(of: name) }
    }

    /// The error of a name that no backup of the book at a path has.
    package func noBackup(named name: String, of path: String?) -> LuaMisuse {
        let known = path.flatMap { try? BackupList(of: $0, plan: backupPlan).all(checking: false).map(\.name) } ?? []
        let near = Suggestion(for: name, in: known)?.question
        return LuaMisuse(
            "there is no backup \(quoted(name))",
            hint: near ?? (known.isEmpty ? "there is none of this book; backup makes one" : "backups lists those that there are; the latest is \(known[0])"),
            kind: "no_backup")
    }

    /// How many of the copies stay that were asked for without a path.
    private static let latest = 10
}
