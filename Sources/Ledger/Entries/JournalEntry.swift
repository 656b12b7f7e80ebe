/// One entry of a book's journal: the only way in which a ledger ever changes.
///
/// Entries are numbered from 1 without gaps and never change. A later definition of the same account or instrument supersedes the
/// earlier one; a void takes an activity out of every result while the activity itself stays on record.
///
/// This file is the list of the kinds of entries; what a kind is, from its columns to its words, stands in a file of its own beside it.
public enum JournalEntry: Hashable, Sendable {
    /// An account is defined, or defined anew.
    case account(AccountID, Account)
    /// An instrument is defined, or defined anew.
    case instrument(InstrumentID, Instrument)
    /// An activity is recorded, for itself or in the place of another.
    case activity(Activity)
    /// The activity of an earlier entry is taken out of every result.
    case void(EntryID, reason: String)
    /// What an account that is tracked by value is worth.
    case value(AccountValue)
    /// A policy of the book, such as `fees_in_cost`; an empty value brings back the default.
    case setting(key: String, value: String)
    /// A plan of the book, or with an empty body its end.
    case plan(PlanDocument)
    /// What became of a day of a recurring rule.
    case occurrence(Occurrence)
    /// A tag is put on an account, an instrument or an activity, or taken off again.
    case tag(Tagging)
    /// An account was erased: what was recorded of it is not among the entries any more. A ledger that is loaded must know of it
    /// from the start; one that has the account is made anew.
    case erasure(AccountID)
}

extension JournalEntry {
    /// The entry as its kind has it, with all that the kind knows how to do.
    package var content: any EntryContent {
        switch self {
        case .account(let number, let account): AccountEntry(number: number, account: account)
        case .instrument(let number, let instrument): InstrumentEntry(number: number, instrument: instrument)
        case .activity(let activity): ActivityEntry(activity: activity)
        case .void(let entry, let reason): VoidEntry(voided: entry, reason: reason)
        case .value(let told): ValueEntry(told: told)
        case .setting(let key, let value): SettingEntry(key: key, value: value)
        case .plan(let document): PlanEntry(document: document)
        case .occurrence(let occurrence): OccurrenceEntry(occurrence: occurrence)
        case .tag(let tagging): TagEntry(tagging: tagging)
        case .erasure(let account): ErasureEntry(account: account)
        }
    }
}

/// The tables that make up the journal.
///
/// A row is written once, and each carries the hash of all before it. Entries (all but acts) share one sequence of numbers, from 1
/// without gaps; an act stands before its first entry and names it. A kind stands behind those that its rows refer to.
package enum JournalTable: Int, CaseIterable, Sendable {
    /// What somebody did: a statement, an import. The entries that follow up to the next act are of this one.
    case act
    /// An account, as defined by this entry; a later row of the same id supersedes it.
    case account
    /// An instrument, as defined by this entry; a later row of the same id supersedes it.
    case instrument
    /// Something that happened.
    case activity
    /// What an account is worth, as its owner told it.
    case valuation
    /// The end of an activity that was recorded by mistake.
    case void
    /// A setting of the book, from this entry on.
    case setting
    /// The erasure of an account: how many entries were removed, and what vouches for the tombstones in their places.
    case erasure
    /// What is left of an entry that was removed: its number and its hash, so that the chain goes on. It is no entry itself.
    case tombstone
    /// A plan, as this entry has it; one without a body ends it.
    case plan
    /// What became of a day of a recurring rule.
    case occurrence
    /// A tag that was put on something, or taken off.
    case tag

    /// The kind of entry that it holds; nil for acts and tombstones, which are none.
    package var kind: (any EntryContent.Type)? {
        switch self {
        case .act, .tombstone: nil
        case .account: AccountEntry.self
        case .instrument: InstrumentEntry.self
        case .activity: ActivityEntry.self
        case .valuation: ValueEntry.self
        case .void: VoidEntry.self
        case .setting: SettingEntry.self
        case .erasure: ErasureEntry.self
        case .plan: PlanEntry.self
        case .occurrence: OccurrenceEntry.self
        case .tag: TagEntry.self
        }
    }
}

extension Ledger {
    /// Takes in the next entry of the journal, wholly or, where it throws, not at all.
    ///
    /// Everything is checked that can be checked without knowing what day it is (see `resolve(_:today:)` for that). Recording an activity
    /// that comes last for its position costs microseconds whatever the size of the book. Entries need not be numbered without gaps,
    /// as others may share the sequence, but each number is above the one before.
    ///
    /// Returns the entry as it is to be kept: an activity in the place of another keeps its place within the day.
    @discardableResult
    public func apply(_ entry: JournalEntry, id: EntryID) throws(LedgerError) -> JournalEntry {
        if case .activity(let activity) = entry { return .activity(try apply(activity, id: id)) }
        let content = entry.content
        try checkNext(id)
        content.prepare(self)
        try wholly(id) { () throws(LedgerError) in try content.apply(to: self, as: id) }
        return entry
    }

    /// Takes in an entry that was checked when it was recorded, as quickly as can be: only what the memory's order rests on is checked
    /// again. Activities come in the order of their numbers, definitions before what names them.
    ///
    /// Nothing is computed until somebody asks; a book whose sales do not fit its purchases says so then.
    public func load(_ entry: JournalEntry, id: EntryID) throws(LedgerError) {
        precondition(!undo.isActive, "loading comes before any act")
        if case .activity(let activity) = entry { return try load(activity, id: id) }
        try entry.content.load(into: self, as: id)
        noteLoaded(id)
    }

    /// Takes in an entry that another program recorded behind those that the ledger has, as it stands there. Where the state is known it follows by what the
    /// entry changes. Where it is not, or the entry rests on one that comes after it, the state is computed anew when somebody asks.
    ///
    /// - Throws: what `load` does, such as for the erasure of an account: a ledger that still has it is of no use any more.
    public func follow(_ entry: JournalEntry, id: EntryID) throws(LedgerError) {
        let content = entry.content
        if !needsReplay, openSet == nil, !(content is ErasureEntry) {
            if case .activity(let activity) = entry { prepareUnits(for: activity) } else { content.prepare(self) }
            do throws(LedgerError) {
                try checkNext(id)
                return try wholly(id) { () throws(LedgerError) in try content.apply(to: self, as: id) }
            } catch {
                // It was checked when it was recorded; what it was checked with may stand behind it.
            }
        }
        try load(entry, id: id)
    }
}

/// Takes the columns of rows apart again, whatever kind of entry they keep.
package struct RowReader {
    private var activities = ActivityEntry.Reader()
    private let json: RowJSON

    /// A reader whose rare columns a coder reads.
    package init(json: RowJSON) { self.json = json }

    /// The entry that a row of a table keeps, or nil for an act and a tombstone, which are none.
    package mutating func entry(_ table: JournalTable, _ fields: UnsafeBufferPointer<JournalField>) throws(RowFault) -> JournalEntry? {
        if case .activity = table { return .activity(try activity(fields)) }
        return try table.kind?.init(row: RowFields(fields), json: json).entry
    }

    /// The activity that a row keeps: the short cut for a million of them.
    package mutating func activity(_ fields: UnsafeBufferPointer<JournalField>) throws(RowFault) -> Activity {
        let row = RowFields(fields)
        var activity = try activities.activity(row)
        // The coder is not touched, nor counted as in use, for the many that have no detail.
        if !row.isMissing(ActivityEntry.detailColumn) || !row.isMissing(ActivityEntry.detailColumn + 1) { activity.detail = try ActivityEntry.detail(row, json) }
        return activity
    }
}
