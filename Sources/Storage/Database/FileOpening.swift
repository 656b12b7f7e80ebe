import Glibc
import SQLite

extension SQLiteStore {
    /// Makes a new book in a file that nothing has the name of yet, complete before anybody can see it.
    static func create(path: String, schema: Schema = .current, vfs: String? = nil) throws(StorageError) {
        let folder = BookFile.folder(path)
        guard try BookFile.presence(folder) == .folder else { throw BookFile.missingFolder(folder, for: BookFile.name(path)) }
        if access(folder, W_OK) != 0 { throw .readOnlyFolder(BookFile.name(path), folder: folder) }
        try NewFile.make(path) { unfinished throws(StorageError) in
            try BookFile.checkFree(path)
            try BookFile.makePrivate(unfinished, try BookKeys.headerForNewBook())
            try write(newBook: unfinished, schema, vfs)
        }
    }

    private static func write(newBook path: String, _ schema: Schema, _ vfs: String?) throws(StorageError) {
        let connection = try BookConnection(path: path, access: .new, busyTimeout: 0, vfs: vfs)
        defer { connection.close() }
        // Nobody knows of the file yet, so it is synchronized once, when it is complete.
        try connection.execute("PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY")
        try schema.lay(on: connection)
        try connection.execute("PRAGMA journal_mode = WAL")
    }

    /// A book without a file.
    static func inMemory(name: String, schema: Schema = .current) throws(StorageError) -> SQLiteStore {
        let connection = try BookConnection(path: name, access: .memory, busyTimeout: 0)
        try schema.lay(on: connection)
        return SQLiteStore(path: memoryPath, connection: connection, isReadOnly: false, place: nil, schema: schema, options: FileOptions())
    }

    /// Opens a file that is a book.
    ///
    /// - Parameters:
    ///   - name: the path that it is opened by, where links lead from that to the file.
    ///   - beforeMigration: called with the version of a file that is about to be brought up to date.
    static func open(
        path: String, openedAs name: String? = nil, readOnly: Bool, options: FileOptions = FileOptions(), schema: Schema = .current,
        beforeMigration: (Int) throws(StorageError) -> Void = { _ throws(StorageError) in }
    ) throws(StorageError) -> SQLiteStore {
        try BookFile.check(path, newest: schema.number)
        do throws(StorageError) {
            return try openChecked(path, name, readOnly, options, schema, beforeMigration)
        } catch {
            if error.kind == .diskFull { BookImage.clearTraces(path, vfs: options.vfs) }
            throw error
        }
    }

    private static func openChecked(
        _ path: String, _ name: String?, _ readOnly: Bool, _ options: FileOptions, _ schema: Schema, _ beforeMigration: (Int) throws(StorageError) -> Void
    ) throws(StorageError) -> SQLiteStore {
        if !readOnly {
            try BookFile.checkWritable(path)
            try FileNames(of: path).checkSingle()
            FileNames(of: path).sweep()
            if BookFile.journalSize(path, "-wal") != 0 { try look(path, options) }
        }
        let opened =
            readOnly
            ? try BookReading(of: path, busyTimeout: options.busyTimeout, vfs: options.vfs)
            : BookReading(
                connection: try BookConnection(path: path, access: .readWrite, busyTimeout: options.busyTimeout, vfs: options.vfs), marks: nil,
                isImage: false)
        let connection = opened.connection
        do throws(StorageError) {
            try prepare(connection, readOnly: readOnly, schema: schema, beforeMigration)
            let place = try FilePlace(of: connection, unchangedSince: opened.marks, openedAs: name)
            return SQLiteStore(
                path: path, connection: connection, isReadOnly: readOnly, isImage: opened.isImage, place: place, schema: schema, options: options)
        } catch {
            connection.close()
            throw error
        }
    }

    /// Opens a copy that nobody writes any more for reading, and makes nothing beside it, which a program that is killed would leave there; one with a journal
    /// is opened as any book is.
    static func openFinished(_ path: String, openedAs name: String) throws(StorageError) -> SQLiteStore {
        if BookFile.hasJournal(path) { return try open(path: path, openedAs: name, readOnly: true) }
        try BookFile.check(path, newest: Schema.current.number)
        let connection = try BookConnection(path: path, access: .immutable, busyTimeout: 1)
        do throws(StorageError) {
            try prepare(connection, readOnly: true, schema: .current) { _ throws(StorageError) in }
            return SQLiteStore(path: path, connection: connection, isReadOnly: true, place: nil, schema: .current, options: FileOptions())
        } catch {
            connection.close()
            throw error
        }
    }

    /// Makes sure that a file and its journal make a database together: on a connection that cannot write the journal back, so that a
    /// damaged one stays as it was found.
    private static func look(_ path: String, _ options: FileOptions) throws(StorageError) {
        let reader = try BookConnection(path: path, access: .readOnly, busyTimeout: options.busyTimeout)
        defer { reader.close() }
        _ = try reader.integer("SELECT count(*) FROM sqlite_schema")
    }

    private static func prepare(
        _ connection: BookConnection, readOnly: Bool, schema: Schema, _ beforeMigration: (Int) throws(StorageError) -> Void
    ) throws(StorageError) {
        let name = BookFile.name(connection.path)
        let version = try connection.integer("PRAGMA user_version")
        if version > schema.number { throw .newer(name, version: version, known: schema.number) }
        if version < 1 { throw .damagedFile(name, "the version of its format is \(version)") }
        if version < Schema.firstNumber { throw .developmentVersion(name, version: version, first: Schema.firstNumber) }
        if version < schema.number {
            if readOnly { throw .outdated(name, version: version, known: schema.number) }
            try beforeMigration(version)
            try schema.migrate(connection)
        }
        if readOnly { return }
        // WAL is a property of the file, and was lost if another tool took it away; the others are of the connection.
        try connection.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 67108864")
    }
}
