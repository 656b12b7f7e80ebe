import Glibc

/// What a test waited for in vain.
public struct NeverHappened: Error {
    /// What it was.
    public let what: String
}

/// Waits for something that another thread or program does, looking every two milliseconds.
///
/// - Throws: `NeverHappened` after two minutes and a half, which a busy machine may take: a test fails then, where it would wait for ever.
public func wait(for what: String, until happened: () -> Bool) throws(NeverHappened) {
    for _ in 0..<75_000 {
        if happened() { return }
        usleep(2000)
    }
    throw NeverHappened(what: what)
}
