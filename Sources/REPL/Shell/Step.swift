/// How far the session is after what it was fed.
public enum Step: Equatable, Sendable {
    /// The entry ran.
    case done
    /// The entry failed; the book is as it was before it.
    case failed
    /// The entry was stopped by Ctrl-C.
    case interrupted
    /// The entry is unfinished, and the next line belongs to it.
    case continued
    /// The session is over, with this exit code.
    case leave(Int32)
}
