import Ledger
import Values

/// A question for the quotes of one instrument.
public struct SyncJob: Sendable {
    /// The instrument, as the provider knows it.
    public var subject: QuoteSubject
    /// The provider that is asked.
    public var provider: any QuoteProvider
    /// The spans of days to ask for, in order.
    public var windows: [SyncWindow]
    /// Jobs of higher priority are begun first; equal ones in the order given.
    public var priority: Int

    public init(subject: QuoteSubject, provider: any QuoteProvider, windows: [SyncWindow], priority: Int = 0) {
        self.subject = subject
        self.provider = provider
        self.windows = windows
        self.priority = priority
    }

    /// Asks for one window after the other. Of two quotes for one day the later one wins.
    ///
    /// Some providers answer for days without quotes that they do not know the symbol. So if one of several windows fails, that is an issue,
    /// and the quotes of the others count.
    ///
    /// - Throws: if all windows fail, if the provider is out of reach, and if the request was cancelled.
    func run() throws(QuoteError) -> QuoteBatch {
        var whole = QuoteBatch()
        var quotes: [Day: Int] = [:]
        var failures = 0
        for window in windows {
            let batch: QuoteBatch
            do throws(QuoteError) {
                batch = try provider.history(subject, from: window.from, to: window.to)
            } catch {
                failures += 1
                if error.isOfProvider || error.kind == .cancelled || failures == windows.count { throw error }
                whole.issues.append(QuoteIssue(place: subject.symbol, line: 0, message: "\(window): \(error)"))
                continue
            }
            for quote in batch.quotes {
                if let place = quotes[quote.date] {
                    whole.quotes[place] = quote
                } else {
                    quotes[quote.date] = whole.quotes.count
                    whole.quotes.append(quote)
                }
            }
            whole.splits += batch.splits.filter { !whole.splits.contains($0) }
            whole.dividends += batch.dividends.filter { !whole.dividends.contains($0) }
            whole.issues += batch.issues.filter { !whole.issues.contains($0) }
            whole.isSplitAdjusted = whole.isSplitAdjusted || batch.isSplitAdjusted
        }
        whole.quotes.sort { $0.date < $1.date }
        return whole
    }
}

/// The result of a job.
public struct SyncOutcome: Sendable {
    /// The job that was run.
    public let job: SyncJob
    /// The quotes with their events and issues, or why there are none.
    public let result: Result<QuoteBatch, QuoteError>

    public init(job: SyncJob, result: Result<QuoteBatch, QuoteError>) {
        self.job = job
        self.result = result
    }
}

/// The request queue of a sync: which jobs are waiting, under way and done.
struct SyncQueue {
    /// What a free thread is to do next.
    enum Next {
        /// Run this job, the one of that index.
        case job(Int, SyncJob)
        /// End: no job is left to begin.
        case home
    }

    /// By the index of the job; nil while it is not done.
    private(set) var results: [Result<QuoteBatch, QuoteError>?]
    /// The indices of the jobs that are done, in the order in which they ended.
    private(set) var finished: [Int] = []
    /// Whether the sync was stopped: no job is begun any more, and results that still come are dropped.
    var isStopped = false

    private let jobs: [SyncJob]
    /// The indices of the jobs that wait for a thread, by priority.
    private var queue: [Int]
    /// How many jobs are under way, by the id of their provider.
    private var underWay: [String: Int] = [:]

    /// Jobs that are bound to the caller's thread are not queued; the caller runs them.
    init(_ jobs: [SyncJob]) {
        self.jobs = jobs
        results = Array(repeating: nil, count: jobs.count)
        queue = jobs.indices.filter { !jobs[$0].provider.isThreadBound }.sorted { jobs[$0].priority > jobs[$1].priority }
    }

    /// Whether all jobs are done.
    var isDone: Bool { finished.count == jobs.count }

    /// The next job whose provider allows another request now; nil while none does.
    mutating func take() -> Next? {
        if isStopped || queue.isEmpty { return .home }
        guard let place = queue.firstIndex(where: { underWay[jobs[$0].provider.id, default: 0] < jobs[$0].provider.limits.concurrent }) else {
            return nil
        }
        let index = queue.remove(at: place)
        underWay[jobs[index].provider.id, default: 0] += 1
        return .job(index, jobs[index])
    }

    /// Keeps the result of a job, and frees its place at the provider.
    mutating func finish(_ index: Int, _ result: Result<QuoteBatch, QuoteError>) {
        underWay[jobs[index].provider.id, default: 1] -= 1
        guard !isStopped else { return }
        results[index] = result
        finished.append(index)
    }

    /// The symbols of the jobs that ended after the first `count`.
    func news(after count: Int) -> [String] { finished.dropFirst(count).map { jobs[$0].subject.symbol } }
}

/// The progress of a sync.
public struct SyncProgress: Hashable, Sendable {
    /// Jobs that are done, whether they succeeded or failed.
    public let done: Int
    /// Jobs in all.
    public let total: Int
    /// The symbol of the job that ended last.
    public let symbol: String
}
