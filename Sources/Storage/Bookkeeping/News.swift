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
    /// The last entry that the session knows of.
    private(set) var end = 0
    /// The entries of others that were not told yet, in runs: what the session recorded between them itself is no news to it.
    var untold: [ClosedRange<Int>] = []

    /// Begins with what there is as the session opens the book.
    init(knowing end: Int = 0) { self.end = end }

    /// Notes where the journal ends now.
    mutating func note(end now: Int, isOwn: Bool) {
        if now > end, !isOwn { untold.append(end + 1...now) }
        end = now
    }
}

extension Book {
    /// What others have recorded since the session opened the book, or since this was asked last; nil where they have recorded nothing.
    ///
    /// It is known once `refresh()` has looked.
    public func takeNews() throws -> BookNews? {
        guard let first = news.untold.first, let last = news.untold.last, running?.writing == nil else { return nil }
        var sources: [String] = [], people: [String] = []
        let reader = RowReader()
        for run in news.untold {
            let span = JournalSpan(after: run.lowerBound - 1, through: run.upperBound, withHashes: true)
            try store.read(span) { row in
                guard row.table == .act else { return }
                do { sources.append(try reader.act(row.fields).source) } catch let fault as RowFault { throw StorageError.damagedEntry(name, row, fault) }
            }
            people += try recorders(in: span).sorted { $0.key < $1.key }.map(\.value)
        }
        let entries = news.untold.map(\.count).reduce(0, +)
        news.untold = []
        return BookNews(
            people: Self.unique(people), sources: Self.unique(sources), entries: entries, first: EntryID(first.lowerBound), last: EntryID(last.upperBound))
    }

    private static func unique(_ texts: [String]) -> [String] {
        var seen: Set<String> = []
        return texts.filter { seen.insert($0).inserted }
    }

    /// Sentences that have come up while something was recorded, such as that a connection was lost and what became of the act; each is given once.
    public func takeNotes() -> [String] { store.takeNotes() }
}
