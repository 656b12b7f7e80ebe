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
        }
    }
}
