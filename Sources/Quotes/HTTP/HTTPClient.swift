public import FetchWire
import Synchronization

/// Sends the providers' requests: retries what may succeed later, keeps to each provider's rate limit, and stops asking a provider that
/// is down (`RequestGate`).
///
/// A request is tried three times if the server cannot be reached, does not answer in time, breaks off, or answers that the failure is
/// temporary (429, 500, 502, 503, 504). The waits between the tries grow and are random ("full jitter": M. Brooker, Exponential Backoff
/// and Jitter, AWS Architecture Blog, 2015). A short `Retry-After` (RFC 9110, 10.2.3) is waited for; after a long one the error says when
/// to ask again, and until then the provider is not asked. Safe to use from several threads.
public final class HTTPClient: Sendable {
    /// Tries of one request.
    public static let tries = 3
    /// Seconds of the wait before the second try, at most; before each later one it may be twice as long.
    public static let firstWait = 0.5
    /// Seconds of a `Retry-After` that is waited for, at most; a longer one is an error.
    public static let longestWait = 15.0

    private let transport: any HTTPTransport
    private let environment: Environment
    /// By the id of the provider.
    private let gates = Mutex<[String: RequestGate]>([:])
    /// Seconds for each try.
    private let timeout: Double

    /// A client that sends its requests by `transport`, each try with a time limit in seconds.
    public init(transport: any HTTPTransport, environment: Environment = .system(), timeout: Double = 20) {
        self.transport = transport
        self.environment = environment
        self.timeout = timeout
    }

    /// The time by the environment's clock, in seconds since 1970.
    public var now: Double { environment.now() }

    /// The answer to a GET; its status is 200 to 499 and not 429.
    ///
    /// The rate limit and the circuit breaker are those of `provider`, an id.
    /// - Throws: `unreachable`, `timeout`, `rateLimited`, `server`, `cancelled`, `badArgument`.
    public func get(
        _ url: String, headers: [HTTPHeader] = [], for provider: String, limits: RequestLimits
    ) throws(QuoteError) -> HTTPResponse {
        let request = HTTPRequest(url: url, headers: headers, timeout: timeout)
        var failure = QuoteError.cancelled
        for attempt in 0..<Self.tries {
            try waitForAdmission(provider, limits, isFirst: attempt == 0)
            let result = transport.send(request, isCancelled: environment.isCancelled)
            let verdict = verdict(on: result, of: provider)
            switch verdict {
            case .answer(let response):
                gates.withLock { $0[provider, default: RequestGate()].succeed() }
                return response
            case .final(let error):
                record(error, provider)
                throw error
            case .again(let error, let after):
                failure = error
                guard attempt + 1 < Self.tries else { break }
                if let after, after > Self.longestWait { break }
                let backoff = Self.firstWait * Double(1 << attempt) * environment.random()
                try sleep(max(after ?? 0, backoff))
                continue
            }
            break
        }
        record(failure, provider)
        throw failure
    }

    // MARK: Waiting

    /// Waits until the provider may be asked, or throws why it may not.
    private func waitForAdmission(_ provider: String, _ limits: RequestLimits, isFirst: Bool) throws(QuoteError) {
        if environment.isCancelled() { throw .cancelled }
        let now = environment.now()
        let admission = gates.withLock { $0[provider, default: RequestGate()].admit(limits, now: now, isFirst: isFirst) }
        switch admission {
        case .now: return
        case .after(let seconds): try sleep(seconds)
        case .broken(let seconds):
            throw QuoteError(
                .unreachable, "\(provider) failed \(CircuitBreaker.failuresToOpen) times in a row and is not asked for now",
                hint: "try again in \(spelledSeconds(seconds))", retryAfter: Int(seconds.rounded(.up)))
        case .paused(let seconds):
            throw Self.rateLimited(provider, seconds)
        }
    }

    private func sleep(_ seconds: Double) throws(QuoteError) {
        guard seconds > 0 else { return }
        environment.sleep(seconds, environment.isCancelled)
        if environment.isCancelled() { throw .cancelled }
    }

    /// Counts a failure of the provider. An error that is the request's own, or a cancellation, tells nothing of the provider.
    private func record(_ error: QuoteError, _ provider: String) {
        let now = environment.now()
        gates.withLock { gates in
            if error.isOfProvider {
                gates[provider, default: RequestGate()].fail(now: now, retryAfter: error.kind == .rateLimited ? error.retryAfter : nil)
            } else {
                gates[provider, default: RequestGate()].leave()
            }
        }
    }

    // MARK: Answers

    /// What is to be done after a try.
    private enum Verdict {
        /// This is the answer.
        case answer(HTTPResponse)
        /// It failed, and another try would fail too.
        case final(QuoteError)
        /// It failed, but a later try may succeed: after so many seconds, if the server says how many.
        case again(QuoteError, after: Double?)
    }

    private func verdict(on result: Result<HTTPResponse, TransportFailure>, of provider: String) -> Verdict {
        switch result {
        case .failure(let failure): return verdict(on: failure, of: provider)
        case .success(let response):
            let after = response.header("retry-after").flatMap { RetryAfter.seconds($0, now: environment.now()) }
            switch response.status {
            case 429: return .again(Self.rateLimited(provider, after), after: after)
            case 503 where (after ?? 0) > Self.longestWait: return .again(Self.rateLimited(provider, after), after: after)
            case 500, 502, 503, 504:
                let error = QuoteError(.server, "\(provider) answered with status \(response.status), a fault of its own", hint: "try again later")
                return .again(error, after: after)
            case 200..<300, 400..<500: return .answer(response)
            default:
                return .final(QuoteError(.server, "\(provider) answered with status \(response.status), which luca does not follow"))
            }
        }
    }

    private func verdict(on failure: TransportFailure, of provider: String) -> Verdict {
        let message = "\(provider): \(failure.message)"
        switch failure.kind {
        case .unreachable: return .again(QuoteError(.unreachable, message, hint: "look whether this machine is online"), after: nil)
        case .timedOut: return .again(QuoteError(.timeout, message, hint: "try again later"), after: nil)
        case .cutOff: return .again(QuoteError(.unreachable, message, hint: "try again later"), after: nil)
        case .tls: return .final(QuoteError(.unreachable, message, hint: "check the base URL, the clock and the certificates of this machine"))
        case .tooLarge: return .final(QuoteError(.malformed, message, hint: "check the base URL"))
        case .cancelled: return .final(.cancelled)
        case .noProgram: return .final(QuoteError(.unreachable, failure.message, hint: "it belongs beside luca: install luca anew with bin/install"))
        case .badURL: return .final(QuoteError(.badArgument, message, hint: "check the base URL"))
        }
    }

    private static func rateLimited(_ provider: String, _ seconds: Double?) -> QuoteError {
        QuoteError(
            .rateLimited, "\(provider) is asked too often",
            hint: seconds.map { "try again in \(spelledSeconds($0))" } ?? "try again in some minutes",
            retryAfter: seconds.map { Int(min($0, 1e9).rounded(.up)) })
    }
}

/// A number of seconds in words: `40 seconds`, `5 minutes`, `3 hours`.
private func spelledSeconds(_ seconds: Double) -> String {
    func counted(_ value: Double, _ unit: String) -> String {
        let count = max(1, Int(min(value, 1e9).rounded(.up)))
        return "\(count) \(unit)\(count == 1 ? "" : "s")"
    }
    if seconds <= 90 { return counted(seconds, "second") }
    return seconds <= 5400 ? counted(seconds / 60, "minute") : counted(seconds / 3600, "hour")
}

/// Carries requests to servers and their answers back: the program `luca-fetch` (`FetchProcess`), or a stand-in in tests.
public protocol HTTPTransport: Sendable {
    /// Waits for the answer, or for the reason why there is none. May be called from several threads at once.
    ///
    /// `isCancelled` is asked from time to time, on the thread of the call; once it is true, the result is `cancelled` at once.
    func send(_ request: HTTPRequest, isCancelled: () -> Bool) -> Result<HTTPResponse, TransportFailure>
}

/// A flag that cancels the requests of all threads.
///
/// An `HTTPClient` reads it through its `Environment.isCancelled`; a `SyncRunner` sets it once its `shouldStop` is true.
public final class Cancellation: Sendable {
    private let flag = Atomic(false)

    /// A flag that is not set.
    public init() {}

    /// Whether requests are cancelled.
    public var isCancelled: Bool { flag.load(ordering: .acquiring) }

    /// Ends the requests that are under way as soon as possible; no new ones begin.
    public func cancel() { flag.store(true, ordering: .releasing) }

    /// Allows requests again.
    public func reset() { flag.store(false, ordering: .releasing) }
}
