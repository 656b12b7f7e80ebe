/// How far a sync is, for a line on a terminal.
public struct SyncStage: Hashable, Sendable {
    /// Symbols that are done, in whichever way.
    public let done: Int
    /// Symbols in all.
    public let total: Int
    /// The one that was done last; empty before the first.
    public let symbol: String
    /// Whether the sync is over, however it ended.
    public let isLast: Bool
}
