import CSQLite
import Foundation
import GRDB

/// Copies a book's file while others go on using it.
enum SQLiteCopy {
    /// Copies all that is committed in a book to a new file.
    ///
    /// The copy is made under another name and takes its own only when it is complete and on the disk: a crash leaves either a
    /// whole copy or none.
    static func make(of path: String, at target: String, busyTimeout: Double) throws(StorageError) {
        let unfinished = target + ".unfinished"
        try? FileManager.default.removeItem(atPath: unfinished)
        do throws(StorageError) {
            try copyPages(of: path, to: unfinished, busyTimeout: busyTimeout)
            try BookFile.synchronize(unfinished)
            try NewFile.publish(unfinished, as: target)
        } catch {
            try? FileManager.default.removeItem(atPath: unfinished)
            throw error
        }
    }

    private static func copyPages(of path: String, to target: String, busyTimeout: Double) throws(StorageError) {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(busyTimeout)
        configuration.prepareDatabase { db in csqlite_harden(db.sqliteConnection) }
        let traces = ReaderTraces(of: path)
        defer { traces.clear() }
        do {
            let access = BookFile.isFrozen(path) ? SQLiteConnection.Access.immutable : .readOnly
            let source = try DatabaseQueue(path: SQLiteAddress(path: path, access: access).uri, configuration: configuration)
            let copy = try DatabaseQueue(path: target)
            try source.backup(to: copy)
            try copy.close()
            try source.close()
        } catch {
            let failure = SQLiteFailure(error)
            throw failure.storageError(path: failure.isDamage ? path : target, waited: busyTimeout)
        }
    }
}

/// Gives a finished file its name.
enum NewFile {
    /// Moves a file to a name that nothing has yet; where something has it, that stays and the file too.
    static func publish(_ finished: String, as target: String) throws(StorageError) {
        // A link is made only where there is nothing, whoever else tries at the same moment; a rename would overwrite.
        guard link(finished, target) == 0 else {
            let code = errno
            if code == EEXIST { throw .alreadyExists(BookFile.name(target), hint: "Choose another name; nothing was overwritten.") }
            return try rename(finished, target, after: code)
        }
        unlink(finished)
        try BookFile.synchronize(BookFile.folder(target))
    }

    /// The way of file systems that know no links, such as those of memory sticks.
    private static func rename(_ finished: String, _ target: String, after code: Int32) throws(StorageError) {
        guard [EPERM, EOPNOTSUPP, ENOSYS, EMLINK].contains(code) else { throw .system(BookFile.name(target), code) }
        guard try BookFile.presence(target) == .nothing else {
            throw .alreadyExists(BookFile.name(target), hint: "Choose another name; nothing was overwritten.")
        }
        guard Foundation.rename(finished, target) == 0 else { throw .system(BookFile.name(target), errno) }
        try BookFile.synchronize(BookFile.folder(target))
    }
}
