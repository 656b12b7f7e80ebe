import Quotes
import Synchronization
import Values

/// A clock that advances only when somebody sleeps, and the seconds of each sleep.
final class ManualTime: Sendable {
    private let state: Mutex<(now: Double, slept: [Double])>
    let cancellation = Cancellation()

    /// A clock that begins at noon UTC of a day.
    init(_ day: String = "2026-01-15") {
        // The tests name days that exist.
        let start = Double(try! Day(day).number) * 86_400 + 43_200
        state = Mutex((start, []))
    }

    var now: Double { state.withLock { $0.now } }
    var slept: [Double] { state.withLock { $0.slept } }

    func pass(_ seconds: Double) { state.withLock { $0.now += seconds } }

    /// An environment with this clock, whose random numbers are always `random`.
    func environment(random: Double = 0.5) -> HTTPClient.Environment {
        HTTPClient.Environment(
            now: { self.now },
            sleep: { seconds, _ in
                self.state.withLock {
                    $0.now += seconds
                    $0.slept.append(seconds)
                }
            },
            random: { random }, isCancelled: { self.cancellation.isCancelled })
    }
}
