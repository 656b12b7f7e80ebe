import Values

/// What each activity brings to a position or takes from it, in replay order, and the least that is ever held: so a change anywhere in
/// the past tells in O(log n) whether a sale is left without units.
///
/// A treap, balanced by numbers that the rows lead to. Nodes never change: a tree from before a change stays whole, and going back to it
/// is free.
struct UnitTree {
    /// Where an activity stands in replay order.
    struct Place: Comparable {
        let day: Day
        let place: DayPlace
        let row: Int32

        static func < (a: Self, b: Self) -> Bool { (a.day, a.place, a.row) < (b.day, b.place, b.row) }
    }

    private let root: Node?
    /// The last day of which the tree knows only what was held at its end; it says nothing of changes up to then.
    let start: Day

    private init(_ root: Node?, start: Day) { (self.root, self.start) = (root, start) }

    /// The tree of changes given in replay order. O(n).
    init(_ changes: [(place: Place, units: FixedDecimal)]) throws(DecimalError) {
        try self.init(changes, after: .min, held: .zero)
    }

    /// The tree of what was held at the end of a day, and of the changes that follow, given in replay order. O(n).
    init(_ changes: [(place: Place, units: FixedDecimal)], after start: Day, held: FixedDecimal) throws(DecimalError) {
        let first = Place(day: start, place: DayPlace(moment: .max, entry: EntryID(.max)), row: .max)
        self.init(try Node.balanced(((held.isZero ? [] : [(first, held)]) + changes)[...]), start: start)
    }

    /// Whether there is a change after which less than nothing is held. O(1).
    var isShort: Bool { root?.least.isNegative == true }

    /// The first change after which less than nothing is held, what was held before it, and what it takes. O(log n).
    var firstShortage: (row: Int, held: FixedDecimal, asked: FixedDecimal)? {
        // What is held and what a change takes are compared, not added up, so that nothing overflows.
        var node = isShort ? root : nil, held = FixedDecimal.zero
        while let current = node {
            if let before = current.before, before.least < -held {
                node = before
            } else {
                held = Self.sum(held, current.before?.sum)
                if current.units < -held { return (Int(current.place.row), held, -current.units) }
                held = Self.sum(held, current.units)
                node = current.after
            }
        }
        return nil
    }

    /// The sum of changes that follow one another from the first on, which the tree has added up before.
    private static func sum(_ held: FixedDecimal, _ more: FixedDecimal?) -> FixedDecimal {
        guard let sum = try? held + (more ?? .zero) else { preconditionFailure("the tree has added it up") }
        return sum
    }

    /// The tree with one more change; one of the same place is added to what is there. O(log n).
    func adding(_ units: FixedDecimal, at place: Place) throws(DecimalError) -> UnitTree {
        let (before, rest) = try Node.split(root, place, keepsPlace: false)
        let (own, after) = try Node.split(rest, place, keepsPlace: true)
        let node = try Node(place, try (own?.sum ?? .zero) + units, Node.priority(of: place.row), nil, nil)
        return UnitTree(try Node.joined(try Node.joined(before, node), after), start: start)
    }

    /// The tree without what stands at a place. O(log n).
    func removing(at place: Place) throws(DecimalError) -> UnitTree {
        let (before, rest) = try Node.split(root, place, keepsPlace: false)
        return UnitTree(try Node.joined(before, try Node.split(rest, place, keepsPlace: true).after), start: start)
    }
}

/// A change, those before it, and those after it.
private final class Node {
    let place: UnitTree.Place
    let units: FixedDecimal
    /// No node below has a greater one.
    let priority: UInt32
    let before: Node?
    let after: Node?
    /// Of all changes of this node and below: what they come to, and the least that they come to up to one of them, or zero.
    let sum: FixedDecimal
    let least: FixedDecimal

    init(_ place: UnitTree.Place, _ units: FixedDecimal, _ priority: UInt32, _ before: Node?, _ after: Node?) throws(DecimalError) {
        (self.place, self.units, self.priority, self.before, self.after) = (place, units, priority, before, after)
        let own = try (before?.sum ?? .zero) + units
        sum = try own + (after?.sum ?? .zero)
        least = min(before?.least ?? .zero, own, try own + (after?.least ?? .zero))
    }

    /// Numbers as evenly spread as random ones, the same in every run.
    static func priority(of row: Int32) -> UInt32 {
        var bits = UInt64(UInt32(bitPattern: row)) &+ 0x9E37_79B9_7F4A_7C15
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return UInt32(truncatingIfNeeded: bits >> 32)
    }

    /// A tree as low as can be. Its priorities are what the greatest of so many random numbers would be, so later nodes find their depth.
    static func balanced(_ changes: ArraySlice<(place: UnitTree.Place, units: FixedDecimal)>) throws(DecimalError) -> Node? {
        if changes.isEmpty { return nil }
        let middle = changes.startIndex + changes.count / 2
        return try Node(
            changes[middle].place, changes[middle].units, .max - .max / UInt32(changes.count + 1),
            try balanced(changes[..<middle]), try balanced(changes[(middle + 1)...]))
    }

    /// The changes before a place, itself among them where it is kept, and those after it.
    static func split(_ node: Node?, _ place: UnitTree.Place, keepsPlace: Bool) throws(DecimalError) -> (before: Node?, after: Node?) {
        guard let node else { return (nil, nil) }
        if node.place < place || keepsPlace && node.place == place {
            let (middle, after) = try split(node.after, place, keepsPlace: keepsPlace)
            return (try Node(node.place, node.units, node.priority, node.before, middle), after)
        }
        let (before, middle) = try split(node.before, place, keepsPlace: keepsPlace)
        return (before, try Node(node.place, node.units, node.priority, middle, node.after))
    }

    /// One tree of two, all of the first coming before all of the second.
    static func joined(_ first: Node?, _ second: Node?) throws(DecimalError) -> Node? {
        guard let first, let second else { return first ?? second }
        if first.priority >= second.priority {
            return try Node(first.place, first.units, first.priority, first.before, try joined(first.after, second))
        }
        return try Node(second.place, second.units, second.priority, try joined(first, second.before), second.after)
    }
}
