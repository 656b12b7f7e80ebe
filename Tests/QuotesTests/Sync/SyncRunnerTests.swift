import Dispatch
import FetchWire
import Foundation
import Ledger
import Quotes
import Synchronization
import Testing
import Values

/// A provider that does what the test says, and counts how many ask it at once.
private final class ScriptedProvider: QuoteProvider {
    let id: String
    let capabilities: Set<QuoteCapability> = [.history]
    let limits: RequestLimits
    let isThreadBound: Bool
    private let answer: @Sendable (String, Day) throws(QuoteError) -> [PriceDay]
    private let counts = Mutex((now: 0, most: 0, threads: Set<UInt>()))

    init(
        _ id: String = "scripted", concurrent: Int = 4, isThreadBound: Bool = false,
        _ answer: @escaping @Sendable (String, Day) throws(QuoteError) -> [PriceDay]
    ) {
        (self.id, self.limits, self.isThreadBound, self.answer) = (id, RequestLimits(concurrent: concurrent), isThreadBound, answer)
    }

    var most: Int { counts.withLock { $0.most } }
    var threads: Set<UInt> { counts.withLock { $0.threads } }

    func latest(_ subject: QuoteSubject, onOrBefore day: Day) throws(QuoteError) -> Quote? { nil }

    func history(_ subject: QuoteSubject, from: Day, to: Day) throws(QuoteError) -> QuoteBatch {
        counts.withLock {
            $0.now += 1
            $0.most = max($0.most, $0.now)
            $0.threads.insert(UInt(pthread_self()))
        }
        defer { counts.withLock { $0.now -= 1 } }
        let days = try answer(subject.symbol, from)
        return QuoteBatch(
            quotes: days.map {
                Quote(instrument: subject.instrument, date: $0.date, close: $0.close, currency: subject.currency, source: id)
            })
    }
}

@Suite("Syncing many instruments")
struct SyncRunnerTests {
    private let cancellation = Cancellation()
    private let window = SyncWindow(from: day("2026-01-01"), to: day("2026-01-02"))

    private func jobs(_ symbols: [String], _ provider: any QuoteProvider, priority: Int = 0) -> [SyncJob] {
        symbols.map { SyncJob(subject: subject($0), provider: provider, windows: [window], priority: priority) }
    }

    /// A quote of the first day, whatever the symbol.
    private let one: @Sendable (String, Day) throws(QuoteError) -> [PriceDay] = { _, date throws(QuoteError) in [PriceDay(date: date, close: 1)] }

    private func told(_ outcomes: [SyncOutcome]) -> [String] {
        outcomes.map { outcome in
            switch outcome.result {
            case .success(let batch): "\(outcome.job.subject.symbol) \(batch.quotes.count)"
            case .failure(let error): "\(outcome.job.subject.symbol) \(error.kind.rawValue)"
            }
        }
    }

    @Test("Outcomes come in the order given, and one that fails stops no other")
    func order() {
        let provider = ScriptedProvider { symbol, date throws(QuoteError) in
            if symbol == "C" { throw QuoteError(.unknownSymbol, "no C") }
            return [PriceDay(date: date, close: 1)]
        }
        let outcomes = SyncRunner(cancellation: cancellation).run(jobs(["A", "B", "C", "D", "E", "F"], provider))
        #expect(told(outcomes) == ["A 1", "B 1", "C unknown_symbol", "D 1", "E 1", "F 1"])
        #expect(SyncRunner(cancellation: cancellation).run([]).isEmpty)
    }

    @Test("Progress is told on the calling thread, once for each")
    func progress() {
        let own = pthread_self()
        var seen: [SyncProgress] = []
        let provider = ScriptedProvider("scripted", one)
        _ = SyncRunner(cancellation: cancellation).run(
            jobs((0..<50).map { "S\($0)" }, provider),
            progress: {
                #expect(pthread_self() == own)
                seen.append($0)
            })
        #expect(seen.map(\.done) == Array(1...50) && seen.allSatisfy { $0.total == 50 } && Set(seen.map(\.symbol)).count == 50)
    }

    @Test("At most four at once, and of one provider as many as it allows")
    func atOnce() {
        // Each waits until as many are there as may be: with fewer it would wait for ever.
        let full = DispatchSemaphore(value: 0), open = DispatchSemaphore(value: 0)
        let many = ScriptedProvider("many", concurrent: 8) { _, date throws(QuoteError) in
            full.signal()
            open.wait()
            return [PriceDay(date: date, close: 1)]
        }
        Thread.detachNewThread {
            for _ in 0..<4 { full.wait() }
            for _ in 0..<12 { open.signal() }
        }
        _ = SyncRunner(cancellation: cancellation).run(jobs((0..<12).map { "S\($0)" }, many))
        #expect(many.most == 4)
        let single = ScriptedProvider("single", concurrent: 1, one)
        _ = SyncRunner(cancellation: cancellation).run(jobs((0..<20).map { "S\($0)" }, single))
        #expect(single.most == 1)
    }

    @Test("What is urgent is asked for first")
    func priority() {
        let asked = Gathered(), count = Mutex(0)
        let provider = ScriptedProvider("single", concurrent: 1) { symbol, date throws(QuoteError) in
            asked.add(
                symbol,
                at: count.withLock { count in
                    count += 1
                    return count
                })
            return []
        }
        let all = jobs(["late"], provider, priority: 50) + jobs(["first", "second"], provider, priority: 100) + jobs(["third"], provider, priority: 80)
        #expect(told(SyncRunner(cancellation: cancellation).run(all)) == ["late 0", "first 0", "second 0", "third 0"])
        #expect(asked.all == [1: "first", 2: "second", 3: "third", 4: "late"])
    }

    @Test("A provider that is bound to its thread runs on the caller's, beside the others")
    func bound() {
        let bound = ScriptedProvider("lua", isThreadBound: true, one), free = ScriptedProvider("free", one)
        let outcomes = SyncRunner(cancellation: cancellation).run(jobs(["A"], bound) + jobs(["B"], free) + jobs(["C"], bound))
        #expect(told(outcomes) == ["A 1", "B 1", "C 1"])
        #expect(bound.threads == [UInt(pthread_self())] && !free.threads.contains(UInt(pthread_self())))
    }

    @Test("Told to stop, it returns at once, though a request is under way; what is done stays, the rest is cancelled")
    func stop() {
        let begun = Mutex(false), never = DispatchSemaphore(value: 0)
        let provider = ScriptedProvider("single", concurrent: 1) { symbol, date throws(QuoteError) in
            if symbol == "B" {
                begun.withLock { $0 = true }
                never.wait()
            }
            return [PriceDay(date: date, close: 1)]
        }
        let outcomes = SyncRunner(cancellation: cancellation).run(jobs(["A", "B", "C"], provider), shouldStop: { begun.withLock { $0 } })
        never.signal()
        #expect(told(outcomes) == ["A 1", "B cancelled", "C cancelled"] && cancellation.isCancelled)
    }

    @Test("Several windows of one job come together; one without an answer is an issue beside the others")
    func windows() {
        let provider = ScriptedProvider { symbol, date throws(QuoteError) in
            if date < day("2026-01-01") { throw QuoteError(.unknownSymbol, "no data") }
            return [PriceDay(date: day("2026-01-05"), close: date == day("2026-01-01") ? 1 : 2), PriceDay(date: date, close: 3)]
        }
        let early = SyncWindow(from: day("2025-01-01"), to: day("2025-02-01")), late = SyncWindow(from: day("2026-01-03"), to: day("2026-01-09"))
        let outcomes = SyncRunner(cancellation: cancellation).run([
            SyncJob(subject: subject("A"), provider: provider, windows: [early, window, late]),
            SyncJob(subject: subject("B"), provider: provider, windows: [early]),
            SyncJob(subject: subject("C"), provider: provider, windows: []),
        ])
        #expect(told(outcomes) == ["A 3", "B unknown_symbol", "C 0"])
        guard case .success(let batch) = outcomes[0].result else { return }
        #expect(batch.quotes.map(\.date.day) == [1, 3, 5] && batch.quotes.map(\.close) == [3, 3, 2])
        #expect(batch.issues.map(\.description) == ["A: 2025-01-01 to 2025-02-01: no data"])
    }

    @Test("A provider that is down is left alone after five failures; the others go on")
    func breaker() {
        let transport = CannedTransport { request, _ in
            request.url.hasPrefix("http://down")
                ? .failure(TransportFailure(.unreachable, "down is not there"))
                : .success(HTTPResponse(status: 200, body: Array("Date,Close\n2026-01-01,1\n".utf8)))
        }
        let down = StooqProvider(configuration(transport, baseURLs: ["stooq": "http://down"]))
        let up = StooqProvider(configuration(transport, baseURLs: ["stooq": "http://up"]))
        let outcomes = SyncRunner(cancellation: cancellation).run(jobs((0..<10).map { "D\($0)" }, down) + jobs(["U"], up))
        #expect(told(outcomes).last == "U 1" && told(outcomes).dropLast().allSatisfy { $0.hasSuffix("unreachable") })
        #expect(transport.requests.count { $0.url.hasPrefix("http://down") } == 5 * HTTPClient.tries)
    }
}
