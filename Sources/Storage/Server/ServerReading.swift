import Ledger
import PostgreSQL
import Values

/// Reading the journal from the server.
extension ServerStore {
    func head() throws(StorageError) -> JournalHead {
        try checkOpen()
        if let act = pending { return act.rows.end ?? act.start.journal }
        return try readHead().journal
    }

    func hash(of entry: Int) throws(StorageError) -> EntryHash? {
        try checkOpen()
        if let act = pending, entry > act.start.journal.sequence {
            for index in 0..<act.rows.count where act.rows.sequence(at: index) == entry && act.rows.table(at: index) != .act { return act.rows.hash(at: index) }
            return nil
        }
        let result = try ask(Self.ofOneEntry("hash", in: JournalTable.allCases.filter { $0 != .act }), [book, .integer(entry)])
        return result.rowCount == 0 ? nil : EntryHash(bytes: result.bytes(0, 0))
    }

    func recordedBy(_ entry: Int) throws(StorageError) -> String? {
        try checkOpen()
        if let act = pending, entry > act.start.journal.sequence { return server.login }
        let result = try ask(Self.ofOneEntry("recorded_by", in: JournalTable.allCases.filter(\.isEntry)), [book, .integer(entry)])
        return result.rowCount == 0 ? nil : result.text(0, 0)
    }

    private static func ofOneEntry(_ column: String, in tables: [JournalTable]) -> String {
        tables.map { "SELECT \(column) FROM luca.\($0.name) WHERE book = $1 AND seq = $2" }.joined(separator: " UNION ALL ")
    }

    func identity() throws(StorageError) -> String {
        try checkOpen()
        return listing.id.filter { $0 != "-" }
    }

    func backups() throws(StorageError) -> [BackupRecord] { [] }

    func withSnapshot<Result>(_ body: () throws -> Result) throws -> Result {
        if server.isInTransaction { return try body() }
        try server.beginReading()
        defer { server.rollback() }
        return try body()
    }

    /// Hands over the rows of a span in the order of their numbers, an act before its first entry, those of the running act last.
    ///
    /// Activities, of which there may be a million, are taken row by row as they come; all other rows, which are few, come before them and wait in memory.
    func read(_ span: JournalSpan, _ receive: (JournalRow) throws -> Void) throws {
        try checkOpen()
        // Behind the entry that the running act began at there is nothing but its own.
        if let act = pending, span.after >= act.start.journal.sequence {
            if span.after == act.start.journal.sequence { noteSeen(act.start.journal) }
            return try act.rows.read(span, receive)
        }
        var sent = span
        // What others append behind an act without the lock is not before it.
        if let act = pending, !act.isLocked { sent.through = min(span.through, act.start.journal.sequence) }
        do { try readSent(sent, receive) } catch {
            // Whoever reads on news has not taken them in.
            known = nil
            throw error
        }
        try pending?.rows.read(span, receive)
    }

    /// Hands over the rows of a span that the server has.
    private func readSent(_ span: JournalSpan, _ receive: (JournalRow) throws -> Void) throws {
        if let few = try readFew(behind: span.after) {
            if span.tables.contains(.activity), span.through == .max { noteRead(few, behind: span.after) }
            return try few.read(span, receive)
        }
        try withSnapshot {
            var others = RowsBetween(try readOthers(span))
            if span.tables.contains(.activity) {
                let reader = ActivityReader(withHashes: span.withHashes)
                try server.copy(ActivityReader.query(span, book: listing.id)) { bytes in
                    let row = try reader.row(bytes)
                    try others.hand(before: row.sequence, receive)
                    try receive(row)
                }
            }
            try others.hand(before: .max, receive)
            if span.tables.contains(.activity), span.through == .max { noteSeen(try pending?.start.journal ?? readHead().journal) }
        }
    }

    /// More rows than these come quicker as a copy of each table.
    private static let fewRows = 500

    /// All rows behind an entry, by one question, where they are few; nil where they may be many.
    private func readFew(behind entry: Int) throws(StorageError) -> PendingRows? {
        guard let end = pending?.start.journal.sequence ?? known?.journal.sequence, entry >= end - Self.fewRows, listing.role != nil else { return nil }
        if let latest = pending?.latest, latest.after == entry { return latest.rows }
        let asked = entriesBehind(entry)
        let rows = try rows(server.ask(asked.sql, asked.parameters))
        pending?.latest = (entry, rows)
        return rows
    }

    /// Notes that all rows behind an entry were read, which goes on from what was read before.
    private func noteRead(_ rows: PendingRows, behind entry: Int) {
        guard let end = rows.end, entry <= seen?.sequence ?? entry, end.sequence >= seen?.sequence ?? 0 else { return }
        noteSeen(end)
    }

    /// Asks for all rows behind an entry; for a program that knows all before it.
    func entriesBehind(_ entry: Int) -> ServerStatement {
        ServerStatement("SELECT place, kind, row_hash, fields FROM luca.entries_after($1, $2)", [book, .integer(entry)])
    }

    /// The rows that were asked for by `entriesBehind`.
    func rows(_ result: PostgresResult) throws(StorageError) -> PendingRows {
        var rows = PendingRows()
        // They come by kind.
        for (place, index) in (0..<result.rowCount).map({ (result.integer($0, 0), $0) }).sorted(by: { $0.0 ?? 0 < $1.0 ?? 0 }) {
            guard let place, let number = result.integer(index, 1), let table = JournalTable(rawValue: number),
                let hash = EntryHash(bytes: result.bytes(index, 2))
            else { throw .damagedServerBook(location, "a row of its journal has no number") }
            guard OtherRows.append(TextArray(result.bytes(index, 3)), of: table, hash, to: &rows) else {
                throw .damagedEntry(location, sequence: place / 2, "\(table.noun), has other columns than it should")
            }
        }
        return rows
    }

    /// The rows of a span but for activities, in order.
    private func readOthers(_ span: JournalSpan) throws -> PendingRows {
        var rows = PendingRows()
        let tables = JournalTable.allCases.filter { span.tables.contains($0) && $0 != .activity }
        if tables.isEmpty { return rows }
        try server.copy(OtherRows.query(of: tables, span, book: listing.id)) { bytes in
            var fields = try BinaryRow(bytes)
            try OtherRows.append(&fields, to: &rows, location: location)
        }
        return rows
    }
}
