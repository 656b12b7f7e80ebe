import Foundation
import GRDB
import GRDBSQLite

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

    /// What GRDB threw.
    init(_ error: any Error) {
        if let error = error as? DatabaseError {
            code = error.extendedResultCode.rawValue
            message = error.message ?? "\(error.resultCode)"
        } else {
            code = SQLITE_ERROR
            message = "\(error)"
        }
        systemError = 0
    }

    /// SQLite's code without its finer part.
    var primaryCode: Int32 { code & 0xFF }

    /// Whether the file's content is at fault.
    var isDamage: Bool { primaryCode == SQLITE_CORRUPT || primaryCode == SQLITE_NOTADB }

    /// Whether there was no room for what was written.
    var isFullDisk: Bool {
        if primaryCode == SQLITE_FULL { return true }
        return primaryCode == SQLITE_IOERR && [ENOSPC, EDQUOT, EFBIG].contains(systemError)
    }

    /// The failure as a sentence about the book at a path.
    func storageError(path: String, waited: Double) -> StorageError {
        let name = BookFile.name(path)
        if isFullDisk { return .diskFull(name) }
        switch primaryCode {
        case SQLITE_NOTADB: return .notADatabase(name)
        case SQLITE_CORRUPT: return .damagedFile(name, message)
        // Our own statements are right for a sound book; it is the layout that is not as it should be.
        case SQLITE_ERROR, SQLITE_SCHEMA: return .damagedFile(name, "its layout is not that of a book, \(message)")
        case SQLITE_BUSY, SQLITE_LOCKED: return .busy(name, waited: waited)
        case SQLITE_READONLY, SQLITE_PERM: return .readOnlyFile(name)
        case SQLITE_CANTOPEN, SQLITE_AUTH: return .unreadable(name, message)
        case SQLITE_INTERRUPT: return .interrupted()
        default: return StorageError(.inputOutput, "\(name) could not be read or written: \(message) (SQLite error \(code)).")
        }
    }
}
