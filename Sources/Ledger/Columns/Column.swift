/// The values of one field for many rows, one after another in memory of their own.
///
/// A value type whose copies share memory: a copy sees the rows it had when it was made, whatever is appended to the original
/// later. Appending stays cheap even while copies are about, because rows past a copy's end are no concern of it; only changing or
/// cutting rows that a copy can see costs a copy of the column.
struct Column<Element: BitwiseCopyable>: RandomAccessCollection {
    private var storage: ColumnStorage<Element>
    /// The storage's memory, kept beside it so that reading a row follows one pointer.
    private var base: UnsafeMutablePointer<Element>
    private(set) var count: Int

    init() {
        storage = ColumnStorage(capacity: 0)
        base = storage.base
        count = 0
    }

    var startIndex: Int { 0 }
    var endIndex: Int { count }

    subscript(row: Int) -> Element {
        get {
            precondition(row >= 0 && row < count)
            return base[row]
        }
        set {
            precondition(row >= 0 && row < count)
            if !isKnownUniquelyReferenced(&storage) { move(toCapacity: storage.capacity) }
            base[row] = newValue
        }
    }

    /// The values of some rows, where they lie; good until the call returns.
    func withValues<Result>(of rows: Range<Int>, _ body: (UnsafeBufferPointer<Element>) throws -> Result) rethrows -> Result {
        precondition(rows.lowerBound >= 0 && rows.upperBound <= count)
        return try withExtendedLifetime(storage) { try body(UnsafeBufferPointer(start: base + rows.lowerBound, count: rows.count)) }
    }

    /// Adds a row at the end. Amortised O(1).
    mutating func append(_ element: Element) {
        if storage.used != count || count == storage.capacity { makeRoom(for: count + 1) }
        base[count] = element
        count += 1
        storage.used = count
    }

    /// Makes room for rows that are about to be appended, and for half as many again as there are where some are there already: they come in batches.
    mutating func reserveCapacity(_ capacity: Int) {
        if storage.capacity < capacity { move(toCapacity: Swift.max(capacity, count + count / 2)) }
    }

    /// Forgets the rows from `count` on.
    mutating func truncate(to count: Int) {
        precondition(count >= 0 && count <= self.count)
        self.count = count
    }

    private mutating func makeRoom(for needed: Int) {
        if storage.used != count, isKnownUniquelyReferenced(&storage) { storage.used = count }
        if storage.used != count || needed > storage.capacity {
            move(toCapacity: needed > storage.capacity ? Swift.max(16, needed + needed / 2) : storage.capacity)
        }
    }

    private mutating func move(toCapacity capacity: Int) {
        let larger = ColumnStorage<Element>(capacity: capacity)
        larger.base.update(from: base, count: count)
        larger.used = count
        storage = larger
        base = larger.base
    }
}

extension Column<UInt32> {
    /// Calls back with the rows that hold a number, in order. Looks at sixteen rows at a time, as most do not.
    func forEachRow(of number: UInt32, _ body: (Int) -> Void) {
        typealias Lanes = SIMD16<UInt32>
        let wanted = Lanes(repeating: number)
        let bytes = UnsafeRawPointer(base)
        var row = 0
        while row + Lanes.scalarCount <= count {
            let lanes = bytes.loadUnaligned(fromByteOffset: row * MemoryLayout<UInt32>.stride, as: Lanes.self)
            if any(lanes .== wanted) {
                for lane in 0..<Lanes.scalarCount where lanes[lane] == number { body(row + lane) }
            }
            row += Lanes.scalarCount
        }
        for row in row..<count where base[row] == number { body(row) }
    }
}

/// The memory of a column and of its copies.
private final class ColumnStorage<Element: BitwiseCopyable> {
    let base: UnsafeMutablePointer<Element>
    let capacity: Int
    /// Rows written, by whichever copy went furthest.
    var used = 0

    init(capacity: Int) {
        self.capacity = capacity
        base = .allocate(capacity: capacity)
    }

    deinit { base.deallocate() }
}

extension RandomAccessCollection where Index == Int {
    /// The first place from which on the condition holds, where it never holds before. O(log n).
    @inlinable
    package func partitioningIndex(where condition: (Element) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = (low + high) / 2
            if condition(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
