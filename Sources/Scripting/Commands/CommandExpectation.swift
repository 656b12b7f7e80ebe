/// What could come next in a sentence.
public enum CommandExpectation: Equatable, Sendable {
    /// A value; `column` is where it begins, which for a name of several words may be some words back.
    case place(ArgumentKind, name: String, column: Int)
    /// One of these keywords.
    case keywords([String])
}
