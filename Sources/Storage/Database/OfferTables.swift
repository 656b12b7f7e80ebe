import Ledger
import SQLite
import Values

/// The table `origin` of a file, which has a row in a clone alone.
struct OriginTable {
    let connection: BookConnection
    let name: String

    /// The revisions of the server's prices that the clone has.
    struct Revisions: Hashable {
        var quotes: Int
        var rates: Int
    }

    /// Whether the file is a clone.
    func isThere() throws(StorageError) -> Bool { try connection.integer("SELECT count(*) FROM origin") > 0 }

    /// Where the clone comes from; nil in a book that is none.
    func read() throws(StorageError) -> BookOrigin? {
        let statement = try connection.statement("SELECT address, book, cloned_at, pulled_at, pulled_seq, pulled_hash FROM origin")
        defer { statement.reset() }
        guard try connection.next(statement) else { return nil }
        guard let clonedAt = try? Instant(utf8: statement.text(2)), let pulledAt = try? Instant(utf8: statement.text(3)), let hash = EntryHash(bytes: statement.bytes(5)) else {
            throw .damagedFile(name, "what it says of the server that it comes from cannot be read")
        }
        return BookOrigin(
            address: String(decoding: statement.text(0), as: UTF8.self), book: String(decoding: statement.text(1), as: UTF8.self), clonedAt: clonedAt, pulledAt: pulledAt,
            pulled: JournalHead(sequence: Int(statement.integer(4)), hash: hash))
    }

    /// Makes the file a clone.
    func insert(_ origin: BookOrigin, _ revisions: Revisions) throws(StorageError) {
        let statement = try connection.compile(
            """
            INSERT INTO origin (id, address, book, cloned_at, pulled_at, pulled_seq, pulled_hash, quote_revision, rate_revision, laid)
            VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, 0)
            """)
        statement.bind(1, origin.address)
        statement.bind(2, origin.book)
        statement.bind(3, origin.clonedAt.description)
        statement.bind(4, origin.pulledAt.description)
        statement.bind(5, Int64(origin.pulled.sequence))
        statement.bind(6, origin.pulled.hash.withBytes(Array.init))
        statement.bind(7, Int64(revisions.quotes))
        statement.bind(8, Int64(revisions.rates))
        try connection.run(statement)
    }

    /// The revisions of the server's prices that the clone has.
    func revisions() throws(StorageError) -> Revisions {
        Revisions(quotes: try connection.integer("SELECT quote_revision FROM origin"), rates: try connection.integer("SELECT rate_revision FROM origin"))
    }

    /// Notes which of the server's prices the clone has.
    func note(_ revisions: Revisions) throws(StorageError) {
        try connection.execute("UPDATE origin SET quote_revision = \(revisions.quotes), rate_revision = \(revisions.rates)")
    }

    /// Notes how far the clone has taken the server's journal, and when.
    func note(pulled head: JournalHead, at moment: Instant) throws(StorageError) {
        let statement = try connection.statement("UPDATE origin SET pulled_at = ?, pulled_seq = ?, pulled_hash = ?")
        statement.bind(1, moment.description)
        statement.bind(2, Int64(head.sequence))
        statement.bind(3, head.hash.withBytes(Array.init))
        try connection.run(statement)
    }

    /// How often what waits was laid anew.
    func laid() throws(StorageError) -> Int { try connection.integer("SELECT coalesce(max(laid), 0) FROM origin") }

    /// Notes that what waits was laid anew.
    func noteLaying() throws(StorageError) { try connection.execute("UPDATE origin SET laid = laid + 1") }
}

/// The table `offer` of a file: what was recorded away from the server.
struct OfferTable {
    let connection: BookConnection
    let name: String

    /// Hands over offers with what they hold, the first before the others.
    ///
    /// - Parameter state: of those in this state alone; all where there is none.
    func read(_ state: Offer.State? = nil, _ receive: (Offer, OfferContent) throws -> Void) throws {
        let condition = state.map { " WHERE state = '\($0.rawValue)'" } ?? ""
        let statement = try connection.statement(
            """
            SELECT id, token, recorded_at, source, rests_on_seq, rests_on_hash, entries, state, answered_at, reason, first_seq, content
            FROM offer\(condition) ORDER BY id
            """)
        defer { statement.reset() }
        while try connection.next(statement) {
            let (offer, content) = try row(statement)
            try receive(offer, content)
        }
    }

    /// The offers that wait, with what they hold.
    func waiting() throws -> [(offer: Offer, content: OfferContent)] {
        var found: [(offer: Offer, content: OfferContent)] = []
        try read(.waiting) { found.append(($0, $1)) }
        return found
    }

    private func row(_ statement: SQLiteStatement) throws(StorageError) -> (Offer, OfferContent) {
        let id = Int(statement.integer(0))
        func text(_ column: Int) -> String? { statement.text(column).baseAddress == nil ? nil : String(decoding: statement.text(column), as: UTF8.self) }
        do {
            guard let hash = EntryHash(bytes: statement.bytes(5)), let state = Offer.State(rawValue: text(7) ?? "") else {
                throw RowFault(column: nil, problem: "its state or what it rests on is not known")
            }
            let content = try OfferContent(text: statement.text(11)), isNumber = statement.text(10).baseAddress != nil
            var offer = Offer(
                id: id, token: text(1) ?? "", recordedAt: try Instant(utf8: statement.text(2)), source: text(3) ?? "",
                restsOn: JournalHead(sequence: Int(statement.integer(4)), hash: hash), entryCount: Int(statement.integer(6)), state: state,
                answeredAt: try text(8).map { try Instant(iso8601: $0) }, reason: text(9), firstEntry: isNumber ? Int(statement.integer(10)) : nil)
            offer.priceCount = content.quotes.count + content.rates.count
            return (offer, content)
        } catch {
            var problem = (error as? RowFault)?.problem ?? "\(error)"
            if case .dataCorrupted(let context) = error as? DecodingError { problem = context.debugDescription }
            throw .damagedFile(name, "offer \(id) cannot be read, \(problem)")
        }
    }

    /// Adds an offer that waits; its number.
    func insert(_ offer: Offer, _ content: OfferContent) throws(StorageError) {
        let statement = try connection.statement(
            """
            INSERT INTO offer (id, token, recorded_at, source, rests_on_seq, rests_on_hash, entries, content, state)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'waiting')
            """)
        statement.bind(1, Int64(offer.id))
        statement.bind(2, offer.token)
        statement.bind(3, offer.recordedAt.description)
        statement.bind(4, offer.source)
        statement.bind(5, Int64(offer.restsOn.sequence))
        statement.bind(6, offer.restsOn.hash.withBytes(Array.init))
        statement.bind(7, Int64(offer.entryCount))
        statement.bind(8, content.text)
        try connection.run(statement)
    }

    /// The number that the next offer gets.
    func nextID() throws(StorageError) -> Int { try connection.integer("SELECT coalesce(max(id), 0) + 1 FROM offer") }

    /// What changes whenever an offer comes or is answered.
    func mark() throws(StorageError) -> [Int] { [try nextID(), try connection.integer("SELECT count(*) FROM offer WHERE state = 'waiting'")] }

    /// Keeps what an offer holds in the place of what it held.
    func put(_ content: OfferContent, of id: Int) throws(StorageError) {
        let statement = try connection.statement("UPDATE offer SET content = ?, source = CASE WHEN ?2 = '' THEN source ELSE ?2 END WHERE id = ?3")
        statement.bind(1, content.text)
        statement.bind(2, content.source)
        statement.bind(3, Int64(id))
        try connection.run(statement)
    }

    /// Notes what has become of an offer that waits.
    func answer(_ id: Int, _ state: Offer.State, at moment: Instant, reason: String? = nil, firstEntry: Int? = nil) throws(StorageError) {
        let statement = try connection.statement("UPDATE offer SET state = ?, answered_at = ?, reason = ?, first_seq = ? WHERE id = ?")
        statement.bind(1, state.rawValue)
        statement.bind(2, moment.description)
        if let reason { statement.bind(3, reason) } else { statement.bindNull(3) }
        if let firstEntry { statement.bind(4, Int64(firstEntry)) } else { statement.bindNull(4) }
        statement.bind(5, Int64(id))
        try connection.run(statement)
    }

    /// Adds a sentence to what is said of an offer.
    func explain(_ id: Int, _ sentence: String) throws(StorageError) {
        let statement = try connection.statement("UPDATE offer SET reason = CASE WHEN coalesce(reason, '') = '' THEN ?1 ELSE reason || ' ' || ?1 END WHERE id = ?2")
        statement.bind(1, sentence)
        statement.bind(2, Int64(id))
        try connection.run(statement)
    }
}
