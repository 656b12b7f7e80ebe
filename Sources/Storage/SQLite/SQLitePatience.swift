import CSQLite
import Glibc

/// Waits for another program that is writing: looks every millisecond or so whether it is done, until time is up or the user stops it.
///
/// SQLite's own way of waiting sleeps longer and longer, up to a tenth of a second, and then hardly ever finds the moment between
/// two acts of a busy writer.
final class SQLitePatience {
    /// Asked while waiting; `true` ends it.
    var shouldStop: (() -> Bool)?
    /// Whether the last wait ended because the user stopped it.
    private(set) var wasStopped = false
    /// Whether the last wait ended because the file system has no locks to give.
    private(set) var hasNoLocks = false

    private let seconds: Double
    private var started = 0.0

    /// Waits for so many seconds at most.
    init(seconds: Double) { self.seconds = seconds }

    /// Lets a connection wait this way. It must not outlive this object.
    func attach(to handle: OpaquePointer) {
        sqlite3_busy_handler(
            handle, { context, tries in Unmanaged<SQLitePatience>.fromOpaque(context!).takeUnretainedValue().wait(tries) ? 1 : 0 },
            Unmanaged.passUnretained(self).toOpaque())
    }

    /// Waits a little; `false` gives up.
    func wait(_ tries: Int32) -> Bool {
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

    /// Forgets that a wait was stopped, before the next thing is tried.
    func begin(shouldStop: (() -> Bool)?) {
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
