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
}
