import Values

/// The prices that were paid: what one unit of each instrument was bought or sold for, by the day.
///
/// A price that was paid is known, though no source told it. It counts from its day on until the first quote of that day or a later one; a
/// quote of the day goes before it. Buys and sales tell one, and so do reinvested dividends, dividends in kind and staking
/// rewards with a price, which is what the units were worth when they came. A purchase from before the book (`opening`) tells what was paid on
/// another day, and transfers, corrections and exercises tell no price of a market. Of several of a day the last counts. It is for a unit of
/// its day, so splits change what it says as they do of a quote. No quote is stored.
public struct TradePrices {
    /// By instrument: one a day at most, in order of days.
    public private(set) var series: [InstrumentID: PriceSeries]

    /// The prices of a ledger as it is now. O(n) in its activities.
    public init(_ ledger: Ledger) throws(LedgerError) {
        let activities = ledger.activities
        // By number of the instrument, less one.
        var prices = [PriceSeries](repeating: PriceSeries([]), count: ledger.instruments.count)
        // Where the last price of each was paid: a split that is told of another account was told of this one before, or will be.
        var payers = [AccountID?](repeating: nil, count: prices.count)
        let rows = activities.isOrdered ? nil : activities.rowsInOrder()
        for place in 0..<activities.count {
            let row = rows.map { Int($0[place]) } ?? place
            guard activities.counts(at: row), let instrument = activities.instrument(at: row) else { continue }
            let day = activities.date(at: row)
            if activities.kind(at: row) == .split {
                for split in activities.splits(at: row) where split.account == .every || split.account == payers[split.instrument.place] {
                    try Self.split(&prices[split.instrument.place], on: day, split.ratio)
                }
                continue
            }
            guard let (received, price) = Self.paid(at: row, instrument, activities, ledger) else { continue }
            prices[received.place].note(price)
            payers[received.place] = activities.account(at: row)
        }
        let numbered = prices.indices.lazy.map { (InstrumentID(Int32($0 + 1)), prices[$0]) }
        series = Dictionary(uniqueKeysWithValues: numbered.filter { !$0.1.prices.isEmpty })
    }

    /// The prices with those of the rows from one on, which were entered since; nil where they have to be computed anew, since a row stands in
    /// the place of another, is not the latest of its instrument, or is of the day of a split. O(rows added, and days of their instruments).
    public func adding(rowsFrom first: Int, of ledger: Ledger) -> TradePrices? {
        let activities = ledger.activities
        var added = self
        for row in first..<activities.count {
            if activities.detail(at: row)?.amends != nil { return nil }
            guard activities.counts(at: row), let instrument = activities.instrument(at: row) else { continue }
            let day = activities.date(at: row)
            if activities.kind(at: row) == .split {
                if activities.splits(at: row).contains(where: { added.series[$0.instrument]?.price(onOrBefore: day)?.date == day }) { return nil }
                continue
            }
            guard let (received, price) = Self.paid(at: row, instrument, activities, ledger) else { continue }
            if let last = added.series[received]?.prices.last?.date, last > day || last == day && activities.hasPlaces { return nil }
            if activities.isSplit(on: day) { return nil }
            added.series[received, default: PriceSeries([])].note(price)
        }
        return added
    }

    /// What the trade of a row paid, and for which instrument; nil where it is none, or tells no price.
    private static func paid(
        at row: Int, _ instrument: InstrumentID, _ activities: ActivityTable, _ ledger: Ledger
    ) -> (InstrumentID, PriceSeries.Price)? {
        guard isTrade(activities.kind(at: row), activities.subtype(at: row)) else { return nil }
        // A trade is in its instrument's currency, whatever its money is settled in.
        let facts = activities.facts(at: row, multiplier: ledger[instrument].multiplier)
        let received = facts.subtype == .dividendInKind ? facts.detail?.into ?? instrument : instrument
        return price(facts).map { (received, PriceSeries.Price(date: activities.date(at: row), close: $0, currency: ledger[received].currency, isPaid: true)) }
    }

    private static func isTrade(_ kind: ActivityKind, _ subtype: ActivitySubtype?) -> Bool {
        if kind == .buy || kind == .sell { return subtype != .opening }
        if kind == .dividend { return subtype == .drip || subtype == .dividendInKind }
        return kind == .interest && subtype == .stakingReward
    }

    /// What one unit was paid for: the price, or what the money before fee and tax makes; nil where that is nothing.
    private static func price(_ facts: ActivityFacts) -> FixedDecimal? {
        if !facts.price.isAbsent { return facts.price > .zero ? facts.price : nil }
        guard !facts.amount.isAbsent, facts.amount > .zero, !facts.quantity.isAbsent, facts.quantity > .zero else { return nil }
        return Bound.price.known { () throws(DecimalError) in try facts.amount / facts.quantity / facts.multiplier }.flatMap { $0 > .zero ? $0 : nil }
    }

    /// What was paid earlier on the day of a split was paid for a unit before it, and a price of the day is for one after it.
    private static func split(_ series: inout PriceSeries, on day: Day, _ ratio: Ratio) throws(LedgerError) {
        guard let last = series.prices.last, last.date == day else { return }
        let close = try LedgerError.arithmetic { () throws(DecimalError) in try ratio.undone(on: last.close) }
        series.note(PriceSeries.Price(date: day, close: close, currency: last.currency, isPaid: true))
    }
}

extension InstrumentID {
    /// Its place in lists by instrument.
    fileprivate var place: Int { Int(rawValue) - 1 }
}

extension ActivityTable {
    /// Whether anything is split on a day. O(splits).
    fileprivate func isSplit(on day: Day) -> Bool { splits.contains { date(at: Int($0)) == day } }
}
