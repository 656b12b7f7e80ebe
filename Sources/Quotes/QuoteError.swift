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
        /// The provider cannot be reached.
        case unreachable
        /// The provider did not answer in time.
        case timeout
        /// The provider wants to be asked later; `retryAfter` says when, where it does.
        case rateLimited = "rate_limited"
        /// The provider refuses to answer: the key is missing or wrong, or what it allows does not go so far.
        case refused
        /// The provider has a fault of its own.
        case server
        /// The provider's prices are in another currency than the instrument's.
        case wrongCurrency = "wrong_currency"
        /// The asker gave up.
        case cancelled
    }

    /// What went wrong.
    public let kind: Kind
    /// The sentence.
    public let message: String
    /// What to do next.
    public let hint: String?
    /// Seconds after which it is worth asking again, where that is known.
    public let retryAfter: Int?

    /// An error of `kind`; `message` is a sentence without a full stop at its end.
    public init(_ kind: Kind, _ message: String, hint: String? = nil, retryAfter: Int? = nil) {
        self.kind = kind
        self.message = message
        self.hint = hint
        self.retryAfter = retryAfter
    }

    /// The sentence, with the hint behind it.
    public var description: String { hint.map { "\(message); \($0)" } ?? message }

    /// Whether the provider itself is at fault or out of reach, so that asking it for something else would end alike.
    public var isOfProvider: Bool {
        switch kind {
        case .unreachable, .timeout, .rateLimited, .server: true
        case .unknownSymbol, .badArgument, .unreadable, .malformed, .refused, .wrongCurrency, .cancelled: false
        }
    }

    /// The asker gave up.
    static let cancelled = QuoteError(.cancelled, "the request was cancelled")
}
