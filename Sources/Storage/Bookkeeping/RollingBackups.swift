import FoundationEssentials
import Glibc
import Ledger
public import Values

/// Copies that luca makes by itself: once a day, and before what may turn out to be a mistake.
extension Book {
    /// Makes the copies that are due after what was recorded here, looks through them, and removes those whose time is over.
    ///
    /// Called when an answer is shown, so that nobody waits for it. Does nothing, and looks at no file, where nothing was recorded since the last call.
    ///
    /// - Parameters:
    ///   - today: the day that counts as today; one copy is made of each.
    ///   - notice: takes sentences on what failed. The book has all that was recorded, and it is tried again after what is recorded next.
    public func backUpIfDue(on today: Day, notice: (String) -> Void) {
        guard due.hasWritten || !due.unchecked.isEmpty || !due.untold.isEmpty, running == nil else { return }
        defer { (due.hasWritten, due.untold) = (false, []) }
        guard let path, backupPlan.isOn, !store.isReadOnly else { return }
        for error in due.untold { notice(sentence(error, in: backupPlan.folder(of: path))) }
        checkUnchecked(notice)
        if due.hasWritten {
            makeDaily(in: backupPlan.folder(of: path), of: path, today, notice)
            if let second = backupPlan.secondFolder { makeDaily(in: BookFile.absolute(second), of: path, today, isSecond: true, notice) }
        }
        if due.isPruningDue { prune(path, today, notice) }
    }

    /// Has the copies looked at again after what is recorded next, as where their folder is another one from now on.
    func forgetBackupsDue() { (due.day, due.secondDay, due.fault) = (nil, nil, nil) }

    /// Copies what the book was before the rows of an import, where they are many; a failure is told when the answer is shown, and hinders no import.
    ///
    /// Called inside the act that imports: what that has recorded is not committed, and so in no copy.
    public func backUpBeforeImport(of rows: Int) {
        guard rows > Self.fewRows, let path, backupPlan.isOn, !store.isReadOnly, running?.isTrial != true, before(running) > 0 else { return }
        do throws(StorageError) {
            due.unchecked.append(try makeCopy(.beforeImport, of: path, in: backupPlan.folder(of: path), at: clock()))
            due.isPruningDue = true
        } catch { due.untold.append(error) }
    }

    /// Imports of no more rows than these are as easily voided as a copy is restored.
    private static let fewRows = 100

    /// How many entries the book had before the running act.
    private func before(_ running: RunningAct?) -> Int { running?.writing?.start ?? (try? store.head().sequence) ?? 0 }

    // MARK: Making copies

    /// Makes the copy of a day in a folder, unless it is there; tells what failed.
    private func makeDaily(in folder: String, of path: String, _ today: Day, isSecond: Bool = false, _ notice: (String) -> Void) {
        if (isSecond ? due.secondDay : due.day) == today { return }
        do throws(StorageError) {
            if let fault = due.fault { throw fault }
            if isSecond, try BookFile.presence(folder) != .folder { throw StorageError(.notFound, "There is no folder \(folder). Is its disk there?") }
            guard try store.head().sequence > 0 else { return }
            // Asked before: what another program records while the copy is made need not be in it.
            let head = try store.settledHead()
            if let copy = try dailyCopy(today, of: path, in: folder) {
                try check(copy, holding: head, notice)
                due.isPruningDue = true
            }
            if isSecond { due.secondDay = today } else { due.day = today }
        } catch {
            if error.kind == .damaged { due.fault = error }
            notice(sentence(error, in: folder))
        }
    }

    /// Makes the copy of a day; nil where the folder has one of this book, made by another program perhaps.
    private func dailyCopy(_ day: Day, of path: String, in folder: String) throws(StorageError) -> String? {
        let identity = try store.identity(), backups = BackupFolder(folder, bookPath: path)
        // A folder may have the copies of several books of one name.
        var number = 1
        while true {
            let copy = backups.path("\(day)\(number == 1 ? "" : "_\(number)")", BackupReason.daily.label)
            if try BookFile.presence(copy) == .nothing {
                // One that another program makes at the same moment is looked at as one that was there.
                do throws(StorageError) { return try write(copy, of: path, at: clock()) } catch  where error.kind == .alreadyExists { continue }
            }
            if BackupComparison.identity(of: copy) == identity { return nil }
            number += 1
        }
    }

    /// Makes a copy that is told by the moment, and returns where it is.
    func makeCopy(_ reason: BackupReason, of path: String, in folder: String, at moment: Instant) throws(StorageError) -> String {
        while true {
            let copy = try BackupFolder(folder, bookPath: path).freePath(BackupFolder.stamp(moment), reason.label)
            do throws(StorageError) { return try write(copy, of: path, at: moment) } catch  where error.kind == .alreadyExists { continue }
        }
    }

    private func write(_ copy: String, of path: String, at moment: Instant) throws(StorageError) -> String {
        try BookFile.inFolder(BookFile.folder(copy), for: "The backup of \(name)") { () throws(StorageError) in
            // To fill a disk to the last byte with copies would keep the book itself from growing.
            if let room = BookFile.room(in: BookFile.folder(copy)), let size = FileStatus(path)?.size, room < Int(size) + Self.reserve { throw .diskFull(BookFile.name(copy)) }
            try store.copy(to: copy, at: moment)
        }
        return copy
    }

    /// Bytes that a copy leaves free on a disk.
    private static let reserve = 1 << 20

    // MARK: Looking through copies

    private func checkUnchecked(_ notice: (String) -> Void) {
        let unchecked = due.unchecked
        due.unchecked = []
        for copy in unchecked {
            do throws(StorageError) { try check(copy, notice) } catch { notice(sentence(error, in: BookFile.folder(copy))) }
        }
    }

    /// Looks through a copy. One of a book that is not sound is not kept: in time such copies would take the places of sound ones.
    ///
    /// Its numbers and its chain prove that it has entries of the book; those are replayed only where this session has not computed what all of them come to.
    private func check(_ copy: String, holding head: JournalHead = .empty, _ notice: (String) -> Void) throws(StorageError) {
        let end = try store.head().sequence, isReplayed = loaded.ledger.map { $0.isSettled && $0.lastEntry.rawValue == end } ?? false
        guard let fault = try compare(copy: copy, with: head, replays: !isReplayed, notice) else { return }
        unlink(copy)
        throw StorageError(.damaged, "The book is not sound: \(fault)", hint: "luca verify tells all that is wrong, and luca backups which copy is sound.")
    }

    // MARK: Removing copies

    /// Removes copies whose time is over, but for what the book no longer has without anybody's knowing; and what killed programs left.
    private func prune(_ path: String, _ today: Day, _ notice: (String) -> Void) {
        due.isPruningDue = false
        if let historyNotice, !historyNotice.isExplained { return }
        let comparison = BackupComparison(store: store, path: path, folders: [], acceptedAt: acceptedAt)
        for folder in [backupPlan.folder(of: path)] + [backupPlan.secondFolder].compactMap(\.self).map(BookFile.absolute) {
            let backups = BackupFolder(folder, bookPath: path)
            backups.sweep(before: clock())
            do throws(StorageError) { try backups.prune(backupPlan.retention, on: today, where: comparison.mayGo) } catch { notice(sentence(error, in: folder)) }
        }
    }

    /// What is told of a copy that could not be made.
    private func sentence(_ error: StorageError, in folder: String) -> String {
        let reason =
            error.kind == .diskFull
            ? "There is no room for it on its disk, of which a copy leaves 1 MiB free." : [error.message, error.hint].compactMap(\.self).joined(separator: " ")
        let again = error.kind == .damaged ? "" : " It is tried again after what is recorded next."
        return "No backup of \(name) is in \(folder). \(reason) What was recorded is in the book.\(again)"
    }
}
