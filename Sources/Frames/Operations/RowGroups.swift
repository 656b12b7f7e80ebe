import Values

/// Which rows agree in a set of columns.
struct RowGroups {
    /// The group of each row; groups are numbered in the order they appear.
    private(set) var groupOf: [Int32]
    /// The first row of each group.
    private(set) var firstRows: [Int32]

    /// How many groups there are.
    var count: Int { firstRows.count }

    /// All rows as one group; no rows are one group too.
    init(whole rowCount: Int) {
        groupOf = [Int32](repeating: 0, count: rowCount)
        firstRows = [0]
    }

    /// The rows of `frame` by their values in `columns`; rows without value agree with each other.
    init(_ frame: Frame, by columns: [String]) throws(FrameError) {
        var groups = [Int32](repeating: 0, count: frame.rowCount)
        var count: Int32 = frame.rowCount > 0 ? 1 : 0
        for (index, name) in columns.enumerated() {
            let storage = try frame.column(name).materialize()
            let (codes, codeCount) = Self.codes(of: storage)
            if index == 0 {
                (groups, count) = (codes, codeCount)
                continue
            }
            var numbering = DenseNumbering()
            for row in groups.indices {
                groups[row] = numbering.number(of: UInt64(UInt32(bitPattern: groups[row])) << 32 | UInt64(UInt32(bitPattern: codes[row])))
            }
            count = numbering.count
        }
        groupOf = groups
        firstRows = Self.firstRows(groups, count: count)
    }

    /// The groups numbered otherwise: the group that had number `order[i]` gets number `i`.
    func renumbered(_ order: [Int32]) -> RowGroups {
        var numbers = [Int32](repeating: 0, count: order.count)
        for (new, old) in order.enumerated() { numbers[Int(old)] = Int32(new) }
        var renumbered = self
        for row in groupOf.indices { renumbered.groupOf[row] = numbers[Int(groupOf[row])] }
        renumbered.firstRows = order.map { firstRows[Int($0)] }
        return renumbered
    }

    private static func firstRows(_ groups: [Int32], count: Int32) -> [Int32] {
        var first = [Int32](repeating: -1, count: Int(count))
        for row in groups.indices where first[Int(groups[row])] < 0 { first[Int(groups[row])] = Int32(row) }
        return first
    }

    /// A small number for each row's value, the same for the same value, in the order they appear.
    private static func codes(of storage: ColumnStorage) -> (codes: [Int32], count: Int32) {
        switch storage.type {
        case .int: number(storage.ints) { UInt64(bitPattern: $0) }
        case .instant: number(storage.instants) { UInt64(bitPattern: $0) }
        case .day: number(storage.days) { UInt64(UInt32(bitPattern: $0)) }
        case .text: number(storage.codes) { UInt64(UInt32(bitPattern: $0)) }
        case .bool: number(storage.bools) { UInt64($0) }
        case .decimal: number(decimals: storage.decimals)
        }
    }

    @inline(__always)
    private static func number<T>(_ values: UnsafeBufferPointer<T>, _ key: (T) -> UInt64) -> (codes: [Int32], count: Int32) {
        var numbering = DenseNumbering()
        let codes = values.map { numbering.number(of: key($0)) }
        return (codes, numbering.count)
    }

    /// Decimals have too many bits for one key: both halves are numbered, then the pairs of numbers.
    private static func number(decimals: UnsafeBufferPointer<FixedDecimal>) -> (codes: [Int32], count: Int32) {
        var upper = DenseNumbering(), lower = DenseNumbering(), pairs = DenseNumbering()
        let codes = decimals.map { value in
            let high = upper.number(of: UInt64(truncatingIfNeeded: value.units >> 64))
            let low = lower.number(of: UInt64(truncatingIfNeeded: value.units))
            return pairs.number(of: UInt64(UInt32(bitPattern: high)) << 32 | UInt64(UInt32(bitPattern: low)))
        }
        return (codes, pairs.count)
    }
}

/// Numbers different 64-bit values from 0 in the order they appear.
private struct DenseNumbering {
    /// How many different values there were.
    private(set) var count: Int32 = 0
    private var keys: [UInt64]
    /// Open addressing; -1 is free. The size is a power of two, at most half full.
    private var numbers: [Int32]

    init() {
        keys = [UInt64](repeating: 0, count: 64)
        numbers = [Int32](repeating: -1, count: 64)
    }

    /// The number of `key`, a new one if it has not been seen.
    mutating func number(of key: UInt64) -> Int32 {
        let mask = numbers.count - 1
        var slot = Self.slot(key) & mask
        while numbers[slot] >= 0 {
            if keys[slot] == key { return numbers[slot] }
            slot = (slot + 1) & mask
        }
        keys[slot] = key
        numbers[slot] = count
        count += 1
        if Int(count) * 2 > numbers.count { grow() }
        return count - 1
    }

    private mutating func grow() {
        let (oldKeys, oldNumbers) = (keys, numbers)
        let size = oldKeys.count * 2
        keys = [UInt64](repeating: 0, count: size)
        numbers = [Int32](repeating: -1, count: size)
        for (key, number) in zip(oldKeys, oldNumbers) where number >= 0 {
            var slot = Self.slot(key) & (size - 1)
            while numbers[slot] >= 0 { slot = (slot + 1) & (size - 1) }
            keys[slot] = key
            numbers[slot] = number
        }
    }

    @inline(__always)
    private static func slot(_ key: UInt64) -> Int {
        let mixed = (key ^ (key >> 32)) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: mixed >> 32)
    }
}

extension Frame {
    /// The different values of these columns, each combination once, in the order they first appear. No column named means all. O(rows).
    public func distinct(_ names: [String] = []) throws(FrameError) -> Frame {
        let names = names.isEmpty ? columnNames : names
        let groups = try RowGroups(self, by: names)
        return try taking(groups.firstRows).select(names)
    }
}
