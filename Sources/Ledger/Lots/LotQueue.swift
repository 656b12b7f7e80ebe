import Values

/// The open lots of one side of a position, in the order in which they were opened.
///
/// Lots that are used up at either end are passed over by moving `head` and `tail`, not by shifting the others, and cleared away in bulk.
struct LotQueue {
    /// What is left of the cost of some may still have to be shared out: who asks for costs reads `openLots`.
    private(set) var lots: [Lot] = []
    /// The first lot that may have something left.
    private(set) var head = 0
    /// Lots from here on have nothing left.
    private(set) var tail = 0
    /// What is left in all lots.
    private(set) var quantity = FixedDecimal.zero
    /// What is known of what is left of their cost.
    private var knownCost = LotMoney.zero
    private(set) var openCount = 0
    /// How many of the open lots have units of which nobody told what they cost.
    private(set) var unknownCount = 0
    /// How many of the open lots cost so much that is not known in the other currency.
    private var absentCount = 0
    /// A cost that lots share by their units and that has not been shared out yet.
    private var pending: SharedCost?
    /// The open lots by their cost, once a sale asked for them in that order. There is none while a cost is still to be shared out.
    private var ranking: LotRanking?

    var isEmpty: Bool { openCount == 0 }

    /// What is left of the cost of all.
    var cost: LotMoney { LotMoney(knownCost.own, other: absentCount > 0 ? .absent : knownCost.other, isUnknown: unknownCount > 0) }

    private mutating func count(_ lot: Lot) throws(DecimalError) {
        quantity = try quantity + lot.remaining
        knownCost = try knownCost + lot.remainingCost.counted
        openCount += 1
        if lot.remainingCost.isUnknown { unknownCount += 1 }
        if lot.remainingCost.other.isAbsent { absentCount += 1 }
    }

    mutating func append(_ lot: Lot) throws(DecimalError) {
        try count(lot)
        ranking?.insert(lot, at: lots.count)
        lots.append(lot)
        tail = lots.count
    }

    /// Puts a lot among the others by its day, behind those of the same day. O(log n), and O(n) where it does not come last.
    ///
    /// A lot of an activity of which another lot stands there gets an id of its own, made by the entry that brings it: the first of them keeps theirs.
    mutating func insert(_ lot: Lot, broughtBy entry: UInt32 = 0) throws(DecimalError) {
        var lot = lot
        while entry != 0, isNamed(like: lot) { lot.part(by: entry) }
        if goLast(CollectionOfOne(lot)) { return try append(lot) }
        try count(lot)
        shareOut()
        ranking = nil
        let place = lots.indices.partitioningIndex { lots[$0].opened > lot.opened }
        lots.insert(lot, at: place)
        head = min(head, place)
        tail = max(tail, place) + 1
    }

    /// Whether another open lot of the same activity has the same key, or any where the lot has none. O(lots of the same day).
    private func isNamed(like lot: Lot) -> Bool {
        var place = lots.last.map { $0.opened <= lot.opened } ?? true ? lots.count : lots.indices.partitioningIndex { lots[$0].opened > lot.opened }
        while place > 0, lots[place - 1].opened == lot.opened {
            place -= 1
            if lots[place].row == lot.row, !lots[place].isUsedUp, lot.key == 0 || lots[place].key == lot.key { return true }
        }
        return false
    }

    /// Whether lots come to stand behind the others, in the order in which they are given.
    func goLast(_ others: some Collection<Lot>) -> Bool {
        var last = lots.last?.opened ?? .min
        for lot in others {
            if lot.opened < last { return false }
            last = lot.opened
        }
        return true
    }

    /// Takes units out of the lot at the index, at most what it has left, and tells what they cost.
    ///
    /// The cost is the same share of what is left as the units are, rounded once; whoever takes the last unit takes the last of the
    /// cost, so that the parts add up to what the lot cost. The lots that change are those of `changes(takingFrom:)`.
    mutating func take(_ units: FixedDecimal, from index: Int) throws(DecimalError) -> LotMoney {
        shareOut(through: index)
        let lot = lots[index]
        precondition(units <= lot.remaining)
        let usedUp = units == lot.remaining
        let part = usedUp ? lot.remainingCost : try lot.remainingCost.share(units, of: lot.remaining)
        quantity = try quantity - units
        if part.other.isAbsent, !lot.remainingCost.other.isAbsent { loseOther(lot.remainingCost, of: 1) }
        knownCost = try knownCost - part.counted
        lots[index].remaining = try lot.remaining - units
        lots[index].remainingCost = try lot.remainingCost - part
        if !lot.rest.isZero { lots[index].rest = lot.rest.beside(lots[index].remaining) }
        if usedUp {
            openCount -= 1
            if part.isUnknown { unknownCount -= 1 }
            if part.other.isAbsent { absentCount -= 1 }
            passUsedUp()
        } else {
            ranking?.insert(lots[index], at: index)
        }
        return part
    }

    /// Notes that what some lots cost in the other currency, so far known, fits into no figure any more.
    private mutating func loseOther(_ cost: LotMoney, of lots: Int) {
        knownCost.other = (try? knownCost.other - cost.other) ?? .zero
        absentCount += lots
    }

    /// Notes that a part of a lot has left for another account.
    mutating func noteParted(at index: Int) { lots[index].noteParted() }

    private mutating func passUsedUp() {
        while head < lots.count, lots[head].isUsedUp { head += 1 }
        while tail > 0, lots[tail - 1].isUsedUp { tail -= 1 }
    }

    /// The lots that have something left, in order.
    var openLots: [Lot] {
        var whole = self
        whole.shareOut()
        return whole.lots[head...].filter { !$0.isUsedUp }
    }

    /// Those of them that an activity opened. A look at each lot, and a division for each before the last of these whose cost is still to be shared out.
    func openLots(ofRow row: UInt32) -> [Lot] {
        let places = lots.indices[head...].filter { lots[$0].row == row && !lots[$0].isUsedUp }
        guard let pending, let last = places.last, last >= pending.range.lowerBound else { return places.map { lots[$0] } }
        var costs: [Int: LotMoney] = [:], rest = pending.cost, units = pending.units
        for place in pending.range.lowerBound...min(last, pending.range.upperBound - 1) where !lots[place].isUsedUp {
            let part = Self.part(of: lots[place], takenFrom: &rest, &units)
            if lots[place].row == row { costs[place] = part }
        }
        return places.map { place in
            var lot = lots[place]
            lot.remainingCost = costs[place] ?? lot.remainingCost
            return lot
        }
    }

    /// The same for who asks for no costs: some may still have to be shared out.
    var openLotsUnshared: [Lot] { lots[head...].filter { !$0.isUsedUp } }

    /// Puts other lots in the place of all.
    mutating func replaceLots(_ lots: [Lot]) throws(DecimalError) {
        self = LotQueue()
        for lot in lots where !lot.isUsedUp { try append(lot) }
    }

    /// Clears lots away that are used up, once they are the greater part. Lots below `kept` keep their places.
    mutating func compact(keeping kept: Int = 0) {
        guard lots.count - kept > max(16, kept), openCount * 2 < lots.count - kept else { return }
        if let pending {
            func place(_ index: Int) -> Int { index <= kept ? index : kept + lots[kept..<index].count { !$0.isUsedUp } }
            self.pending = pending.moved(to: place(pending.range.lowerBound)..<place(pending.range.upperBound))
        }
        ranking = nil
        // A new array, as one that grew large once would keep its memory.
        var left = Array(lots[..<kept])
        for lot in lots[kept...] where !lot.isUsedUp { left.append(lot) }
        lots = left
        (head, tail) = (min(head, kept), lots.count)
        passUsedUp()
    }

    /// The figures that change with each trade, apart from the lots themselves.
    struct Mark {
        var head: Int
        var tail: Int
        var count: Int
        var quantity: FixedDecimal
        fileprivate var knownCost: LotMoney
        var openCount: Int
        fileprivate var unknownCount: Int
        fileprivate var absentCount: Int
        fileprivate var pending: SharedCost?
    }

    var mark: Mark {
        Mark(
            head: head, tail: tail, count: lots.count, quantity: quantity, knownCost: knownCost, openCount: openCount, unknownCount: unknownCount,
            absentCount: absentCount, pending: pending)
    }

    /// Goes back to a mark. Lots that stood then and have changed must have been put back by `restore(_:at:)`.
    mutating func rollback(to mark: Mark) {
        lots.removeSubrange(mark.count...)
        head = mark.head
        tail = mark.tail
        quantity = mark.quantity
        knownCost = mark.knownCost
        openCount = mark.openCount
        unknownCount = mark.unknownCount
        absentCount = mark.absentCount
        pending = mark.pending
        if pending != nil { ranking = nil }
    }

    mutating func restore(_ lot: Lot, at index: Int) {
        lots[index] = lot
        if !lot.isUsedUp { ranking?.insert(lot, at: index) }
    }
}

// MARK: Costs that lots share

/// A cost that the open lots of a range share by their units. Which part is whose is worked out from the first lot on, and only as far
/// as lots are taken, so that a sale at the average cost does not touch every lot. A class, as few positions have one.
private final class SharedCost: Sendable {
    let range: Range<Int>
    let cost: LotMoney
    let units: FixedDecimal

    init(_ range: Range<Int>, cost: LotMoney, units: FixedDecimal) {
        (self.range, self.cost, self.units) = (range, cost, units)
    }

    func moved(to range: Range<Int>) -> SharedCost { SharedCost(range, cost: cost, units: units) }
}

extension LotQueue {
    /// Makes all units cost the same, as they do by the average method: what they cost in all, or another sum. O(1).
    mutating func average(_ total: LotMoney? = nil) {
        let cost = total ?? cost
        knownCost = cost.counted
        unknownCount = cost.isUnknown ? openCount : 0
        absentCount = cost.other.isAbsent ? openCount : 0
        pending = isEmpty ? nil : SharedCost(head..<lots.count, cost: cost, units: quantity)
        ranking = nil
    }

    /// Makes all units cost the same, since an entry tells anew what they cost in all. Lots that go by the same id as units elsewhere get ids of
    /// their own. A look at each lot.
    mutating func retell(_ total: LotMoney, by entry: UInt32) {
        for place in head..<max(head, tail) where lots[place].isParted { lots[place].partIfShared(by: entry) }
        average(total)
    }

    /// Makes lots ready to be taken by a method.
    ///
    /// - Parameter willChange: called with each lot that is about to change, and its place.
    mutating func prepare(for method: LotMethod, willChange: (Int, Lot) -> Void) {
        if method.isAverage { return average() }
        guard method.comparesCosts, let pending else { return }
        for index in pending.range { willChange(index, lots[index]) }
        shareOut()
    }

    /// The lots that change when units of one are taken: it, and those before it whose cost has not been shared out.
    func changes(takingFrom index: Int) -> Range<Int> {
        guard let pending, pending.range.contains(index) else { return index..<index + 1 }
        return pending.range.lowerBound..<index + 1
    }

    /// Works out what is left of the cost of the lots up to an index; of all where none is given.
    private mutating func shareOut(through index: Int? = nil) {
        guard let pending else { return }
        let end = index.map { $0 + 1 } ?? pending.range.upperBound
        guard index.map(pending.range.contains) ?? true else { return }
        var (rest, units) = (pending.cost, pending.units)
        for place in pending.range.lowerBound..<end where !lots[place].isUsedUp {
            let whole = rest, part = Self.part(of: lots[place], takenFrom: &rest, &units)
            if part.other.isAbsent, !whole.other.isAbsent { loseOther(whole, of: lots[place..<pending.range.upperBound].count { !$0.isUsedUp }) }
            lots[place].remainingCost = part
        }
        self.pending = end < pending.range.upperBound ? SharedCost(end..<pending.range.upperBound, cost: rest, units: units) : nil
    }

    /// The part of a lot in a cost that it shares with those behind it, who have what is left.
    private static func part(of lot: Lot, takenFrom rest: inout LotMoney, _ units: inout FixedDecimal) -> LotMoney {
        guard let part = lot.remaining == units ? rest : try? rest.share(lot.remaining, of: units), let restAfter = try? rest - part, let unitsAfter = try? units - lot.remaining
        else { preconditionFailure("a part is at most the whole") }
        (rest, units) = (restAfter, unitsAfter)
        return part
    }

    /// The open lot whose units cost most, or least; the first among equals. There is one, and no cost is still to be shared out.
    /// O(log n), and O(n) the first time.
    mutating func extreme(_ order: LotRanking.Order) -> Int {
        if ranking?.order != order || ranking?.count ?? 0 > 2 * lots.count + 16 { ranking = LotRanking(order, lots[head..<tail]) }
        guard let index = ranking?.first(in: lots) else { preconditionFailure("there is an open lot") }
        return index
    }
}
