import Values

/// The order in which a sale takes lots. A class, so that a replay hands it on for next to nothing.
public final class LotMethod: Sendable {
    /// As people type it in the setting `lot_method`.
    public let name: String
    /// What it does, in a sentence.
    public let summary: String
    /// Whether all units of a position cost the same.
    let isAverage: Bool
    /// Whether all units that an owner holds cost the same, in whichever account.
    let isPooled: Bool
    /// Whether units share their cost, within a position or in all accounts.
    public var sharesCosts: Bool { isAverage || isPooled }
    /// Whether it looks at what lots cost, so that each must have its own share.
    let comparesCosts: Bool
    /// The index of the lot to take from next; there is an open one, and the queue was made ready for the method.
    let next: @Sendable (inout LotQueue) -> Int

    init(
        name: String, summary: String, isAverage: Bool = false, isPooled: Bool = false, comparesCosts: Bool = false,
        next: @escaping @Sendable (inout LotQueue) -> Int
    ) {
        self.name = name
        self.summary = summary
        self.isAverage = isAverage
        self.isPooled = isPooled
        self.comparesCosts = comparesCosts
        self.next = next
    }

    /// Every method there is.
    public static let all: [LotMethod] = [.fifo, .lifo, .hifo, .lofo, .average, .pooled]
}

extension LotMethod: Hashable {
    public static func == (a: LotMethod, b: LotMethod) -> Bool { a.name == b.name }
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// Which lots one activity takes: those it names, one after the other, then those that the method finds.
struct LotOrder {
    let method: LotMethod
    private var named: [Named]?

    /// A lot named: the row of the activity that opened it, its key, or zero for the first that is left of that activity, and the units still to
    /// take of it, nil for all.
    struct Named {
        let row: UInt32
        let key: UInt32
        var left: FixedDecimal?
    }

    init(_ method: LotMethod, named: [Named]? = nil) {
        self.method = method
        self.named = named
    }

    /// The next lot to take from, and how many units of it, at most `wanted`.
    mutating func next(_ queue: inout LotQueue, _ wanted: FixedDecimal) throws(DecimalError) -> (index: Int, units: FixedDecimal) {
        if named != nil, let choice = try nextNamed(queue, wanted) { return choice }
        let index = method.next(&queue)
        return (index, min(wanted, queue.lots[index].remaining))
    }

    private mutating func nextNamed(
        _ queue: borrowing LotQueue, _ wanted: FixedDecimal
    ) throws(DecimalError) -> (index: Int, units: FixedDecimal)? {
        while let choice = named?.first {
            let index = queue.lots[queue.head...].firstIndex { $0.row == choice.row && (choice.key == 0 || choice.key == $0.key) && !$0.isUsedUp }
            guard let index, choice.left?.isZero != true else {
                named?.removeFirst()
                continue
            }
            let units = min(wanted, queue.lots[index].remaining, choice.left ?? wanted)
            named?[0].left = try choice.left.map { left throws(DecimalError) in try left - units }
            return (index, units)
        }
        named = nil
        return nil
    }
}

extension Optional where Wrapped == FixedDecimal {
    /// Like `map`, passing on the one type of error.
    fileprivate func map(_ transform: (FixedDecimal) throws(DecimalError) -> FixedDecimal) throws(DecimalError) -> FixedDecimal? {
        guard let self else { return nil }
        return try transform(self)
    }
}

extension LotMethod {
    /// First in, first out: the lot opened first goes first.
    public static let fifo = LotMethod(name: "fifo", summary: "The lot opened first goes first.") { queue in queue.head }
}

extension LotMethod {
    /// Last in, first out: the lot opened last goes first.
    public static let lifo = LotMethod(name: "lifo", summary: "The lot opened last goes first.") { queue in
        queue.tail - 1
    }
}

extension LotMethod {
    /// Highest in, first out: the lot whose units cost most goes first, the oldest among equals.
    public static let hifo = LotMethod(name: "hifo", summary: "The lot whose units cost most goes first.", comparesCosts: true) { queue in
        queue.extreme(.dearestFirst)
    }

    /// Lowest in, first out: the lot whose units cost least goes first, the oldest among equals.
    public static let lofo = LotMethod(name: "lofo", summary: "The lot whose units cost least goes first.", comparesCosts: true) { queue in
        queue.extreme(.cheapestFirst)
    }

    /// Average cost: all units of the position cost the same; the oldest lot gives its day.
    public static let average = LotMethod(
        name: "average", summary: "All units of a holding cost the same: what it cost in all by its units.", isAverage: true
    ) { queue in queue.head }
}

extension LotMethod {
    /// Average cost over all accounts of an owner but pensions: the section 104 holding of the UK, the adjusted cost base of Canada.
    public static let pooled = LotMethod(
        name: "pooled",
        summary: "All units that an owner holds cost the same, in whichever account but a pension; "
            + "the UK's rules for units bought again on the day or within 30 days are not applied.",
        isPooled: true
    ) { queue in queue.head }
}

/// Open lots by what a unit of them costs: a heap, from which a sale takes the dearest or the cheapest lot without looking at all.
///
/// A lot that changes is entered again as it is then. What it was stays behind and is passed over when it comes up, since the lot looks
/// otherwise; should the change be taken back, it counts again.
struct LotRanking {
    /// Which lots come first.
    enum Order {
        /// The lot whose units cost most.
        case dearestFirst
        /// The lot whose units cost least.
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
