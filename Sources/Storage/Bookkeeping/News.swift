public import Ledger

/// What others have recorded in a book while a session was open.
public struct BookNews: Hashable, Sendable {
    /// Those who recorded something, where the book keeps that, each once, in the order in which they did.
    public var people: [String]
    /// What they did, as acts are called, each once: `prompt`, `import isa.csv`.
    public var sources: [String]
    /// How many entries there are.
    public var entries: Int
    /// The first and the last of them.
    public var first: EntryID, last: EntryID
}

/// What a book has to tell between statements.
struct PendingNews {
    /// The last entry that the session knows of; nil before it has looked.
    var end: Int?
    /// What came behind it and was not told yet: entries behind this one.
    var untoldAfter: Int?

    /// Notes where the journal ends now; what this session recorded itself is no news.
    mutating func note(end now: Int, isOwn: Bool) {
        if let end, now > end, !isOwn { untoldAfter = untoldAfter ?? end }
        // What one recorded behind others' acts tells of those, too, when they are told.
        end = now
    }
}

extension Book {
    /// What others have recorded since the session opened the book, or since this was asked last; nil where they have recorded nothing.
    ///
    /// It is known once `refresh()` has looked.
    public func takeNews() throws -> BookNews? {
        guard let after = news.untoldAfter, let end = news.end, running?.writing == nil else { return nil }
        news.untoldAfter = nil
        var acts: [Act] = []
        let reader = RowReader()
        try store.read(JournalSpan(after: after, through: end, tables: [.act])) { row in
            do { acts.append(try reader.act(row.fields)) } catch let fault as RowFault { throw StorageError.damagedEntry(name, row, fault) }
        }
        guard !acts.isEmpty else { return nil }
        let people = try acts.compactMap { try store.recordedBy($0.first.rawValue) }
        return BookNews(people: Self.unique(people), sources: Self.unique(acts.map(\.source)), entries: end - after, first: EntryID(after + 1), last: EntryID(end))
    }

    private static func unique(_ texts: [String]) -> [String] {
        var seen: Set<String> = []
        return texts.filter { seen.insert($0).inserted }
    }

    /// Sentences that have come up while something was recorded, such as that a connection was lost and what became of the act; each is given once.
    public func takeNotes() -> [String] { store.takeNotes() }
}
