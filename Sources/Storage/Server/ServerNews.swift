import PostgreSQL

/// The disk of a server, and what it tells of books.
extension BookServer {
    /// Has all that was committed before written to the server's disk, before it answers: a transaction of its own that waits for it.
    static let flush = [ServerStatement("SELECT pg_logical_emit_message(true, 'luca', $1)", [.text("")])]

    /// Waits until all that was committed before is on the server's disk.
    func flush() throws(StorageError) { _ = try ask(Self.flush[0].sql, Self.flush[0].parameters) }

    /// Tells others that something has changed that is no entry; of entries, `luca.append` tells them. The notice need not wait for the disk: who missed it asks
    /// for the head.
    static func announcement(on channel: String) -> [ServerStatement] {
        [
            ServerStatement("BEGIN"), ServerStatement("SELECT set_config('synchronous_commit', 'off', true)"),
            ServerStatement("SELECT pg_notify($1, '')", [.text(channel)]), ServerStatement("COMMIT"),
        ]
    }

    /// Ends a process at the server, of a connection that was lost; whether it is gone.
    func end(_ process: ServerLink.Process) throws(StorageError) -> Bool {
        try perform(isRepeatable: true) { connection throws(PostgresError) in try link.end(process, connection) }
    }

    /// Ends the process at the server of the connection that was lost last.
    func endFormer() throws(StorageError) { try perform(isRepeatable: true) { connection throws(PostgresError) in try link.endFormer(connection) } }

    // MARK: News

    /// Has the server tell of what is recorded in a book; a copy of another server for reading tells nothing.
    func listen(to channel: String) throws(StorageError) {
        precondition(channel.utf8.allSatisfy { $0 == UInt8(ascii: "_") || (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) }, "a channel is made by luca")
        guard !isInTransaction, !link.listens(to: channel) else { return }
        try perform(isRepeatable: true) { connection throws(PostgresError) in try link.listen(to: channel, connection) }
    }

    /// Whether the server answers so soon that it may be asked before every statement.
    var isQuick: Bool { roundTrip < quickAnswer }

    /// Whether enough time has passed since something was asked that asking again takes little of it.
    func isDueToAsk(since moment: ContinuousClock.Instant) -> Bool { isQuick || .now - moment > roundTrip * 4 }
}
