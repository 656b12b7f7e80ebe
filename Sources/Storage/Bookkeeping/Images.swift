import SQLite
import Values

extension Book {
    /// What is told of a file that is written of an encrypted book; nil of one that is plain itself.
    public func plainNotice(of file: String) -> String? { isEncrypted ? "\(name) is encrypted, and \(file) is plain: whoever has it reads all of it" : nil }

    /// Lends all of the book as the bytes of a SQLite file, with what the running act has recorded: for a process that is to read the book
    /// and is to have no way to its file.
    public func withImage<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) throws -> Result {
        let image = try store.image()
        defer { image.free() }
        return try body(UnsafeRawBufferPointer(image.bytes))
    }

    /// Opens such bytes, for reading only. Whoever calls keeps them as they are until the book is closed.
    ///
    /// - Parameter name: the path that the book has elsewhere, by which messages call it.
    public static func open(image: UnsafeRawBufferPointer, named name: String, clock: @escaping Clock) throws -> Book {
        let connection = try BookConnection(path: name, reading: image)
        do {
            // SQLite's random numbers begin with a file of the system, which may be out of reach later.
            _ = try connection.integer("SELECT random() IS NULL")
            let version = try connection.integer("PRAGMA user_version"), known = Schema.current.number
            guard version == known else { throw StorageError.newer(BookFile.name(name), version: version, known: known) }
            let store = SQLiteStore(path: name, connection: connection, isReadOnly: true, isImage: true, place: nil, schema: .current, options: FileOptions())
            // It has no path: nothing is looked for beside a file that is elsewhere.
            return Book(store: store, clock: clock)
        } catch {
            connection.close()
            throw error
        }
    }
}
