import Foundation

/// A monitor (C. A. R. Hoare, 1974): a value that several threads share, and a bell that wakes those who wait for it to change.
final class Monitor<State>: @unchecked Sendable {
    // The condition guards the value: no access goes past it.
    private let condition = NSCondition()
    private var state: State

    init(_ state: State) { self.state = state }

    /// Reads or changes the value, and rings the bell.
    func with<Value>(_ body: (inout State) -> Value) -> Value {
        condition.lock()
        defer {
            condition.broadcast()
            condition.unlock()
        }
        return body(&state)
    }

    /// Waits until `body` answers, which is asked now and after every change, and for so many seconds at most; then nil.
    func wait<Value>(seconds: Double, for body: (inout State) -> Value?) -> Value? {
        let deadline = Date(timeIntervalSinceNow: seconds)
        condition.lock()
        defer { condition.unlock() }
        while true {
            if let value = body(&state) { return value }
            if !condition.wait(until: deadline) { return body(&state) }
        }
    }
}
