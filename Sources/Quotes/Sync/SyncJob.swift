import Ledger
import Values

/// The quotes of one instrument to be asked for.
public struct SyncJob: Sendable {
    /// What they are of.
    public var subject: QuoteSubject
    /// Who is asked.
    public var provider: any QuoteProvider
    /// The days, in order.
    public var windows: [SyncWindow]
    /// What is asked for first: the higher, the earlier; equal ones in the order given.
    public var priority: Int

    public init(subject: QuoteSubject, provider: any QuoteProvider, windows: [SyncWindow], priority: Int = 0) {
        self.subject = subject
        self.provider = provider
        self.windows = windows
        self.priority = priority
    }

    /// Asks for one window after the other. Of two quotes of one day the later one stands.
    ///
    /// That a provider has nothing for one of several windows, which some of them call an unknown symbol, is an issue beside the others'
    /// quotes; it is an error where no window has an answer, or where the provider itself is at fault.
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

/// What came of a job.
public struct SyncOutcome: Sendable {
    /// The job.
    public let job: SyncJob
    /// The quotes with what came with them, or why there are none.
    public let result: Result<QuoteBatch, QuoteError>

    /// An outcome of a job.
    public init(job: SyncJob, result: Result<QuoteBatch, QuoteError>) {
        self.job = job
        self.result = result
    }
}
