import Dispatch
import Monitors

/// Asks for the quotes of many instruments, several at once.
///
/// A failure is in the outcome of its job and stops no other job. On the caller's thread, progress is told, `shouldStop` is asked, and
/// providers that are bound to it, such as one written in Lua, are run.
public struct SyncRunner: Sendable {
    /// Jobs under way at once, at most. For one provider, its own limits hold too.
    public static let mostAtOnce = 4
    /// Seconds between two calls of `shouldStop`.
    public static let patience = 0.02

    private let cancellation: Cancellation

    /// A runner that sets `cancellation` when it is to stop, so that the requests on other threads end too: it must be the one that the
    /// providers' `HTTPClient` reads.
    public init(cancellation: Cancellation) { self.cancellation = cancellation }

    /// Runs the jobs and returns their outcomes, in the order given.
    ///
    /// `shouldStop` is asked every 20 ms while the calling thread is free, and between two jobs that are bound to it. Once it is true, what
    /// is not done is `cancelled`, and the call returns at once. After a job told that a provider is out of reach or asked too often, the
    /// rest of that provider's jobs still ask, but are answered by its breaker without a request.
    public func run(
        _ jobs: [SyncJob], progress: (SyncProgress) -> Void = { _ in }, shouldStop: () -> Bool = { false }
    ) -> [SyncOutcome] {
        cancellation.reset()
        let board = Monitor(SyncQueue(jobs))
        for _ in 0..<min(Self.mostAtOnce, jobs.count { !$0.provider.isThreadBound }) {
            // A queue of its own each, since what it runs waits.
            DispatchQueue(label: "quotes").async { Self.work(board) }
        }
        var told = 0
        func tell() {
            let news = board.with { $0.news(after: told) }
            for symbol in news {
                told += 1
                progress(SyncProgress(done: told, total: jobs.count, symbol: symbol))
            }
        }
        for (index, job) in jobs.enumerated().sorted(by: { $0.element.priority > $1.element.priority }) where job.provider.isThreadBound {
            if isStopped(board, shouldStop) { break }
            let result = Self.result(of: job)
            board.with { $0.finish(index, result) }
            tell()
        }
        while !isStopped(board, shouldStop) {
            let seen = told
            let isDone = board.wait(seconds: Self.patience) { board in board.isDone || board.finished.count > seen ? board.isDone : nil }
            tell()
            if isDone == true { break }
        }
        return zip(jobs, board.with { $0.results }).map { SyncOutcome(job: $0, result: $1 ?? .failure(.cancelled)) }
    }

    private func isStopped(_ board: Monitor<SyncQueue>, _ shouldStop: () -> Bool) -> Bool {
        guard shouldStop() else { return false }
        cancellation.cancel()
        board.with { $0.isStopped = true }
        return true
    }

    /// Runs jobs, on a thread of its own, until there are none left.
    private static func work(_ board: Monitor<SyncQueue>) {
        while true {
            // The bell rings with every change; the hour only bounds a wait that cannot be endless.
            guard let next = board.wait(seconds: 3600, for: { $0.take() }) else { continue }
            guard case .job(let index, let job) = next else { return }
            let result = result(of: job)
            board.with { $0.finish(index, result) }
        }
    }

    private static func result(of job: SyncJob) -> Result<QuoteBatch, QuoteError> {
        do throws(QuoteError) { return .success(try job.run()) } catch { return .failure(error) }
    }
}
