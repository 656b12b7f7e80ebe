import FoundationEssentials
import Glibc
import SQLite
import Values
public import Vault

/// Encrypts a book that is plain, makes an encrypted one plain, and changes its passphrase.
///
/// Encrypting and making plain write a new file beside the book, look all of it through, and put it in the book's place: at every moment one of both is there, whole.
/// Nobody else has the book open meanwhile.
public struct BookEncryption {
    private let path: String
    private var name: String { BookFile.name(path) }

    /// Of the book at a path.
    ///
    /// - Throws: where there is no book; where it is encrypted, the passphrase is asked for.
    public init(path: String) throws(StorageError) {
        self.path = BookFile.absolute(path)
        try BookFile.check(self.path, newest: Schema.current.number)
    }

    /// Whether the book is encrypted.
    public func isEncrypted() throws(StorageError) -> Bool {
        let connection = try BookConnection(path: path, access: .immutable, busyTimeout: 0)
        defer { connection.close() }
        return connection.encryption != nil
    }

    /// Encrypts the book.
    ///
    /// - Throws: `.misuse` where it is encrypted; `.busy` where it is open elsewhere; `.damaged` where it is not sound. The book is as it was then.
    public func lock(passphrase: Secret, recovery: RecoveryKey) throws(StorageError) {
        try rewrite { connection throws(StorageError) in
            if connection.encryption != nil { throw .alreadyEncrypted(name) }
            let pageSize = try connection.integer("PRAGMA page_size")
            do throws(VaultError) {
                let made = try BookKey.make(pageSize: pageSize, passphrase: passphrase, recovery: recovery)
                Keyring.add(made.key)
                return made.header
            } catch { throw StorageError(error, of: name) }
        }
    }

    /// Makes the book plain.
    ///
    /// - Throws: as `lock` does.
    public func unlock() throws(StorageError) {
        try rewrite { connection throws(StorageError) in
            if connection.encryption == nil { throw .notEncrypted(name) }
            return nil
        }
    }

    /// Gives the book another passphrase, and another recovery key where there is one; those before open it no more. The pages stay as they are.
    public func change(passphrase: Secret, recovery: RecoveryKey?) throws(StorageError) {
        try BookFile.checkWritable(path)
        let connection = try BookConnection(path: path, access: .readWrite, busyTimeout: 10)
        defer { connection.close() }
        // Nobody else changes it meanwhile; what is in the header now is read afterwards.
        try connection.beginWriting()
        defer { connection.database.rollback() }
        guard let header = try connection.currentEncryption() else { throw .notEncrypted(name) }
        guard let key = Keyring.key(for: header) else { throw .locked(name) }
        let changed: VaultHeader
        do throws(VaultError) { changed = try key.wrapped(in: header, passphrase, recovery) } catch { throw StorageError(error, of: name) }
        try connection.replaceEncryption(by: changed)
    }

    /// The dated copies of the book that are plain, in all folders in which a plan has them be: they stay so when the book is encrypted.
    public func plainCopies(_ plan: BackupPlan) -> [String] {
        var found: [String] = []
        for folder in plan.folders(of: path) where (try? BookFile.presence(folder)) == .folder {
            let copies = BackupFolder(folder, bookPath: path)
            for copy in (try? copies.possibleCopies()) ?? [] where copy != path && copies.name(of: BookFile.name(copy)) != nil && !found.contains(copy) {
                guard let connection = try? BookConnection(path: copy, access: .immutable, busyTimeout: 0) else { continue }
                if connection.encryption == nil { found.append(copy) }
                connection.close()
            }
        }
        return found
    }

    // MARK: The new file

    /// Writes the book anew, and puts what was written in its place.
    ///
    /// - Parameter header: what the new file begins with; nil for a plain one.
    private func rewrite(_ header: (BookConnection) throws(StorageError) -> VaultHeader?) throws(StorageError) {
        try BookFile.checkWritable(path)
        try FileNames(of: path).checkSingle()
        let connection = try connectAlone()
        defer { connection.close() }
        let draft = NewFile.draft(of: path)
        do throws(StorageError) {
            try BookFile.makePrivate(draft, try header(connection))
            try connection.copy(to: draft)
            try compare(draft, with: connection)
            try BookFile.synchronize(draft)
            // From here on the new file is the book.
            guard Glibc.rename(draft, path) == 0 else { throw .system(name, errno) }
            try BookFile.synchronize(BookFile.folder(path))
        } catch {
            for suffix in ["", "-wal", "-shm"] { unlink(draft + suffix) }
            throw error.naming(path, insteadOf: draft)
        }
    }

    /// A connection beside which nobody has the book open, and a file that has no journal any more: one that was left beside the new file would be taken for its own.
    private func connectAlone() throws(StorageError) -> BookConnection {
        let connection = try BookConnection(path: path, access: .readWrite, busyTimeout: 1)
        do throws(StorageError) {
            try connection.execute(
                "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT; PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE; COMMIT")
            return connection
        } catch {
            connection.close()
            if error.kind == .busy { throw StorageError(.busy, "\(name) is open in another program.", hint: "Close it there; nothing was changed.") }
            throw error
        }
    }

    /// Makes sure that the new file is as good as the book, and that the book is sound: the file that is replaced is gone afterwards.
    private func compare(_ draft: String, with connection: BookConnection) throws(StorageError) {
        let head = try JournalReader(connection: connection, name: name).head()
        let fault: String?
        do { fault = try Verifier.lookThrough(draft, holding: head).faults.first } catch {
            throw error as? StorageError ?? StorageError(.inputOutput, "What was written of \(name) could not be read again: \(error).")
        }
        guard let fault else { return }
        throw StorageError(
            .damaged, "\(name) is not sound, and was left as it is: \(fault)", hint: "luca verify tells all that is wrong. Restore a backup that verifies, and try again.")
    }
}
