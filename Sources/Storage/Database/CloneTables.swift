import Ledger
import SQLite

/// What a file has beside its journal where it is a clone.
extension SQLiteStore {
    /// Whether its layout has tables for clones: tests open books of earlier ones.
    var mayBeClone: Bool { schema.number >= Schema.firstOfClones }

    /// Where it comes from and what was taken of that.
    func originTable() throws(StorageError) -> OriginTable { OriginTable(connection: try connected(), name: location) }

    /// What was recorded away from the server.
    func offerTable() throws(StorageError) -> OfferTable { OfferTable(connection: try connected(), name: location) }

    /// How far the numbers of its chain reach.
    func counts() throws(StorageError) -> NumberCounts {
        let connection = try connected()
        // An account that was erased has left its number in the erasure alone.
        return NumberCounts(
            entries: try head().sequence, acts: try connection.integer("SELECT coalesce(max(id), 0) FROM act"),
            accounts: try connection.integer("SELECT max((SELECT coalesce(max(id), 0) FROM account), (SELECT coalesce(max(account), 0) FROM erasure))"),
            instruments: try connection.integer("SELECT coalesce(max(id), 0) FROM instrument"))
    }

    /// Takes back rows that the running transaction wrote behind an entry, acts among them.
    func removeRows(behind entry: Int) throws(StorageError) {
        let connection = try connected()
        try connection.database.withoutTriggers { () throws(StorageError) in
            // What refers to others goes before them, and acts stand first.
            for table in JournalTable.allCases.reversed() {
                let statement = try connection.statement("DELETE FROM \(table.name) WHERE \(table == .act ? "first_seq" : "seq") > ?1")
                statement.bind(1, Int64(entry))
                try connection.run(statement)
            }
        }
    }

    /// What is wrong with the way that a clone keeps what it is of; nothing in a book that is none.
    func cloneProblems() throws(StorageError) -> [String] {
        guard mayBeClone else { return [] }
        let origin = try originTable().read(), head = try head()
        var problems: [String] = [], last = head.sequence, lastAct = try counts().acts
        if let origin, origin.pulled != head {
            problems.append("the clone ends with entry \(head.sequence), and says that it took the server's journal up to entry \(origin.pulled.sequence)")
        }
        do {
            try offerTable().read { offer, content in
                guard origin != nil else { return problems.append("offer \(offer.id) is in a book that is no clone") }
                guard offer.state == .waiting else { return }
                if content.entryCount != offer.entryCount || content.rows.first.map({ $0.table != .act }) == true {
                    problems.append("offer \(offer.id) has not the entries that were recorded")
                }
                for row in content.rows {
                    let isNext = row.table == .act ? row.sequence == last + 1 && row.values[0] == .integer(Int64(lastAct + 1)) : row.sequence == last + 1
                    if !isNext { problems.append("offer \(offer.id) does not follow entry \(last)") }
                    if row.table == .act { lastAct += 1 } else { last = row.sequence }
                }
            }
        } catch {
            problems.append((error as? StorageError)?.message ?? "\(error)")
        }
        return problems
    }
}
