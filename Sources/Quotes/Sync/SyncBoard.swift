/// Which jobs of a sync are waiting, under way and done.
struct SyncBoard {
    /// What a thread that is free is told.
    enum Next {
        case job(Int, SyncJob)
        /// There is nothing left to do.
        case home
    }

    private(set) var results: [Result<QuoteBatch, QuoteError>?]
    /// The jobs that are done, in that order.
    private(set) var finished: [Int] = []
    /// Nothing more is begun, and nothing that ends now counts.
    var isStopped = false

    private let jobs: [SyncJob]
    /// Waiting for a thread, the most urgent first.
    private var queue: [Int]
    private var underWay: [String: Int] = [:]

    init(_ jobs: [SyncJob]) {
        self.jobs = jobs
        results = Array(repeating: nil, count: jobs.count)
        queue = jobs.indices.filter { !jobs[$0].provider.isThreadBound }.sorted { jobs[$0].priority > jobs[$1].priority }
    }

    var isDone: Bool { finished.count == jobs.count }

    /// The next job whose provider may be asked; nil while all that wait must wait for others.
    mutating func take() -> Next? {
        if isStopped || queue.isEmpty { return .home }
        guard let place = queue.firstIndex(where: { underWay[jobs[$0].provider.id, default: 0] < jobs[$0].provider.limits.concurrent }) else {
            return nil
        }
        let index = queue.remove(at: place)
        underWay[jobs[index].provider.id, default: 0] += 1
        return .job(index, jobs[index])
    }

    mutating func finish(_ index: Int, _ result: Result<QuoteBatch, QuoteError>) {
        underWay[jobs[index].provider.id, default: 1] -= 1
        guard !isStopped else { return }
        results[index] = result
        finished.append(index)
    }

    /// The symbols of the jobs that were done after so many.
    func news(after count: Int) -> [String] { finished.dropFirst(count).map { jobs[$0].subject.symbol } }
}
