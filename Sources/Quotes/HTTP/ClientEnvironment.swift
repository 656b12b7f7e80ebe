import Foundation

extension HTTPClient {
    /// What a client takes from outside, so that tests neither wait nor draw lots.
    public struct Environment: Sendable {
        /// Seconds since 1970.
        public var now: @Sendable () -> Double
        /// Waits so many seconds, or until the closure, asked every now and then, is true.
        public var sleep: @Sendable (_ seconds: Double, _ isCancelled: () -> Bool) -> Void
        /// A number from 0 up to 1.
        public var random: @Sendable () -> Double
        /// Whether requests are no longer wanted. Asked from several threads.
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

        /// The machine's clock and chance.
        public static func system(isCancelled: @escaping @Sendable () -> Bool = { false }) -> Environment {
            Environment(
                now: { Date().timeIntervalSince1970 },
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
