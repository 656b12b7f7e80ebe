public import Values

extension Ledger {
    /// The splits of an instrument that count, of one account or of all, in order of entry. O(n).
    public func splits(of instrument: InstrumentID) -> [(date: Day, ratio: Ratio)] {
        (0..<activities.count).compactMap { row in
            guard activities.kind(at: row) == .split, activities.counts(at: row), activities.instrument(at: row) == instrument else { return nil }
            return activities.detail(at: row)?.ratio.map { (activities.date(at: row), $0) }
        }
    }
}
