/// Why no quotes could be had, in a sentence, with the next step where there is one.
///
/// That a provider has no quote for a day is no error: it answers with nothing.
public struct QuoteError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What went wrong, for programs to test.
    public enum Kind: String, CaseIterable, Sendable {
        /// A symbol that the provider does not know.
        case unknownSymbol = "unknown_symbol"
        /// A symbol, a currency or another argument that makes no sense.
        case badArgument = "bad_argument"
        /// What the provider reads from cannot be read.
        case unreadable
        /// What the provider reads is not what it expects.
        case malformed
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
