import Values

/// How to take back what was done since a checkpoint: for each thing touched, what it was before.
///
/// Positions and purses are noted when they are first touched after a checkpoint, lots when they first change, so the log grows with
/// what was touched and not with the book.
struct UndoLog {
    enum Step {
        case position(PositionSlot, Position.Mark)
        case lot(PositionSlot, LotSide, Int, Lot)
        /// The position was computed anew, or otherwise replaced as a whole.
        indirect case replaced(PositionSlot, Position)
        case purse(PurseSlot, Purse)
        /// The whole state was given up, to be computed anew.
        indirect case state(ReplayState)
        case voided(row: Int)
        case account(index: Int, Account?)
        case instrument(index: Int, Instrument?)
        case setting(key: String, value: String?)
    }

    private(set) var steps: [Step] = []
    /// How many checkpoints stand.
    private(set) var depth = 0
    /// Tells which checkpoint a position or purse was noted for; never the same twice.
    private(set) var epoch: UInt32 = 0

    var isActive: Bool { depth > 0 }

    /// Opens a checkpoint and returns where its steps begin.
    mutating func open() -> Int {
        depth += 1
        beginEpoch()
        return steps.count
    }

    /// Closes the inner checkpoints, keeping their steps for those that are left.
    mutating func close(to depth: Int) {
        precondition(depth >= 0 && depth < self.depth)
        self.depth = depth
        if depth == 0 { steps.removeAll(keepingCapacity: steps.capacity < 1024) }
        beginEpoch()
    }

    /// Hands back the last step after the place, if there is one left.
    mutating func popStep(after place: Int) -> Step? {
        steps.count > place ? steps.removeLast() : nil
    }

    private mutating func beginEpoch() {
        epoch += 1
    }

    mutating func append(_ step: Step) {
        if isActive { steps.append(step) }
    }

    mutating func note(_ slot: PositionSlot, _ mark: Position.Mark) { steps.append(.position(slot, mark)) }

    mutating func note(_ slot: PositionSlot, _ side: LotSide, _ index: Int, _ lot: Lot) {
        steps.append(.lot(slot, side, index, lot))
    }

    mutating func note(_ slot: PurseSlot, _ purse: Purse) { steps.append(.purse(slot, purse)) }
}
