import PostgreSQL
import Values

extension Book {
    /// Copies all of a book to another place: a path where nothing is, or a book that a server does not have yet. Journal and chain come out the same, prices and
    /// rates too.
    ///
    /// - Parameters:
    ///   - target: a path, or an address that names the book.
    ///   - isOffline: whether only servers of this machine may be asked.
    /// - Returns: where the journal of the copy ends, which is where that of the book ends.
    /// - Throws: `.alreadyExists`; `.notPermitted` where the login may make no books.
    @discardableResult
    public func copy(to target: String, isOffline: Bool = false) throws -> JournalHead {
        guard Self.isServerAddress(target) else {
            let path = BookFile.absolute(target)
            try store.copy(to: path, at: clock())
            let made = try SQLiteStore.open(path: path, readOnly: true)
            defer { made.close() }
            return try made.head()
        }
        let address = try BookServer.address(target), server = BookServer(address: address)
        defer { server.close() }
        if isOffline, !address.isOnThisMachine { throw StorageError.onTheNetwork(server.name) }
        guard let name = address.book else { throw StorageError.unnamedCopy(server.name) }
        server.shouldStop = host.shouldStop
        return try store.withSnapshot { try ServerFilling(server: server).fill(name, from: store) }
    }
}
