/// How far a sync is.
public struct SyncProgress: Hashable, Sendable {
    /// Jobs that are done, in whichever way.
    public let done: Int
    /// Jobs in all.
    public let total: Int
    /// The symbol of the one that was done last.
    public let symbol: String
}
