public import Ledger
public import Values

/// Somebody who knows prices: a folder of files, a service on the network.
///
/// A provider answers from what it has; it never answers with a quote from after the day asked for. Add one: a file in `Providers/`
/// with a type of this protocol, and what it promises is checked with the others' in the tests.
public protocol QuoteProvider: Sendable {
    /// What its quotes name as their source, in lower case: `folder`.
    var id: String { get }

    /// What it can be asked for.
    var capabilities: Set<QuoteCapability> { get }

    /// The last quote on or before a day; nil where it has none.
    func latest(_ subject: QuoteSubject, onOrBefore day: Day) throws(QuoteError) -> Quote?

    /// The quotes between two days, both included, one a day at most and in order.
    func history(_ subject: QuoteSubject, from: Day, to: Day) throws(QuoteError) -> QuoteBatch
}

/// What a provider can be asked for.
public enum QuoteCapability: String, CaseIterable, Sendable {
    /// The last quote there is.
    case latest
    /// All quotes of a span of days.
    case history
}

/// Quotes that came together, and what did not become one.
public struct QuoteBatch: Hashable, Sendable {
    /// The quotes, in the order of their days.
    public var quotes: [Quote]
    /// What was left out, and why.
    public var issues: [QuoteIssue]

    /// Quotes with what was left out beside them.
    public init(quotes: [Quote] = [], issues: [QuoteIssue] = []) {
        self.quotes = quotes
        self.issues = issues
    }
}

/// A row that did not become a quote.
public struct QuoteIssue: Hashable, Sendable, CustomStringConvertible {
    /// Where it stands: the name of a file, say.
    public let place: String
    /// Its line, counted from 1.
    public let line: Int
    /// Why it was left out, in a sentence.
    public let message: String

    /// An issue with a line.
    public init(place: String, line: Int, message: String) {
        self.place = place
        self.line = line
        self.message = message
    }

    /// Place, line and sentence.
    public var description: String { "\(place), line \(line): \(message)" }
}
