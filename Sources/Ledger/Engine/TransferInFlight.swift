import Values

/// Lots on their way from one account to another: taken out, and not yet taken in.
struct TransferInFlight {
    /// Where they came from.
    var home: PositionSlot
    /// When they left.
    var left: Day
    /// The checkpoint since which it has been noted in the undo log.
    var epoch: UInt32 = 0
    var lots: ArraySlice<Lot> = []
    /// What the lots come to.
    var units = ExactUnits.zero
    /// What contracts of an option have become by splits of what it is on.
    var adjustment: OptionAdjustment?

    /// What a transfer in flight is called for.
    struct Key: Hashable {
        let group: String
        let instrument: Int32
    }

    /// Takes units out, the lots that were taken first going first; fewer where there are not so many.
    mutating func take(_ quantity: FixedDecimal) throws(DecimalError) -> [Lot] {
        _ = try units.takeOut(quantity)
        var taken: [Lot] = [], rest = quantity
        while let lot = lots.first, !rest.isZero {
            if lot.remaining <= rest {
                taken.append(lots.removeFirst())
                rest = try rest - lot.remaining
            } else {
                let part = try lot.remainingCost.share(rest, of: lot.remaining)
                taken.append(lot.part(rest, cost: part))
                lots[lots.startIndex] = try lot.less(taken[taken.count - 1])
                taken[taken.count - 1].noteParted()
                lots[lots.startIndex].noteParted()
                return taken
            }
        }
        return taken
    }
}

/// Units that came in, or went out, without being bought or sold.
struct MovedUnits {
    /// What they cost; below zero of those that went out.
    var cost: LotMoney
    /// What opened their lots, in a replay that counts in another currency.
    var openings: [Opening] = []
    /// The rows that opened those of their lots of which nobody knows the cost.
    var unknown: [UInt32] = []
    /// Of a position told with its cost: the rows that opened the lots whose cost nobody knew before.
    var told: [UInt32] = []

    /// A row that moves units, and the position that takes them in, or gives them up where it delivers them.
    struct Place: Hashable {
        let row: UInt32
        let position: PositionSlot
    }

    /// What opened a lot, and the day on which its units were acquired.
    struct Opening: Hashable {
        let row: UInt32
        let opened: Day
    }
}

/// What is on its way between accounts.
struct Transit {
    var inFlight: [TransferInFlight.Key: TransferInFlight] = [:]
    /// Transfers in for which no account sent enough, and positions told without a cost where there was nothing whose cost their units could share; with
    /// the position that took them in.
    var unpaired: [UInt32: PositionSlot] = [:]
    /// By row: the units that came in or went out without being bought or sold.
    var costs: [UInt32: MovedUnits] = [:]
    /// What units cost that one position of an account gave another, as in a merger; where a replay notes it. A history and a replay that counts in
    /// another currency do, both from the first activity on: no checkpoint takes it back.
    var given: [MovedUnits.Place: MovedUnits] = [:]
    var notesGiven = false

    /// Does to units underway what is done to those of every account: they become more, or units of another instrument.
    mutating func change(_ ratio: Ratio, of instrument: InstrumentID, into other: InstrumentID, undo: inout UndoLog) throws(DecimalError) {
        for key in inFlight.keys.filter({ $0.instrument == instrument.rawValue }) {
            note(key, undo: &undo)
            guard var transfer = inFlight.removeValue(forKey: key) else { continue }
            transfer.units = try transfer.units.scaled(by: ratio)
            transfer.lots = try Array(transfer.lots).scaled(by: ratio, to: transfer.units.shown)[...]
            let after = TransferInFlight.Key(group: key.group, instrument: other.rawValue)
            note(after, undo: &undo)
            transfer.epoch = undo.epoch
            inFlight[after] = transfer
        }
    }

    /// Takes in what happened to what an option is on, for contracts underway.
    mutating func adjust(
        _ option: InstrumentID, _ instrument: Instrument, undo: inout UndoLog, _ change: (OptionAdjustment) throws(DecimalError) -> OptionAdjustment
    ) throws(DecimalError) {
        for key in inFlight.keys.filter({ $0.instrument == option.rawValue }) {
            note(key, undo: &undo)
            guard var transfer = inFlight[key], let after = try OptionAdjustment.after(change, transfer.adjustment, of: instrument) else { continue }
            if let ratio = after.ratio {
                transfer.units = try transfer.units.scaled(by: ratio)
                transfer.lots = try Array(transfer.lots).scaled(by: ratio, to: transfer.units.shown)[...]
            }
            transfer.adjustment = after.adjustment
            inFlight[key] = transfer
        }
    }

    /// Forgets what has to do with positions that are computed anew.
    mutating func forget(undo: inout UndoLog, where isAnew: (PositionSlot) -> Bool) {
        for (key, transfer) in inFlight where isAnew(transfer.home) {
            note(key, undo: &undo)
            inFlight[key] = nil
        }
        for (row, slot) in unpaired where isAnew(slot) {
            undo.append(.unpaired(row: row, slot))
            unpaired[row] = nil
        }
    }

    /// Notes a transfer in flight, or that there is none, in the undo log, once for each checkpoint.
    mutating func note(_ key: TransferInFlight.Key, undo: inout UndoLog) {
        guard undo.isActive, inFlight[key] == nil || inFlight[key]?.epoch != undo.epoch else { return }
        undo.append(.transfer(key, inFlight[key]))
        inFlight[key]?.epoch = undo.epoch
    }
}
