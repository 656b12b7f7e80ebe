/// Why a provider could not answer: a sentence, with the next step if there is one.
///
/// Having no quote for a day is no error: the provider answers with nothing.
public struct QuoteError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The cause, for programs to test.
    public enum Kind: String, CaseIterable, Sendable {
        /// The provider does not know the symbol.
        case unknownSymbol = "unknown_symbol"
        /// A symbol, a currency or another argument makes no sense.
        case badArgument = "bad_argument"
        /// A file of the provider cannot be read.
        case unreadable
        /// An answer or a file is not in the expected form.
        case malformed
        /// The provider cannot be reached.
        case unreachable
        /// The provider did not answer in time.
        case timeout
        /// The provider has been asked too often; `retryAfter` says when to ask again, if the provider does.
        case rateLimited = "rate_limited"
        /// The provider refuses: the key is missing or wrong, or does not allow this question.
        case refused
        /// The provider has a fault of its own.
        case server
        /// The provider's prices are in another currency than the instrument.
        case wrongCurrency = "wrong_currency"
        /// The request was cancelled.
        case cancelled
    }

    /// The cause, for programs to test.
    public let kind: Kind
    /// What went wrong, as a sentence without a full stop at its end.
    public let message: String
    /// What to do next.
    public let hint: String?
    /// Seconds after which it is worth asking again, if known.
    public let retryAfter: Int?

    /// An error of `kind`; `message` is a sentence without a full stop at its end.
    public init(_ kind: Kind, _ message: String, hint: String? = nil, retryAfter: Int? = nil) {
        self.kind = kind
        self.message = message
        self.hint = hint
        self.retryAfter = retryAfter
    }

    /// The message, followed by the hint.
    public var description: String { hint.map { "\(message); \($0)" } ?? message }

    /// Whether the provider itself failed or is out of reach, so that other questions to it would fail too.
    public var isOfProvider: Bool {
        switch kind {
        case .unreachable, .timeout, .rateLimited, .server: true
        case .unknownSymbol, .badArgument, .unreadable, .malformed, .refused, .wrongCurrency, .cancelled: false
        }
    }

    /// The request was cancelled.
    static let cancelled = QuoteError(.cancelled, "the request was cancelled")
}

/// A row of a file or an answer that did not become a quote.
public struct QuoteIssue: Hashable, Sendable, CustomStringConvertible {
    /// The file or the symbol that the row belongs to.
    public let place: String
    /// The line, counted from 1; 0 if there are no lines.
    public let line: Int
    /// Why the row was left out, in a sentence.
    public let message: String

    public init(place: String, line: Int, message: String) {
        self.place = place
        self.line = line
        self.message = message
    }

    /// Place, line and sentence: `ORCL.csv, line 3: …`.
    public var description: String { line > 0 ? "\(place), line \(line): \(message)" : "\(place): \(message)" }
}
