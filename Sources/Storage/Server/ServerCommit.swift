import Ledger
import PostgreSQL

/// Sending an act to the server, and being sure that it is there, once.
extension ServerStore {
    /// The most bytes of rows that are sent in one statement.
    private static let largestPart = 2 << 20

    /// Sends what the act has written and commits it; returns when the server has it on its disk.
    ///
    /// The rows are appended in a transaction that gives up the book's lock before the disk has it, so that others need not wait for the disk.
    /// A transaction of its own behind it, which does wait, makes the act durable before it is taken for recorded. Others are told of it in
    /// between: in the act itself the notice would make all commits of the server stand in one line.
    func commit() throws(StorageError) {
        try checkOpen()
        guard let act = pending else { preconditionFailure("a transaction is begun before it is committed") }
        if act.rows.count == 0 {
            try act.hasSent ? commitSent(act) : server.commitNothing()
            pending = nil
            return
        }
        let last = try sendAllButLast(act) + [ServerStatement("COMMIT")]
        do throws(StorageError) { try server.run([last, BookServer.announcement(on: listing.channel), BookServer.flush]) } catch {
            guard error.kind == .connectionLost else { throw error }
            try settle(act, error)
        }
        pending = nil
        noteOwn(act)
    }

    /// Commits an act that has sent all that it wrote: prices, rates or a saved state.
    private func commitSent(_ act: PendingAct) throws(StorageError) {
        try server.run([[ServerStatement("COMMIT")], BookServer.announcement(on: listing.channel)])
        noteOwn(act)
    }

    /// What this session recorded is no news to it, unless others recorded something before.
    private func noteOwn(_ act: PendingAct) {
        guard var now = known, now.journal == act.start.journal else { return }
        now.journal = act.rows.end ?? now.journal
        now.act += (0..<act.rows.count).count { act.rows.table(at: $0) == .act }
        now.quotes += act.quoteChanges
        now.rates += act.rateChanges
        known = now
    }

    /// Sends the rows in parts that the server can take at once; the statement with the last of them is given back.
    private func sendAllButLast(_ act: PendingAct) throws(StorageError) -> [ServerStatement] {
        var end = act.start.journal, first = 0
        while true {
            var rows = RowsAsJSON(), size = 0, next = first
            while next < act.rows.count, size < Self.largestPart {
                act.rows.lend(next) { rows.add($0) }
                size += act.rows.size(at: next)
                next += 1
            }
            // A part ends with an entry, since an act without one is refused.
            while next < act.rows.count, act.rows.table(at: next - 1) == .act {
                act.rows.lend(next) { rows.add($0) }
                next += 1
            }
            let statement = ServerStatement(
                "SELECT seq FROM luca.append($1, $2, $3, $4, $5::jsonb)",
                [book, .text(act.token), .integer(end.sequence), .bytes(end.hash.withBytes(Array.init)), .text(rows.text())])
            if next == act.rows.count { return [statement] }
            try server.run([[statement]], inTransaction: true)
            end = JournalHead(sequence: act.rows.sequence(at: next - 1), hash: act.rows.hash(at: next - 1))
            first = next
        }
    }

    /// Finds out what became of an act whose commit was not answered: it is there as a whole, or not at all.
    ///
    /// - Throws: `.connectionLost`, which says that it was not recorded, or that this is not known yet.
    private func settle(_ act: PendingAct, _ cause: StorageError) throws(StorageError) {
        let first: Int?
        do throws(StorageError) { first = try findAct(token: act.token) } catch {
            pending = nil
            throw .unsettledAct(location, entry: act.start.journal.sequence + 1, cause)
        }
        guard first != nil else {
            pending = nil
            throw .lostAct(location)
        }
        try server.run([BookServer.flush])
        server.note("The connection to \(server.name) was lost as the act was being recorded. It is recorded: luca asked the server again.")
    }

    /// The first entry of the act of a number, once whoever may still be recording it has ended; nil where there is none.
    ///
    /// Within a transaction that reads it tells what that sees, and waits for nobody.
    func findAct(token: String) throws(StorageError) -> Int? {
        if server.isInTransaction, pending == nil {
            let result = try server.ask("SELECT first_seq FROM luca.receipt WHERE book = $1 AND token = $2", [book, .text(token)])
            return result.rowCount > 0 ? result.integer(0, 0) : nil
        }
        return try server.ask("SELECT luca.find_act($1, $2)", [book, .text(token)]).integer(0, 0)
    }
}
