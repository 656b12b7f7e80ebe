public import Ledger
public import Values

/// The quotes of one instrument over time, from several sources side by side.
///
/// On each day the quote of the preferred source counts (`SourceOrder`); those of the others are kept for comparison. No answer comes
/// from after the day asked for, and before the first quote there is no price: unknown, not zero.
public struct PriceHistory: Hashable, Sendable {
    /// The quote that is the price on a day, and how old it is.
    public struct Answer: Hashable, Sendable {
        /// The quote of that day or of an earlier one.
        public let quote: Quote
        /// Days from the quote to the day asked about; 0 for a quote of that day.
        public let age: Int

        public init(quote: Quote, age: Int) {
            self.quote = quote
            self.age = age
        }
    }

    /// The instrument that all the quotes belong to.
    public let instrument: InstrumentID
    /// Which source is preferred where several have a quote for the same day.
    public let order: SourceOrder

    /// By day, and within a day the preferred source first; one quote per day and source.
    private var quotes: [Quote] = []

    /// A history of quotes, which must all be of `instrument`. Of two quotes of one day and source the later one wins. O(n log n).
    public init(of instrument: InstrumentID, _ quotes: some Sequence<Quote> = [], order: SourceOrder = .manualFirst) {
        self.instrument = instrument
        self.order = order
        let numbered = quotes.enumerated().map { (place: $0.offset, quote: $0.element) }
        precondition(numbered.allSatisfy { $0.quote.instrument == instrument }, "a quote of another instrument")
        let sorted = numbered.sorted { a, b in
            precedes(a.quote, b.quote) || (!precedes(b.quote, a.quote) && a.place < b.place)
        }
        for (_, quote) in sorted {
            if let last = self.quotes.last, isSame(last, quote) { self.quotes.removeLast() }
            self.quotes.append(quote)
        }
    }

    /// Adds a quote, replacing one of the same day and source. O(log n) to find the place, then the later quotes are moved.
    public mutating func add(_ quote: Quote) {
        precondition(quote.instrument == instrument, "a quote of another instrument")
        let place = firstIndex { !precedes($0, quote) }
        if place < quotes.count && isSame(quotes[place], quote) { quotes[place] = quote } else { quotes.insert(quote, at: place) }
    }

    /// Whether there are no quotes.
    public var isEmpty: Bool { quotes.isEmpty }
    /// The first day with a quote.
    public var firstDay: Day? { quotes.first?.date }
    /// The last day with a quote.
    public var lastDay: Day? { quotes.last?.date }

    /// The preferred quote of exactly that day; nil if there is none. O(log n).
    public func quote(on day: Day) -> Quote? {
        let place = firstIndex { $0.date >= day }
        return place < quotes.count && quotes[place].date == day ? quotes[place] : nil
    }

    /// The last preferred quote on or before a day, with its age; nil before the first quote. O(log n).
    public func latest(onOrBefore day: Day) -> Answer? {
        let behind = firstIndex { $0.date > day }
        guard behind > 0, let quote = quote(on: quotes[behind - 1].date) else { return nil }
        return Answer(quote: quote, age: quote.date.days(to: day))
    }

    /// The preferred quotes between two days, both included: one a day, in order.
    public func quotes(from: Day, to: Day) -> [Quote] {
        var result: [Quote] = []
        for quote in all(from: from, to: to) where result.last?.date != quote.date { result.append(quote) }
        return result
    }

    /// All quotes between two days, both included: by day, and within a day the preferred source first.
    public func all(from: Day = .min, to: Day = .max) -> ArraySlice<Quote> {
        guard from <= to else { return [] }
        return quotes[firstIndex { $0.date >= from }..<firstIndex { $0.date > to }]
    }

    private func precedes(_ a: Quote, _ b: Quote) -> Bool {
        a.date == b.date ? order.precedes(a.source, b.source) : a.date < b.date
    }

    private func isSame(_ a: Quote, _ b: Quote) -> Bool { a.date == b.date && a.source == b.source }

    /// The index of the first quote for which `behind` holds, by binary search: it must hold for all quotes after that one too.
    private func firstIndex(where behind: (Quote) -> Bool) -> Int {
        var low = 0, high = quotes.count
        while low < high {
            let middle = (low + high) / 2
            if behind(quotes[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

/// Which source is preferred where several have a quote for the same day.
public struct SourceOrder: Hashable, Sendable {
    /// The source of quotes that a person entered.
    public static let manual = "manual"

    /// Quotes entered by hand before fetched ones.
    public static let manualFirst = SourceOrder([])

    private let ranks: [String: Int]

    /// The sources by preference, the best first. `manual` comes before all of them unless it is in the list; sources that are not in the
    /// list come last, by name.
    public init(_ sources: [String]) {
        var ranks: [String: Int] = [:]
        let all = sources.contains(Self.manual) ? sources : [Self.manual] + sources
        for source in all where ranks[source] == nil { ranks[source] = ranks.count }
        self.ranks = ranks
    }

    /// Whether source `a` is preferred to source `b`.
    public func precedes(_ a: String, _ b: String) -> Bool {
        let x = ranks[a] ?? .max, y = ranks[b] ?? .max
        return x == y ? a < b : x < y
    }
}
