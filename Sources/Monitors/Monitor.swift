import Glibc

/// A monitor (C. A. R. Hoare, 1974): a value that several threads share, and a bell that wakes those who wait for it to change.
public final class Monitor<State>: @unchecked Sendable {
    // The lock guards the value: no access goes past it. Both stay where they are in memory for as long as this object is there, as POSIX asks.
    private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let bell = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var state: State

    /// A value that is shared from now on.
    public init(_ state: State) {
        self.state = state
        pthread_mutex_init(lock, nil)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        // Waits by a clock that nobody sets.
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(bell, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(bell)
        pthread_mutex_destroy(lock)
        bell.deallocate()
        lock.deallocate()
    }

    /// Reads or changes the value, and rings the bell. `body` must not use the monitor itself.
    public func with<Value>(_ body: (inout State) -> Value) -> Value {
        pthread_mutex_lock(lock)
        defer {
            pthread_cond_broadcast(bell)
            pthread_mutex_unlock(lock)
        }
        return body(&state)
    }

    /// Waits until `body` answers, which is asked now and after every change, and for so many seconds at most; then nil. What `body` changes rings the bell too where it
    /// answers.
    public func wait<Value>(seconds: Double, for body: (inout State) -> Value?) -> Value? {
        var deadline = timespec()
        clock_gettime(CLOCK_MONOTONIC, &deadline)
        let nanoseconds = deadline.tv_nsec + Int(seconds * 1e9)
        deadline.tv_sec += nanoseconds / 1_000_000_000
        deadline.tv_nsec = nanoseconds % 1_000_000_000
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        while true {
            if let value = body(&state) {
                pthread_cond_broadcast(bell)
                return value
            }
            if pthread_cond_timedwait(bell, lock, &deadline) == ETIMEDOUT { return body(&state) }
        }
    }
}
