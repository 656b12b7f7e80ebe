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
    /// The file of the book.
    public let path: String
    private var name: String { BookFile.name(path) }
    /// Called as each step is done.
    var reached: (Step) -> Void = { _ in }

    /// Of the book at a path.
    ///
    /// - Throws: where there is no book; where it is encrypted, the passphrase is asked for.
    public init(path: String) throws(StorageError) {
        self.path = BookFile.absolute(path)
        try BookFile.check(self.path, newest: Schema.current.number)
    }

    /// Whether a copy is opened by another passphrase than the book at a path, as one is that was made before the passphrase was changed; false where one of them cannot be
    /// opened with the keys that are known, or is plain.
    public static func hasOtherPassphrase(_ copy: String, than book: String) -> Bool {
        let headers = [copy, book].compactMap { path in
            let connection = try? BookConnection(path: BookFile.absolute(path), access: .immutable, busyTimeout: 1)
            defer { connection?.close() }
            return connection?.encryption
        }
        return headers.count == 2 && !headers[0].hasSamePassphrase(as: headers[1])
    }

    /// Whether the book is encrypted.
    public func isEncrypted() throws(StorageError) -> Bool {
        let connection = try BookConnection(path: path, access: .immutable, busyTimeout: 0)
        defer { connection.close() }
        return connection.encryption != nil
    }

    /// Makes sure that the book is encrypted, or is not.
    ///
    /// - Throws: `.misuse` where it is otherwise.
    public func check(isEncrypted wanted: Bool) throws(StorageError) {
        if try isEncrypted() != wanted { throw wanted ? .notEncrypted(name) : .alreadyEncrypted(name) }
    }

    /// Encrypts the book.
    ///
    /// - Returns: what is to be told of the disk although the book is encrypted; nil where there is nothing.
    /// - Throws: `.misuse` where it is encrypted; `.busy` where it is open elsewhere; `.damaged` where it is not sound. The book is as it was then.
    @discardableResult
    public func lock(passphrase: Secret, recovery: RecoveryKey) throws(StorageError) -> String? {
        try rewrite { (connection) throws(StorageError) -> VaultHeader? in
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
    /// - Returns: as `lock` does.
    /// - Throws: as `lock` does.
    @discardableResult
    public func unlock() throws(StorageError) -> String? {
        try rewrite { (connection) throws(StorageError) -> VaultHeader? in
            if connection.encryption == nil { throw .notEncrypted(name) }
            return nil
        }
    }

    /// Gives the book another passphrase, and another recovery key where there is one; those before open it no more. The pages stay as they are.
    ///
    /// - Returns: what is to be told of the disk although the new passphrase counts; nil where there is nothing.
    @discardableResult
    public func change(passphrase: Secret, recovery: RecoveryKey?) throws(StorageError) -> String? {
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
        do throws(StorageError) { try connection.replaceEncryption(by: changed) } catch {
            // One header is enough for the new one to count; then what was drawn for it must be shown.
            guard let now = try? connection.currentEncryption(), now == changed else { throw error }
            return "The disk did not take both headers of the file: \(error.message) Until luca passphrase writes them anew, the passphrase of before may open it too."
        }
        return nil
    }

    /// The first pages of an encrypted file, from 1, that are not as luca wrote them: of one, above all, that cannot be opened for that. Empty where that cannot be told.
    public static func alteredPages(of path: String) -> [Int] {
        guard let connection = try? BookConnection(path: BookFile.absolute(path), access: .immutable, busyTimeout: 1) else { return [] }
        defer { connection.close() }
        return (try? connection.alteredPages(most: 20)) ?? []
    }

    /// Makes sure that the file is not a plain one in the place of a book that was encrypted when it was last used on this machine.
    ///
    /// - Parameter seenFolder: where it remembers how books ended.
    public func checkIsTheOneSeen(in seenFolder: String) throws(StorageError) {
        guard let seen = MachineMemory(folder: seenFolder).memory(at: path), seen.isEncrypted, let last = seen.sightings.last, try !isEncrypted() else { return }
        throw .wasEncrypted(name, at: path, on: last.seenAt.day)
    }

    /// Has this machine remember whether the book is encrypted, where it remembers it at all: a plain file in the place of an encrypted one is not opened then.
    ///
    /// - Parameter seenFolder: where it remembers how books ended.
    /// - Returns: whether it remembered otherwise.
    @discardableResult
    public func remember(isEncrypted: Bool, in seenFolder: String) throws(StorageError) -> Bool {
        let memory = MachineMemory(folder: seenFolder)
        guard let known = memory.memory(at: path), known.isEncrypted != isEncrypted else { return false }
        try memory.note(isEncrypted: isEncrypted, at: path)
        return true
    }

    /// The dated copies of the book that are plain, in all folders in which a plan has them be, and what was left unfinished beside it: they stay so when the book is
    /// encrypted.
    public func plainCopies(_ plan: BackupPlan) -> [String] {
        var found = FileNames(of: path).unfinished.filter(isPlain)
        for folder in plan.folders(of: path) where (try? BookFile.presence(folder)) == .folder {
            let copies = BackupFolder(folder, bookPath: path)
            for copy in (try? copies.possibleCopies()) ?? [] where copy != path && copies.name(of: BookFile.name(copy)) != nil && !found.contains(copy) {
                if isPlain(copy) { found.append(copy) }
            }
        }
        return found
    }

    private func isPlain(_ copy: String) -> Bool {
        guard let connection = try? BookConnection(path: copy, access: .immutable, busyTimeout: 0) else { return false }
        defer { connection.close() }
        return connection.encryption == nil
    }

    // MARK: The new file

    /// What was done of writing the book anew; tests stop it there.
    enum Step: String, CaseIterable { case begun, copied, compared, renamed }

    /// Writes the book anew, and puts what was written in its place.
    ///
    /// - Parameter header: what the new file begins with; nil for a plain one.
    /// - Returns: what is to be told of it although it is done.
    private func rewrite(_ header: (BookConnection) throws(StorageError) -> VaultHeader?) throws(StorageError) -> String? {
        try BookFile.checkWritable(path)
        try FileNames(of: path).checkSingle()
        let connection = try connectAlone()
        defer { connection.close() }
        FileNames(of: path).sweep()
        // As long as it is alone, SQLite keeps the file of the other kind of journal, which is done with. Beside the new file it would be taken for that one's, and is of
        // the other kind: no reader could open the book then.
        unlink(path + "-journal")
        let draft = NewFile.draft(of: path)
        do throws(StorageError) {
            let header = try header(connection)
            try BookFile.makePrivate(draft, header)
            reached(.begun)
            try connection.copy(to: draft, makesPlain: header == nil)
            reached(.copied)
            try compare(draft, with: connection)
            try BookFile.synchronize(draft)
            reached(.compared)
            guard Glibc.rename(draft, path) == 0 else { throw .system(name, errno) }
        } catch {
            for suffix in ["", "-wal", "-shm"] { unlink(draft + suffix) }
            throw error.naming(path, insteadOf: draft)
        }
        // From here on the new file is the book, whatever the disk says: what was drawn for it must be shown.
        reached(.renamed)
        do throws(StorageError) { try BookFile.synchronize(BookFile.folder(path)) } catch {
            return "The disk did not say that the new file is there to stay: \(error.message) After a power failure the file of before may be there again."
        }
        return nil
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
