import Ledger
import PostgreSQL

/// Sending an act to the server, and being sure that it is there, once.
extension ServerStore {
    /// The most bytes of rows that are sent in one statement.
    private static let largestPart = 2 << 20

    /// Sends what the act has written and commits it; returns when the server has it on its disk.
    ///
    /// The rows are appended in a transaction that gives up the book's lock before the disk has it, so that others need not wait for the disk.
    /// A transaction of its own behind it, which does wait, makes the act durable before it is taken for recorded.
    func commit() throws(StorageError) {
        try checkOpen()
        if let act = pending, act.rows.size > Self.largestPart { try lockPending() }
        guard let act = pending else { preconditionFailure("a transaction is begun before it is committed") }
        if act.isLocked { try server.checkTransaction() }
        if act.rows.count == 0 {
            if act.hasSent { try commitSent(act) } else if act.isLocked { server.rollback() }
        } else {
            let last = try sendAllButLast(act), failures: [StorageError?]
            do throws(StorageError) {
                failures = try server.commit(last, then: [BookServer.flush])
            } catch {
                // Without the lock these come only now.
                if error.kind == .outdated { throw noteOutdated() }
                if error.kind == .busy, !act.isLocked { throw .busy(location, waited: busyTimeout) }
                guard error.kind == .connectionLost else { throw error }
                try settle(act, error, sentTo: act.isLocked ? nil : server.link.process)
                failures = []
            }
            if let failure = failures.last ?? nil { try flushAgain(act, failure) }
        }
        pending = nil
        noteOwn(act)
    }

    /// Commits an act that has sent all that it wrote: prices, rates or a saved state. Its commit waits for the disk by itself.
    private func commitSent(_ act: PendingAct) throws(StorageError) {
        do throws(StorageError) { _ = try server.commit([], then: [BookServer.announcement(on: listing.channel)]) } catch {
            guard error.kind == .connectionLost else { throw error }
            try settle(act, error)
        }
    }

    /// What this session recorded is no news to it, unless others recorded something before.
    private func noteOwn(_ act: PendingAct) {
        if let end = act.rows.end, seen == act.start.journal || act.start.journal == .empty { noteSeen(end) }
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
            let statement = ServerStatement.append(rows, to: listing.id, behind: end, token: act.token)
            if next == act.rows.count { return [statement] }
            try server.run([statement])
            end = JournalHead(sequence: act.rows.sequence(at: next - 1), hash: act.rows.hash(at: next - 1))
            first = next
        }
    }

    /// Waits for the disk once more where that was stopped or refused: the act is committed, which is not taken back by what went wrong then.
    private func flushAgain(_ act: PendingAct, _ failure: StorageError) throws(StorageError) {
        guard failure.kind != .connectionLost else { return try settle(act, failure) }
        let connection = server.link.number
        do throws(StorageError) { try server.withoutStopping { () throws(StorageError) in try server.flush() } } catch {
            if error.kind == .connectionLost { return try settle(act, error) }
            return server.note("What was recorded in \(location) is committed, and its server does not tell when it is on the disk: \(error.message)")
        }
        if server.link.number != connection { try settle(act, failure) }
    }

    /// Finds out what became of an act whose commit was not answered: it is there as a whole, or not at all.
    ///
    /// - Parameter process: the server's process that it was sent to without the lock, which may not have begun with it yet.
    /// - Throws: `.connectionLost`, which says that it was not recorded, or that this is not known yet; `.outdated` where an act without the lock was not.
    private func settle(_ act: PendingAct, _ cause: StorageError, sentTo process: ServerLink.Process? = nil) throws(StorageError) {
        server.rollback()
        pending = nil
        let one = UnsettledAct(
            token: act.rows.count > 0 ? act.token : nil, transaction: act.transaction, entry: act.start.journal.sequence + 1, process: process)
        guard let isRecorded = outcome(of: one) else {
            unsettled.append(one)
            throw .unsettledAct(location, entry: one.token == nil ? nil : one.entry, cause)
        }
        // What has not taken the lock can be looked at again and recorded.
        guard isRecorded else { throw act.isLocked ? .lostAct(location) : noteOutdated() }
        server.note("The connection to \(server.name) was lost as the act was being recorded. It is recorded: luca asked the server again.")
    }

    /// Whether an act is recorded, and on the server's disk, once whoever may still be recording it has ended; nil where the server does not tell.
    private func outcome(of one: UnsettledAct) -> Bool? {
        server.link.sparesFormer = true
        defer { server.link.sparesFormer = false }
        // A server that went away twice may have lost what it was asked about in between.
        for _ in 0..<4 {
            do throws(StorageError) {
                // With the lock whoever asks waits for it; without, it might still come behind the answer that it is not there.
                if let process = one.process, try !server.end(process) { return nil }
                let first = try findAct(token: one.token ?? BookServer.randomNumber())
                guard try one.token == nil ? isCommitted(one.transaction) : first != nil else { return false }
                let connection = server.link.number
                try server.flush()
                // On another connection it may be the disk of a server that has lost the act meanwhile.
                if server.link.number == connection { return true }
            } catch {
                // Who waits for what was lost itself waits for nothing: it is ended, as it cannot be told of its commit any more.
                if error.kind == .busy { do throws(StorageError) { try server.endFormer() } catch { return nil } } else if error.kind != .connectionLost { return nil }
            }
        }
        return nil
    }

    /// The first entry of the act of a number, once whoever may still be recording it has ended; nil where there is none.
    ///
    /// Within a transaction that reads it tells what that sees, and waits for nobody.
    func findAct(token: String) throws(StorageError) -> Int? {
        if server.isInTransaction, pending == nil {
            let result = try server.ask("SELECT first_seq FROM luca.receipt WHERE book = $1 AND token = $2", [book, .text(token)])
            return result.rowCount > 0 ? result.integer(0, 0) : nil
        }
        return try server.ask("SELECT luca.find_act($1, $2) FROM set_config('lock_timeout', '1s', true)", [book, .text(token)]).integer(0, 0)
    }

    /// Whether a transaction is committed, by the server's number of it; one of which the server knows nothing was lost as it crashed.
    private func isCommitted(_ transaction: String?) throws(StorageError) -> Bool {
        guard let transaction else { return false }
        let question = "SELECT CASE WHEN $1::xid8 < pg_snapshot_xmax(pg_current_snapshot()) THEN pg_xact_status($1::xid8) END"
        return try server.ask(question, [.text(transaction)]).text(0, 0) == "committed"
    }

    /// Tells, once the server is back, what became of acts of which that was not known.
    func tellUnsettled() throws(StorageError) {
        while let one = unsettled.first, !server.isInTransaction {
            guard let isRecorded = outcome(of: one) else { return }
            unsettled.removeFirst()
            let name = one.token == nil ? "The prices that were being stored" : "The act that was being recorded"
            server.note(
                isRecorded
                    ? "\(name) in \(location) as the connection was lost \(one.token == nil ? "are stored" : "is recorded, from entry \(one.entry) on")."
                    : "\(name) in \(location) as the connection was lost \(one.token == nil ? "are not stored" : "is not recorded"): nothing of it is there.")
        }
    }
}

/// An act of which it is not known whether it is recorded.
struct UnsettledAct {
    /// The number by which the server knows its entries; nil where it has none.
    let token: String?
    /// The server's number of its transaction, where it has prices or rates.
    let transaction: String?
    /// Its first entry, if it has any.
    let entry: Int
    /// The server's process that it was sent to without the book's lock.
    let process: ServerLink.Process?
}
