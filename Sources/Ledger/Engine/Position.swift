import Values

/// What one account holds of one instrument: open lots and what they earned.
///
/// It has long lots or short lots, never both: a sale takes the long ones before it opens a short one, a purchase covers the short
/// ones before it opens a long one.
struct Position {
    var long = LotQueue()
    var short = LotQueue()
    var income = FixedDecimal.zero
    /// What splits left beside the last digit of the units held, as of `quantity`.
    var rest = DigitFraction.zero
    /// What the contracts of an option have become by splits of what it is on; nil where nothing has happened to it.
    var adjustment: OptionAdjustment?
    /// What the units that came in by transfers cost, less what those that went out did.
    var transferred = LotMoney.zero
    /// The activity applied last in replay order, or -1. An activity that comes before it makes the position stale.
    var lastRow: Int32 = -1
    /// Gains of this position before this one were superseded when the position was computed anew.
    var firstGain: Int32 = 0
    /// How many gains it has that were not.
    var gainCount: Int32 = 0
    /// Whether its lots await being computed anew.
    var isStale = false
    /// What each activity brings or takes, once entries have changed the past often enough.
    var units: UnitTree?
    /// How often it was run through since entries changed its past.
    var runs: UInt8 = 0
    /// The checkpoint since which the position has been noted in the undo log.
    var epoch: UInt32 = 0
    /// Lots below these indices stood at that checkpoint, so that a change of one must be noted.
    var longNoted = 0
    var shortNoted = 0

    /// Units held, below zero where they were sold short.
    var quantity: FixedDecimal {
        // The two are never both above zero, so the difference cannot overflow.
        long.isEmpty ? -short.quantity : long.quantity
    }

    /// The units held as they follow from splits.
    var exactUnits: ExactUnits { ExactUnits(shown: quantity, rest: rest) }

    /// What the units held cost; below zero, what the units sold short brought.
    var cost: LotMoney { long.isEmpty ? -short.cost : long.cost }

    var openLots: Int { long.openCount + short.openCount }

    /// Whether nobody knows what some of the units held cost.
    var hasUnknownCost: Bool { long.unknownCount > 0 || short.unknownCount > 0 }

    subscript(side: LotSide) -> LotQueue {
        _read {
            switch side {
            case .long: yield long
            case .short: yield short
            }
        }
        _modify {
            switch side {
            case .long: yield &long
            case .short: yield &short
            }
        }
    }

    /// Whether the undo log can bring all of it back to a checkpoint, so that nothing of it need be noted again.
    func isWhollyNoted(since checkpoint: UInt32) -> Bool { epoch == checkpoint && longNoted == 0 && shortNoted == 0 }

    /// Counts as noted as a whole since a checkpoint.
    mutating func noteWholly(_ checkpoint: UInt32) { (epoch, longNoted, shortNoted) = (checkpoint, 0, 0) }

    /// All that changes with each activity, apart from the lots themselves.
    struct Mark {
        var long: LotQueue.Mark
        var short: LotQueue.Mark
        var income: FixedDecimal
        var rest: DigitFraction
        var adjustment: OptionAdjustment?
        var transferred: LotMoney
        var lastRow: Int32
        var firstGain: Int32
        var gainCount: Int32
        var isStale: Bool
        var units: UnitTree?
        var epoch: UInt32
        var longNoted: Int
        var shortNoted: Int
    }

    var mark: Mark {
        Mark(
            long: long.mark, short: short.mark, income: income, rest: rest, adjustment: adjustment, transferred: transferred, lastRow: lastRow,
            firstGain: firstGain, gainCount: gainCount, isStale: isStale, units: units, epoch: epoch, longNoted: longNoted, shortNoted: shortNoted)
    }

    mutating func rollback(to mark: Mark) {
        long.rollback(to: mark.long)
        short.rollback(to: mark.short)
        income = mark.income
        rest = mark.rest
        adjustment = mark.adjustment
        transferred = mark.transferred
        lastRow = mark.lastRow
        firstGain = mark.firstGain
        gainCount = mark.gainCount
        isStale = mark.isStale
        units = mark.units
        epoch = mark.epoch
        longNoted = mark.longNoted
        shortNoted = mark.shortNoted
    }
}
