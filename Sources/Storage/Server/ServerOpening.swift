import PostgreSQL
import Values

extension Book {
    /// Whether a text is the address of a server, and not a path.
    public static func isServerAddress(_ text: String) -> Bool { PostgresAddress.isAddress(text) }

    /// Opens a book of a PostgreSQL server, by an address such as `postgres://db.example.org/family?book=household`.
    ///
    /// Whoever may only read the book has it open for reading, and `readOnlyReason` says why.
    ///
    /// - Parameter shouldStop: asked while the server is waited for; `true` ends that with `.interrupted`. It becomes that of `host`.
    /// - Throws: `StorageError`: `.unreachable`, `.notPermitted`, `.notFound` with the names that there are, `.newer`.
    public static func open(server address: String, options: Options = Options(), shouldStop: (() -> Bool)? = nil, clock: @escaping Clock) throws -> Book {
        let parsed = try BookServer.address(address), server = BookServer(address: parsed)
        server.shouldStop = shouldStop
        do {
            return try open(server.book(named: parsed.book), of: server, options: options, clock: clock)
        } catch {
            server.close()
            throw error
        }
    }

    /// Opens a book of a server that others of its books may have open too.
    static func open(_ listing: BookListing, of server: BookServer, options: Options = Options(), clock: @escaping Clock) throws -> Book {
        server.retain()
        let store = ServerStore(server: server, listing: listing, busyTimeout: options.busyTimeout)
        let book = Book(store: store, clock: clock)
        book.host.shouldStop = server.shouldStop
        if store.isReadOnly { book.writeAccess.refusal = store.refusalToWrite }
        return book
    }
}

extension Book {
    /// Hands over what is to be told of a book's server, in sentences: that an act whose commit was not answered is recorded, for one. Empty for other books.
    public func takeServerNotes() -> [String] { (store as? ServerStore)?.server.takeNotes() ?? [] }
}

extension BookServer {
    /// Reads an address.
    static func address(_ text: String) throws(StorageError) -> PostgresAddress {
        do throws(PostgresError) { return try PostgresAddress(text) } catch { throw .ofServer(error, text.split(separator: "@").last.map(String.init) ?? text) }
    }
}
