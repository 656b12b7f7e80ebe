import Storage

/// Tells whether a book has changed, whoever recorded something: this program or another one.
package final class BookWatch {
    private let book: Book
    private var mark: BookRevision?

    /// Watches a book from now on.
    package init(_ book: Book) {
        self.book = book
        mark = Self.mark(book)
    }

    /// Whether entries, quotes or rates have changed since this was last asked, or since the watch began. Costs three look-ups of a number where they have not. A book that
    /// cannot be read at the moment has not changed: whoever asks it something is told why.
    package func hasChanged() -> Bool {
        guard let now = Self.mark(book) else { return false }
        defer { mark = now }
        return now != mark
    }

    private static func mark(_ book: Book) -> BookRevision? {
        do {
            try book.refresh()
            return try book.revision
        } catch { return nil }
    }
}
