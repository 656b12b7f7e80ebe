import Values

/// Losses that are not allowed because the same instrument was bought within 30 days, by the rule of section 1091 of the US tax code as
/// Publication 550 tells it.
///
/// The loss of each unit sold moves to a unit bought in its place, in the order in which those were bought, in any account of the same
/// owner: to its cost, and the days the old unit was held to the days the new one is. A purchase within a pension account takes a loss
/// away and gives it to nothing. Units of the same purchase as those sold replace nothing.
///
/// Units are sold by a sale, by exercising a put or being assigned a call, for the cash of a merger and as a fraction in lieu. They are bought
/// by a purchase, a reinvested dividend, a reward, by exercising a call or being assigned a put. Units that come by a merger, a spin-off, a
/// transfer from outside, an opening balance or a position as told are not bought. An option is not the instrument that it is on.
struct WashSales {
    /// A loss for which units bought later may still be found.
    struct Loss {
        let gain: Int32
        /// Units for which none have been found, and their loss.
        var units: FixedDecimal
        var amount: LotMoney
        /// The purchase of the units sold, and how long they were held.
        let purchase: UInt32
        let held: Int32
        let sold: Day
    }

    /// Whose losses they are, of which instrument.
    struct Key: Hashable {
        let owner: String
        let instrument: Int32
    }

    /// Days before and after a sale at a loss.
    static let window = Policy.washSaleDays

    var losses: [Key: [Loss]] = [:]
    /// By row of the gains: the loss that is not allowed.
    var disallowed: [Int32: LotMoney] = [:]
    /// How often a loss has come to units, be it taken back since: who keeps the number sees whether one did.
    var movesOfLosses = 0

    var isEmpty: Bool { losses.isEmpty && disallowed.isEmpty }

    /// Does to the units sold at a loss what a split of every account does.
    mutating func split(_ ratio: Ratio, of instrument: InstrumentID, undo: inout UndoLog) throws(DecimalError) {
        for key in Array(losses.keys) where key.instrument == instrument.rawValue {
            undo.append(.losses(key, losses[key]))
            for index in losses[key]!.indices { losses[key]![index].units = try ratio.applied(to: losses[key]![index].units) }
        }
    }

    mutating func forget(undo: inout UndoLog, _ instruments: Set<Int32>) {
        for key in Array(losses.keys) where instruments.contains(key.instrument) {
            undo.append(.losses(key, losses[key]))
            losses[key] = nil
        }
    }
}

/// Positions between which losses move.
struct WashSaleGroup {
    let key: WashSales.Key
    let slots: [PositionSlot]
    /// Those of them in pension accounts.
    let sheltered: Set<PositionSlot>
    /// The day on which the purchase in a row was made.
    let day: (UInt32) -> Day
    /// Whether the purchase in one row was made before that in another.
    let isEarlier: (UInt32, UInt32) -> Bool
    /// The number of the entry that makes or takes over a loss.
    let entry: UInt32
    /// Whether the activity in a row bought the group's instrument.
    let isPurchase: (UInt32) -> Bool
    /// A loss of the sale as lots keep it: in another currency, by the rate of the day on which it was made.
    let money: (FixedDecimal) -> LotMoney
}

extension ReplayState {
    /// Looks for units bought shortly before for the losses that a sale made: the gains from a row on.
    mutating func washSale(_ gainsBefore: Int, of slot: PositionSlot, on day: Day, _ group: WashSaleGroup, undo: inout UndoLog) throws(DecimalError) {
        for row in gainsBefore..<gains.count where gains.positions[row] == slot.rawValue {
            let loss = try gains.costs[row] - gains.proceeds[row], units = gains.quantities[row]
            guard loss > .zero, units > .zero, !gains.isUnknown(at: row) else { continue }
            let opened = gains.openings[row]
            var rest = WashSales.Loss(
                gain: Int32(row), units: units, amount: group.money(loss), purchase: opened,
                held: Int32(group.day(opened).days(to: day)) + gains.tacked(at: row), sold: day)
            try replace(&rest, in: group.slots, since: day, group, undo: &undo)
            if !rest.units.isZero { wait(rest, group.key, undo: &undo) }
        }
    }

    /// Lets a loss wait for units bought later; those that wait in vain since long are forgotten.
    private mutating func wait(_ loss: WashSales.Loss, _ key: WashSales.Key, undo: inout UndoLog) {
        func isOver(_ other: WashSales.Loss) -> Bool { other.sold.days(to: loss.sold) > WashSales.window }
        if wash.losses[key]?.first.map(isOver) == true {
            undo.append(.losses(key, wash.losses[key]))
            wash.losses[key]?.removeAll(where: isOver)
        }
        undo.append(.lossAdded(key))
        wash.losses[key, default: []].append(loss)
    }

    /// Looks for losses of the days before for units that were bought just now.
    mutating func washPurchase(_ slot: PositionSlot, on day: Day, _ group: WashSaleGroup, undo: inout UndoLog) throws(DecimalError) {
        guard var open = wash.losses[group.key] else { return }
        undo.append(.losses(group.key, open))
        open.removeAll { $0.sold.days(to: day) > WashSales.window }
        for index in open.indices { try replace(&open[index], in: [slot], since: day, group, undo: &undo) }
        wash.losses[group.key] = open.filter { !$0.units.isZero }
    }

    /// Moves a loss to units that were bought within the window of the day, the earliest first, in whichever position.
    private mutating func replace(
        _ loss: inout WashSales.Loss, in slots: [PositionSlot], since day: Day, _ group: WashSaleGroup, undo: inout UndoLog
    ) throws(DecimalError) {
        while !loss.units.isZero, let found = replacement(for: loss, in: slots, since: day, group) {
            noteWhole(found.slot, undo: &undo)
            var lots = Array(positions[found.slot.index].long.openLots)
            let lot = lots[found.index]
            let units = min(lot.remaining, loss.units)
            let part = units == loss.units ? loss.amount : try loss.amount.share(units, of: loss.units)
            loss.units = try loss.units - units
            loss.amount = try loss.amount - part
            wash.movesOfLosses += 1
            undo.append(.disallowed(gain: loss.gain, wash.disallowed[loss.gain]))
            wash.disallowed[loss.gain] = try (wash.disallowed[loss.gain] ?? .zero) + part
            let isLost = group.sheltered.contains(found.slot)
            lots.replaceSubrange(
                found.index...found.index, with: try lot.split(units, taking: isLost ? .zero : part, held: isLost ? 0 : loss.held, by: group.entry))
            try positions[found.slot.index].long.replaceLots(lots)
        }
    }

    /// The lot bought first of those that may take over a loss: its place among the open lots of its position.
    private func replacement(
        for loss: WashSales.Loss, in slots: [PositionSlot], since day: Day, _ group: WashSaleGroup
    ) -> (slot: PositionSlot, index: Int)? {
        var first: (slot: PositionSlot, index: Int, lot: Lot)?
        for slot in slots where positions[slot.index].long.hasLots(since: day, within: WashSales.window) {
            let open = positions[slot.index].long.openLots
            // Lots stand in the order of their days: those before the window are passed over at once.
            let start = open.partitioningIndex { $0.opened.days(to: day) <= WashSales.window }
            for (index, lot) in zip(start..., open[start...]) where !lot.isReplacement && lot.row != loss.purchase {
                guard (0...WashSales.window).contains(group.day(lot.row).days(to: day)), group.isPurchase(lot.row) else { continue }
                if let first, !group.isEarlier(lot.row, first.lot.row) { continue }
                first = (slot, index, lot)
            }
        }
        return first.map { ($0.slot, $0.index) }
    }
}

extension Lot {
    /// The units that take over a loss with its days, and the others.
    fileprivate func split(_ units: FixedDecimal, taking loss: LotMoney, held: Int32, by entry: UInt32) throws(DecimalError) -> [Lot] {
        var own = self, rest = self
        let isAll = units == remaining
        let part = isAll ? remainingCost : try remainingCost.share(units, of: remaining)
        own.remaining = units
        own.quantity = isAll ? quantity : units
        own.remainingCost = try part + loss
        own.cost = isAll ? try cost + loss : own.remainingCost
        own.replace(heldFor: held)
        own.partIfShared(by: entry)
        if isAll { return [own] }
        // The first of them keeps its id.
        own.rest = .zero
        own.quantityRest = .zero
        rest.part(by: entry)
        if rest.key == own.key { rest.part(by: entry) }
        rest.remaining = try remaining - units
        rest.remainingCost = try remainingCost - part
        rest.quantity = try quantity - units
        rest.cost = try cost - part
        return [own, rest]
    }
}

extension LotQueue {
    /// Whether a lot was opened at most so many days before a day. Lots stand in the order of their opening, so the last one tells.
    fileprivate func hasLots(since day: Day, within window: Int) -> Bool {
        isEmpty ? false : lots[tail - 1].opened.days(to: day) <= window
    }
}
