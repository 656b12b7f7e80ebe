public import Ledger
public import Values

extension Book {
    /// The closes that count of several instruments: one a day, by `QuotePrecedence`; those that have none are left out.
    ///
    /// They are kept until quotes change, here or by another program: asking again for the same span, or for one within it, reads
    /// nothing.
    ///
    /// - Parameters:
    ///   - from: the first day; of what lies before it only the last price is among them, which is the one that still counts on the
    ///     first days.
    ///   - through: the last day, included; all where there is none.
    public func priceSeries(
        of instruments: some Sequence<InstrumentID>, from: Day? = nil, through: Day? = nil
    ) throws -> [InstrumentID: PriceSeries] {
        try store.withSnapshot {
            let revision = try marketRevision.quotes
            if knownPrices.revision != revision { knownPrices = KnownPrices(revision: revision) }
            var series: [InstrumentID: PriceSeries] = [:]
            for instrument in instruments where series[instrument] == nil {
                let prices = try knownPrices.series(of: instrument, from: from, through: through) { () throws(StorageError) in
                    try readPrices(of: instrument, from: from, through: through)
                }
                if !prices.prices.isEmpty { series[instrument] = prices }
            }
            return series
        }
    }

    private func readPrices(of instrument: InstrumentID, from: Day?, through: Day?) throws(StorageError) -> PriceSeries {
        var start = from
        if let from, from > .min { start = try store.lastQuoteDay(of: instrument, through: Day(number: from.number - 1)) ?? from }
        return try store.priceSeries(of: instrument, from: start, through: through)
    }
}

/// Series of prices that were read, until quotes change.
struct KnownPrices {
    private struct Span {
        var from: Day
        var through: Day
        var series: PriceSeries
    }

    /// What they were read of; nil where none were.
    let revision: MarketRevision.Part?
    private var spans: [InstrumentID: Span] = [:]

    init(revision: MarketRevision.Part? = nil) { self.revision = revision }

    /// The series of a span, from what is known where that is as much or more.
    mutating func series(
        of instrument: InstrumentID, from: Day?, through: Day?, read: () throws(StorageError) -> PriceSeries
    ) throws(StorageError) -> PriceSeries {
        let (from, through) = (from ?? .min, through ?? .max)
        guard let known = spans[instrument], known.from <= from, through <= known.through else {
            let series = try read()
            spans[instrument] = Span(from: from, through: through, series: series)
            return series
        }
        if known.from == from, known.through == through { return known.series }
        return Self.part(of: known.series, from: from, through: through)
    }

    /// The prices of a span, with the last one before it.
    private static func part(of series: PriceSeries, from: Day, through: Day) -> PriceSeries {
        let before = from > .min ? series.place(onOrBefore: Day(number: from.number - 1)) : nil
        guard let last = series.place(onOrBefore: through), before ?? 0 <= last else { return PriceSeries([]) }
        let start = before ?? 0
        return PriceSeries(Array(series.prices[start...last]))
    }
}
