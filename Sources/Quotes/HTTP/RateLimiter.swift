import Values

/// Whether and when a provider may be asked: its rate limiter and its circuit breaker.
struct RequestGate {
    /// What a request is told before it is sent.
    enum Admission: Equatable {
        /// It may be sent at once.
        case now
        /// It may be sent after so many seconds; its place is reserved.
        case after(Double)
        /// The circuit breaker lets nothing through for so many seconds more.
        case broken(Double)
        /// The provider asked to be left alone for so many seconds more (`Retry-After`).
        case paused(Double)
    }

    private var limiter = RateLimiter()
    private var breaker = CircuitBreaker()

    /// Asks to send a request at `now`, in seconds since 1970. Only the first try of a request asks the breaker: what becomes of the
    /// later ones belongs to the same verdict.
    mutating func admit(_ limits: RequestLimits, now: Double, isFirst: Bool) -> Admission {
        if limiter.pausedUntil > now { return .paused(limiter.pausedUntil - now) }
        if isFirst, let seconds = breaker.secondsClosed(now: now) { return .broken(seconds) }
        let wait = limiter.reserve(limits, now: now)
        return wait > 0 ? .after(wait) : .now
    }

    /// The provider answered.
    mutating func succeed() { breaker = CircuitBreaker() }

    /// The provider failed; `retryAfter` is how many seconds it wants to be left alone, where it says so.
    mutating func fail(now: Double, retryAfter: Int?) {
        if let retryAfter { limiter.pausedUntil = now + Double(retryAfter) }
        breaker.fail(now: now)
    }

    /// A request ended without telling whether the provider works.
    mutating func leave() { breaker.isProbing = false }
}

/// Keeps the requests to a provider apart, and counts those of the last minute.
private struct RateLimiter {
    /// Nothing is sent before this moment, in seconds since 1970.
    var pausedUntil = -Double.infinity
    /// When the requests of the last minute were sent, and when those that wait will be.
    private var starts: [Double] = []

    /// Reserves the next moment that the limits allow; how many seconds it is away, 0 for now.
    mutating func reserve(_ limits: RequestLimits, now: Double) -> Double {
        starts.removeAll { $0 <= now - 60 }
        var start = now
        if let last = starts.last { start = max(start, last + limits.minimumGap) }
        if let most = limits.perMinute, most > 0, starts.count >= most { start = max(start, starts[starts.count - most] + 60) }
        starts.append(start)
        return start - now
    }
}

/// Stops asking a provider that keeps failing (M. Nygard, Release It!, 2007, "Circuit Breaker"): after five failures in a row it is not
/// asked for a minute; then one request probes it, and what becomes of that one decides for the others.
struct CircuitBreaker {
    /// Failures in a row after which the provider is no longer asked.
    static let failuresToOpen = 5
    /// Seconds for which it is not asked then.
    static let secondsOpen = 60.0

    /// Whether one request is finding out if the provider works again.
    fileprivate var isProbing = false
    private var failures = 0
    /// When the provider may be probed, in seconds since 1970; nil while it works.
    private var openUntil: Double?

    fileprivate init() {}

    /// How many seconds a request has to wait for the provider to be tried again; nil where it may go, as the probe if need be.
    fileprivate mutating func secondsClosed(now: Double) -> Double? {
        guard let openUntil else { return nil }
        if openUntil > now { return openUntil - now }
        // One probes; the others are told to wait for what becomes of it.
        if isProbing { return 1 }
        isProbing = true
        return nil
    }

    fileprivate mutating func fail(now: Double) {
        isProbing = false
        failures += 1
        if failures >= Self.failuresToOpen { openUntil = now + Self.secondsOpen }
    }
}

/// The header field `Retry-After`: seconds, or a date such as `Wed, 21 Oct 2015 07:28:00 GMT` (RFC 9110, 5.6.7 and 10.2.3).
enum RetryAfter {
    /// Seconds from `now`, which is in seconds since 1970; 0 for a date that has passed, nil for a text that is neither.
    static func seconds(_ text: String, now: Double) -> Double? {
        let text = text.split(separator: " ", omittingEmptySubsequences: true).map(String.init)
        if text.count == 1, text[0].utf8.allSatisfy({ (48...57).contains($0) }) { return Double(text[0]) }
        return date(text).map { max(0, $0 - now) }
    }

    /// `Wed, 21 Oct 2015 07:28:00 GMT`, word by word; the two older forms of the standard are no longer sent.
    private static func date(_ words: [String]) -> Double? {
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        guard words.count == 6, words[5] == "GMT", let day = Int(words[1]), let month = months.firstIndex(of: words[2]), let year = Int(words[3]),
            let date = try? Day(year: year, month: month + 1, day: day)
        else { return nil }
        let time = words[4].split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
        guard time.count == 3, let hour = time[0], let minute = time[1], let second = time[2],
            (0..<24).contains(hour), (0..<60).contains(minute), (0...60).contains(second)
        else { return nil }
        return Double(Int(date.number) * 86_400 + hour * 3600 + minute * 60 + second)
    }
}
