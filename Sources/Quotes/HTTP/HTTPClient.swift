public import FetchWire
import Synchronization

/// Asks servers for providers, with patience: it tries again what may pass, keeps to the providers' limits, and stops asking a provider
/// that is down.
///
/// A request is tried three times where it does not come through (unreachable, timed out, cut off) or where the server says that it is
/// for now (429, 500, 502, 503, 504), with waits between that grow and are drawn at random ("full jitter": M. Brooker, Exponential
/// Backoff and Jitter, AWS Architecture Blog, 2015). A `Retry-After` (RFC 9110, 10.2.3) is kept to where it is short; where it is long,
/// the error says when to ask again, and until then the provider is not asked. Safe to use from several threads.
public final class HTTPClient: Sendable {
    /// Tries of one request.
    public static let tries = 3
    /// Seconds of the first wait, at most; each later one may be twice as long.
    public static let firstWait = 0.5
    /// Seconds that a server may make a request wait; beyond them it is an error.
    public static let longestWait = 15.0

    private let transport: any HTTPTransport
    private let environment: Environment
    private let gates = Mutex<[String: ProviderGate]>([:])
    private let timeout: Double

    /// A client on a transport. `timeout` is in seconds, for each try.
    public init(transport: any HTTPTransport, environment: Environment = .system(), timeout: Double = 20) {
        self.transport = transport
        self.environment = environment
        self.timeout = timeout
    }

    /// Seconds since 1970 by the environment's clock.
    public var now: Double { environment.now() }

    /// The answer to a GET, whose status is below 500 and not 429.
    ///
    /// `provider` is whom the limits and the breaker are of.
    /// - Throws: `unreachable`, `timeout`, `rateLimited`, `server`, `cancelled`, `badArgument`.
    public func get(
        _ url: String, headers: [HTTPHeader] = [], for provider: String, limits: RequestLimits
    ) throws(QuoteError) -> HTTPResponse {
        let request = HTTPRequest(url: url, headers: headers, timeout: timeout)
        var failure = QuoteError.cancelled
        for attempt in 0..<Self.tries {
            try waitForTurn(provider, limits, isFirst: attempt == 0)
            let result = transport.send(request, isCancelled: environment.isCancelled)
            let verdict = verdict(on: result, of: provider)
            switch verdict {
            case .answer(let response):
                gates.withLock { $0[provider, default: ProviderGate()].succeed() }
                return response
            case .final(let error):
                settle(error, provider)
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
        settle(failure, provider)
        throw failure
    }

    // MARK: waiting

    /// Waits for the provider's turn, or says why it has none.
    private func waitForTurn(_ provider: String, _ limits: RequestLimits, isFirst: Bool) throws(QuoteError) {
        if environment.isCancelled() { throw .cancelled }
        let now = environment.now()
        let turn = gates.withLock { $0[provider, default: ProviderGate()].enter(limits, now: now, isFirst: isFirst) }
        switch turn {
        case .now: return
        case .after(let seconds): try sleep(seconds)
        case .closed(let seconds):
            throw QuoteError(
                .unreachable, "\(provider) failed \(ProviderGate.failuresToOpen) times in a row and is not asked for now",
                hint: "try again in \(spelledSeconds(seconds))", retryAfter: Int(seconds.rounded(.up)))
        case .told(let seconds):
            throw Self.rateLimited(provider, seconds)
        }
    }

    private func sleep(_ seconds: Double) throws(QuoteError) {
        guard seconds > 0 else { return }
        environment.sleep(seconds, environment.isCancelled)
        if environment.isCancelled() { throw .cancelled }
    }

    /// Remembers a failure of the provider. One that the asker or the request is to blame for says nothing of the provider.
    private func settle(_ error: QuoteError, _ provider: String) {
        let now = environment.now()
        gates.withLock { gates in
            if error.isOfProvider {
                gates[provider, default: ProviderGate()].fail(now: now, retryAfter: error.kind == .rateLimited ? error.retryAfter : nil)
            } else {
                gates[provider, default: ProviderGate()].leave()
            }
        }
    }

    // MARK: answers

    private enum Verdict {
        case answer(HTTPResponse)
        /// Asking again would end alike.
        case final(QuoteError)
        /// It may pass; `after` so many seconds, where the server says.
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
        case .unreachable: return .again(QuoteError(.unreachable, message, hint: "check the network and the base URL"), after: nil)
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

/// A span of time as people say it: `40 seconds`, `5 minutes`, `3 hours`.
func spelledSeconds(_ seconds: Double) -> String {
    func counted(_ value: Double, _ unit: String) -> String {
        let count = max(1, Int(min(value, 1e9).rounded(.up)))
        return "\(count) \(unit)\(count == 1 ? "" : "s")"
    }
    if seconds <= 90 { return counted(seconds, "second") }
    return seconds <= 5400 ? counted(seconds / 60, "minute") : counted(seconds / 3600, "hour")
}
