import Foundation
import TestSupport

/// How many made-up books go from luca to another program, or come from there.
enum MovingBooks {
    /// A few of each kind every day, 300 where time does not count; `LUCA_MOVING_BOOKS` says another number.
    static func count(_ everyday: Int) -> Int {
        if let told = ProcessInfo.processInfo.environment["LUCA_MOVING_BOOKS"].flatMap(Int.init) { return told }
        return SeededRandom.isSlow ? 300 : everyday
    }

    /// What draws the books of a test: the same ones every day, so that a change here is what makes one differ, and others where time does not count or
    /// `LUCA_SEED` says so.
    static func random(_ name: String) -> SeededRandom {
        let isDrawn = SeededRandom.isSlow || ProcessInfo.processInfo.environment["LUCA_SEED"] != nil
        return isDrawn ? .forTest(name) : SeededRandom(seed: name.utf8.reduce(7) { $0 &* 31 &+ UInt64($1) })
    }
}
