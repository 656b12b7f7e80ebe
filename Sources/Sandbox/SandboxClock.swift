/// How long a script has run, by the clock on the wall. All is in nanoseconds of a clock that cannot be set.
struct SandboxClock {
    private static let millisecond: Int64 = 1_000_000
    /// How long luca itself may take to start and to open the book.
    private static let startingTime = 60_000 * millisecond
    /// How much longer than its time a script has to be stopped by Lua, which knows the line, and then to tell the line at a signal.
    private static let (grace, lastGrace) = (200 * millisecond, 500 * millisecond)
    /// For how long, in all, what luca's own process does for a script is not the script's time: what it asks for may be made to take long.
    static let longestWaiting = 120_000 * millisecond

    /// What is to be done about its time.
    enum Verdict: Equatable {
        /// It may go on.
        case goesOn
        /// It is to tell its line, and to end.
        case isDue
        /// It is to be ended.
        case isOver
    }

    private let limit: Int64
    private let start: Int64
    private var begun: Int64?
    private var waited: Int64 = 0

    /// A clock for a number of milliseconds, of a process that was started at a time.
    init(milliseconds: Int, start: Int64) { (limit, self.start) = (Int64(milliseconds) * Self.millisecond, start) }

    /// Whether the script has begun.
    var hasBegun: Bool { begun != nil }

    /// The script begins; what comes later begins nothing.
    mutating func begin(at now: Int64) { if begun == nil { begun = now } }

    /// Takes a time off the script's, in which luca's own process did something for it.
    mutating func pause(from start: Int64, to end: Int64) { waited = min(waited + max(0, end - start), Self.longestWaiting) }

    /// Milliseconds that it has run.
    func milliseconds(at now: Int64) -> Int { Int(max(0, now - (begun ?? start) - waited) / Self.millisecond) }

    /// Whether its time is up.
    func verdict(at now: Int64) -> Verdict {
        guard let begun else { return now - start > Self.startingTime ? .isOver : .goesOn }
        let past = now - begun - waited - limit
        return past > Self.lastGrace ? .isOver : past > Self.grace ? .isDue : .goesOn
    }
}
