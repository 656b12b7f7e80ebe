import Ledger
import PostgreSQL
import Values

/// Loads the ledgers of several books in a few round trips: one question for all rows but activities, one for the activities, book by book.
struct BatchReading {
    let server: BookServer
    let wanted: [BookListing]
    /// Whether the journal is read of books whose present state was saved too.
    let needsLedgers: Bool

    /// Loads books into a queue. Where a batch fails, its books are tried one by one, so that a damaged one fails alone.
    func load(_ places: [Int], into queue: LoadingQueue) {
        var left = places
        do {
            try read(places) { item in
                left.removeAll { $0 == item.place }
                return queue.put(item)
            }
        } catch {
            if queue.isStopped { return }
            let error = error as? StorageError ?? StorageError(.inputOutput, "\(error)")
            if places.count == 1 {
                _ = queue.put(LoadingQueue.Item(place: places[0], book: .failure(error)))
            } else {
                for place in left { load([place], into: queue) }
            }
        }
    }

    // MARK: One batch

    private func read(_ places: [Int], _ receive: (LoadingQueue.Item) -> Bool) throws {
        try server.beginReading()
        defer { server.rollback() }
        try server.run([.narrowing(to: places.map { wanted[$0].id })])
        let heads = try readHeads(places)
        var journals: [Int] = []
        for place in places {
            let item: LoadingQueue.Item?
            if let problem = problem(of: place, heads[place]) {
                item = LoadingQueue.Item(place: place, book: .failure(problem))
            } else if let head = heads[place], head.isSaved, !needsLedgers {
                item = LoadingQueue.Item(place: place, book: .success(LoadedBook(place: place, head: head.end, ledger: nil, acts: [])))
            } else {
                item = nil
                journals.append(place)
            }
            if let item, !receive(item) { throw StorageError.interrupted() }
        }
        if journals.isEmpty { return }
        let assembly = JournalAssembly(places: journals, others: try readOthers(journals)) { "\(wanted[$0].name) on \(server.name)" }
        func finishBooks(before number: Int) throws {
            while let (place, result) = assembly.finishBook(before: number) {
                guard let head = heads[place] else { continue }
                let book = result.map { LoadedBook(place: place, head: head.end, ledger: $0.0, acts: $0.1) }
                if !receive(LoadingQueue.Item(place: place, book: book)) { throw StorageError.interrupted() }
            }
        }
        let activities = ActivityReader(withHashes: false)
        try server.copy(ActivityReader.query(books: array(journals))) { bytes in
            let (number, row) = try activities.numberedRow(bytes)
            try finishBooks(before: number)
            assembly.take(row)
        }
        try finishBooks(before: .max)
    }

    /// What the server says of a book as its journal is read.
    private struct Head {
        let end: ServerHead
        let movedTo: String?
        let isSaved: Bool
    }

    private func problem(of place: Int, _ head: Head?) -> StorageError? {
        let name = "\(wanted[place].name) on \(server.name)"
        guard let head else { return .noBookAnyMore(name) }
        return head.movedTo.map { .movedBook(name, to: $0) }
    }

    private func array(_ places: [Int]) -> String { "'{" + places.map { wanted[$0].id }.joined(separator: ",") + "}'::uuid[]" }

    private func readHeads(_ places: [Int]) throws -> [Int: Head] {
        let result = try server.ask(
            """
            SELECT h.seq, h.hash, h.act, h.quotes + CASE WHEN b.uses_market THEN r.number ELSE 0 END, h.rates + CASE WHEN b.uses_market THEN r.number ELSE 0 END,
                w.place, b.moved_to, EXISTS (SELECT FROM luca.saved_state AS s WHERE s.book = w.book AND s.seq = h.seq AND s.hash = h.hash AND s.version = $2)
            FROM unnest($1::uuid[]) WITH ORDINALITY AS w (book, place) JOIN luca.head AS h ON h.book = w.book JOIN luca.book AS b ON b.book = w.book
                CROSS JOIN market.revision AS r
            """,
            [.text("{" + places.map { wanted[$0].id }.joined(separator: ",") + "}"), .integer(StoredState.version)])
        var heads: [Int: Head] = [:]
        for row in 0..<result.rowCount {
            guard let number = result.integer(row, 5), places.indices.contains(number - 1) else { continue }
            let place = places[number - 1]
            heads[place] = Head(
                end: try ServerHead(result, row: row, wanted[place].name), movedTo: result.text(row, 6), isSaved: result.bytes(row, 7).first == 1)
        }
        return heads
    }

    /// The rows but for activities, by book in the order asked for.
    private func readOthers(_ places: [Int]) throws -> [PendingRows] {
        var rows = places.map { _ in PendingRows() }
        try server.copy(OtherRows.query(of: JournalTable.allCases.filter { $0 != .activity }, books: array(places))) { bytes in
            var fields = try BinaryRow(bytes)
            guard let number = try fields.int64(), rows.indices.contains(Int(number) - 1) else { throw StorageError.damagedServerBook(server.name, "a row has no book") }
            let place = Int(number) - 1
            try OtherRows.append(&fields, to: &rows[place], location: wanted[places[place]].name)
        }
        return rows
    }
}

/// Puts the rows of several journals, which come book by book, into ledgers.
private final class JournalAssembly {
    private let places: [Int]
    private let name: (Int) -> String
    private let others: [PendingRows]
    /// The book whose rows come, by its number in the batch; that of the first is 1.
    private var number = 1
    private var waiting: RowsBetween
    private var filling: LedgerFilling
    private var acts: [Act] = []
    private var failure: StorageError?

    init(places: [Int], others: [PendingRows], name: @escaping (Int) -> String) {
        (self.places, self.others, self.name) = (places, others, name)
        waiting = RowsBetween(others[0])
        filling = Self.filling(others[0], name(places[0]))
    }

    private static func filling(_ others: PendingRows, _ name: String) -> LedgerFilling {
        var erased: Set<AccountID> = []
        others.read(JournalSpan(tables: [.erasure])) { erased.insert(AccountID(Int32(truncatingIfNeeded: $0.integer(2)))) }
        return LedgerFilling(Ledger(erased: erased), name: name)
    }

    /// Takes an activity of the book whose rows come.
    func take(_ row: JournalRow) {
        attempt {
            try takeOthers(before: row.sequence)
            _ = try filling.take(row)
        }
    }

    private func takeOthers(before sequence: Int) throws {
        try waiting.hand(before: sequence) { row in
            if let act = try filling.take(row) { acts.append(act) }
        }
    }

    private func attempt(_ body: () throws -> Void) {
        if failure != nil { return }
        do { try body() } catch { failure = error as? StorageError ?? StorageError(.damaged, "\(error)") }
    }

    /// Ends the book whose rows came, if those of a later one come now; nil where there is none to end.
    func finishBook(before next: Int) -> (place: Int, ledger: Result<(Ledger, [Act]), StorageError>)? {
        guard number < next, number <= places.count else { return nil }
        attempt { try takeOthers(before: .max) }
        let ended = (places[number - 1], failure.map { .failure($0) } ?? Result<(Ledger, [Act]), StorageError>.success((filling.ledger, acts)))
        number += 1
        (failure, acts) = (nil, [])
        if number <= places.count {
            waiting = RowsBetween(others[number - 1])
            filling = Self.filling(others[number - 1], name(places[number - 1]))
        }
        return ended
    }
}
