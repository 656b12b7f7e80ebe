/// What a row of a history says beside its figures, as the notes of an activity: `Tier 1: allocation: pay`.
public struct ReserveNote: Hashable, Sendable {
    /// The kinds of row that the programs write.
    public static let types = ["manual", "allocation", "rebalance", "import", "recurring"]

    /// The tier; empty for none.
    public var tier: String
    /// The kind of row; empty for none.
    public var type: String
    /// The rest.
    public var remark: String

    /// A note.
    public init(tier: String, type: String, text: String) { (self.tier, self.type, remark) = (tier, type, text) }

    /// The note of an activity; one that tells no tier and kind is text alone.
    public init(_ notes: String, tiers: [String]) {
        for tier in tiers where notes.hasPrefix(tier + ": ") {
            let rest = notes.dropFirst(tier.count + 2)
            guard let type = Self.types.first(where: { rest == $0 || rest.hasPrefix($0 + ": ") }) else { continue }
            self.init(tier: tier, type: type, text: String(rest.dropFirst(type.count + 2)))
            return
        }
        self.init(tier: "", type: "", text: notes)
    }

    /// The notes of the activity.
    public var text: String { [tier, type, remark].filter { !$0.isEmpty }.joined(separator: ": ") }
}
