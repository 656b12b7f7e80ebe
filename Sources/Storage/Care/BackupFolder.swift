import FoundationEssentials
import Glibc
import SQLite
import Values

/// The dated copies of one book in a folder: `family-2026-01-02T030405Z.luca`, and as many as are wanted.
struct BackupFolder {
    let folder: String
    let bookPath: String

    init(_ folder: String, bookPath: String) {
        self.folder = folder
        self.bookPath = bookPath
    }

    /// Copies the book into the folder under a name that tells the moment, and a label where there is one.
    func add(at moment: Instant, label: String? = nil, busyTimeout: Double) throws(StorageError) -> String {
        guard try BookFile.presence(folder) == .folder else { throw BookFile.missingFolder(folder, for: "The backup of \(BookFile.name(bookPath))") }
        let path = try freePath(Self.stamp(moment), label)
        try FileCopy.make(of: bookPath, at: path, mark: .backup(moment), busyTimeout: busyTimeout)
        return path
    }

    /// Removes the oldest copies with that label, so that so many remain, and returns them. Other files of the folder are not touched.
    ///
    /// - Parameter mayGo: whether a copy may be removed; those that may not count for none.
    @discardableResult
    func prune(keeping count: Int, label: String? = nil, where mayGo: (String) -> Bool = { _ in true }) throws(StorageError) -> [String] {
        let all = try copies(label: label), kept = max(count, 1)
        // Whether one may go is asked of its contents, which takes long.
        guard all.count > kept else { return [] }
        let old = all.filter(mayGo).dropLast(kept)
        for path in old { guard unlink(path) == 0 else { throw .system(BookFile.name(path), errno) } }
        return Array(old)
    }

    /// The copies with that label, from the oldest to the newest.
    func copies(label: String? = nil) throws(StorageError) -> [String] {
        try names().filter { isCopy($0, label) }.sorted().map { "\(folder)/\($0)" }
    }

    /// The files that may be copies, by name: the newest of those that end as the book does or in `.luca`, however they are called, and all
    /// whose names begin like the book's. Which book a file is a copy of, it says itself.
    func possibleCopies() throws(StorageError) -> [String] {
        let all = try names().filter { $0.hasSuffix(suffix) || $0.hasSuffix(".luca") }
        let named = all.filter { $0.hasPrefix(stem + "-") && $0.hasSuffix(suffix) }
        let others = Set(all).subtracting(named).compactMap { name in FileStatus("\(folder)/\(name)").map { (name: name, status: $0) } }
        let newest = others.sorted { ($0.status.seconds, $0.status.nanoseconds, $0.name) > ($1.status.seconds, $1.status.nanoseconds, $1.name) }
        return (named + newest.prefix(Self.mostLookedAt).map(\.name)).sorted().map { "\(folder)/\($0)" }
    }

    /// How many files of a folder are opened to see whether they are copies though their names do not say so.
    private static let mostLookedAt = 50

    /// Whether a name is one of those that luca gives to copies, with a label or without.
    func isDated(_ name: String) -> Bool {
        let rest = name.dropFirst(stem.count + 1)
        return isCopy(name, nil) || rest.indices.contains { rest[$0] == "-" && isCopy(name, String(rest[..<$0])) }
    }

    private func names() throws(StorageError) -> [String] {
        do { return try FileManager.default.contentsOfDirectory(atPath: folder) } catch {
            throw StorageError(.unreadable, "The folder \(folder) cannot be read: \(error).")
        }
    }

    /// A name that nothing has yet.
    func freePath(_ stamp: String, _ label: String?) throws(StorageError) -> String {
        let middle = label.map { "-\($0)" } ?? ""
        var count = 1
        while true {
            let path = "\(folder)/\(stem)\(middle)-\(stamp)\(count == 1 ? "" : "_\(count)")\(suffix)"
            if try BookFile.presence(path) == .nothing { return path }
            count += 1
        }
    }

    /// The moment without what file systems do not like in names: `2026-01-02T030405Z`.
    static func stamp(_ moment: Instant) -> String {
        moment.description.prefix { $0 != "." && $0 != "Z" }.filter { $0 != ":" } + "Z"
    }

    private var stem: String { String(BookFile.name(bookPath).dropLast(suffix.count)) }

    /// What follows the last point of the book's name, with the point.
    private var suffix: String {
        let name = BookFile.name(bookPath)
        guard let point = name.lastIndex(of: "."), point != name.startIndex else { return "" }
        return String(name[point...])
    }

    /// The day that the name of a dated copy tells; nil of other names.
    func day(of path: String) -> Day? {
        let name = BookFile.name(path)
        return isCopy(name, nil) ? try? Day(String(name.dropFirst(stem.count + 1).prefix(10))) : nil
    }

    private func isCopy(_ name: String, _ label: String?) -> Bool {
        let beginning = stem + (label.map { "-\($0)" } ?? "") + "-"
        guard name.hasPrefix(beginning), name.hasSuffix(suffix), name.utf8.count > beginning.utf8.count + suffix.utf8.count else { return false }
        let stamp = name.dropFirst(beginning.count).dropLast(suffix.count)
        let shape = "dddd-dd-ddTddddddZ"
        guard stamp.count >= shape.count, zip(stamp, shape).allSatisfy({ $1 == "d" ? $0.isASCII && $0.isNumber : $0 == $1 }) else { return false }
        let rest = stamp.dropFirst(shape.count)
        return rest.isEmpty || rest.hasPrefix("_") && rest.dropFirst().allSatisfy { $0.isASCII && $0.isNumber }
    }
}

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
                if backups.isDated(name) || copy.isUnchangedBackup {
                    findings.append((backup, try finding(copy, name, restored)))
                } else if let note = try note(copy, name) {
                    findings.append((backup, .explained(note)))
                }
            }
        }
        return findings
    }

    /// Whether a file is a backup of this book that luca made, and the book has all of it.
    func isContained(_ path: String) -> Bool {
        guard let copy = try? Copy(path) else { return false }
        defer { copy.close() }
        guard copy.isUnchangedBackup, let identity = try? store.identity(), copy.identity == identity else { return false }
        return copy.head.sequence == 0 || (try? store.hash(of: copy.head.sequence)) == copy.head.hash
    }

    /// Whether a path leads to the book that is looked through, by a link.
    private func isBookItself(_ other: String) -> Bool {
        var own = stat(), its = stat()
        return other == path || stat(path, &own) == 0 && stat(other, &its) == 0 && own.st_dev == its.st_dev && own.st_ino == its.st_ino
    }

    /// What to know of a copy that is no backup of luca's, such as one for trying things out: nothing where the book has all of it.
    private func note(_ copy: Copy, _ name: String) throws -> String? {
        if try copy.head.sequence == 0 || store.hash(of: copy.head.sequence) == copy.head.hash { return nil }
        // Where both have the same hash, all before it is the same.
        var common = 0, beyond = copy.head.sequence
        while common + 1 < beyond {
            let middle = (common + beyond) / 2
            if let hash = try store.hash(of: middle), try copy.hash(of: middle) == hash { common = middle } else { beyond = middle }
        }
        return "The copy \(name), no backup of luca's, went its own way after entry \(common): what it has since is not missing here."
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
        if let acceptedAt, copy.record.map({ $0.madeAt <= acceptedAt }) ?? true {
            return .explained("The backup \(name) has entries that this book lacked already when it was taken as it is, on \(acceptedAt.day).")
        }
        return .missing(
            "The backup \(name) ends with entry \(copy.head.sequence), \(copy.head.hash), which this book does not have: it was cut short or rewritten since.")
    }

    /// A backup, opened for reading only as long as it takes to ask where its journal ends.
    private struct Copy {
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

        func close() { connection.close() }
    }
}
