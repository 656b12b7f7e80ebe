import Ledger
import Values

/// What rows and entries are compared by: the book, the fields that the file has columns for, and the instruments.
struct ComparisonBasis {
    let context: ImportContext
    let scope: FileScope
    /// The instrument of an id, of the book or of the plan.
    let instrument: (Int32) -> Instrument

    /// The fingerprint of an activity, with or without its notes.
    func fingerprint(_ activity: Activity, hasNotes: Bool = true) -> Fingerprint {
        Fingerprint(activity, multiplier: multiplier(activity.instrument), scope, hasNotes: hasNotes)
    }

    /// The contract multiplier of an instrument: units of the underlying in one; 1 for an instrument that the book does not know.
    private func multiplier(_ instrument: InstrumentID?) -> FixedDecimal {
        guard let instrument, instrument.rawValue >= 1, Int(instrument.rawValue) <= context.instruments.count else { return .one }
        return context.instruments[Int(instrument.rawValue) - 1].multiplier
    }
}

/// The entries of the book on the days of a file, counted by what they say. Each matches one row.
struct HeldEntries {
    /// An entry that matched a row.
    struct Taken {
        /// Its number, where rows of the file name each other; else nil.
        let id: EntryID?
        /// Where it is void: its number, and that of the entry to amend to take it again. Else nil.
        let voided: (entry: EntryID, void: EntryID)?
    }

    /// What an entry says, and whether it has the id of a row in its source; a row with another id is not that entry.
    private struct Key: Hashable { let print: Fingerprint, hasSourceID: Bool }

    /// How many entries that say the same have matched no row yet.
    private var untaken: [Key: Int] = [:]
    /// The entries that say the same, in the order of the visit; kept only where rows name each other.
    private var entries: [Key: [EntryID]] = [:]
    /// The void ones among them, which are visited last.
    private var voided: [Key: [(entry: EntryID, void: EntryID)]] = [:]
    private let basis: ComparisonBasis
    private let namesRows: Bool

    /// - Parameter namesRows: whether rows of the file name each other, so that the numbers of entries are kept.
    init(_ basis: ComparisonBasis, namesRows: Bool) { (self.basis, self.namesRows) = (basis, namesRows) }

    private func key(_ activity: Activity) -> Key { Key(print: basis.fingerprint(activity), hasSourceID: activity.hasSourceID) }

    /// Adds an entry, in the order of the visit.
    mutating func add(_ entry: EntryID, _ activity: Activity) {
        let key = key(activity)
        untaken[key, default: 0] += 1
        if namesRows { entries[key, default: []].append(entry) }
        if let void = basis.context.void(entry) { voided[key, default: []].append((entry, void)) }
    }

    /// Matches an activity with the first entry left that says the same; nil where there is none.
    ///
    /// A row with an id never matches an entry with one: entries of its own id were found before. A row without prefers entries without. What
    /// counts is taken before what is void.
    mutating func take(_ activity: Activity) -> Taken? {
        let print = basis.fingerprint(activity), plain = Key(print: print, hasSourceID: false)
        let other = activity.hasSourceID ? plain : Key(print: print, hasSourceID: true)
        let key = stands(plain) ? plain : stands(other) ? other : untaken[plain] != nil ? plain : other
        guard let count = untaken[key] else { return nil }
        untaken[key] = count > 1 ? count - 1 : nil
        let same = entries[key], void = voided[key] ?? []
        return Taken(id: same.map { $0[$0.count - count] }, voided: count <= void.count ? void[void.count - count] : nil)
    }

    /// Whether an entry that is left is not void.
    private func stands(_ key: Key) -> Bool { (untaken[key] ?? 0) > (voided[key]?.count ?? 0) }

    /// The entries that matched no row, in the order of the visit: those that count, then the amended, then the void.
    func left(_ days: ClosedRange<Day>, besides told: Set<EntryID>) -> [UnmatchedEntry] {
        if untaken.isEmpty { return [] }
        var found: [(key: Key, entry: UnmatchedEntry)] = [], taken: [Key: Int] = [:]
        basis.context.recorded?(days) { entry, activity in
            let key = key(activity)
            guard !told.contains(entry), untaken[key] != nil else { return }
            found.append((key, UnmatchedEntry(id: entry, activity: activity)))
            taken[key, default: 0] += 1
        }
        for (key, count) in untaken { taken[key]? -= count }
        // Of those that say the same the first visited were taken first.
        return found.compactMap { key, entry in
            guard let count = taken[key], count > 0 else { return entry }
            taken[key] = count - 1
            return nil
        }
    }
}

/// An entry of the days of a file that matched none of its rows.
struct UnmatchedEntry {
    let id: EntryID
    let activity: Activity
}

extension Activity {
    /// Whether it was imported under an id of its source.
    var hasSourceID: Bool { detail?.sourceID.isEmpty == false }
}

/// A row whose entry somebody voided by hand, as a mistake of the file. It stays out, so that it does not come back with each later file, and a notice tells of it.
struct VoidedRow {
    /// The line on which the row begins.
    let line: Int
    /// The entry that it was.
    let entry: EntryID
    /// The void entry that stands in its place: the same unless it was amended.
    let void: EntryID
}
