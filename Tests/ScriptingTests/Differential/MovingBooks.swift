import Foundation
import TestSupport

/// How many made-up books go from luca to another program, or come from there.
enum MovingBooks {
    /// A few of each kind every day, 300 where time does not count; `LUCA_MOVING_BOOKS` says another number.
    static func count(_ everyday: Int) -> Int {
        if let told = ProcessInfo.processInfo.environment["LUCA_MOVING_BOOKS"].flatMap(Int.init) { return told }
        return SeededRandom.isSlow ? 300 : everyday
    }
}
