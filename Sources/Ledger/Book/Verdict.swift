/// What became of one activity of a batch.
public enum Verdict: Hashable, Sendable {
    /// It has that number now; in a dry run, it would get it.
    case admitted(EntryID)
    case refused(LedgerError)
}
