public import Values

/// What became of one day of a recurring rule; the key that lets it be posted once only.
public struct Occurrence: Hashable, Sendable {
    /// How it stands.
    public enum State: String, CaseIterable, Sendable {
        /// What it asks for is recorded.
        case posted
        /// It was passed over on purpose.
        case skipped
        /// What was recorded for it was undone, so that it is due again.
        case open
    }

    /// The name of the rule.
    public var rule: String
    /// The day by the rule, before weekends and holidays move it.
    public var day: Day
    /// How it stands.
    public var state: State
    /// The first of the entries that were recorded for it, which end right before its own; nil where it took none.
    public var first: EntryID?

    /// What became of a rule's day.
    public init(rule: String, day: Day, state: State, first: EntryID? = nil) {
        self.rule = rule
        self.day = day
        self.state = state
        self.first = first
    }
}
