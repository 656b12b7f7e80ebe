import Ledger
@testable import Quotes
import Values

/// A provider that answers from given prices, by symbol.
struct MemoryProvider: QuoteProvider {
    /// The source that its quotes name.
    let id: String
    /// It cannot search for symbols.
    let capabilities = Set([QuoteCapability.latest, .history])

    private let days: [String: [PriceDay]]

    /// A provider of these prices, by symbol. Of two prices of one day the later one wins.
    init(_ prices: [String: [PriceDay]], id: String = "memory") {
        self.id = id
        days = prices.mapValues { $0.latestPerDay() }
    }

    /// The last quote on or before a day; nil if there is none.
    func latest(_ subject: QuoteSubject, onOrBefore day: Day) throws(QuoteError) -> Quote? {
        try days(of: subject).last { $0.date <= day }?.quote(subject, source: id)
    }

    /// The quotes between two days, both included.
    func history(_ subject: QuoteSubject, from: Day, to: Day) throws(QuoteError) -> QuoteBatch {
        var batch = QuoteBatch()
        for day in try days(of: subject) where day.date >= from && day.date <= to { batch.quotes.append(try day.quote(subject, source: id)) }
        return batch
    }

    private func days(of subject: QuoteSubject) throws(QuoteError) -> [PriceDay] {
        guard let days = days[subject.symbol] else {
            let nearest = nearestName(to: subject.symbol, in: days.keys.sorted())
            throw QuoteError(.unknownSymbol, "\(id) has no symbol \"\(subject.symbol)\"", hint: nearest.map { "did you mean \"\($0)\"?" })
        }
        return days
    }
}
