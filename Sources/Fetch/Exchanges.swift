import Synchronization

/// The requests on their way, by their numbers.
final class Exchanges: Sendable {
    private let all = Mutex<[UInt32: Exchange]>([:])

    func add(_ exchange: Exchange, _ id: UInt32) { all.withLock { $0[id] = exchange } }

    func remove(_ id: UInt32) { all.withLock { $0[id] = nil } }

    func find(_ id: UInt32) -> Exchange? { all.withLock { $0[id] } }

    /// Those of this moment.
    var current: [Exchange] { all.withLock { Array($0.values) } }
}
