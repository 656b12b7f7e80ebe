/// What a row of a history says beside its figures, as the notes of an activity: `Tier 1: allocation: pay`.
public struct ReserveNote: Hashable, Sendable {
    /// The kinds of row that the programs write.
    public static let types = ["manual", "allocation", "rebalance", "import", "recurring"]

    /// What is said of the balance with which an account begins.
    static let opening = "opening balance"
    /// What is said of what lies between balances that do not follow from one another.
    static let gap = "what the history leaves out"

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
            if [Self.opening, Self.gap].contains(where: { rest == $0 }) {
                self.init(tier: tier, type: "", text: String(rest))
                return
            }
            guard let type = Self.types.first(where: { rest == $0 || rest.hasPrefix($0 + ": ") }) else { continue }
            self.init(tier: tier, type: type, text: String(rest.dropFirst(type.count + 2)))
            return
        }
        self.init(tier: "", type: "", text: notes)
    }

    /// The note of a row of a file, where luca's own entries beside the rows are rows as well.
    init(row tier: String, type: String, text: String) {
        self.init(tier: tier, type: [Self.opening, Self.gap].contains(text) ? "" : type, text: text)
    }

    /// The notes of the activity.
    public var text: String { [tier, type, remark].filter { !$0.isEmpty }.joined(separator: ": ") }

    /// Whether the notes of an activity are those of a row of a history, of one of some tiers or of any.
    static func isOfHistory(_ notes: String, _ tiers: [String]) -> Bool {
        if tiers.contains(where: { notes == $0 || notes.hasPrefix($0 + ": ") }) { return true }
        let parts = notes.components(separatedBy: ": ")
        return parts.count > 1 && (types.contains(parts[1]) || [opening, gap].contains(parts[1]))
    }
}

extension String {
    fileprivate func components(separatedBy mark: String) -> [String] { split(separator: mark, omittingEmptySubsequences: false).map(String.init) }
}
