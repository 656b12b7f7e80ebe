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
    /// Whether those alone by which units of one instrument become, or bring, units of another.
    package var becomesOthers = false
    /// Whether those alone by which the owner may bring in or take out something.
    package var contributes = false

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
        if becomesOthers, activity.detail?.into == nil { return false }
        if contributes, !ActivityRule.mayContribute(activity.kind, activity.subtype) { return false }
        guard let instruments else { return true }
        return activity.instrument.map(instruments.contains) ?? false || activity.hasDetail && activity.detail?.into.map(instruments.contains) ?? false
    }

    /// Whether each activity of a block belongs to it whose day does.
    func isDecidedByDays(in block: ActivitySegment.Block) -> Bool {
        if becomesOthers || contributes { return false }
        if let accounts, !accounts.contains(block.key.account) { return false }
        if let kinds, block.kinds & ~kinds.reduce(PackedKinds.receives | PackedKinds.contributes, { $0 | PackedKinds.bit(of: $1) }) != 0 { return false }
        return instruments.map { wanted in block.key.instrument.map(wanted.contains) ?? false } ?? true
    }

    /// Whether an activity of a year, an account and some kinds may belong to it.
    func mayInclude(_ key: BlockKey, kinds found: UInt32) -> Bool {
        if let from, key.year < from.year { return false }
        if let through, key.year > through.year { return false }
        if let accounts, !accounts.contains(key.account) { return false }
        return mayInclude(kinds: found)
    }

    /// Whether an activity of some kinds may belong to it.
    func mayInclude(kinds found: UInt32) -> Bool {
        if let kinds, kinds.allSatisfy({ found & PackedKinds.bit(of: $0) == 0 }) { return false }
        return !(becomesOthers && found & PackedKinds.receives == 0 || contributes && found & PackedKinds.contributes == 0)
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

    /// Which activities a ledger has, and so what may be computed from them.
    package enum Coverage: Sendable {
        /// All: everything.
        case whole
        /// All of some instruments, and of those that their units came from or became: their lots and gains, but no cash.
        case lots
        /// All by which the owner brings in or takes out something, and none of units: contributions, but neither lots nor cash.
        case contributions
        /// Some: what each tells by itself, but neither lots nor cash.
        case activities
    }

    /// Declares that it has some of the activities only.
    package func declare(_ coverage: Coverage) { self.coverage = coverage }
}
