import Ledger
import Storage
import Values

/// A book that the session has open, and what the running act does to it.
package final class OpenBook {
    /// The book.
    package let book: Book
    /// Whether this session began the act that is running. An act that ran before, such as a trial, is ended by whoever began it.
    private var isActOurs = false
    /// What the running act did to this book; nil where it has recorded nothing in it.
    package private(set) var recording: Recording?

    /// What an act did to a book: where the journal ended before it, and which entries it has voided.
    package struct Recording {
        package let last: EntryID
        package var voided: [EntryID] = []
    }

    /// Why the book cannot be read any more: its file was moved, replaced or given a newer layout while it was open. nil while it can be.
    package var loss: StorageError?

    /// A book that was just opened.
    package init(_ book: Book) { self.book = book }

    /// Begins an act in the book, unless one is running in it already.
    package func begin(_ source: String) {
        if book.isInTransaction { return }
        recording = nil
        book.beginAct(source: source)
        isActOurs = true
    }

    /// Notes where the journal ends before the act records. Called before each thing that it records.
    package func beginRecording() {
        if !book.hasRecorded { recording = (try? book.ledger.lastEntry).map { Recording(last: $0) } }
    }

    /// Notes entries that the act has voided.
    package func note(voided entries: [EntryID]) { recording?.voided += entries }

    /// Forgets all voided entries but the first `count`, since the branch that voided the others was undone.
    package func forgetVoided(after count: Int) {
        if let voided = recording?.voided, voided.count > count { recording?.voided = Array(voided.prefix(count)) }
    }

    /// Ends the act and keeps what it recorded.
    package func commit() throws {
        guard isActOurs else { return }
        isActOurs = false
        try book.commitAct()
    }

    /// Ends the act and forgets what it recorded.
    package func rollback() {
        guard isActOurs else { return }
        isActOurs = false
        book.rollbackAct()
    }
}

/// The books that a session has open.
package struct OpenBooks {
    /// Every book that the session opened, the current one among them.
    package var all: [OpenBook] = []
    /// The book that is asked where none is named; nil until one is opened.
    package var current: Book?
    /// Where the book would be that the session was opened with, if there was no file then.
    package var missingPath: String?
    /// Whether anything was asked of the current book.
    package var isAsked = false

    /// No book yet.
    package init() {}

    /// The files of the books.
    package var paths: [String] { all.compactMap(\.book.path) }
}
