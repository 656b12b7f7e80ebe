public import Values

/// Which activities of a book a question is about, by what is known of each from its columns alone.
public struct ActivityPart: Hashable, Sendable {
    /// The first day; nil for the first there is.
    public var from: Day?
    /// The last day; nil for the last there is.
    public var through: Day?
    /// The accounts; nil for all.
    public var accounts: Set<AccountID>?
    /// The instruments, of which units are traded or received; nil for all, and for cash.
    public var instruments: Set<InstrumentID>?
    /// The kinds; nil for all.
    public var kinds: Set<ActivityKind>?

    /// All activities.
    public init() {}

    /// Whether nothing is left out.
    public var isWhole: Bool { self == ActivityPart() }

    /// Whether an activity belongs to it.
    package func includes(_ activity: Activity) -> Bool {
        if let from, activity.date < from { return false }
        if let through, activity.date > through { return false }
        if let accounts, !accounts.contains(activity.account) { return false }
        if let kinds, !kinds.contains(activity.kind) { return false }
        guard let instruments else { return true }
        return activity.instrument.map(instruments.contains) ?? false || activity.hasDetail && activity.detail?.into.map(instruments.contains) ?? false
    }

    /// Whether an activity of a block may belong to it.
    package func mayInclude(_ block: ActivitySegment.Block) -> Bool {
        if let from, block.key.year < from.year { return false }
        if let through, block.key.year > through.year { return false }
        if let accounts, !accounts.contains(block.key.account) { return false }
        if let kinds, kinds.allSatisfy({ block.kinds & PackedKinds.bit(of: $0) == 0 }) { return false }
        guard let instruments else { return true }
        return block.key.instrument.map(instruments.contains) ?? false || block.kinds & PackedKinds.receives != 0
    }
}

extension Ledger {
    /// Takes in a tag, by what is known of all amendments, of an activity that need not be there.
    ///
    /// - Parameter first: the first of the entries that stood for the activity.
    package func loadTag(_ tagging: Tagging, ofActivity first: EntryID) {
        var tagging = tagging
        tagging.thing = .activity(first)
        definitions.tags.put(tagging)
    }

    /// Declares that it has some of the activities only, so that nothing may be computed that rests on what was before: neither lots nor cash.
    package func declarePart() { isPart = true }
}
