import Dispatch
import Glibc

extension HTTPClient {
    /// The clock, the waiting and the random numbers of a client, which tests replace by their own.
    public struct Environment: Sendable {
        /// The time, in seconds since 1970.
        public var now: @Sendable () -> Double
        /// Waits so many seconds, or until the closure, which is asked from time to time, is true.
        public var sleep: @Sendable (_ seconds: Double, _ isCancelled: () -> Bool) -> Void
        /// A random number from 0 up to, but not including, 1.
        public var random: @Sendable () -> Double
        /// Whether requests are cancelled. Asked from several threads.
        public var isCancelled: @Sendable () -> Bool

        public init(
            now: @escaping @Sendable () -> Double, sleep: @escaping @Sendable (_ seconds: Double, _ isCancelled: () -> Bool) -> Void,
            random: @escaping @Sendable () -> Double, isCancelled: @escaping @Sendable () -> Bool
        ) {
            self.now = now
            self.sleep = sleep
            self.random = random
            self.isCancelled = isCancelled
        }

        /// The clock and the random numbers of the machine.
        public static func system(isCancelled: @escaping @Sendable () -> Bool = { false }) -> Environment {
            Environment(
                now: { secondsSince1970() },
                sleep: { seconds, isCancelled in
                    let end = DispatchTime.now().uptimeNanoseconds + UInt64(min(seconds, 86_400) * 1e9)
                    while !isCancelled() {
                        let now = DispatchTime.now().uptimeNanoseconds
                        if now >= end { return }
                        usleep(UInt32(min((end - now) / 1000 + 1, 20_000)))
                    }
                },
                random: { Double.random(in: 0..<1) }, isCancelled: isCancelled)
        }
    }
}

/// The machine's clock.
private func secondsSince1970() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
