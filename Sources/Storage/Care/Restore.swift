import FoundationEssentials
import Glibc
import SQLite
import Values
import Vault

/// Puts a backup in the place of a book.
struct Restore {
    let backup: String
    let target: String

    /// Runs it; returns where the replaced book went, if there was one.
    func run(replacing: Bool, at moment: Instant, _ notice: (String) -> Void) throws -> String? {
        let presence = try BookFile.presence(target)
        if presence == .folder { throw StorageError.isDirectory(target) }
        if backup == target { throw StorageError(.misuse, "\(BookFile.name(target)) cannot be restored from itself.", hint: "Name a backup of it.") }
        if try BookFile.presence(backup) == .nothing { throw StorageError.noSuchBackup(backup) }
        if presence == .file, !replacing {
            throw StorageError.alreadyExists(BookFile.name(target), hint: "Say that it is to be replaced; it is kept under another name then.")
        }
        if let refusal = BookProtection.refusalOfPart(target) { throw StorageError(.misuse, refusal.message, hint: refusal.hint) }
        let folder = BookFile.folder(target)
        // A slip in a path is no reason to make folders: a book, unlike its copies, is looked for where it was said to be.
        if presence == .nothing, try BookFile.presence(folder) != .folder { throw BookFile.missingFolder(folder, for: BookFile.name(target)) }
        if presence == .file { try learnKey() }
        try check(notice)
        guard presence == .file else {
            try FileCopy.make(of: backup, at: target, mark: .restored(moment), busyTimeout: 10)
            return nil
        }
        return try replace(at: moment, notice)
    }

    /// Has the passphrase of the book asked for where that is encrypted: its key opens copies that want an older passphrase. Who does not know it, or whose book is
    /// damaged, is asked for that of the backup.
    private func learnKey() throws(StorageError) {
        do throws(StorageError) { try BookFile.check(target, newest: Schema.current.number) } catch  where error.kind != .interrupted {}
    }

    /// Makes sure that the backup is a sound book. What is wrong with its layout alone keeps nobody from the entries, and is told.
    private func check(_ notice: (String) -> Void) throws {
        let faults: [String], differences: [String], advice = "Nothing was restored. Try an older backup: luca backups lists them."
        do { (faults, differences) = try Verifier.lookThrough(backup) } catch let error as StorageError where error.kind == .damaged {
            // What is advised for a damaged book is to restore one.
            throw StorageError(.damaged, error.message, hint: advice)
        }
        if let fault = faults.first { throw StorageError(.damaged, "\(BookFile.name(backup)) is no sound book: \(fault)", hint: advice) }
        for difference in differences { notice("\(difference) The restored book is as the backup is.") }
    }

    /// Puts a copy of the backup in the book's place, and the book under a dated name; at every moment one of them has the name.
    private func replace(at moment: Instant, _ notice: (String) -> Void) throws(StorageError) -> String {
        let copy = NewFile.draft(of: target)
        if BookEncryption.hasOtherPassphrase(backup, than: target) {
            notice("The restored book is opened by the passphrase that the book had when the backup was made, which is another than now; luca passphrase changes it.")
        }
        do throws(StorageError) {
            try FileCopy.make(of: backup, at: copy, mark: .restored(moment), busyTimeout: 10, encryption: encryption(notice))
            let kept = try BackupFolder(BookFile.folder(target), bookPath: target).freePath(BackupFolder.stamp(moment), BackupName.replaced)
            try settle()
            try keepBeside(as: kept)
            guard rename(copy, target) == 0 else { throw .system(BookFile.name(target), errno) }
            try BookFile.synchronize(BookFile.folder(target))
            return kept
        } catch {
            try? FileManager.default.removeItem(atPath: copy)
            throw error.naming(target, insteadOf: copy)
        }
    }

    /// What the copy of a plain backup begins with: a book that is encrypted stays so. Of one that cannot be opened, for which a backup is the way out, it is told
    /// that the restored one is plain.
    private func encryption(_ notice: (String) -> Void) throws(StorageError) -> VaultHeader? {
        let (size, isEncrypted) = try pages(of: backup)
        if isEncrypted { return nil }
        let name = BookFile.name(target)
        do throws(StorageError) {
            try BookFile.check(target, newest: Schema.current.number)
            let book = try BookConnection(path: target, access: .immutable, busyTimeout: 1)
            defer { book.close() }
            guard let header = try BookKeys.headerForCopy(of: book) else { return nil }
            if header.pageSize == size { return header }
        } catch {
            if error.kind == .interrupted { throw error }
            if !error.isOfEncryptedBook { return nil }
        }
        notice("\(name) was encrypted, and the backup is plain: so is the restored book, until luca lock encrypts it.")
        return nil
    }

    /// How large the pages of a file are, and whether they are encrypted.
    private func pages(of path: String) throws(StorageError) -> (size: Int, isEncrypted: Bool) {
        let connection = try BookConnection(path: path, access: BookFile.readingAccess(path), busyTimeout: 10)
        defer { connection.close() }
        return (try connection.integer("PRAGMA page_size"), connection.encryption != nil)
    }

    /// Writes what is in the book's journal file into the book itself, and makes sure that nobody else has it open.
    ///
    /// A file that is too damaged for that, or no book at all, is kept with its journal as it is.
    private func settle() throws(StorageError) {
        do throws(StorageError) {
            try BookFile.check(target, newest: Schema.current.number)
            let connection = try BookConnection(path: target, access: .readWrite, busyTimeout: 1)
            defer { connection.close() }
            try connection.execute("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT; PRAGMA wal_checkpoint(TRUNCATE)")
        } catch {
            if error.kind == .busy {
                throw StorageError(
                    .busy, "\(BookFile.name(target)) is open in another program.", hint: "Close it there; nothing was restored.")
            }
        }
    }

    /// Gives the book, and its journal if it still has one, a second name, and takes the journal's own name away: were it to stay,
    /// SQLite would read it into the restored book.
    private func keepBeside(as kept: String) throws(StorageError) {
        // A file system that knows no links, such as that of a memory stick, leaves nothing under the book's name for a moment.
        guard link(target, kept) == 0 || NewFile.isWithoutLinks(errno) && rename(target, kept) == 0 else { throw .system(BookFile.name(target), errno) }
        for suffix in ["-wal", "-shm"] where access(target + suffix, F_OK) == 0 {
            guard rename(target + suffix, kept + suffix) == 0 else { throw .system(BookFile.name(target), errno) }
        }
    }
}
