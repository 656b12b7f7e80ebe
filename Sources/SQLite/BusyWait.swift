import CSQLite
import Glibc

/// Waits for another program that is writing: looks every millisecond or so whether it is done, until time is up or the user stops it.
///
/// SQLite's own way of waiting sleeps longer and longer, up to a tenth of a second, and then hardly ever finds the moment between
/// two transactions of a busy writer.
public final class BusyWait {
    /// Asked while waiting; `true` ends the wait.
    private var shouldStop: (() -> Bool)?
    /// Whether the last wait ended because `shouldStop` said so.
    public private(set) var wasStopped = false
    /// Whether the last wait ended because the file system has no locks to give.
    public private(set) var hasNoLocks = false

    private let seconds: Double
    private var started = 0.0

    /// Waits for so many seconds at most.
    public init(seconds: Double) { self.seconds = seconds }

    /// Lets a connection wait this way. The connection must not outlive this object.
    func attach(to handle: OpaquePointer) {
        sqlite3_busy_handler(
            handle, { context, tries in Unmanaged<BusyWait>.fromOpaque(context!).takeUnretainedValue().wait(tries) ? 1 : 0 },
            Unmanaged.passUnretained(self).toOpaque())
    }

    /// Waits a little.
    ///
    /// - Parameter tries: how often this wait has slept already; 0 begins a new wait.
    /// - Returns: `false` where waiting has no point any more.
    public func wait(_ tries: Int32) -> Bool {
        // SQLite takes this for a lock that somebody else has; the system's own number is still the one of the call that failed.
        hasNoLocks = errno == ENOLCK
        if hasNoLocks { return false }
        let now = Self.now()
        if tries == 0 { (started, wasStopped) = (now, false) }
        if shouldStop?() == true {
            wasStopped = true
            return false
        }
        if now - started >= seconds { return false }
        // Not in step with others who wait too.
        usleep(UInt32.random(in: 300...1500))
        return true
    }

    /// Forgets how the last wait ended, before the next thing is tried.
    ///
    /// - Parameter shouldStop: asked while waiting from now on; `true` ends the wait.
    public func begin(shouldStop: (() -> Bool)?) {
        self.shouldStop = shouldStop
        (wasStopped, hasNoLocks) = (false, false)
    }

    /// Seconds by a clock that nobody sets; only differences mean anything.
    private static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
