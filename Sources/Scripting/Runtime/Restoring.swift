public import Frames
import LuaKit
import LuaRecording
import LuaSurface
import Session
import Storage
import Values

/// Putting a backup in the place of a book: what is to be chosen from, what would be lost, and how it is tried.
extension Runtime {
    /// Puts a backup in the place of a book, the old one kept beside it. Returns what was done, as a sentence.
    ///
    /// - Parameters:
    ///   - backup: the path of a copy, or its name from the list.
    ///   - forced: the command that says that the book which is there is to be replaced, for the refusal of one that does not.
    public func restore(from backup: String, to path: String, isForced: Bool, forced: String) throws -> String {
        let kept: String?
        do {
            let copy = try foundBackup(backup, of: path)
            try checkNamed(backup, copy, of: path)
            kept = try Book.restore(from: copy, to: files.resolved(path), replacing: isForced, clock: configuration.clock, notice: notice)
        } catch let error as StorageError where error.kind == .alreadyExists && !isForced {
            throw StorageError(.alreadyExists, error.message, hint: "To put the backup in its place, and keep the book that is there under a dated name: \(forced)")
        }
        let known = try? takeAsRestored(path)
        return "\(path) is restored from \(backup)" + (kept.map { "; the old book is kept as \($0)" } ?? "") + (known.flatMap(\.self).map { ". \($0)" } ?? "")
    }

    /// Restores what somebody has said yes to at the prompt, and opens it in the place of the book, which is closed for that. To be called between acts.
    ///
    /// - Returns: what was done, as a sentence; nil where nobody wished it.
    /// - Throws: what the backup is refused with; the book is open again then.
    public func restoreAsWished() throws -> String? {
        let wish = part { RestoreWish() }
        guard let backup = wish.backup else { return nil }
        wish.backup = nil
        guard let book, let path = book.path, path == wish.path else { return nil }
        letGo(of: book)
        defer { if self.book == nil { do { try openBook(at: path) } catch { notice("\(path) is not open any more: \(error)") } } }
        return try restore(from: backup, to: path, isForced: true, forced: "")
    }

    /// The path of a backup that was named; the name itself, which is told as missing, where there is none and it is a path.
    private func foundBackup(_ name: String, of path: String) throws -> String {
        if let found = backupPath(named: name, of: files.resolved(path)) { return found }
        if name.contains("/") || (try? listedBackups(of: path, checking: false))?.isEmpty ?? true { return files.resolved(name) }
        throw noBackup(named: name, of: files.resolved(path))
    }

    /// Makes sure that a copy which was told by its name alone is one of the book: a folder may have those of several.
    private func checkNamed(_ name: String, _ copy: String, of path: String) throws {
        if !name.contains("/") { try Book.check(copy, isOf: files.resolved(path)) }
    }

    /// Makes this machine accept a restored book. Returns a sentence on what it lacks of what was seen here before; nil where it lacks nothing.
    private func takeAsRestored(_ path: String) throws -> String? {
        var options = Book.Options(seenFolder: configuration.seenFolder)
        // It was said that it is plain, where it is.
        options.takesPlain = true
        let book = try Book.open(path: files.resolved(path), mode: .readOnly, options: options, clock: configuration.clock)
        defer { book.close() }
        let missing = book.historyNotice?.message
        if configuration.seenFolder != nil { try book.acceptHistory() }
        return missing
    }

    /// Whether a backup of the book at a path has that name, or lies at that path.
    public func isBackup(_ name: String, of path: String) -> Bool { backupPath(named: name, of: files.resolved(path)) != nil }

    /// What the book at a path has and a backup has not, as a table; nil where there is no book, or none that can be read, to be lost.
    public func losses(restoring backup: String, over path: String) throws -> Frame? {
        let path = files.resolved(path)
        guard files.isThere(path), let copy = backupPath(named: backup, of: path) else { return nil }
        try checkNamed(backup, copy, of: path)
        guard let book = try? Book.open(path: path, mode: .readOnly, clock: configuration.clock) else { return nil }
        defer { book.close() }
        guard let shared = try? book.lastEntry(sharedWith: copy) else { return nil }
        return try? BackupModule.frame(entriesOf: book, after: shared)
    }

    /// The copies of the book at a path, whether or not that can be opened, as a table.
    public func backupList(of path: String) throws -> Frame { try BackupModule.frame(listedBackups(of: path, checking: true), isChecked: true) }

    /// Restores each of the latest copies of the book at a path into a file of its own, which is looked through and removed. Returns a line for each, and whether
    /// all are sound.
    ///
    /// - Throws: a misuse of the kind `no_backup` where there are none.
    public func rehearseRestoring(_ path: String, count: Int = 10) throws -> (lines: [String], isSound: Bool) {
        let latest = try listedBackups(of: path, checking: false).prefix(count)
        if latest.isEmpty { throw LuaMisuse("there is no backup of \(path)", hint: "luca backup makes one", kind: "no_backup") }
        var lines: [String] = [], isSound = true
        for listing in latest {
            let fault = try Book.rehearseRestoring(listing.path, clock: configuration.clock, shouldStop: { LuaState.isInterrupted })
            let entries = listing.head.map { ", \($0.sequence) \($0.sequence == 1 ? "entry" : "entries")" } ?? ""
            let passphrase = BookEncryption.hasOtherPassphrase(listing.path, than: files.resolved(path)) ? "; the passphrase of before opens it" : ""
            lines.append("\(listing.name): \(fault ?? "comes back sound\(entries)\(passphrase)")")
            if fault != nil { isSound = false }
        }
        return (lines, isSound)
    }

    private func listedBackups(of path: String, checking: Bool) throws -> [BackupListing] {
        let path = files.resolved(path)
        let book = files.isThere(path) ? try? Book.open(path: path, mode: .readOnly, clock: configuration.clock) : nil
        defer { book?.close() }
        if let book {
            book.backupPlan = backupPlan
            book.host.shouldStop = { LuaState.isInterrupted }
            return try book.backups(checking: checking)
        }
        return try BackupList(of: path, plan: backupPlan, shouldStop: { LuaState.isInterrupted }).all(checking: checking)
    }
}
