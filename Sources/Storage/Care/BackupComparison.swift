import Glibc
import SQLite
import Values

/// Holds a book against the backups that lie beside it: what a backup has, the book must still have.
struct BackupComparison {
    let store: any BookStore
    /// Where the book is.
    let path: String
    /// Folders in which its backups may be.
    let folders: [String]
    /// When the book was last taken for the true one on this machine, though it lacked what was seen before; nil where it never was.
    var acceptedAt: Instant?

    /// What was found in one backup.
    enum Finding: Hashable {
        /// The book has all that the backup has.
        case contained
        /// The book lacks what the backup has, or has something else in its place.
        case missing(String)
        /// The book lacks it because it was restored from an older backup, or because it is of a copy that went its own way; that is no fault.
        case explained(String)
    }

    /// The findings by backup; files that are no backups of this book are passed over.
    func findings() throws -> [(backup: String, finding: Finding)] {
        let identity = try store.identity(), restored = try store.backups().compactMap(\.restoredAt).max()
        var findings: [(String, Finding)] = []
        for folder in folders {
            let backups = BackupFolder(folder, bookPath: path)
            for backup in (try? backups.possibleCopies()) ?? [] where !isBookItself(backup) {
                guard let copy = try? Copy(backup) else { continue }
                defer { copy.close() }
                guard copy.identity == identity else { continue }
                let name = BookFile.name(backup)
                if backups.name(of: name) != nil || copy.isUnchangedBackup {
                    findings.append((backup, try finding(copy, name, restored)))
                } else if let note = try note(copy, name) {
                    findings.append((backup, .explained(note)))
                }
            }
        }
        return findings
    }

    /// Whether a file is a backup of this book that luca made, and the book has all of it.
    func isContained(_ path: String) -> Bool { own(path) { try hasAll(of: $0) } ?? false }

    /// Whether an automatic copy may be removed: it is one of this book, and what it has is in the book, or is known to have been left behind.
    func mayGo(_ path: String) -> Bool {
        own(path) { copy in
            let restored = (try? store.backups().compactMap(\.restoredAt).max()) ?? nil
            if case .missing = try finding(copy, BookFile.name(path), restored) { return false }
            return true
        } ?? false
    }

    /// Asks a backup of this book that luca made; nil of any other file, and where that cannot be told.
    private func own<Answer>(_ path: String, _ ask: (Copy) throws -> Answer) -> Answer? {
        guard let copy = try? Copy(path) else { return nil }
        defer { copy.close() }
        guard copy.isUnchangedBackup, let identity = try? store.identity(), copy.identity == identity else { return nil }
        return try? ask(copy)
    }

    private func hasAll(of copy: Copy) throws -> Bool { try copy.head.sequence == 0 || store.hash(of: copy.head.sequence) == copy.head.hash }

    /// Which book a copy that luca made is of; nil where that cannot be told.
    static func identity(of path: String) -> String? {
        // What luca made is never written again, and nothing is to be left beside it by looking.
        guard let connection = try? BookConnection(path: path, access: .immutable, busyTimeout: 1) else { return nil }
        defer { connection.close() }
        return try? BookIdentity(connection: connection, name: BookFile.name(path)).id()
    }

    /// Whether a path leads to the book that is looked through, by a link.
    private func isBookItself(_ other: String) -> Bool { other == path || BookFile.isOneFile(path, other) }

    /// What to know of a copy that is no backup of luca's, such as one for trying things out: nothing where the book has all of it.
    private func note(_ copy: Copy, _ name: String) throws -> String? {
        if try hasAll(of: copy) { return nil }
        let common = try copy.lastEntry(sharedWith: store)
        return "The copy \(name), no backup of luca's, went its own way after entry \(common): what it has since is not missing here."
    }

    private func finding(_ copy: Copy, _ name: String, _ restored: Instant?) throws -> Finding {
        if let record = copy.record, record.head != copy.head, record.restoredAt == nil {
            return .missing(
                "The backup \(name) says that it was made with \(record.head.sequence) entries, and has \(copy.head.sequence): it is not what it was.")
        }
        if try hasAll(of: copy) { return .contained }
        if let restored, copy.record.map({ $0.madeAt <= restored }) ?? true {
            return .explained("The backup \(name) has entries that this book left behind when it was restored on \(restored.day).")
        }
        if let acceptedAt, copy.record.map({ $0.madeAt <= acceptedAt }) ?? true {
            return .explained("The backup \(name) has entries that this book lacked already when it was taken as it is, on \(acceptedAt.day).")
        }
        return .missing(
            "The backup \(name) ends with entry \(copy.head.sequence), \(copy.head.hash), which this book does not have: it was cut short or rewritten since.")
    }

    /// A backup, opened for reading only as long as it takes to ask where its journal ends.
    struct Copy {
        private let journal: JournalReader
        private let connection: BookConnection
        let identity: String
        let head: JournalHead
        let record: BackupRecord?

        init(_ path: String) throws(StorageError) {
            // A finished copy has no journal file beside it, and reading it must leave none.
            let hasJournal = access(path + "-wal", F_OK) == 0
            connection = hasJournal ? try BookReading(of: path, busyTimeout: 1).connection : try BookConnection(path: path, access: .immutable, busyTimeout: 1)
            journal = JournalReader(connection: connection, name: BookFile.name(path))
            do throws(StorageError) {
                let file = BookIdentity(connection: connection, name: BookFile.name(path))
                identity = try file.id()
                record = try file.backups().last
                head = try journal.head()
            } catch {
                connection.close()
                throw error
            }
        }

        /// Whether it says that it is a backup, was not restored, and ends where it says.
        var isUnchangedBackup: Bool { record.map { $0.restoredAt == nil && $0.head == head } ?? false }

        func hash(of entry: Int) throws(StorageError) -> EntryHash? { try journal.hash(of: entry) }

        /// The last entry that a book and the copy have in common. Where both have the same hash, all before it is the same.
        func lastEntry(sharedWith store: any BookStore) throws(StorageError) -> Int {
            var common = 0, beyond = head.sequence + 1
            while common + 1 < beyond {
                let middle = (common + beyond) / 2
                if let hash = try store.hash(of: middle), try self.hash(of: middle) == hash { common = middle } else { beyond = middle }
            }
            return common
        }

        func close() { connection.close() }
    }
}
