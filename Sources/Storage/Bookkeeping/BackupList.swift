import FoundationEssentials
import Glibc
public import Ledger
public import Values

/// A copy of a book, as far as it can be told.
public struct BackupListing: Hashable, Sendable {
    /// The name of its file.
    public let name: String
    /// Where it is.
    public let path: String
    /// The day that it is of.
    public let day: Day
    /// Where its journal ends; nil where it cannot be read.
    public let head: JournalHead?
    /// How long its file is.
    public let bytes: Int
    /// Why it was made without being asked for; nil of one that somebody made.
    public let reason: BackupReason?
    /// Whether it is a book that a restored one took the place of.
    public let isReplaced: Bool
    /// What is wrong with it; nil where it is sound, or was not looked through.
    public let fault: String?

    /// Whether luca made it without being asked.
    public var isAutomatic: Bool { reason != nil }

    /// Why it is there: `daily`, `before import`, `by hand`, `replaced`.
    public var why: String { reason?.text ?? (isReplaced ? "replaced" : "by hand") }
}

/// An entry of a book, as far as its kind tells.
public struct EntryNote: Hashable, Sendable {
    /// Its number.
    public let id: EntryID
    /// What it is: `activity`, `account`.
    public let what: String
    /// When it was recorded.
    public let recordedAt: Instant
    /// The act that recorded it.
    public let source: String
}

/// Finds the copies of a book.
public struct BackupList {
    private let path: String
    private let plan: BackupPlan
    private let identity: String?
    private let shouldStop: (() -> Bool)?

    /// Of the book at a path, whether or not it is there still.
    ///
    /// - Parameter identity: which book it is; nil where it cannot be asked, so that the names of copies tell.
    public init(of path: String, plan: BackupPlan, identity: String? = nil, shouldStop: (() -> Bool)? = nil) {
        self.path = BookFile.absolute(path)
        (self.plan, self.identity, self.shouldStop) = (plan, identity, shouldStop)
    }

    /// The copies, the newest first.
    ///
    /// - Parameter checking: whether each is looked through from the first entry to the last, which takes as long as verifying as many books.
    public func all(checking: Bool) throws -> [BackupListing] {
        var found: [(listing: BackupListing, order: Int)] = []
        for folder in plan.folders(of: path) where (try? BookFile.presence(folder)) == .folder {
            let backups = BackupFolder(folder, bookPath: path)
            for copy in (try? backups.possibleCopies()) ?? [] where copy != path {
                if shouldStop?() == true { throw StorageError.interrupted() }
                guard let status = FileStatus(copy), let listing = try listing(copy, backups.name(of: BookFile.name(copy)), status, checking) else { continue }
                found.append((listing, status.seconds * 1_000_000_000 + status.nanoseconds))
            }
        }
        return found.sorted { ($0.listing.day, $0.order, $0.listing.path) > ($1.listing.day, $1.order, $1.listing.path) }.map(\.listing)
    }

    /// The copy of a name, or at a path; nil where there is none.
    public func path(of name: String) -> String? {
        if name.contains("/") { return nil }
        for folder in plan.folders(of: path) {
            for suffix in ["", ".luca"] where (try? BookFile.presence("\(folder)/\(name)\(suffix)")) == .file && "\(folder)/\(name)\(suffix)" != path {
                return "\(folder)/\(name)\(suffix)"
            }
        }
        return nil
    }

    /// What is told of a file; nil where it is no copy of this book.
    private func listing(_ copy: String, _ name: BackupName?, _ status: FileStatus, _ checking: Bool) throws -> BackupListing? {
        func listed(_ day: Day, _ head: JournalHead?, _ fault: String?) -> BackupListing {
            BackupListing(
                name: BookFile.name(copy), path: copy, day: name?.day ?? day, head: head, bytes: Int(status.size), reason: name?.reason, isReplaced: name?.isReplaced ?? false,
                fault: fault)
        }
        do {
            let opened = try BackupComparison.Copy(copy)
            defer { opened.close() }
            if let identity, opened.identity != identity { return nil }
            // A book beside it, which was restored or copied by other means, is none that was kept for it.
            guard name != nil || opened.isUnchangedBackup else { return nil }
            let day = opened.record?.madeAt.day ?? Instant(microseconds: Int64(status.seconds) * 1_000_000).day
            return listed(day, opened.head, checking ? try fault(of: copy, opened) : nil)
        } catch let error as StorageError where error.kind != .interrupted {
            // Of what cannot be read only its name tells whose it is.
            return name.map { listed($0.day, nil, error.message) }
        }
    }

    private func fault(of copy: String, _ opened: BackupComparison.Copy) throws -> String? {
        if let record = opened.record, record.restoredAt == nil, record.head != opened.head {
            return "It was made with \(record.head.sequence) entries, and has \(opened.head.sequence)."
        }
        do { return try Verifier.lookThrough(copy, shouldStop).faults.first } catch let error as StorageError where error.kind != .interrupted { return error.message }
    }
}

extension Book {
    /// The copies of this book in its folders for them, the newest first.
    ///
    /// - Parameter checking: whether each is looked through from the first entry to the last.
    public func backups(checking: Bool) throws -> [BackupListing] {
        guard let path else { return [] }
        // Of a book that is gone the names of its copies tell.
        let identity = try BookFile.presence(path) == .nothing ? nil : try store.identity()
        return try BackupList(of: path, plan: backupPlan, identity: identity, shouldStop: host.shouldStop).all(checking: checking)
    }

    /// The copy of a name from the list; nil where there is none.
    public func backup(named name: String) -> String? { path.flatMap { BackupList(of: $0, plan: backupPlan).path(of: name) } }

    /// Makes sure that a copy is not one of another book than that at a path, as far as both can be asked.
    ///
    /// - Throws: `.misuse`.
    public static func check(_ copy: String, isOf path: String) throws(StorageError) {
        guard let own = BackupComparison.identity(of: BookFile.absolute(path)), let its = BackupComparison.identity(of: BookFile.absolute(copy)), its != own else { return }
        throw .copyOfOther(BookFile.name(copy), than: BookFile.name(path))
    }

    /// The last entry that this book and a copy have in common: what was recorded after it would be lost by restoring the copy.
    ///
    /// - Throws: `.misuse` where it is a copy of another book; what reading it fails with.
    public func lastEntry(sharedWith copy: String) throws(StorageError) -> Int {
        // A copy from before the book was made plain and encrypted anew has a key of its own.
        let copy = BookFile.absolute(copy), opened = try BookKeys.unlocking(copy) { () throws(StorageError) in try BackupComparison.Copy(copy) }
        defer { opened.close() }
        guard try opened.identity == store.identity() else {
            throw .copyOfOther(BookFile.name(copy), than: name)
        }
        return try opened.lastEntry(sharedWith: store)
    }

    /// The entries behind one, in the order of their numbers.
    public func entries(after entry: Int) throws -> [EntryNote] {
        var notes: [EntryNote] = []
        try store.read(JournalSpan(after: entry, tables: Set(JournalTable.allCases).subtracting([.act]))) { row in
            guard let act = try act(of: EntryID(row.sequence)) else { return }
            let words = row.table.noun.split(separator: " ", maxSplits: 1)
            notes.append(EntryNote(id: EntryID(row.sequence), what: String(words.last ?? ""), recordedAt: act.recordedAt, source: act.source))
        }
        return notes
    }

    /// Puts a copy into a file of its own as if it were restored, looks through that, and removes it.
    ///
    /// - Returns: what is wrong with it; nil where it is sound.
    public static func rehearseRestoring(_ copy: String, clock: Clock, shouldStop: (() -> Bool)? = nil) throws -> String? {
        let target = NewFile.draft(of: "\(BookFile.temporaryFolder)/\(BookFile.name(copy))")
        defer { for suffix in ["", "-wal", "-shm", "-journal"] { unlink(target + suffix) } }
        do {
            let moment = clock()
            try BookKeys.unlocking(copy) { () throws(StorageError) in
                try FileCopy.make(of: BookFile.absolute(copy), at: target, mark: .restored(moment), busyTimeout: 10)
            }
            return try Verifier.lookThrough(target, shouldStop).faults.first
        } catch let error as StorageError where ![.interrupted, .diskFull].contains(error.kind) {
            return error.naming(copy, insteadOf: target).message
        }
    }
}
