/// One entry of a book's journal: the only way in which a ledger ever changes.
///
/// Entries are numbered from 1 without gaps and never change. A later definition of the same account or instrument supersedes the
/// earlier one; a void takes an activity out of every result while the activity itself stays on record.
public enum JournalEntry: Hashable, Sendable {
    case account(AccountID, Account)
    case instrument(InstrumentID, Instrument)
    case activity(Activity)
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
