import CSQLite

extension SQLiteConnection {
    /// Copies all that is committed into another database, by SQLite's online backup, while others go on writing.
    ///
    /// - Throws: what the copy failed with; a wait for the source that the user stopped is told too.
    public func copy(to target: SQLiteConnection) throws(SQLiteError) {
        guard let work = sqlite3_backup_init(target.handle, "main", handle, "main") else { throw target.failure() }
        let code = sqlite3_backup_step(work, -1)
        guard sqlite3_backup_finish(work) == SQLITE_OK, code == SQLITE_DONE else {
            throw SQLiteError(handle: target.handle, waitWasStopped: wait.wasStopped)
        }
    }

    /// The bytes of the whole database as this connection sees it, what its running transaction wrote included.
    ///
    /// - Throws: what reading failed with; out of memory where there is not so much at once.
    public func image() throws(SQLiteError) -> DatabaseImage {
        // Of a file, `sqlite3_serialize` gives zeros for pages that cannot be read; a copy fails at them.
        let memory = try SQLiteConnection(SQLiteAddress(path: "", access: .memory), waiting: 0)
        defer { memory.close() }
        try copy(to: memory)
        var size: Int64 = 0
        guard let bytes = sqlite3_serialize(memory.handle, "main", &size, 0) else { throw SQLiteError(code: SQLITE_NOMEM) }
        return DatabaseImage(bytes: UnsafeMutableRawBufferPointer(start: bytes, count: Int(size)))
    }

    /// Opens the bytes of a whole database, which cannot be written, and which the caller keeps as they are while the connection is open.
    public convenience init(reading bytes: UnsafeRawBufferPointer) throws(SQLiteError) {
        try self.init(SQLiteAddress(path: "", access: .memory), waiting: 0)
        // SQLite declares them as its own to write, and with this flag does not.
        let start = UnsafeMutableRawPointer(mutating: bytes.baseAddress)?.assumingMemoryBound(to: UInt8.self), count = Int64(bytes.count)
        guard sqlite3_deserialize(handle, "main", start, count, count, UInt32(SQLITE_DESERIALIZE_READONLY)) == SQLITE_OK else { throw failure() }
    }

    /// Opens the bytes of a whole database.
    ///
    /// - Parameters:
    ///   - image: the connection takes it over, also where this fails.
    ///   - isWritable: whether it can be written to, and grow.
    public convenience init(image: DatabaseImage, isWritable: Bool = false) throws(SQLiteError) {
        do throws(SQLiteError) { try self.init(SQLiteAddress(path: "", access: .memory), waiting: 0) } catch {
            image.free()
            throw error
        }
        let flags = UInt32(SQLITE_DESERIALIZE_FREEONCLOSE | (isWritable ? SQLITE_DESERIALIZE_RESIZEABLE : SQLITE_DESERIALIZE_READONLY))
        let start = image.bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), count = Int64(image.bytes.count)
        // Where this fails, it frees the memory too.
        guard sqlite3_deserialize(handle, "main", start, count, count, flags) == SQLITE_OK else { throw failure() }
    }
}

/// Memory of SQLite's own for the bytes of a whole database; it is freed by `free()` or by the connection that takes it over.
public struct DatabaseImage {
    /// The bytes, which are to be written before a connection opens them.
    public let bytes: UnsafeMutableRawBufferPointer

    /// Takes over what SQLite has made.
    init(bytes: UnsafeMutableRawBufferPointer) { self.bytes = bytes }

    /// Takes memory; nil where there is none, or more is asked for than SQLite asks the system for at once (`largest`).
    public init?(byteCount: Int) {
        guard let memory = sqlite3_malloc64(UInt64(byteCount)) else { return nil }
        bytes = UnsafeMutableRawBufferPointer(start: memory, count: byteCount)
    }

    /// The most bytes of an image, however much memory there is ("Maximum Allocation Size", SQLITE_MAX_ALLOCATION_SIZE).
    public static let largest = 2_147_483_391

    /// Gives the memory back, of an image that no connection has taken over.
    public func free() { sqlite3_free(bytes.baseAddress) }
}
