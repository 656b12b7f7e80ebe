import Synchronization

/// Tells requests on other threads that they are no longer wanted.
///
/// One belongs to an `HTTPClient` by way of its `Environment.isCancelled`; a `SyncRunner` sets it when its `shouldStop` says so.
public final class Cancellation: Sendable {
    private let flag = Atomic(false)

    /// Nothing is cancelled yet.
    public init() {}

    /// Whether somebody gave up.
    public var isCancelled: Bool { flag.load(ordering: .acquiring) }

    /// What is under way ends as soon as it can, and nothing new begins.
    public func cancel() { flag.store(true, ordering: .releasing) }

    /// From here on requests are wanted again.
    public func reset() { flag.store(false, ordering: .releasing) }
}
