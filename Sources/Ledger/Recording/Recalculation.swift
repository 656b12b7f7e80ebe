import Values

extension Ledger {
    /// Gives the state up, to be computed anew when somebody asks.
    func replayLater() {
        undo.append(.state(state))
        state = ReplayState()
        needsReplay = true
    }

    /// Computes the state from the first activity on, where it is not known.
    func replayIfNeeded() throws(LedgerError) {
        guard needsReplay else { return }
        precondition(coverage != .activities, "what follows from all activities is asked of a ledger that has them all")
        do throws(LedgerError) {
            state = try Replayer(self).replay(through: nil, recordingGains: true)
        } catch {
            if error.isOfUnits { openSet?.isBroken = true }
            throw asOfNow(error)
        }
        needsReplay = false
        openSet?.isBroken = false
    }

    /// What lacks units while a set is open may find them before it ends.
    private func asOfNow(_ error: LedgerError) -> LedgerError {
        if case .unsettled = error { return error }
        return openSet != nil && error.isOfUnits ? .unsettled(error) : error
    }

    /// The same, but for an open set that was found wanting: what it lacks may come, and to look for it at each entry would be to compute all of them each time.
    func replayOnce() throws(LedgerError) {
        if openSet?.isBroken != true { try replayIfNeeded() }
    }

    /// Brings every position up to date.
    func settle() throws(LedgerError) {
        try replayIfNeeded()
        if state.stale.isEmpty { return }
        let stale = Set(state.stale.lazy.filter { self.state.positions[$0.index].isStale })
        // To compute most positions anew is to compute all.
        if stale.count > 8, stale.count * 4 > state.positions.count, !undo.isActive {
            replayLater()
            return try replayIfNeeded()
        }
        do throws(LedgerError) {
            try recompute(stale)
        } catch {
            // Half of it is done; nothing of it may be used.
            replayLater()
            throw asOfNow(error)
        }
        state.stale = []
        // A position computed anew leaves its old gains behind; they are cleared away once they are the greater part.
        if state.deadGains > 4096, state.deadGains * 2 > state.gains.count, !undo.isActive, state.wash.isEmpty { compactGains() }
    }

    /// Computes some positions from their first activity on. Cash positions are sums and need no order, so they are right already.
    private func recompute(_ slots: Set<PositionSlot>) throws(LedgerError) {
        if slots.isEmpty { return }
        var isMarked = [Bool](repeating: false, count: activities.slots.positions.count)
        for slot in slots {
            isMarked[slot.index] = true
            undo.append(.replaced(slot, state.positions[slot.index]))
            state.deadGains += Int(state.positions[slot.index].gainCount)
            var fresh = Position()
            // Its activities are the same as before.
            (fresh.units, fresh.runs) = (state.positions[slot.index].units, state.positions[slot.index].runs)
            fresh.firstGain = Int32(state.gains.count)
            fresh.epoch = undo.epoch
            state.positions[slot.index] = fresh
        }
        state.gainsNeedIndex = true
        state.transit.forget(undo: &undo) { isMarked[$0.index] }
        let instruments = Set(slots.compactMap { activities.slots.positions[$0.index].instrument?.rawValue })
        state.wash.forget(undo: &undo, instruments)
        let replayer = Replayer(self)
        var postings = PostingBuffer(policy: policy)
        let rows = slots.count == 1 ? activities.rows(in: slots.first!) : activities.rows(inPositions: isMarked)
        for row in rows {
            try replayer.compile(Int(row), into: &postings)
            for posting in postings.postings where isMarked[posting.position.index] {
                if posting.target.changesLots {
                    try replayer.take(posting, Int(row), postings, into: &state, undo: &undo)
                } else if posting.target == .income {
                    try LedgerError.arithmetic { () throws(DecimalError) in try state.applyIncome(posting, isForeign: replayer.isForeign(posting), undo: &undo) }
                }
            }
        }
    }

    /// The state at the end of a day, or as it is now.
    func state(on day: Day?) throws(LedgerError) -> ReplayState {
        guard let day, day < activities.lastDay else {
            try settle()
            return state
        }
        // What came later is nothing to a day of the past, so the present is not computed for it.
        if let known = answers.state(on: day, version: version) { return known }
        forgetLargeStates()
        let past = try replayed(Replayer(self), through: day, recordingGains: false)
        answers.keep(past, on: day, version: version)
        return past
    }

    /// Forgets what a large book came to on days of the past, before another replay takes as much memory again.
    func forgetLargeStates() { if activities.count > Self.manyActivities { answers.forgetPastStates() } }

    /// A state of a book with so many takes some ten megabytes.
    private static let manyActivities = 200_000

    private func replayed(_ replayer: Replayer, through day: Day?, recordingGains: Bool) throws(LedgerError) -> ReplayState {
        do throws(LedgerError) {
            return try replayer.replay(through: day, recordingGains: recordingGains)
        } catch {
            throw asOfNow(error)
        }
    }

    /// The state at the end of a day, or as it is now, with money counted in another currency too.
    func state(on day: Day?, countedIn currency: Currency, by graph: RateGraph) throws(LedgerError) -> ReplayState {
        let day = day.flatMap { $0 < activities.lastDay ? $0 : nil }
        if let known = answers.state(on: day, countedIn: currency, by: graph, version: version) { return known }
        var replayer = Replayer(self)
        replayer.other = OtherCurrency(currency, graph)
        let state = try replayed(replayer, through: day, recordingGains: true)
        answers.keep(state, on: day, countedIn: currency, by: graph, version: version)
        return state
    }

    /// Keeps only the gains that were not superseded, in order.
    private func compactGains() {
        var kept = GainColumns()
        kept.reserveCapacity(adding: state.gains.count - state.deadGains)
        for row in orderedGains() { kept.append(row: Int(row), of: state.gains) }
        state.gains = kept
        state.gainsNeedIndex = false
        state.deadGains = 0
        for index in state.positions.indices { state.positions[index].firstGain = 0 }
        answers.forgetGainRows()
    }

    /// The rows of gains that were not superseded, in replay order of the closing activities.
    func orderedGains() -> [Int32] {
        if let known = answers.gainRows(version: version) { return known }
        let gains = state.gains
        var rows: [Int32] = []
        rows.reserveCapacity(gains.count)
        for row in 0..<gains.count where row >= state.positions[Int(gains.positions[row])].firstGain { rows.append(Int32(row)) }
        rows.sort { a, b in
            let (first, second) = (Int(gains.closings[Int(a)]), Int(gains.closings[Int(b)]))
            return first == second ? a < b : activities.precedes(first, second)
        }
        answers.keep(gainRows: rows, version: version)
        return rows
    }
}
