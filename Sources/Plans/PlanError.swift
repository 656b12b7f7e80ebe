/// What a plan could not do, in a sentence, with the next step where there is one.
public struct PlanError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What went wrong, for programs to test.
    public enum Kind: String, CaseIterable, Sendable {
        /// A number or a choice that makes no sense here.
        case badArgument = "bad_argument"
        /// A text that no period can be read from.
        case malformed
        /// Two items of one name.
        case duplicateName = "duplicate_name"
        /// Targets that add up to nothing.
        case noTarget = "no_target"
        /// More money asked for than there is.
        case notEnough = "not_enough"
        /// A result too large to hold.
        case overflow
    }

    /// What went wrong.
    public let kind: Kind
    /// The sentence.
    public let message: String
    /// What to do next.
    public let hint: String?

    /// An error of `kind`; `message` is a sentence without a full stop at its end.
    public init(_ kind: Kind, _ message: String, hint: String? = nil) {
        self.kind = kind
        self.message = message
        self.hint = hint
    }

    /// The sentence, with the hint behind it.
    public var description: String { hint.map { "\(message); \($0)" } ?? message }
}
