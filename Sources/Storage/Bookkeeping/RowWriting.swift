import Ledger
import Monitors

/// The rows of a large batch of activities, which a thread of their own makes, hashes and hands to the store while the ledger looks at the next batch.
///
/// Until it has ended nothing else may use the store, nor the memory in which rows are made: whoever asks a book for either waits (`Book.store`).
final class RowWriting {
    /// What the thread uses. It may cross to the thread although a store belongs to one at a time: whoever made it keeps away from all of this until the thread
    /// has ended, and starting and joining a thread order what both do.
    private final class Work: @unchecked Sendable {
        let batch: [Activity]
        let verdicts: [Verdict]
        let act: Int
        let recordedBy: String?
        let writer: EntryWriter
        let store: any BookStore
        var result: Result<EntryHash, StorageError>

        init(_ batch: [Activity], _ verdicts: [Verdict], act: Int, recordedBy: String?, after previous: EntryHash, _ writer: EntryWriter, _ store: any BookStore) {
            (self.batch, self.verdicts, self.act, self.recordedBy, self.writer, self.store) = (batch, verdicts, act, recordedBy, writer, store)
            result = .success(previous)
        }

        func run() {
            guard case .success(let previous) = result else { return }
            var last = previous
            do throws(StorageError) {
                try store.appendMany { () throws(StorageError) in
                    last = try writer.write(batch, verdicts, act: act, recordedBy: recordedBy, after: previous, to: store)
                }
                result = .success(last)
            } catch { result = .failure(error) }
        }
    }

    private let work: Work
    private let thread: WorkThread

    /// Starts to write; nil where the system has no thread to give.
    ///
    /// - Parameters:
    ///   - verdicts: which of the batch the ledger has taken, and under which numbers.
    ///   - previous: the hash that the first row follows.
    init?(
        _ batch: [Activity], _ verdicts: [Verdict], act: Int, recordedBy: String?, after previous: EntryHash, by writer: EntryWriter, to store: any BookStore
    ) {
        let work = Work(batch, verdicts, act: act, recordedBy: recordedBy, after: previous, writer, store)
        guard let thread = WorkThread({ work.run() }) else { return nil }
        (self.work, self.thread) = (work, thread)
    }

    /// Waits until all is written, and gives the hash of the last row.
    func finish() throws(StorageError) -> EntryHash {
        thread.join()
        return try work.result.get()
    }
}

extension EntryWriter {
    /// Writes the rows of those activities of a batch that the ledger has taken.
    ///
    /// - Returns: the hash of the last.
    func write(
        _ batch: [Activity], _ verdicts: [Verdict], act: Int, recordedBy: String?, after previous: EntryHash, to store: any BookStore
    ) throws(StorageError) -> EntryHash {
        var hash = previous
        for index in batch.indices {
            guard case .admitted(let id) = verdicts[index] else { continue }
            hash = try write(batch[index], id, act: act, recordedBy: recordedBy, after: hash, to: store)
        }
        return hash
    }
}

extension Book {
    /// Waits until the rows of the last batch are written. Where that failed, the act cannot be trusted to hold what it should, and is not continued.
    func finishRows() throws(StorageError) {
        guard let writing = rowWriting else { return }
        rowWriting = nil
        do throws(StorageError) { running?.writing?.head.hash = try writing.finish() } catch {
            running?.failure = error
            throw error
        }
    }
}
