public import Ledger
public import Values

/// The quotes of one instrument over time, from several sources side by side.
///
/// On each day the source that counts most has its say (`SourceOrder`); the others' quotes stay, for whoever wants to compare. Nothing
/// ever answers with a quote from after the day asked for, and a day before the first quote has no price: unknown, not zero.
public struct PriceHistory: Hashable, Sendable {
    /// A quote that answers for a day.
    public struct Answer: Hashable, Sendable {
        /// The quote, of that day or an earlier one.
        public let quote: Quote
        /// How many days before the day asked for it was made; 0 for that very day.
        public let age: Int

        /// An answer of that age.
        public init(quote: Quote, age: Int) {
            self.quote = quote
            self.age = age
        }
    }

    /// What the quotes are of.
    public let instrument: InstrumentID
    /// Whose word counts.
    public let order: SourceOrder

    /// Ordered by day, and within a day from the source that counts most down; one per day and source.
    private var quotes: [Quote] = []

    /// A history of these quotes, which are all of `instrument`. Of two quotes of one day and source the later one stands. O(n log n).
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

    /// Adds a quote, in place of one of the same day and source. O(log n) to find the place, and the moving of what is behind it.
    public mutating func add(_ quote: Quote) {
        precondition(quote.instrument == instrument, "a quote of another instrument")
        let place = firstIndex { !precedes($0, quote) }
        if place < quotes.count && isSame(quotes[place], quote) { quotes[place] = quote } else { quotes.insert(quote, at: place) }
    }

    /// Whether there is no quote.
    public var isEmpty: Bool { quotes.isEmpty }
    /// The first day with a quote.
    public var firstDay: Day? { quotes.first?.date }
    /// The last day with a quote.
    public var lastDay: Day? { quotes.last?.date }

    /// The quote of that very day that counts; nil where there is none. O(log n).
    public func quote(on day: Day) -> Quote? {
        let place = firstIndex { $0.date >= day }
        return place < quotes.count && quotes[place].date == day ? quotes[place] : nil
    }

    /// The last quote that counts on or before a day, with its age; nil before the first one. O(log n).
    public func latest(onOrBefore day: Day) -> Answer? {
        let behind = firstIndex { $0.date > day }
        guard behind > 0, let quote = quote(on: quotes[behind - 1].date) else { return nil }
        return Answer(quote: quote, age: quote.date.days(to: day))
    }

    /// The quotes that count between two days, both included, one a day and in order.
    public func quotes(from: Day, to: Day) -> [Quote] {
        var result: [Quote] = []
        for quote in all(from: from, to: to) where result.last?.date != quote.date { result.append(quote) }
        return result
    }

    /// All quotes between two days, both included: by day, and within a day from the source that counts most down.
    public func all(from: Day = .min, to: Day = .max) -> ArraySlice<Quote> {
        guard from <= to else { return [] }
        return quotes[firstIndex { $0.date >= from }..<firstIndex { $0.date > to }]
    }

    private func precedes(_ a: Quote, _ b: Quote) -> Bool {
        a.date == b.date ? order.precedes(a.source, b.source) : a.date < b.date
    }

    private func isSame(_ a: Quote, _ b: Quote) -> Bool { a.date == b.date && a.source == b.source }

    /// The place of the first quote that is `behind`, which all quotes after it are too.
    private func firstIndex(where behind: (Quote) -> Bool) -> Int {
        var low = 0, high = quotes.count
        while low < high {
            let middle = (low + high) / 2
            if behind(quotes[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
