import CSQLite
import Glibc
import SQLite

/// Copies a book's file while others go on using it.
enum SQLiteCopy {
    /// Copies all that is committed in a book to a new file.
    ///
    /// The copy is made under another name and takes its own only when it is complete and on the disk: a crash leaves either a
    /// whole copy or none.
    static func make(of path: String, at target: String, mark: CopyMark, busyTimeout: Double) throws(StorageError) {
        try NewFile.make(target) { unfinished throws(StorageError) in
            try BookFile.makePrivate(unfinished)
            try copyPages(of: path, to: unfinished, busyTimeout: busyTimeout)
            try note(mark, in: unfinished)
        }
    }

    /// Copies what a connection has in memory of a book to a new file.
    static func make(ofImage image: BookConnection, at target: String, mark: CopyMark) throws(StorageError) {
        try NewFile.make(target) { unfinished throws(StorageError) in
            try BookFile.makePrivate(unfinished)
            try image.copy(to: unfinished)
            try note(mark, in: unfinished)
        }
    }

    /// What the copy says of itself is written before anybody can see it.
    private static func note(_ mark: CopyMark, in path: String) throws(StorageError) {
        let connection = try BookConnection(path: path, access: .readWrite, busyTimeout: 0)
        defer { connection.close() }
        // A copy of an older layout, made before it is brought up to date, has no place for it.
        guard try connection.integer("SELECT count(*) FROM sqlite_schema WHERE name = 'backup'") > 0 else { return }
        try SQLiteIdentity(connection: connection, name: BookFile.name(path)).note(mark)
    }

    private static func copyPages(of path: String, to target: String, busyTimeout: Double) throws(StorageError) {
        let source = try BookConnection(path: path, access: BookFile.readingAccess(path), busyTimeout: busyTimeout)
        defer { source.close() }
        try source.copy(to: target)
    }
}

/// Makes a file under another name, and gives it its own once it is complete and on the disk.
enum NewFile {
    /// Makes a file where nothing is; a failure leaves nothing.
    ///
    /// - Parameter write: writes the file under the name that it gets.
    static func make(_ target: String, _ write: (String) throws(StorageError) -> Void) throws(StorageError) {
        let unfinished = draft(of: target)
        do throws(StorageError) {
            try BookFile.checkNoJournal(at: target)
            try write(unfinished)
            try BookFile.synchronize(unfinished)
            try publish(unfinished, as: target)
        } catch {
            for suffix in ["", "-wal", "-shm"] { unlink(unfinished + suffix) }
            throw error.naming(target, insteadOf: unfinished)
        }
    }

    /// A name beside a file's that nothing has: what is called `family.luca.unfinished` may be somebody's book.
    static func draft(of path: String) -> String { "\(path).unfinished-\(getpid())-\(UInt32.random(in: .min ... .max))" }

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

    /// Whether a link failed because the file system knows none.
    static func isWithoutLinks(_ code: Int32) -> Bool { [EPERM, EOPNOTSUPP, ENOSYS, EMLINK].contains(code) }

    /// The way of file systems that know no links, such as those of memory sticks.
    private static func rename(_ finished: String, _ target: String, after code: Int32) throws(StorageError) {
        guard isWithoutLinks(code) else { throw .system(BookFile.name(target), code) }
        guard try BookFile.presence(target) == .nothing else {
            throw .alreadyExists(BookFile.name(target), hint: "Choose another name; nothing was overwritten.")
        }
        guard Glibc.rename(finished, target) == 0 else { throw .system(BookFile.name(target), errno) }
        try BookFile.synchronize(BookFile.folder(target))
    }
}
