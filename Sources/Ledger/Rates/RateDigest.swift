package import Values

extension RateGraph {
    /// From when on there are rates of which pairs, and the rates of some pairs, for the days from one on. O(n) in those rates.
    ///
    /// A day's conversions follow from the rates up to it alone: graphs that have the same up to a day, of the pairs whose rates one of them has read,
    /// convert as that one did.
    ///
    /// - Parameter read: pairs, told by their currencies; those that the graph has not tell nothing.
    /// - Throws: what loading a series throws.
    package func digest(readingRatesOf read: [RatePair], from first: Day) throws -> DayDigest {
        var digest = DayDigest(from: first)
        for pair in pairs {
            var ends = DayDigest.Fact(.pair)
            ends.mix(pair.from)
            ends.mix(pair.to)
            digest.add(ends, on: pair.first)
            guard read.contains(where: { $0.from == pair.from && $0.to == pair.to }) else { continue }
            let series = try series(of: pair)
            for fixing in series.fixings[(series.place(onOrBefore: first) ?? 0)...] {
                var fact = DayDigest.Fact(.rate)
                fact.mix(pair.from)
                fact.mix(pair.to)
                fact.mix(fixing.date)
                fact.mix(fixing.rate)
                digest.add(fact, on: fixing.date)
            }
        }
        return digest
    }
}
