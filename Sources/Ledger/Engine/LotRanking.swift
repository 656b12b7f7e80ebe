import Values

/// Open lots by what a unit of them costs: a heap, from which a sale takes the dearest or the cheapest lot without looking at all.
///
/// A lot that changes is entered again as it is then. What it was stays behind and is passed over when it comes up, since the lot looks
/// otherwise; should the change be taken back, it counts again.
struct LotRanking {
    /// Which lots come first.
    enum Order {
        case dearestFirst
        case cheapestFirst
    }

    /// A lot as it was when it was entered.
    private struct Entry {
        let index: Int
        let units: FixedDecimal
        let cost: FixedDecimal
    }

    let order: Order
    /// Each entry comes before those at twice its place and one and two further.
    private var heap: [Entry] = []

    /// Ranks the lots that have something left. O(n log n).
    init(_ order: Order, _ lots: ArraySlice<Lot>) {
        self.order = order
        heap.reserveCapacity(lots.count)
        for (index, lot) in zip(lots.indices, lots) where !lot.isUsedUp { insert(lot, at: index) }
    }

    /// How many entries there are, those that are passed over among them.
    var count: Int { heap.count }

    /// Enters a lot, new or changed. O(log n).
    mutating func insert(_ lot: Lot, at index: Int) {
        var place = heap.count
        heap.append(Entry(index: index, units: lot.remaining, cost: lot.remainingCost.own))
        while place > 0, precedes(heap[place], heap[(place - 1) / 2]) {
            heap.swapAt(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
    }

    /// The index of the lot that comes first, the one that stands first among equals; nil where none is left. O(log n) for each entry
    /// that is passed over.
    mutating func first(in lots: [Lot]) -> Int? {
        while let entry = heap.first {
            if entry.index < lots.count, lots[entry.index].remaining == entry.units, lots[entry.index].remainingCost.own == entry.cost { return entry.index }
            removeFirst()
        }
        return nil
    }

    private mutating func removeFirst() {
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        var place = 0
        while true {
            var first = place
            for child in [2 * place + 1, 2 * place + 2] where child < heap.count && precedes(heap[child], heap[first]) { first = child }
            if first == place { return }
            heap.swapAt(place, first)
            place = first
        }
    }

    private func precedes(_ a: Entry, _ b: Entry) -> Bool {
        // a.cost / a.units against b.cost / b.units, multiplied out: compared without rounding.
        let (first, second) = (FullProduct(a.cost, b.units), FullProduct(b.cost, a.units))
        if first == second { return a.index < b.index }
        return order == .dearestFirst ? second < first : first < second
    }
}

/// A product of two decimals in full, for comparing.
private struct FullProduct: Comparable {
    let high: Int128
    let low: UInt128

    init(_ a: FixedDecimal, _ b: FixedDecimal) {
        (high, low) = a.units.multipliedFullWidth(by: b.units)
    }

    static func < (a: Self, b: Self) -> Bool { (a.high, a.low) < (b.high, b.low) }
}
