import Values

/// The open lots of one side of a position, in the order in which they were opened.
///
/// Lots that are used up at the front are passed over by moving `head`, not by shifting the others, and cleared away in bulk.
struct LotQueue {
    private(set) var lots: [Lot] = []
    /// The first lot that may have something left.
    private(set) var head = 0
    /// What is left in all lots.
    private(set) var quantity = FixedDecimal.zero
    private(set) var cost = FixedDecimal.zero
    private(set) var openCount = 0

    var isEmpty: Bool { openCount == 0 }

    mutating func append(_ lot: Lot) throws(DecimalError) {
        quantity = try quantity + lot.remaining
        cost = try cost + lot.remainingCost
        lots.append(lot)
        openCount += 1
    }

    /// Puts a lot among the others by its day, behind those of the same day. O(log n), and O(n) where it does not come last.
    mutating func insert(_ lot: Lot) throws(DecimalError) {
        if goLast(CollectionOfOne(lot)) { return try append(lot) }
        quantity = try quantity + lot.remaining
        cost = try cost + lot.remainingCost
        let place = lots.indices.partitioningIndex { lots[$0].opened > lot.opened }
        lots.insert(lot, at: place)
        openCount += 1
        head = min(head, place)
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
    /// cost, so that the parts add up to what the lot cost.
    mutating func take(_ units: FixedDecimal, from index: Int) throws(DecimalError) -> FixedDecimal {
        let lot = lots[index]
        precondition(units <= lot.remaining)
        let usedUp = units == lot.remaining
        let part = usedUp ? lot.remainingCost : try FixedDecimal.mulDiv(lot.remainingCost, units, lot.remaining)
        quantity = try quantity - units
        cost = try cost - part
        lots[index].remaining = try lot.remaining - units
        lots[index].remainingCost = try lot.remainingCost - part
        if usedUp {
            openCount -= 1
            while head < lots.count, lots[head].isUsedUp { head += 1 }
        }
        return part
    }

    /// The lots that have something left, in order.
    var openLots: [Lot] { lots[head...].filter { !$0.isUsedUp } }

    /// Puts other lots in the place of all.
    mutating func replaceLots(_ lots: [Lot]) throws(DecimalError) {
        self = LotQueue()
        for lot in lots where !lot.isUsedUp { try append(lot) }
    }

    /// Makes all units cost the same, as they do by the average method: what they cost in all, or another sum. O(lots).
    mutating func average(_ total: FixedDecimal? = nil) throws(DecimalError) {
        cost = total ?? cost
        var (rest, units) = (cost, quantity)
        for index in lots.indices.dropFirst(head) where !lots[index].isUsedUp {
            let remaining = lots[index].remaining
            let part = remaining == units ? rest : try FixedDecimal.mulDiv(rest, remaining, units)
            rest = try rest - part
            units = try units - remaining
            lots[index].remainingCost = part
        }
    }

    /// Clears lots away that are used up, once they are the greater part. Lots below `kept` keep their places.
    mutating func compact(keeping kept: Int = 0) {
        guard lots.count - kept > 16, openCount * 2 < lots.count - kept else { return }
        // A new array, as one that grew large once would keep its memory.
        var left = Array(lots[..<kept])
        for lot in lots[kept...] where !lot.isUsedUp { left.append(lot) }
        lots = left
        head = min(head, kept)
        while head < lots.count, lots[head].isUsedUp { head += 1 }
    }

    /// The figures that change with each trade, apart from the lots themselves.
    struct Mark {
        var head: Int
        var count: Int
        var quantity: FixedDecimal
        var cost: FixedDecimal
        var openCount: Int
    }

    var mark: Mark { Mark(head: head, count: lots.count, quantity: quantity, cost: cost, openCount: openCount) }

    /// Goes back to a mark. Lots that stood then and have changed must have been put back by `restore(_:at:)`.
    mutating func rollback(to mark: Mark) {
        lots.removeSubrange(mark.count...)
        head = mark.head
        quantity = mark.quantity
        cost = mark.cost
        openCount = mark.openCount
    }

    mutating func restore(_ lot: Lot, at index: Int) { lots[index] = lot }
}
