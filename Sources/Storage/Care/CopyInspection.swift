import Ledger
import Monitors
import SQLite

/// A large copy of a book, through whose journal a thread of its own looks while the book does something else; its pages are looked at in the end.
final class CopyInspection {
    /// What the thread uses. It may cross to the thread: it opens the copy for itself, and starting and joining a thread order what both do.
    private final class Work: @unchecked Sendable {
        let copy: String
        let head: JournalHead
        var result: Result<(faults: [String], differences: [String]), any Error> = .success(([], []))

        init(_ copy: String, _ head: JournalHead) { (self.copy, self.head) = (copy, head) }

        func run() { result = Result { try Verifier.lookThrough(copy, holding: head, inspects: false, replays: false) } }
    }

    /// Copies of fewer entries are looked through before a thread would be worth its while.
    static let fewEntries = 100_000

    private let work: Work
    private let thread: WorkThread

    /// Begins to look through a copy; nil where the system has no thread to give, or SQLite is made for one.
    init?(_ copy: String, holding head: JournalHead) {
        guard SQLiteConnection.takesThreads else { return nil }
        let work = Work(copy, head)
        guard let thread = WorkThread({ work.run() }) else { return nil }
        (self.work, self.thread) = (work, thread)
    }

    /// What is wrong with it, and how its layout differs from luca's, as sentences.
    func finish() throws -> (faults: [String], differences: [String]) {
        let pages = try SQLiteStore.openFinished(work.copy, openedAs: BookFile.rooted(work.copy))
        defer { pages.close() }
        let damages = try pages.inspect(shouldStop: nil)
        thread.join()
        let (faults, differences) = try work.result.get()
        return (damages + faults, differences)
    }
}
