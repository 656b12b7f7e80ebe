public import Ledger
public import Values

/// Somebody who knows prices: a folder of files, a service on the network. Its calls wait for their answers.
///
/// A provider answers from what it has; it never answers with a quote from after the day asked for. Add one: a file in `Providers/`
/// with a type of this protocol, and what it promises is checked with the others' in the tests.
public protocol QuoteProvider: Sendable {
    /// What its quotes name as their source, in lower case: `folder`.
    var id: String { get }

    /// What it can be asked for.
    var capabilities: Set<QuoteCapability> { get }

    /// How often it may be asked.
    var limits: RequestLimits { get }

    /// Whether it must be asked on the thread that made it, as one written in Lua must.
    var isThreadBound: Bool { get }

    /// The last quote on or before a day; nil where it has none.
    func latest(_ subject: QuoteSubject, onOrBefore day: Day) throws(QuoteError) -> Quote?

    /// The quotes between two days, both included, one a day at most and in order.
    func history(_ subject: QuoteSubject, from: Day, to: Day) throws(QuoteError) -> QuoteBatch

    /// What it knows under a text, the likeliest first; none where it knows nothing.
    func search(_ text: String) throws(QuoteError) -> [SymbolMatch]
}

extension QuoteProvider {
    /// As often as one likes.
    public var limits: RequestLimits { .none }

    /// On any thread.
    public var isThreadBound: Bool { false }

    /// Nothing can be searched for.
    public func search(_ text: String) throws(QuoteError) -> [SymbolMatch] {
        throw QuoteError(.badArgument, "\(id) cannot be searched", hint: "ask yahoo, alphavantage or coingecko")
    }
}

/// What a provider can be asked for.
public enum QuoteCapability: String, CaseIterable, Sendable {
    /// The last quote there is.
    case latest
    /// All quotes of a span of days.
    case history
    /// Symbols by name.
    case search
}

/// Quotes that came together, and what did not become one.
public struct QuoteBatch: Hashable, Sendable {
    /// The quotes, in the order of their days.
    public var quotes: [Quote]
    /// Splits of the span, in the order of their days.
    public var splits: [SplitEvent]
    /// Dividends of the span, in the order of their days.
    public var dividends: [DividendEvent]
    /// What was left out, and why.
    public var issues: [QuoteIssue]
    /// Whether the prices are stated for units of today although there may have been splits since, as some providers have it. A price of
    /// that day times the units held on that day is then no value; where it is false, it is.
    public var isSplitAdjusted: Bool

    /// Quotes with what came with them.
    public init(
        quotes: [Quote] = [], splits: [SplitEvent] = [], dividends: [DividendEvent] = [], issues: [QuoteIssue] = [],
        isSplitAdjusted: Bool = false
    ) {
        self.quotes = quotes
        self.splits = splits
        self.dividends = dividends
        self.issues = issues
        self.isSplitAdjusted = isSplitAdjusted
    }
}

/// A row that did not become a quote.
public struct QuoteIssue: Hashable, Sendable, CustomStringConvertible {
    /// Where it stands: the name of a file, say.
    public let place: String
    /// Its line, counted from 1; 0 where there are no lines.
    public let line: Int
    /// Why it was left out, in a sentence.
    public let message: String

    /// An issue with a line.
    public init(place: String, line: Int, message: String) {
        self.place = place
        self.line = line
        self.message = message
    }

    /// Place, line where there is one, and sentence.
    public var description: String { line > 0 ? "\(place), line \(line): \(message)" : "\(place): \(message)" }
}
