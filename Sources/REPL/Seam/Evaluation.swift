/// What came of an entry.
public enum Evaluation {
    /// It ran: its results, and sentences about what was missing (no price, no rate, a skipped row).
    case values([Shown], warnings: [String] = [])
    /// The source ends before it is complete; nothing has run.
    case incomplete
    /// It failed or was interrupted; the book is as it was.
    case failure(Failure)
    /// It asked to leave with this exit code.
    case exit(Int32)
}
