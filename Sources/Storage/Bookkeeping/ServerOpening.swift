import PostgreSQL
import Values

extension Book {
    /// Whether a text is the address of a server, and not a path.
    public static func isServerAddress(_ text: String) -> Bool { PostgresAddress.isAddress(text) }

    /// The address of a server without a password, as a clone keeps it.
    ///
    /// - Throws: `.misuse` for an address that makes no sense.
    public static func addressWithoutPassword(_ address: String) throws -> String { try BookServer.address(address).withoutPassword }

    /// Opens a book of a PostgreSQL server, by an address such as `postgres://db.example.org/family?book=household`.
    ///
    /// Whoever may only read the book has it open for reading, and `readOnlyReason` says why.
    ///
    /// - Parameters:
    ///   - isOffline: whether only a server of this machine may be asked.
    ///   - shouldStop: asked while the server is waited for; `true` ends that with `.interrupted`. It becomes that of `host`.
    /// - Throws: `StorageError`: `.unreachable`, `.authentication`, `.notPermitted`, `.notFound` with the names that there are, `.newer`.
    public static func open(
        server address: String, isOffline: Bool = false, options: Options = Options(), shouldStop: (() -> Bool)? = nil, clock: @escaping Clock
    ) throws -> Book {
        let parsed = try BookServer.address(address), server = BookServer(address: parsed)
        if isOffline, !parsed.isOnThisMachine { throw StorageError.onTheNetwork(server.name) }
        server.shouldStop = shouldStop
        do {
            let book = try open(server.book(named: parsed.book), of: server, options: options, clock: clock)
            book.host.shouldStop = shouldStop
            return book
        } catch {
            server.close()
            throw error
        }
    }

    /// Opens a book of a server that others of its books may have open too.
    static func open(_ listing: BookListing, of server: BookServer, options: Options = Options(), clock: @escaping Clock) throws -> Book {
        server.retain()
        let store = ServerStore(server: server, listing: listing, busyTimeout: options.busyTimeout)
        let book = Book(
            store: store, serverPlace: "postgres://\(server.name)?book=\(listing.id)", memory: options.seenFolder.map(MachineMemory.init(folder:)), clock: clock)
        if store.isReadOnly { book.writeAccess.refusal = store.refusalToWrite }
        book.news = PendingNews(knowing: listing.entries)
        server.shouldStop = { [weak book] in book?.host.shouldStop?() == true }
        try book.compareWithSeen()
        // What cannot be remembered keeps nobody from the book.
        if options.remembers { try? book.remember() } else { book.history.memory = nil }
        return book
    }
}

extension BookServer {
    /// Reads an address.
    static func address(_ text: String) throws(StorageError) -> PostgresAddress {
        do throws(PostgresError) { return try PostgresAddress(text) } catch { throw .ofServer(error, text.split(separator: "@").last.map(String.init) ?? text) }
    }
}
