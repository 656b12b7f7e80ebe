import Foundation
import Values

/// Holds a book against the backups that lie beside it: what a backup has, the book must still have.
struct BackupComparison {
    let store: any BookStore
    /// Where the book is.
    let path: String
    /// Folders in which its backups may be.
    let folders: [String]

    /// What was found in one backup.
    enum Finding: Hashable {
        /// The book has all that the backup has.
        case contained
        /// The book lacks what the backup has, or has something else in its place.
        case missing(String)
        /// The book lacks it because it was restored from an older backup; that is no fault.
        case explained(String)
    }

    /// The findings by backup; files that are no backups of this book are passed over.
    func findings() throws -> [(backup: String, finding: Finding)] {
        let identity = try store.identity(), restored = try store.backups().compactMap(\.restoredAt).max()
        var findings: [(String, Finding)] = []
        for backup in folders.flatMap({ (try? BackupFolder($0, bookPath: path).allCopies()) ?? [] }) where backup != path {
            guard let copy = try? Copy(backup), copy.identity == identity else { continue }
            findings.append((backup, try finding(copy, BookFile.name(backup), restored)))
        }
        return findings
    }

    private func finding(_ copy: Copy, _ name: String, _ restored: Instant?) throws -> Finding {
        if let record = copy.record, record.head != copy.head, record.restoredAt == nil {
            return .missing(
                "The backup \(name) says that it was made with \(record.head.sequence) entries, and has \(copy.head.sequence): it is not what it was.")
        }
        if try copy.head.sequence == 0 || store.hash(of: copy.head.sequence) == copy.head.hash { return .contained }
        if let restored, copy.record.map({ $0.madeAt <= restored }) ?? true {
            return .explained("The backup \(name) has entries that this book left behind when it was restored on \(restored.day).")
        }
        return .missing(
            "The backup \(name) ends with entry \(copy.head.sequence), \(copy.head.hash), which this book does not have: it was cut short or rewritten since.")
    }

    /// A backup, opened for reading only as long as it takes to ask where its journal ends.
    private struct Copy {
        let identity: String
        let head: JournalHead
        let record: BackupRecord?

        init(_ path: String) throws(StorageError) {
            // A finished copy has no journal file beside it, and reading it must leave none.
            let hasJournal = access(path + "-wal", F_OK) == 0
            let connection = try SQLiteConnection(path: path, access: hasJournal ? .readOnly : .immutable, busyTimeout: 1)
            defer { connection.close() }
            let file = SQLiteIdentity(connection: connection, name: BookFile.name(path))
            identity = try file.id()
            record = try file.backups().last
            head = try SQLiteJournal(connection: connection, name: BookFile.name(path)).head()
        }
    }
}
