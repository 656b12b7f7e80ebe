import CSQLite
import Glibc

/// Codes with their finer part, which C makes of smaller ones in a way that Swift does not see.
enum SQLiteCode {
    static let shortRead = SQLITE_IOERR | 2 << 8
    static let fileNotSynchronized = SQLITE_IOERR | 4 << 8
    static let folderNotSynchronized = SQLITE_IOERR | 5 << 8
    static let notUnlocked = SQLITE_IOERR | 8 << 8
    static let notLockedToRead = SQLITE_IOERR | 9 << 8
    static let lockNotLookedAt = SQLITE_IOERR | 14 << 8
    static let notLocked = SQLITE_IOERR | 15 << 8
    static let indexNotLocked = SQLITE_IOERR | 20 << 8
    static let cannotRecover = SQLITE_READONLY | 1 << 8
    static let cannotRollBack = SQLITE_READONLY | 3 << 8
    static let cannotReadIndex = SQLITE_READONLY | 5 << 8
}

/// What SQLite says when something fails, and what that means for a book.
struct SQLiteFailure {
    /// SQLite's code with its finer part.
    var code: Int32
    var message: String
    /// The system's own error number, where a call to it failed; else 0.
    var systemError: Int32

    /// What the last call on a connection failed with.
    init(handle: OpaquePointer) {
        // SQLite does not keep the system's number where a commit fails, but nothing has touched it since.
        let lastSystemError = errno
        code = sqlite3_extended_errcode(handle)
        message = String(cString: sqlite3_errmsg(handle))
        systemError = sqlite3_system_errno(handle)
        if systemError == 0 { systemError = lastSystemError }
    }

    /// SQLite's code without its finer part.
    var primaryCode: Int32 { code & 0xFF }

    /// Whether the file's content is at fault.
    var isDamage: Bool { primaryCode == SQLITE_CORRUPT || primaryCode == SQLITE_NOTADB }

    /// Whether there was no room for what was written.
    var isFullDisk: Bool {
        if primaryCode == SQLITE_FULL { return true }
        return [SQLITE_IOERR, SQLITE_CANTOPEN].contains(primaryCode) && [ENOSPC, EDQUOT, EFBIG].contains(systemError)
    }

    /// Whether what was written may have reached the disk or not, since the disk would not say; a lock is let go of when all is written.
    var isUnconfirmed: Bool { [SQLiteCode.fileNotSynchronized, SQLiteCode.folderNotSynchronized, SQLiteCode.notUnlocked].contains(code) }

    /// Whether the file system has no locks to give, for whatever reason; one that another program has is no failure of that kind.
    var hasNoLocks: Bool {
        [SQLiteCode.notUnlocked, SQLiteCode.notLockedToRead, SQLiteCode.lockNotLookedAt, SQLiteCode.notLocked, SQLiteCode.indexNotLocked].contains(code)
    }

    /// Whether a file that may only be read would have to be made whole first.
    private var needsRecovery: Bool {
        [SQLiteCode.cannotRollBack, SQLiteCode.cannotRecover, SQLiteCode.cannotReadIndex].contains(code)
    }

    /// The failure as a sentence about the book at a path.
    func storageError(path: String, waited: Double) -> StorageError {
        let name = BookFile.name(path)
        if isFullDisk { return .diskFull(name) }
        if needsRecovery { return .unfinished(name) }
        if hasNoLocks { return .noLocks(name) }
        // A file system that met with errors may be made one for reading while a book on it is open.
        if [SQLITE_IOERR, SQLITE_CANTOPEN].contains(primaryCode), systemError == EROFS { return .readOnlyFileSystem(name) }
        switch primaryCode {
        case SQLITE_NOTADB: return .notADatabase(name)
        case SQLITE_CORRUPT: return .damagedFile(name, message)
        // Our own statements are right for a sound book; it is the layout that is not as it should be.
        case SQLITE_ERROR, SQLITE_SCHEMA: return .damagedFile(name, "its layout is not that of a book, \(message)")
        case SQLITE_BUSY, SQLITE_LOCKED: return .busy(name, waited: waited)
        case SQLITE_READONLY, SQLITE_PERM: return .readOnlyFile(name)
        case SQLITE_CANTOPEN where BookFile.hasJournal(path) && access(BookFile.folder(path), W_OK) != 0: return .unfinished(name)
        case SQLITE_CANTOPEN where BookFile.hasNoRoomForJournal(path): return .diskFull(name)
        case SQLITE_CANTOPEN, SQLITE_AUTH: return .unreadable(name, message)
        case SQLITE_INTERRUPT: return .interrupted()
        default: return StorageError(.inputOutput, "\(name) could not be read or written: \(message) (SQLite error \(code)).")
        }
    }
}
