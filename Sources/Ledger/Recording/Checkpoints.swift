import Values

/// A point to which a ledger can go back.
public struct Checkpoint: Hashable, Sendable {
    /// How many checkpoints stood before it.
    let depth: Int
    /// Tells it from others of the same depth.
    let epoch: UInt32
}

/// What a checkpoint remembers itself; the rest is in the undo log.
struct CheckpointMark {
    let checkpoint: Checkpoint
    let steps: Int
    let activities: ActivityTable.Mark
    let values: Int
    let gains: Int
    let deadGains: Int
    let lastRow: Int32
    let lastEntry: EntryID
    let needsReplay: Bool
}

extension Ledger {
    /// Remembers how things stand. End it with `rollback(to:)` or `release(_:)`; checkpoints nest.
    ///
    /// Costs nothing to speak of; what is done afterwards costs a note for each position, lot or cash position that it touches.
    public func checkpoint() -> Checkpoint {
        // What cannot be computed stays so and is told to whoever asks for it.
        try? replayOnce()
        let steps = undo.open()
        let checkpoint = Checkpoint(depth: undo.depth, epoch: undo.epoch)
        marks.append(
            CheckpointMark(
                checkpoint: checkpoint, steps: steps, activities: activities.mark, values: values.count, gains: state.gains.count, deadGains: state.deadGains,
                lastRow: state.lastRow, lastEntry: lastEntry, needsReplay: needsReplay))
        return checkpoint
    }

    /// Takes back everything since the checkpoint and ends it, together with any opened after it.
    public func rollback(to checkpoint: Checkpoint) {
        let mark = endMarks(through: checkpoint)
        while let step = undo.popStep(after: mark.steps) { takeBack(step) }
        answers.truncate(to: mark.activities.count, activities)
        activities.truncate(to: mark.activities)
        values.truncate(to: mark.values)
        state.gains.truncate(to: min(mark.gains, state.gains.count))
        state.deadGains = mark.deadGains
        state.lastRow = mark.lastRow
        lastEntry = mark.lastEntry
        needsReplay = mark.needsReplay
        undo.close(to: checkpoint.depth - 1)
        version += 1
    }

    /// Keeps everything since the checkpoint and ends it, together with any opened after it. A checkpoint around it can still take all back.
    public func release(_ checkpoint: Checkpoint) {
        let mark = endMarks(through: checkpoint)
        if checkpoint.depth == 1 { compactTouched() }
        undo.close(to: checkpoint.depth - 1)
        if undo.isActive { undo.merge(after: mark.steps, &state) }
    }

    private func endMarks(through checkpoint: Checkpoint) -> CheckpointMark {
        guard let index = marks.lastIndex(where: { $0.checkpoint == checkpoint }) else {
            preconditionFailure("the checkpoint has ended already")
        }
        let mark = marks[index]
        marks.removeSubrange(index...)
        return mark
    }

    private func takeBack(_ step: UndoLog.Step) {
        switch step {
        case .position(let slot, let mark):
            state.positions[slot.index].rollback(to: mark)
            // It may have been computed anew since, without a note of its own where it was empty before.
            if mark.isStale { state.stale.append(slot) }
        case .lot(let slot, let side, let index, let lot):
            state.positions[slot.index][side].restore(lot, at: index)
        case .replaced(let slot, let position):
            // It was computed anew because it was stale, and is so again.
            state.positions[slot.index] = position
            state.stale.append(slot)
        case .cashPosition(let slot, let cashPosition): state.cashPositions[slot.index] = cashPosition
        case .transfer(let key, let transfer): state.transit.inFlight[key] = transfer
        case .unpaired(let row, let slot): state.transit.unpaired[row] = slot
        case .moved(let row, let cost): state.transit.costs[row] = cost
        case .losses(let key, let losses): state.wash.losses[key] = losses
        case .lossAdded(let key):
            state.wash.losses[key]?.removeLast()
            if state.wash.losses[key]?.isEmpty == true { state.wash.losses[key] = nil }
        case .disallowed(let gain, let amount): state.wash.disallowed[gain] = amount
        case .state(let before): state = before
        case .voided(let row): activities.setVoid(false, at: row)
        case .change(_, let takeBack): takeBack()
        }
    }

    /// Clears used-up lots away that had to stay while they might come back.
    private func compactTouched() {
        // Where the state was given up meanwhile, its positions are gone.
        for case .position(let slot, _) in undo.steps where slot.index < state.positions.count {
            state.positions[slot.index].long.compact()
            state.positions[slot.index].short.compact()
        }
    }
}
