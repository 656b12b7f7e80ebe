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
}

/// A part as it is held against blocks: what would be looked up for each of tens of thousands of them is looked up once.
package struct PartOfBlocks {
    /// The part itself.
    package let part: ActivityPart
    /// Its first and last day.
    let days: ClosedRange<Day>?
    /// Its instruments, by number; 0 is cash.
    let instruments: WantedNumbers
    private let accounts: WantedNumbers
    /// Its kinds, a bit each; nil for all.
    private let kinds: UInt32?
    /// What must be true of some activity of a block.
    private let needs: UInt32

    /// A part that is held against many blocks.
    package init(_ part: ActivityPart) {
        self.part = part
        let (first, last) = (part.from ?? .min, part.through ?? .max)
        days = first <= last ? first...last : nil
        instruments = WantedNumbers(part.instruments?.map { Int($0.rawValue) })
        accounts = WantedNumbers(part.accounts?.map { Int($0.rawValue) })
        kinds = part.kinds?.reduce(0) { $0 | PackedKinds.bit(of: $1) }
        needs = (part.becomesOthers ? PackedKinds.receives : 0) | (part.contributes ? PackedKinds.contributes : 0)
    }

    /// Whether each activity of a block belongs to it whose day does.
    @inline(__always)
    func isDecidedByDays(in block: ActivitySegment.Block) -> Bool {
        if needs != 0 || !accounts.contains(Int(block.key.account.rawValue)) { return false }
        if let kinds, block.kinds & ~(kinds | PackedKinds.receives | PackedKinds.contributes) != 0 { return false }
        return instruments.isAll || block.key.instrument.map { instruments.contains(Int($0.rawValue)) } ?? false
    }

    /// Whether an activity of a year, an account and some kinds may belong to it.
    func mayInclude(_ key: BlockKey, kinds found: UInt32) -> Bool {
        if let from = part.from, key.year < from.year { return false }
        if let through = part.through, key.year > through.year { return false }
        return accounts.contains(Int(key.account.rawValue)) && mayInclude(kinds: found)
    }

    /// Whether an activity of some kinds may belong to it.
    @inline(__always)
    func mayInclude(kinds found: UInt32) -> Bool { kinds.map { found & $0 != 0 } ?? true && found & needs == needs }
}

/// Numbers that somebody asks for, looked up for each block of a book: by comparing where it is one, else in a table.
struct WantedNumbers {
    private let only: Int?
    /// By number; nil for all.
    private let flags: [Bool]?

    init(_ numbers: [Int]?) {
        only = numbers?.count == 1 ? numbers?.first : nil
        flags = numbers.map { wanted in
            var flags = [Bool](repeating: false, count: 1 + max(0, wanted.max() ?? 0))
            for number in wanted where number >= 0 { flags[number] = true }
            return flags
        }
    }

    /// Whether all are wanted.
    var isAll: Bool { flags == nil }

    /// Whether a number, which is at least zero, is one of them.
    @inline(__always)
    func contains(_ number: Int) -> Bool {
        if let only { return number == only }
        guard let flags else { return true }
        return number < flags.count && flags[number]
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
