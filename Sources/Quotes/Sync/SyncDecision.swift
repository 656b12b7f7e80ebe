public import Values

/// The facts about an instrument that decide which of its quotes are asked for.
public struct SyncFacts: Hashable, Sendable {
    /// The current day.
    public var today: Day
    /// The day of its first activity; nil if it has none.
    public var firstActivity: Day?
    /// The day of its last activity.
    public var lastActivity: Day?
    /// Whether a position is open: units of it are held.
    public var isOpen: Bool
    /// The first day with a quote; nil if there is no quote.
    public var firstQuote: Day?
    /// The last day with a quote.
    public var lastQuote: Day?
    /// The earliest day for which its provider was asked before, if known: there are no quotes to be had before the first that it gave.
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

/// A span of days to ask quotes for, both ends included.
public struct SyncWindow: Hashable, Sendable, CustomStringConvertible {
    /// The first day.
    public var from: Day
    /// The last day, not before the first.
    public var to: Day

    /// A window; it must not end before it begins.
    public init(from: Day, to: Day) {
        precondition(from <= to, "a window ends before it begins")
        self.from = from
        self.to = to
    }

    public var description: String { "\(from) to \(to)" }
}

/// Decides which quotes of an instrument are needed.
///
/// | category | when | window |
/// | --- | --- | --- |
/// | `new` | activities and no quotes | 45 days before the first activity, up to today |
/// | `needsBackfill` | the first quote is later than 38 days before the first activity | 45 days before that to the day before the first quote |
/// | `active` | units are held | five days before the last quote, up to today |
/// | `recentlyClosed` | the last activity is 30 days ago or less | as `active` |
/// | `closed` | otherwise | none |
///
/// The first row that fits counts. The days are those of Wealthfolio's sync (crates/core/src/quotes/sync_state.rs), with two changes. There,
/// quotes must reach back 52 days while a new instrument gets 45, so it is backfilled at once; here they must reach back 38 days, which leaves
/// a week for weekends and holidays. And there, an instrument whose provider has nothing that early is backfilled for ever and never updated;
/// here it gets the window of `active` as well.
public struct SyncDecision: Hashable, Sendable {
    /// Why quotes are asked for, or why none are.
    public enum Category: String, CaseIterable, Sendable {
        /// There are activities and no quotes yet.
        case new
        /// Units are held.
        case active
        /// No units are held, and the last activity is long past: nothing is asked for.
        case closed
        /// The quotes begin too late for the first activity.
        case needsBackfill = "needs_backfill"
        /// No units are held, but the last activity is recent.
        case recentlyClosed = "recently_closed"

        /// Categories of higher priority are asked for first.
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

    /// Quotes are asked for from so many days before the first activity on.
    public static let daysBefore = 45
    /// Quotes that begin later than so many days before the first activity are backfilled.
    public static let daysCovered = 38
    /// So many of the last days are asked for again, since providers correct their quotes.
    public static let overlap = 5
    /// A closed position still gets quotes for so many days after its last activity.
    public static let daysAfterClosing = 30

    /// Why quotes are asked for, or why none are.
    public let category: Category
    /// The days to ask for, in order; empty if no quotes are needed.
    public let windows: [SyncWindow]

    /// The decision for these facts.
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
            let backfill = window(first.shifted(by: -daysBefore), min(firstQuote.shifted(by: -1), facts.today))
            return facts.isOpen || isRecent(facts) ? backfill + update(facts) : backfill
        }
    }

    /// From shortly before the last quote to today; without quotes, from shortly before today.
    private static func update(_ facts: SyncFacts) -> [SyncWindow] {
        window(min(facts.lastQuote ?? facts.today, facts.today).shifted(by: -overlap), facts.today)
    }

    /// The window, if it does not lie wholly in the future.
    private static func window(_ from: Day?, _ to: Day) -> [SyncWindow] {
        guard let from, from <= to else { return [] }
        return [SyncWindow(from: from, to: to)]
    }
}
