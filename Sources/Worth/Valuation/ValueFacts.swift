import Ledger
public import Values

/// What daily values in a currency follow from, told by a number for each day, for a later session: they are values of the book as it is then up to the first
/// day on which the numbers differ.
public struct ValueFacts: Equatable {
    /// The currency of the values.
    public let currency: Currency
    fileprivate let digest: DayDigest
    /// The pairs of currencies whose rates were read; the rates of others count for nothing.
    fileprivate let pairs: [RatePair]

    fileprivate init(_ currency: Currency, _ digest: DayDigest, _ pairs: [RatePair]) {
        // From when on there are rates of a pair is among the facts.
        (self.currency, self.digest, self.pairs) = (currency, digest, pairs.map { RatePair(from: $0.from, to: $0.to, first: .min) })
    }

    /// The facts as bytes, at most ten a day.
    public var bytes: [UInt8] {
        var sink = ByteSink()
        sink.put(currency)
        sink.pack(UInt64(pairs.count))
        for pair in pairs {
            sink.put(pair.from)
            sink.put(pair.to)
        }
        digest.put(to: &sink)
        return sink.bytes
    }

    /// The facts that bytes tell; nil where the bytes are not what these are.
    public init?(_ bytes: UnsafeRawBufferPointer) {
        var source = ByteSource(bytes)
        do throws(ByteSource.Mismatch) {
            let currency = try source.currency(), count = try source.unpack(below: bytes.count)
            var pairs: [RatePair] = []
            for _ in 0..<count { pairs.append(RatePair(from: try source.currency(), to: try source.currency(), first: .min)) }
            let digest = try DayDigest(&source)
            try source.finish()
            self.init(currency, digest, pairs)
        } catch { return nil }
    }
}

/// What the values of a sweep follow from, by the days from which it counts: less of memory than the sweep itself, which may be let go.
struct SweepFacts {
    /// The sweep.
    let identity: Identity
    let currency: Currency
    /// Whether costs of units that moved are counted by the rates of days before.
    let countsCosts: Bool
    private let rates: RateGraph
    private let history: (identity: Identity, digest: DayDigest)
    /// The history, settings and prices.
    private let base: DayDigest
    /// What units that moved cost in the currency, where that is counted.
    let costs: DayDigest

    /// What a sweep follows from; nil where it has no days. O(n) in changes of units and cash and in prices.
    ///
    /// - Parameter known: those of another sweep, which may be of the same history.
    init?(_ sweep: ValueSweep, after known: SweepFacts?) {
        guard let first = sweep.history.firstDay, first > .min else { return nil }
        (identity, currency, countsCosts, rates) = (sweep.identity, sweep.currency, sweep.countsCosts, sweep.rates)
        if let known, known.history.identity === sweep.history.identity {
            history = known.history
        } else if let known, let digest = sweep.history.digest(after: known.history.digest, of: known.history.identity) {
            history = (sweep.history.identity, digest)
        } else {
            var digest = DayDigest(from: first.previous)
            sweep.history.note(in: &digest)
            history = (sweep.history.identity, digest)
        }
        var base = history.digest
        sweep.noteSettings(in: &base)
        sweep.notePrices(in: &base)
        self.base = base
        var costs = DayDigest(from: base.first)
        sweep.noteCosts(in: &costs)
        self.costs = costs
    }

    /// The first day on which values in any currency may differ by history, settings, prices and rates; nil for none.
    func firstDifference(from other: SweepFacts) throws -> Day? {
        let read = rates === other.rates ? [] : other.rates.pairsRead
        let rated = try rates === other.rates ? nil : ratesDigest(read).firstDifference(from: other.ratesDigest(read))
        return [base.firstDifference(from: other.base), rated].compactMap(\.self).min()
    }

    /// The first day on which values in the currency may differ from those of which facts were saved; nil for none.
    func firstDifference(from saved: ValueFacts) throws -> Day? { try digest(saved.pairs).firstDifference(from: saved.digest) }

    /// What a later session is told.
    func saved() throws -> ValueFacts { ValueFacts(currency, try digest(rates.pairsRead), rates.pairsRead) }

    private func digest(_ read: [RatePair]) throws -> DayDigest {
        var digest = base
        digest.add(costs)
        digest.add(try ratesDigest(read))
        return digest
    }

    private func ratesDigest(_ read: [RatePair]) throws -> DayDigest { try rates.digest(readingRatesOf: read, from: base.first) }
}

extension ValueSweep {
    /// The first day on which its values may differ from those of which facts were saved; nil for none. O(n).
    package func firstDifference(from saved: ValueFacts) throws -> Day? {
        guard saved.currency == currency, let own = SweepFacts(self, after: nil) else { return .min }
        return try own.firstDifference(from: saved)
    }

    fileprivate func noteSettings(in digest: inout DayDigest) {
        var policy = DayDigest.Fact(.policy)
        policy.mix(names.policy.priceMaxAge)
        policy.mix(names.policy.rateMaxAge)
        digest.add(policy, on: .min)
        for (place, account) in names.accounts.enumerated() {
            guard let closed = account.closed else { continue }
            var fact = DayDigest.Fact(.account)
            fact.mix(place)
            fact.mix(closed)
            digest.add(fact, on: .min)
        }
    }

    /// Notes the prices of each instrument, and how it counts, from the first day on which it is worth something. Of those before only the last counts, as it tells
    /// whether the price of that day is new.
    fileprivate func notePrices(in digest: inout DayDigest) {
        for (instrument, first) in history.firstDays {
            let named = names[instrument]
            var fact = DayDigest.Fact(.instrument)
            fact.mix(Int(instrument.rawValue))
            fact.mix(named.multiplier)
            fact.mix(named.kind == .crypto ? 1 : 0)
            fact.mix(named.currency)
            digest.add(fact, on: first)
            guard let series = prices[instrument] else { continue }
            for price in series.prices[(series.place(onOrBefore: first.previous) ?? 0)...] {
                var fact = DayDigest.Fact(.price)
                fact.mix(Int(instrument.rawValue))
                fact.mix(price.date)
                fact.mix(price.close)
                fact.mix(price.currency)
                fact.mix(price.isPaid ? 1 : 0)
                digest.add(fact, on: max(price.date, first))
            }
        }
    }

    fileprivate func noteCosts(in digest: inout DayDigest) {
        if costs.isEmpty { return }
        for (place, move) in history.unitMoves.enumerated() {
            guard let cost = costs[move.place] else { continue }
            var fact = DayDigest.Fact(.cost)
            fact.mix(place)
            fact.mix(cost)
            digest.add(fact, on: move.day)
        }
    }
}
