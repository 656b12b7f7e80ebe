import Values

/// How to take back what was done since a checkpoint: for each thing touched, what it was before.
///
/// Positions and cash positions are noted when they are first touched after a checkpoint, lots when they first change, so the log grows with
/// what was touched and not with the book.
struct UndoLog {
    enum Step {
        /// The figures of a position, and which of its lots stood then.
        case position(PositionSlot, Position.Mark)
        /// A lot, by its side and place in the position's queue.
        case lot(PositionSlot, LotSide, Int, Lot)
        /// The position was computed anew, or otherwise replaced as a whole.
        indirect case replaced(PositionSlot, Position)
        /// A cash position.
        case cashPosition(CashSlot, CashPosition)
        /// Lots on their way between accounts, of one transfer in flight; nil where there was none.
        indirect case transfer(TransferKey, TransferInFlight?)
        /// Whether a transfer in found too few units on their way, and where it took them in.
        case unpaired(row: UInt32, PositionSlot?)
        /// What units cost that came or went without being traded.
        case moved(row: UInt32, MovedUnits?)
        /// Losses that wait for units bought in their place; nil where there were none.
        case losses(WashSales.Key, [WashSales.Loss]?)
        /// One more such loss than before.
        case lossAdded(WashSales.Key)
        /// The part of a loss that is not allowed, by row of the gains.
        case disallowed(gain: Int32, LotMoney?)
        /// The whole state was given up, to be computed anew.
        indirect case state(ReplayState)
        /// The activity of a row counted.
        case voided(row: Int)
        /// Something else that an entry changed, as a call that brings back what was. Of several of one key the first is enough.
        case change(key: ChangeKey?, takeBack: () -> Void)
    }

    private(set) var steps: [Step] = []
    /// The epochs of the checkpoints that stand, the outermost first. An epoch tells for which checkpoint a position or cash position was noted.
    private var epochs: [UInt32] = []
    /// The epoch given last; none is given twice.
    private var lastEpoch: UInt32 = 0
    /// The epoch of the innermost checkpoint; zero where none stands.
    private(set) var epoch: UInt32 = 0

    /// For which checkpoint what has a key was noted last.
    private var keyEpochs: [ChangeKey: UInt32] = [:]

    /// What tells one thing that entries change again and again from others: a setting, by its key; a plan, by kind, name and place.
    struct ChangeKey: Hashable {
        let kind: String
        let name: String
        let place: Int

        init(_ kind: String, _ name: String, place: Int = 0) { (self.kind, self.name, self.place) = (kind, name, place) }
    }

    /// How many checkpoints stand.
    var depth: Int { epochs.count }
    var isActive: Bool { epoch != 0 }

    /// Opens a checkpoint and returns where its steps begin.
    mutating func open() -> Int {
        epochs.append(newEpoch())
        epoch = lastEpoch
        return steps.count
    }

    /// Closes the inner checkpoints, keeping their steps for those that are left.
    mutating func close(to depth: Int) {
        precondition(depth >= 0 && depth < epochs.count)
        epochs.removeSubrange(depth...)
        epoch = epochs.last ?? 0
        if depth > 0 { return }
        steps.removeAll(keepingCapacity: steps.capacity < 1024)
        keyEpochs.removeAll()
    }

    private mutating func newEpoch() -> UInt32 {
        lastEpoch += 1
        return lastEpoch
    }

    /// Hands back the last step after the place, if there is one left.
    mutating func popStep(after place: Int) -> Step? {
        steps.count > place ? steps.removeLast() : nil
    }

    mutating func append(_ step: Step) {
        if isActive { steps.append(step) }
    }

    mutating func note(_ slot: PositionSlot, _ mark: Position.Mark) { steps.append(.position(slot, mark)) }

    mutating func note(_ slot: PositionSlot, _ side: LotSide, _ index: Int, _ lot: Lot) {
        steps.append(.lot(slot, side, index, lot))
    }

    mutating func note(_ slot: CashSlot, _ cashPosition: CashPosition) { steps.append(.cashPosition(slot, cashPosition)) }

    /// Hands the steps after the place, whose checkpoint was closed just now, to the checkpoint around it, leaving out those that it
    /// has noted already: so an act of a million entries notes each position once, though every entry had a checkpoint of its own.
    mutating func merge(after place: Int, _ state: inout ReplayState) {
        let replaces = steps[place...].contains { if case .state = $0 { true } else { false } }
        if replaces {
            // Notes from before and after are of different positions. What was noted so far counts no more, and is noted again.
            epochs[epochs.count - 1] = newEpoch()
            epoch = lastEpoch
            return
        }
        var kept = place
        for index in place..<steps.count where keeps(steps[index], &state) {
            steps.swapAt(kept, index)
            kept += 1
        }
        steps.removeSubrange(kept...)
    }

    /// Whether the outer checkpoint needs the step. What it touches counts as noted for the outer checkpoint from here on.
    private mutating func keeps(_ step: Step, _ state: inout ReplayState) -> Bool {
        switch step {
        case .position(let slot, let mark):
            if state.positions[slot.index].epoch == epoch { return false }
            let isNoted = mark.epoch == epoch
            state.positions[slot.index].epoch = epoch
            state.positions[slot.index].longNoted = isNoted ? mark.longNoted : mark.long.count
            state.positions[slot.index].shortNoted = isNoted ? mark.shortNoted : mark.short.count
            return !isNoted
        case .lot(let slot, let side, let index, _):
            return index < (side == .long ? state.positions[slot.index].longNoted : state.positions[slot.index].shortNoted)
        case .replaced(let slot, let position):
            let isNoted = state.positions[slot.index].isWhollyNoted(since: epoch) || position.isWhollyNoted(since: epoch)
            state.positions[slot.index].noteWholly(epoch)
            return !isNoted
        case .cashPosition(let slot, let cashPosition):
            if state.cashPositions[slot.index].epoch == epoch { return false }
            state.cashPositions[slot.index].epoch = epoch
            return cashPosition.epoch != epoch
        case .transfer(let key, let transfer):
            if state.transit.inFlight[key]?.epoch == epoch { return false }
            state.transit.inFlight[key]?.epoch = epoch
            return transfer?.epoch != epoch
        case .change(let key?, _): return keyEpochs.updateValue(epoch, forKey: key) != epoch
        case .unpaired, .moved, .losses, .lossAdded, .disallowed, .state, .voided, .change: return true
        }
    }
}
