public import Values

/// Which rows of the gains count, in order, at one version of the book.
struct GainIndex {
    let version: Int
    let rows: [Int32]
}

extension Ledger {
    /// Gains of lots closed within the days given, both included; nil for no limit.
    public func gains(from: Day? = nil, to: Day? = nil) throws(LedgerError) -> GainTable {
        try settle()
        // On a day whose transfers are arranged a replay closes lots in another order than one by one.
        return table(of: state, state.gainsNeedIndex || !activities.crossedDays.isEmpty ? orderedGains() : nil, from, to)
    }

    /// The same with `otherProceeds` and `otherCost` in another currency. O(n) the first time.
    public func gains(from: Day? = nil, to: Day? = nil, countedIn currency: Currency, by graph: RateGraph) throws(LedgerError) -> GainTable {
        table(of: try state(on: nil, countedIn: currency, by: graph), nil, from, to)
    }

    private func table(of state: ReplayState, _ index: [Int32]?, _ from: Day?, _ to: Day?) -> GainTable {
        let count = index?.count ?? state.gains.count
        /// The first of the gains, which are in order of closing, that the condition holds for; it holds for all that follow.
        func first(where condition: (Day) -> Bool) -> Int {
            (0..<count).partitioningIndex { place in
                let row = index.map { Int($0[place]) } ?? place
                return condition(activities.date(at: Int(state.gains.closings[row])))
            }
        }
        let start = first { closed in from.map { closed >= $0 } ?? true }, end = first { closed in to.map { closed > $0 } ?? false }
        return GainTable(
            gains: state.gains, activities: activities, policy: policy, index: index, bounds: start..<max(start, end),
            disallowed: state.wash.disallowed)
    }

    /// Keeps only the gains that were not superseded, in order.
    func compactGains() {
        var kept = GainColumns()
        kept.reserveCapacity(adding: state.gains.count - state.deadGains)
        for row in orderedGains() { kept.append(row: Int(row), of: state.gains) }
        state.gains = kept
        state.gainsNeedIndex = false
        state.deadGains = 0
        for index in state.positions.indices { state.positions[index].firstGain = 0 }
        gainIndex = nil
    }

    /// The rows of gains that were not superseded, in replay order of the closing activities.
    private func orderedGains() -> [Int32] {
        if let gainIndex, gainIndex.version == version { return gainIndex.rows }
        let gains = state.gains
        var rows: [Int32] = []
        rows.reserveCapacity(gains.count)
        for row in 0..<gains.count where row >= state.positions[Int(gains.positions[row])].firstGain { rows.append(Int32(row)) }
        rows.sort { a, b in
            let (first, second) = (Int(gains.closings[Int(a)]), Int(gains.closings[Int(b)]))
            return first == second ? a < b : activities.precedes(first, second)
        }
        gainIndex = GainIndex(version: version, rows: rows)
        return rows
    }
}
