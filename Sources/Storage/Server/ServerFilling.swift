import Ledger
import PostgreSQL
import Values

/// Fills a new book of a server with a journal from elsewhere, in the one transaction that makes the book.
struct ServerFilling {
    let server: BookServer

    /// The most bytes of rows in one statement.
    private static let largestPart = 2 << 20

    /// Makes the book and fills it; where its journal ends.
    func fill(_ name: String, from source: any BookStore) throws -> JournalHead {
        let id = BookServer.randomNumber()
        do {
            try begin(name, id)
            let end = try copyJournal(of: source, to: id)
            try copyMarket(of: source, to: id)
            try commit(id)
            return end
        } catch {
            server.rollback()
            throw error
        }
    }

    /// Begins the transaction, and makes the book in it.
    func begin(_ name: String, _ id: String) throws(StorageError) {
        try server.checkLayout()
        try server.begin([ServerStatement("SELECT luca.create_book($1, $2, session_user, true)", [.text(id), .text(name)])])
    }

    /// Ends the transaction. Where that is not answered, the server is asked whether it has the book now, which is whole or not there.
    func commit(_ id: String) throws {
        do throws(StorageError) { _ = try server.commit([], then: []) } catch {
            guard error.kind == .connectionLost else { throw error }
            server.rollback()
            guard try server.books(named: id).count == 1 else { throw error }
        }
        try server.flush()
    }

    /// Copies the rows behind an entry; where the journal ends then.
    func copyJournal(of source: any BookStore, behind start: JournalHead = .empty, to id: String) throws -> JournalHead {
        let token = BookServer.randomNumber()
        var end = start, part = RowsAsJSON(), last = start, size = 0, endsWithAct = false
        func send() throws {
            if size == 0 { return }
            try server.run([.append(part, to: id, behind: end, token: token)])
            (end, part, size) = (last, RowsAsJSON(), 0)
        }
        try source.read(JournalSpan(after: start.sequence, withHashes: true)) { row in
            guard let hash = row.hash else { throw StorageError.damagedEntry(source.location, sequence: row.sequence, "its hash is not 32 bytes long") }
            // A part ends with an entry, since an act without one is refused.
            if size > Self.largestPart, !endsWithAct { try send() }
            part.add(row)
            size += 64 + row.fields.reduce(0) { size, field in if case .text(let text) = field { size + text.count } else { size + 8 } }
            endsWithAct = row.table == .act
            last = JournalHead(sequence: row.sequence, hash: hash)
        }
        try send()
        return end
    }

    /// Copies prices and rates.
    func copyMarket(of source: any BookStore, to id: String) throws {
        func send(_ objects: inout [String], _ function: String) throws {
            if objects.isEmpty { return }
            _ = try server.ask("SELECT \(function)($1, $2::jsonb)", [.text(id), .text("[" + objects.joined(separator: ",") + "]")])
            objects = []
        }
        var objects: [String] = []
        try source.readQuotes(QuoteFilter()) { quote, moment in
            objects.append(ServerMarketText.object(quote, moment))
            if objects.count == ServerMarketText.part { try send(&objects, "luca.store_quotes") }
        }
        try send(&objects, "luca.store_quotes")
        try source.readRates(RateFilter()) { rate, moment in
            objects.append(ServerMarketText.object(rate, moment))
            if objects.count == ServerMarketText.part { try send(&objects, "luca.store_rates") }
        }
        try send(&objects, "luca.store_rates")
    }
}
