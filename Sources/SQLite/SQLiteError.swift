import CSQLite
import Glibc

/// Why a call of SQLite failed.
public struct SQLiteError: Error, Hashable {
    /// SQLite's code with its finer part ("extended result code").
    public let code: Int32
    /// What SQLite says of it, in English.
    public let message: String
    /// The system's own error number, where a call to the system failed; else 0, or the number of an earlier failure.
    public let systemError: Int32
    /// Whether the user stopped the wait for another program.
    public let waitWasStopped: Bool
    /// Whether the wait for another program ended at once because the file system has no locks to give.
    public let waitFoundNoLocks: Bool

    /// What the last call on a connection failed with.
    init(handle: OpaquePointer, waitWasStopped: Bool = false, waitFoundNoLocks: Bool = false) {
        // SQLite does not keep the system's number where a commit fails, but nothing has touched it since.
        let lastSystemError = errno
        code = sqlite3_extended_errcode(handle)
        message = String(cString: sqlite3_errmsg(handle))
        let systemError = sqlite3_system_errno(handle)
        self.systemError = systemError == 0 ? lastSystemError : systemError
        self.waitWasStopped = waitWasStopped
        self.waitFoundNoLocks = waitFoundNoLocks && code & 0xFF == SQLITE_BUSY
    }

    /// A failure that no connection can tell.
    init(code: Int32) {
        (self.code, message, systemError) = (code, String(cString: sqlite3_errstr(code)), 0)
        (waitWasStopped, waitFoundNoLocks) = (false, false)
    }

    /// SQLite's code without its finer part.
    public var primaryCode: Int32 { code & 0xFF }

    /// Whether the file's content is at fault.
    public var isDamage: Bool { primaryCode == SQLITE_CORRUPT || primaryCode == SQLITE_NOTADB || isAltered }

    /// Whether a layer below SQLite found bytes that are not as they were written.
    public var isAltered: Bool { code == FineCode.altered }

    /// Whether a layer below SQLite has forgotten the key of the file.
    public var isForgotten: Bool { code == FineCode.forgotten }

    /// Whether there was no room for what was written.
    public var isFullDisk: Bool {
        if primaryCode == SQLITE_FULL { return true }
        return [SQLITE_IOERR, SQLITE_CANTOPEN].contains(primaryCode) && [ENOSPC, EDQUOT, EFBIG].contains(systemError)
    }

    /// Whether what was committed may have reached the disk or not, since the disk would not say. A lock is let go of when all is written.
    public var isUnconfirmed: Bool { [FineCode.fileNotSynchronized, FineCode.folderNotSynchronized, FineCode.notUnlocked].contains(code) }

    /// Whether the file system has no locks to give, for whatever reason. A lock that another program has is no failure of that kind.
    public var hasNoLocks: Bool {
        waitFoundNoLocks
            || [FineCode.notUnlocked, FineCode.notLockedToRead, FineCode.lockNotLookedAt, FineCode.notLocked, FineCode.indexNotLocked].contains(code)
    }

    /// Whether a file that may only be read would have to be written first, to end what a crash broke off.
    public var needsRecovery: Bool { [FineCode.cannotRollBack, FineCode.cannotRecover, FineCode.cannotReadIndex].contains(code) }

    /// Whether the file system has become one that may only be read, as one that met with errors may while a file on it is open.
    public var isReadOnlyFileSystem: Bool { [SQLITE_IOERR, SQLITE_CANTOPEN].contains(primaryCode) && systemError == EROFS }
}

/// Codes with their finer part, which C makes of smaller ones in a way that Swift does not see.
enum FineCode {
    static let shortRead = SQLITE_IOERR | 2 << 8
    static let forgotten = SQLITE_IOERR | 28 << 8
    static let altered = SQLITE_IOERR | 32 << 8
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

/// Why a call of the system failed that was made through SQLite's own file.
public struct SystemError: Error, Hashable {
    /// The system's error number (`errno`).
    public let number: Int32
}
