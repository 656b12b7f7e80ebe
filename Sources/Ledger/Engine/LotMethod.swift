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
            let index = queue.lots.firstIndex { $0.row == choice.row && (choice.key == 0 || choice.key == $0.key) && !$0.isUsedUp }
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
