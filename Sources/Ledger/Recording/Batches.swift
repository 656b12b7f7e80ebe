import Values

extension Ledger {
    /// Takes in a batch of activities, such as the rows of a file, and tells for each what became of it.
    ///
    /// The batch is looked at as a whole and in replay order, so a sale may stand before the purchase that it sells from, and rows may
    /// be older than what the book holds. A row is refused if its rule refuses it, if it sells more than is held at that time, or if
    /// it would leave a sale that stands already without units. Those admitted are numbered from `firstID` on in the order given.
    /// A dry run changes nothing. Throws only where what the book holds already cannot be computed.
    public func admit(_ batch: [Activity], firstID: EntryID, dryRun: Bool = false) throws(LedgerError) -> [Verdict] {
        guard firstID > lastEntry else {
            throw .misnumbered(what: "entry", number: firstID.rawValue, expected: lastEntry.rawValue + 1)
        }
        do throws(LedgerError) {
            try replayOnce()
        } catch {
            // What the entries of a set lack may come before it ends.
            guard openSet?.isBroken == true else { throw error }
        }
        if openSet?.isBroken == true { return admitWaiting(batch, firstID: firstID, dryRun: dryRun) }
        var errors = [LedgerError?](repeating: nil, count: batch.count)
        refuse(batch, firstID, errors: &errors)
        if !dryRun { try take(batch, firstID: firstID, errors: &errors) }
        var next = firstID.rawValue
        return zip(batch, errors).map { activity, error in
            if let error { return .refused(error.told(of: named(activity))) }
            next += 1
            return .admitted(EntryID(next - 1))
        }
    }

    /// Takes in a batch one by one where the set that is open cannot be computed as it stands: what its activities lack may come, and the set as a whole is
    /// looked at when it ends.
    private func admitWaiting(_ batch: [Activity], firstID: EntryID, dryRun: Bool) -> [Verdict] {
        let start = checkpoint()
        defer { if dryRun { rollback(to: start) } else { release(start) } }
        var next = firstID
        return batch.map { activity in
            do throws(LedgerError) {
                try apply(.activity(activity), id: next)
                defer { next = EntryID(next.rawValue + 1) }
                return .admitted(next)
            } catch {
                return .refused(error)
            }
        }
    }

    /// Puts an error to each activity that is wrong in itself, or finds too few units. What it knows of the book is let go at the end: a
    /// column that somebody else holds would be copied by the next row.
    private func refuse(_ batch: [Activity], _ firstID: EntryID, errors: inout [LedgerError?]) {
        let places = batch.enumerated().map { DayPlace($1, entry: EntryID(firstID.rawValue + $0)) }, (moves, linked, replayer) = moves(of: batch, places, errors: &errors)
        // Entries of a set that is open may wait for others; they are looked at when it ends.
        let waitingFrom = openSet?.firstRow ?? .max
        Shortages(state: state, replayer: replayer, waitingFrom: waitingFrom).refuse(moves, errors: &errors)
        LinkedShortages(batch: batch, places: places, replayer: replayer, waitingFrom: waitingFrom).refuse(linked, errors: &errors)
    }

    /// Checks each activity by itself, and lists the trades of those that are right in themselves, and by their places in the batch
    /// the activities in positions that hang together with others.
    private func moves(of batch: [Activity], _ places: [DayPlace], errors: inout [LedgerError?]) -> ([Move], linked: [Int], Replayer) {
        // All positions get their slots first, so that the replayer knows them.
        for (index, activity) in batch.enumerated() {
            do throws(LedgerError) {
                try check(activity)
                try checkPremium(activity)
                _ = activities.slots.position(activity.account, activity.instrument)
                _ = activities.slots.cashPosition(activity.account, activity.currency)
                if let settled = activity.detail?.settles { _ = activities.slots.cashPosition(activity.account, settled) }
                activities.slots.link(activity)
            } catch {
                errors[index] = error
            }
        }
        growState()
        let replayer = Replayer(self)
        var postings = PostingBuffer(policy: policy)
        var moves: [Move] = [], linked: [Int] = []
        for (index, activity) in batch.enumerated() where errors[index] == nil {
            do throws(LedgerError) {
                try replayer.compile(activity, into: &postings)
                guard activity.status == .posted else { continue }
                if postings.postings.contains(where: { $0.target.changesLots && !replayer.activities.slots.isPlain($0.position) }) {
                    linked.append(index)
                    continue
                }
                for posting in postings.postings where posting.target.changesLots {
                    moves.append(Move(posting, date: activity.date, place: places[index], batchIndex: index))
                }
            } catch {
                errors[index] = error
            }
        }
        return (moves, linked, replayer)
    }

    /// Appends the activities without an error and takes them in, in replay order. One whose sums overflow gets its error after all.
    private func take(_ batch: [Activity], firstID: EntryID, errors: inout [LedgerError?]) throws(LedgerError) {
        while true {
            let start = checkpoint()
            let firstRow = activities.count
            var origins: [Int] = []
            activities.reserveCapacity(adding: batch.count)
            state.gains.reserveCapacity(adding: batch.count)
            for (index, activity) in batch.enumerated() where errors[index] == nil {
                lastEntry = EntryID(firstID.rawValue + origins.count)
                activities.append(activity, entry: lastEntry)
                origins.append(index)
            }
            guard let (row, error) = takeIn(rowsFrom: firstRow) else {
                // One for each entry, as where they are applied one by one.
                version += max(1, origins.count)
                return release(start)
            }
            rollback(to: start)
            errors[origins[row - firstRow]] = error
        }
    }

    /// Takes in the rows that were appended last; tells which one cannot be, and why.
    private func takeIn(rowsFrom first: Int) -> (row: Int, error: LedgerError)? {
        let replayer = Replayer(self)
        var postings = PostingBuffer(policy: policy)
        let table = replayer.activities
        var lateSlots: Set<PositionSlot> = [], lastLate: Int?, lastGiver: Int?
        for row in table.sorted([Int32](Int32(first)..<Int32(table.count))) where table.counts(at: Int(row)) {
            do throws(LedgerError) {
                let late = try takeIn(row: Int(row), by: replayer, &postings)
                if late.isEmpty { continue }
                lateSlots.formUnion(late)
                lastLate = Int(row)
                if postings.postings.contains(where: \.target.takesUnits) { lastGiver = Int(row) }
            } catch {
                return (Int(row), error)
            }
        }
        guard let lastLate else { return nil }
        do throws(LedgerError) {
            try checkNamedLots(of: Array(lateSlots))
            return nil
        } catch {
            // Some row uses up a lot that a later sale names. Which one, only trying tells: the last late one that gives units goes first.
            return (lastGiver ?? lastLate, error)
        }
    }
}

/// What became of one activity of a batch.
public enum Verdict: Hashable, Sendable {
    /// It has that number now; in a dry run, it would get it.
    case admitted(EntryID)
    /// It was not taken in, for this reason.
    case refused(LedgerError)
}
