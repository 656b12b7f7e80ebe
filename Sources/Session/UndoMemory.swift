import Ledger
import Storage

/// What `undo` has to remember beside the journal.
package struct UndoMemory {
    /// The price or rate that was stored last, where nothing was recorded since. Prices are no entries, so `undo` takes back the act before them, and
    /// says so by this.
    private var lastPriced: Priced?
    /// By book, acts that defined accounts or instruments alone, which `undo` has told of and passes over when it is asked again.
    package var toldDefinitions: [ObjectIdentifier: Set<Int>] = [:]

    /// A price or a rate that was stored by hand.
    private struct Priced {
        let what: String
        let removal: String
        let book: ObjectIdentifier
        let entry: EntryID
    }

    /// Nothing to remember yet.
    package init() {}

    /// Notes that a price or rate was stored.
    ///
    /// - Parameters:
    ///   - what: what was stored, for a message.
    ///   - removal: the statement that takes it away.
    package mutating func notePriced(_ what: String, removal: String, in book: Book) throws {
        lastPriced = Priced(what: what, removal: removal, book: ObjectIdentifier(book), entry: try book.ledger.lastEntry)
    }

    /// What `undo` says where the last thing done to the book was to store a price or a rate; nil elsewhere.
    package func pricedNotice(of book: Book) throws -> String? {
        guard let last = lastPriced, last.book == ObjectIdentifier(book), try last.entry == book.ledger.lastEntry else { return nil }
        return "\(last.what) is no entry and stays: the act before it is undone; \(last.removal) takes it away"
    }

    /// Forgets the price or rate that was stored last.
    package mutating func forgetPriced() { lastPriced = nil }
}
