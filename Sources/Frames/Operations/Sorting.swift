import Values

extension Frame {
    /// The rows in order: by the first key, ties by the second, and so on; rows that tie in all keys keep their order.
    ///
    /// Rows without value come last in either direction; texts stand in the order of their Unicode scalars, whatever the locale. O(rows).
    public func sort(by keys: [SortKey]) throws(FrameError) -> Frame {
        taking(try sortedRows(by: keys))
    }

    /// The rows in order; a minus before a column's name sorts from the largest down: `sort(["account", "-market_value"])`.
    public func sort(_ keys: [String]) throws(FrameError) -> Frame {
        try sort(by: keys.map { SortKey(parsing: $0) })
    }

    /// The `count` rows with the largest values in a column, largest first; with a minus before the name, the smallest.
    public func top(_ count: Int, by column: String) throws(FrameError) -> Frame {
        let key = SortKey(parsing: column)
        let rows = try sortedRows(by: [SortKey(key.column, descending: !key.isDescending)])
        return taking(Array(rows.prefix(Swift.max(count, 0))))
    }

    /// The numbers of the rows in order.
    func sortedRows(by keys: [SortKey]) throws(FrameError) -> [Int32] {
        var columns: [(storage: ColumnStorage, isDescending: Bool)] = []
        for key in keys { columns.append((try column(key.column).materialize(), key.isDescending)) }
        var sorter = RowSorter(rowCount: rowCount)
        for column in columns.reversed() { sorter.sort(by: column.storage, descending: column.isDescending) }
        return sorter.rows
    }
}

/// A column to sort by, and which way.
public struct SortKey: Hashable, Sendable {
    /// The column's name.
    public let column: String
    /// Whether the largest comes first. Rows without value come last either way.
    public let isDescending: Bool

    /// A column, ascending unless told.
    public init(_ column: String, descending: Bool = false) {
        self.column = column
        self.isDescending = descending
    }

    /// A column as people write it: a minus before the name sorts from the largest down.
    public init(parsing text: String) {
        if text.hasPrefix("-") {
            self.init(String(text.dropFirst()), descending: true)
        } else {
            self.init(text)
        }
    }
}

/// Puts row numbers in order, key by key from the last to the first, each pass stable: so the first key rules and ties keep their order.
///
/// Each value becomes a 64-bit key whose order is the value's; the keys are sorted by radix, eight bits a pass, and passes in which
/// all keys agree are skipped. Decimals that need more than 63 bits are sorted by their upper bits first, then within each tie.
private struct RowSorter {
    private var items: [Item]
    private var spare: [Item]

    private struct Item {
        /// The 64-bit key of the row's value.
        var key: UInt64
        /// The number of the row.
        var row: Int32
    }

    init(rowCount: Int) {
        items = (0..<Int32(rowCount)).map { Item(key: 0, row: $0) }
        spare = items
    }

    /// The row numbers in order.
    var rows: [Int32] { items.map(\.row) }

    /// The key of a row without value: behind all others, whichever the direction.
    private static let last = UInt64.max

    /// Sorts by one column; to be called with the least important first.
    mutating func sort(by storage: ColumnStorage, descending: Bool) {
        switch storage.type {
        // The lowest number stands for no value, so keys begin one above it and never reach the last place.
        case .int: setKeys(storage.ints, none: Missing.int, descending) { UInt64(bitPattern: $0 ^ Int64.min) - 1 }
        case .instant: setKeys(storage.instants, none: Missing.instant, descending) { UInt64(bitPattern: $0 ^ Int64.min) - 1 }
        case .day: setKeys(storage.days, none: Missing.day, descending) { UInt64(UInt32(bitPattern: $0 ^ Int32.min)) }
        case .bool: setKeys(storage.bools, none: Missing.bool, descending) { UInt64($0) }
        case .text:
            let ranks = storage.pool!.ranks(of: storage.codes)
            setKeys(storage.codes, none: Missing.text, descending) { UInt64(ranks[Int($0)]) }
        case .decimal:
            sort(decimals: storage.decimals, descending)
            return
        }
        radix()
    }

    @inline(__always)
    private mutating func setKeys<T: Equatable>(
        _ values: UnsafeBufferPointer<T>, none: T, _ descending: Bool, _ key: (T) -> UInt64
    ) {
        items.withUnsafeMutableBufferPointer { items in
            for index in items.indices {
                let value = values[Int(items[index].row)]
                items[index].key = value == none ? Self.last : descending ? Self.last - 1 - key(value) : key(value)
            }
        }
    }

    private mutating func sort(decimals values: UnsafeBufferPointer<FixedDecimal>, _ descending: Bool) {
        var low = Int128.max, high = Int128.min
        for value in values where value != .absent {
            low = min(low, value.units)
            high = max(high, value.units)
        }
        guard low <= high else { return }
        // The difference of two values of the whole range needs all 128 bits.
        let span = UInt128(truncatingIfNeeded: high &- low)
        let shift = max(0, 65 - span.leadingZeroBitCount)
        setKeys(values, none: .absent, descending) { UInt64(truncatingIfNeeded: UInt128(truncatingIfNeeded: $0.units &- low) >> UInt128(shift)) }
        radix()
        if shift > 0 { settleTies(values, descending) }
    }

    /// Sorts the rows of equal key among themselves by their whole values.
    private mutating func settleTies(_ values: UnsafeBufferPointer<FixedDecimal>, _ descending: Bool) {
        var start = 0
        while start < items.count && items[start].key != Self.last {
            var end = start + 1
            let first = values[Int(items[start].row)]
            var differ = false
            while end < items.count && items[end].key == items[start].key {
                if values[Int(items[end].row)] != first { differ = true }
                end += 1
            }
            if differ { settle(start..<end, values, descending) }
            start = end
        }
    }

    private mutating func settle(_ range: Range<Int>, _ values: UnsafeBufferPointer<FixedDecimal>, _ descending: Bool) {
        // The place breaks ties, so that the order is stable whatever the library's sort promises.
        let settled = range.map { (place: $0, item: items[$0]) }.sorted { a, b in
            let x = values[Int(a.item.row)], y = values[Int(b.item.row)]
            if x == y { return a.place < b.place }
            return descending ? y < x : x < y
        }
        for (offset, entry) in settled.enumerated() { items[range.lowerBound + offset] = entry.item }
    }

    /// Sorts the items by key, stable.
    private mutating func radix() {
        var all: UInt64 = 0, common: UInt64 = .max
        for item in items {
            all |= item.key
            common &= item.key
        }
        let differing = all & ~common
        var shift: UInt64 = 0
        while shift < 64 {
            if (differing >> shift) & 0xFF != 0 { pass(shift) }
            shift += 8
        }
    }

    private mutating func pass(_ shift: UInt64) {
        var starts = [Int](repeating: 0, count: 256)
        starts.withUnsafeMutableBufferPointer { starts in
            items.withUnsafeBufferPointer { from in
                for item in from { starts[Int((item.key >> shift) & 0xFF)] += 1 }
                var next = 0
                for digit in 0..<256 { (starts[digit], next) = (next, next + starts[digit]) }
                spare.withUnsafeMutableBufferPointer { to in
                    for item in from {
                        let digit = Int((item.key >> shift) & 0xFF)
                        to[starts[digit]] = item
                        starts[digit] += 1
                    }
                }
            }
        }
        swap(&items, &spare)
    }
}
