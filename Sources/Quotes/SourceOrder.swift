/// Whose word counts where several sources quote the same day.
public struct SourceOrder: Hashable, Sendable {
    /// The source of quotes that a person entered.
    public static let manual = "manual"

    /// What a person entered counts before what was fetched.
    public static let manualFirst = SourceOrder([])

    private let ranks: [String: Int]

    /// Sources from the one that counts most down. What a person entered counts before all of them unless it is named; sources that are
    /// not named come last, in the order of their names.
    public init(_ sources: [String]) {
        var ranks: [String: Int] = [:]
        let all = sources.contains(Self.manual) ? sources : [Self.manual] + sources
        for source in all where ranks[source] == nil { ranks[source] = ranks.count }
        self.ranks = ranks
    }

    /// Whether the word of `a` counts before that of `b`.
    public func precedes(_ a: String, _ b: String) -> Bool {
        let x = ranks[a] ?? .max, y = ranks[b] ?? .max
        return x == y ? a < b : x < y
    }
}
