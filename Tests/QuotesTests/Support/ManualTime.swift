import Quotes
import Synchronization
import Values

/// A clock that goes on only when somebody sleeps, and what they slept.
final class ManualTime: Sendable {
    private let state: Mutex<(now: Double, slept: [Double])>
    let cancellation = Cancellation()

    /// It begins at noon of a day in UTC.
    init(_ day: String = "2026-01-15") {
        // The tests write days that there are.
        let start = Double(try! Day(day).number) * 86_400 + 43_200
        state = Mutex((start, []))
    }

    var now: Double { state.withLock { $0.now } }
    var slept: [Double] { state.withLock { $0.slept } }

    func pass(_ seconds: Double) { state.withLock { $0.now += seconds } }

    /// Draws are always `random`.
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
