public import Values

/// What is known of an instrument when it is decided which quotes of it to ask for.
public struct SyncFacts: Hashable, Sendable {
    /// The day it is.
    public var today: Day
    /// The first day on which something happened with it; nil where nothing did.
    public var firstActivity: Day?
    /// The last such day.
    public var lastActivity: Day?
    /// Whether units of it are held.
    public var isOpen: Bool
    /// The first day with a quote; nil where there is none.
    public var firstQuote: Day?
    /// The last day with a quote.
    public var lastQuote: Day?
    /// The earliest day that its provider was asked for before, where somebody kept it: before it there is nothing to be had.
    public var earliestAsked: Day?

    public init(
        today: Day, firstActivity: Day?, lastActivity: Day?, isOpen: Bool, firstQuote: Day?, lastQuote: Day?, earliestAsked: Day? = nil
    ) {
        self.today = today
        self.firstActivity = firstActivity
        self.lastActivity = lastActivity
        self.isOpen = isOpen
        self.firstQuote = firstQuote
        self.lastQuote = lastQuote
        self.earliestAsked = earliestAsked
    }
}

/// Days to ask quotes for, both ends included.
public struct SyncWindow: Hashable, Sendable, CustomStringConvertible {
    /// The first day.
    public var from: Day
    /// The last day, not before the first.
    public var to: Day

    public init(from: Day, to: Day) {
        precondition(from <= to, "a window ends before it begins")
        self.from = from
        self.to = to
    }

    public var description: String { "\(from) to \(to)" }
}

/// Which quotes of an instrument are needed.
///
/// | category | when | window |
/// | --- | --- | --- |
/// | `new` | activities and no quotes | 45 days before the first activity, up to today |
/// | `needsBackfill` | the first quote is later than 38 days before the first activity | 45 days before that to the day before the first quote |
/// | `active` | units are held | five days before the last quote, up to today |
/// | `recentlyClosed` | the last activity is 30 days ago or less | as `active` |
/// | `closed` | otherwise | none |
///
/// The first that fits counts. The days are those of Wealthfolio's sync (crates/core/src/quotes/sync_state.rs) but for one: there quotes
/// must reach back 52 days and a new instrument gets 45, so that it is filled back right after; here they must reach back 38, which leaves a
/// week for weekends and holidays. There, too, an instrument whose provider knows nothing so early is filled back for ever and never brought
/// up to date; here it gets the window of `active` as well.
public struct SyncDecision: Hashable, Sendable {
    /// Why it is asked for.
    public enum Category: String, CaseIterable, Sendable {
        case new, active, closed
        case needsBackfill = "needs_backfill"
        case recentlyClosed = "recently_closed"

        /// What is asked for first: the higher, the earlier.
        public var priority: Int {
            switch self {
            case .active: 100
            case .needsBackfill: 90
            case .new: 80
            case .recentlyClosed: 50
            case .closed: 0
            }
        }
    }

    /// Days before the first activity for which an instrument gets quotes.
    public static let daysBefore = 45
    /// Days before the first activity by which quotes must have begun.
    public static let daysCovered = 38
    /// Days of quotes that are asked for again, as providers correct them.
    public static let overlap = 5
    /// Days after the last activity for which a closed position still gets quotes.
    public static let daysAfterClosing = 30

    /// Why it is asked for.
    public let category: Category
    /// What to ask for, in order; none where nothing is needed.
    public let windows: [SyncWindow]

    /// Decides by the facts alone.
    public init(_ facts: SyncFacts) {
        category = Self.category(facts)
        windows = Self.windows(category, facts)
    }

    private static func category(_ facts: SyncFacts) -> Category {
        if let first = facts.firstActivity {
            guard let firstQuote = facts.firstQuote else { return .new }
            let isAsked = facts.earliestAsked.map { $0 <= first.shifted(by: -daysBefore) } ?? false
            if first.shifted(by: -daysCovered) < firstQuote && !isAsked { return .needsBackfill }
        }
        if facts.isOpen { return .active }
        return isRecent(facts) ? .recentlyClosed : .closed
    }

    private static func isRecent(_ facts: SyncFacts) -> Bool {
        facts.lastActivity.map { $0.days(to: facts.today) <= daysAfterClosing } ?? false
    }

    private static func windows(_ category: Category, _ facts: SyncFacts) -> [SyncWindow] {
        switch category {
        case .closed: return []
        case .new: return window(facts.firstActivity?.shifted(by: -daysBefore), facts.today)
        case .active, .recentlyClosed: return update(facts)
        case .needsBackfill:
            guard let first = facts.firstActivity, let firstQuote = facts.firstQuote else { return [] }
            return window(first.shifted(by: -daysBefore), min(firstQuote.shifted(by: -1), facts.today)) + (facts.isOpen || isRecent(facts) ? update(facts) : [])
        }
    }

    /// From shortly before the last quote, or, where there is none, from shortly before today.
    private static func update(_ facts: SyncFacts) -> [SyncWindow] {
        window(min(facts.lastQuote ?? facts.today, facts.today).shifted(by: -overlap), facts.today)
    }

    /// What lies wholly in the future has no quotes yet.
    private static func window(_ from: Day?, _ to: Day) -> [SyncWindow] {
        guard let from, from <= to else { return [] }
        return [SyncWindow(from: from, to: to)]
    }
}
