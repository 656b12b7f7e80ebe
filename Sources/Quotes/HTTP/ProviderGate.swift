/// When a provider may be asked next, and whether it is worth it: its limits, and a breaker that opens when it keeps failing.
///
/// The breaker (M. Nygard, Release It!, 2007, "Circuit Breaker"): after five failures in a row the provider is not asked for a minute;
/// then one request tries, and what becomes of it decides for the others.
struct ProviderGate {
    static let failuresToOpen = 5
    static let secondsOpen = 60.0

    enum Turn: Equatable {
        case now
        /// In so many seconds, which are reserved.
        case after(Double)
        /// The breaker is open for so many seconds more.
        case closed(Double)
        /// The provider said not to ask for so many seconds more.
        case told(Double)
    }

    private var failures = 0
    private var openUntil: Double?
    private var isTrying = false
    private var toldUntil = -Double.infinity
    /// The beginnings of the requests of the last minute, some of them still to come.
    private var starts: [Double] = []

    /// Asks for a turn. Only the first try of a request asks the breaker; later ones belong to the same verdict.
    mutating func enter(_ limits: RequestLimits, now: Double, isFirst: Bool) -> Turn {
        if toldUntil > now { return .told(toldUntil - now) }
        if isFirst, let openUntil {
            if openUntil > now { return .closed(openUntil - now) }
            // Half open: one tries, and the others are told to wait for it.
            if isTrying { return .closed(1) }
            isTrying = true
        }
        starts.removeAll { $0 <= now - 60 }
        var start = now
        if let last = starts.last { start = max(start, last + limits.minimumGap) }
        if let most = limits.perMinute, most > 0, starts.count >= most { start = max(start, starts[starts.count - most] + 60) }
        starts.append(start)
        return start > now ? .after(start - now) : .now
    }

    mutating func succeed() {
        (failures, openUntil, isTrying) = (0, nil, false)
    }

    mutating func fail(now: Double, retryAfter: Int?) {
        isTrying = false
        if let retryAfter { toldUntil = now + Double(retryAfter) }
        failures += 1
        if failures >= Self.failuresToOpen { openUntil = now + Self.secondsOpen }
    }

    /// A request ended without a word on the provider.
    mutating func leave() { isTrying = false }
}
