import FoundationEssentials
import Glibc
import Ledger
import PostgreSQL
import SQLite
import Values

extension Book {
    /// Writes a copy of all that is committed to a new file, also while others write; the copy is a complete book, and is looked through
    /// before this returns. Folders above it that are missing are made, for their owner alone, and taken away again where no copy is made.
    ///
    /// - Parameter notice: takes sentences on what is in the book, and so in the copy, and is none of luca's.
    /// - Throws: `.alreadyExists` where there is a file of that name; `.damaged` where the book is not sound, or lacks what was seen on this
    ///   machine before: its copy, which is as good as the book, is kept even so.
    public func backup(to target: String, notice: (String) -> Void = { _ in }) throws(StorageError) {
        if target.hasSuffix("/") { throw .isDirectory(target) }
        let target = BookFile.absolute(target)
        switch try BookFile.presence(target) {
        case .nothing: break
        case .folder: throw .isDirectory(target)
        case .file: throw .alreadyExists(BookFile.name(target), hint: "Choose another name; nothing was overwritten.")
        }
        if let refusal = BookProtection.refusalOfPart(target) { throw StorageError(.misuse, refusal.message, hint: refusal.hint) }
        try BookFile.inFolder(BookFile.folder(target), for: BookFile.name(target)) { () throws(StorageError) in try copy(to: target, at: clock(), notice) }
        try checkHistory(keeping: target)
    }

    /// Copies the book to a new file, and makes sure that the copy is as good as the book.
    private func copy(to target: String, at moment: Instant, _ notice: (String) -> Void) throws(StorageError) {
        // What the running act has written is not committed, and so in no copy.
        let head = running?.writing == nil ? try store.settledHead() : .empty
        try store.copy(to: target, at: moment)
        if let fault = try compare(copy: target, with: head, notice) {
            throw StorageError(
                .damaged, "The book is not sound, and so neither is its copy \(BookFile.name(target)), which is kept: \(fault)",
                hint: "luca verify tells all that is wrong. Older backups may be sound: keep them.")
        }
    }

    /// Looks through a copy that was just written, and removes it again where it has not what the book had, or a fault that the book has not.
    ///
    /// - Parameter replays: whether its entries are replayed too; that is in vain where it has those that this session has replayed.
    /// - Returns: the first fault that both have; `nil` where both are sound.
    func compare(copy: String, with head: JournalHead, replays: Bool = true, _ notice: (String) -> Void) throws(StorageError) -> String? {
        do {
            let (faults, differences) = try lookThrough(copy, holding: head, replays: replays)
            if !faults.isEmpty {
                let known = Set(try store.withSnapshot { try Verifier(store, shouldStop: host.shouldStop).problems() }.map(\.message))
                if let new = faults.first(where: { !known.contains($0) }) {
                    throw StorageError(
                        .damaged, "The copy \(BookFile.name(copy)) is not what the book is: \(new)", hint: "It was removed. Look whether the disk is sound, and try another place.")
                }
            }
            for difference in differences { notice("\(difference) The copy \(BookFile.name(copy)) is as the book is.") }
            return faults.first
        } catch {
            try? FileManager.default.removeItem(atPath: copy)
            throw error as? StorageError ?? StorageError(.inputOutput, "The copy \(BookFile.name(copy)) could not be read again: \(error).")
        }
    }

    /// Looks through a copy. The state of the book is saved meanwhile, where the copy is so large that both take their time.
    private func lookThrough(_ copy: String, holding head: JournalHead, replays: Bool) throws -> (faults: [String], differences: [String]) {
        if !replays, !isEncrypted, head.sequence > CopyInspection.fewEntries, let inspection = CopyInspection(copy, holding: head) {
            saveState()
            return try inspection.finish()
        }
        return try Verifier.lookThrough(
            copy, holding: head, replays: replays, host.shouldStop, telling: host.watched("checking the copy", through: head.sequence))
    }
}

extension Book {
    /// Writes a copy under a dated name into a folder, such as `family-2026-01-02T030405Z.luca`, and removes the oldest of those
    /// copies so that `keep` remain. Other files of the folder are not touched. A folder that is missing is made, for its owner alone, and taken
    /// away again where no copy is made.
    ///
    /// - Parameter notice: takes sentences on what is in the book, and so in the copy, and is none of luca's.
    /// - Returns: the path of the copy.
    /// - Throws: `.damaged` where the book is not sound: its copy is kept even so, and no older one is removed for it.
    @discardableResult
    public func backup(folder: String, keep: Int, notice: (String) -> Void = { _ in }) throws(StorageError) -> String {
        guard keep >= 1 else { throw StorageError(.misuse, "At least one backup is kept, not \(keep).") }
        let backups = BackupFolder(BookFile.absolute(folder), bookPath: path ?? "\(plainName).luca")
        let moment = clock()
        let copy = try BookFile.inFolder(backups.folder, for: "The backup of \(name)") { () throws(StorageError) in
            while true {
                let copy = try backups.freePath(BackupFolder.stamp(moment), nil)
                do throws(StorageError) { try self.copy(to: copy, at: moment, notice) } catch {
                    // Another program took the name at the same moment.
                    if error.kind == .alreadyExists { continue }
                    throw error
                }
                return copy
            }
        }
        try checkHistory(keeping: copy)
        // Whatever else has such a name is none of luca's backups of this book, and is nobody's to remove.
        let comparison = BackupComparison(store: store, path: backups.bookPath, folders: [])
        for old in try backups.prune(keeping: keep, where: comparison.isContained) {
            notice("The \(keep) latest backups are kept: \(BookFile.name(old)) was removed.")
        }
        return copy
    }

    /// What books are kept with, by name and version: `SQLite 3.40.1`.
    public static var engine: String { "SQLite \(SQLiteConnection.libraryVersion)" }

    /// What programs that were ended left beside the book where it could not be cleared away, as of one that is open for reading: it may be all of the book, in the clear.
    public var abandonedFiles: [String] { path.map { FileNames(of: $0).abandoned } ?? [] }

    /// The latest copy in the folders for backups, and its day; nil where there is none. What it holds is not looked at.
    public func latestBackup() throws(StorageError) -> (path: String, day: Day)? {
        guard let path else { return nil }
        var latest: (path: String, day: Day)?
        for folder in backupPlan.folders(of: path) where try BookFile.presence(folder) == .folder {
            for (copy, name) in try BackupFolder(folder, bookPath: path).copies() where !name.isReplaced && latest.map({ $0.day < name.day }) ?? true {
                latest = (copy, name.day)
            }
        }
        return latest
    }

    /// Makes sure that nothing is missing that was seen on this machine before: as long as that is so, an older backup may be all that there is of it.
    private func checkHistory(keeping copy: String) throws(StorageError) {
        guard let historyNotice, !historyNotice.isExplained else { return }
        throw StorageError(
            .damaged, "\(historyNotice.message) The copy \(BookFile.name(copy)) is kept, and no older backup was removed for it.", hint: historyNotice.hint)
    }

    /// Puts a backup in the place of a book, after looking through all of the backup.
    ///
    /// Nothing is overwritten unless asked: with `replacing`, the book that is there is kept beside under a dated name.
    ///
    /// - Parameter notice: takes sentences on what is in the backup, and so in the book, and is none of luca's.
    /// - Returns: where the book is now that was replaced; `nil` where there was none.
    /// - Throws: `.alreadyExists`; `.damaged` where the backup does not verify; `.busy` where the book is open elsewhere.
    @discardableResult
    public static func restore(
        from backup: String, to target: String, replacing: Bool = false, clock: Clock, notice: (String) -> Void = { _ in }
    ) throws -> String? {
        try Restore(backup: BookFile.absolute(backup), target: BookFile.absolute(target)).run(replacing: replacing, at: clock(), notice)
    }
}

extension Book {
    /// Copies all of a book to another place: a path where nothing is, or a book that a server does not have yet. Journal and chain come out the same, prices and
    /// rates too.
    ///
    /// - Parameters:
    ///   - target: a path, or an address that names the book.
    ///   - isOffline: whether only servers of this machine may be asked.
    /// - Returns: where the journal of the copy ends, which is where that of the book ends.
    /// - Throws: `.alreadyExists`; `.notPermitted` where the login may make no books.
    @discardableResult
    public func copy(to target: String, isOffline: Bool = false) throws -> JournalHead {
        guard Self.isServerAddress(target) else {
            let path = BookFile.absolute(target)
            try store.copy(to: path, at: clock())
            let made = try SQLiteStore.open(path: path, readOnly: true)
            defer { made.close() }
            return try made.head()
        }
        let address = try BookServer.address(target), server = BookServer(address: address)
        defer { server.close() }
        if isOffline, !address.isOnThisMachine { throw StorageError.onTheNetwork(server.name) }
        guard let name = address.book else { throw StorageError.unnamedCopy(server.name) }
        server.shouldStop = host.shouldStop
        return try store.withSnapshot { try ServerFilling(server: server).fill(name, from: store) }
    }
}
