public import Values

/// What a column holds, and how one value of it lies in memory.
///
/// The raw value is part of the layout that C code reads; a case is added at the end, never renumbered.
public enum ColumnType: UInt8, CaseIterable, Sendable {
    /// `Int64`; `Int64.min` is no value.
    case int = 0
    /// `FixedDecimal`, sixteen bytes; `FixedDecimal.absent` is no value.
    case decimal = 1
    /// An `Int32` code of the column's `TextPool`; -1 is no value.
    case text = 2
    /// The `Int32` number of a `Day`; `Int32.min` is no value.
    case day = 3
    /// The `Int64` microseconds of an `Instant`; `Int64.min` is no value.
    case instant = 4
    /// A byte: 0 false, 1 true, 2 no value.
    case bool = 5

    /// Bytes from one value to the next.
    public var stride: Int {
        switch self {
        case .decimal: 16
        case .int, .instant: 8
        case .text, .day: 4
        case .bool: 1
        }
    }

    /// The name people know it by, as error messages and the schema of a frame tell it.
    public var name: String {
        switch self {
        case .int: "int"
        case .decimal: "decimal"
        case .text: "text"
        case .day: "day"
        case .instant: "instant"
        case .bool: "bool"
        }
    }

    /// Whether values of it can be added up.
    public var isNumeric: Bool { self == .int || self == .decimal }
}

/// The values that stand for "no value" in column memory.
public enum Missing {
    /// No value in an int column.
    public static let int = Int64.min
    /// No value in a text column.
    public static let text: Int32 = -1
    /// No value in a day column.
    public static let day = Int32.min
    /// No value in an instant column.
    public static let instant = Int64.min
    /// No value in a bool column.
    public static let bool: UInt8 = 2
}

/// The filled memory of a column: `count` values of one type, one after the other, at an address that never moves.
///
/// Whoever reads `base` keeps the storage alive while reading. The memory is freed with the last reference.
public final class ColumnStorage {
    /// The first value; aligned to sixteen bytes unless it is a part of another storage.
    public let base: UnsafeRawPointer
    /// The type of the values.
    public let type: ColumnType
    /// How many there are.
    public let count: Int
    /// The texts behind the codes of a text column; nil for other types.
    public let pool: TextPool?

    /// The storage this one is a part of; nil where the memory is its own.
    private let whole: ColumnStorage?

    /// Memory for `count` values, handed to `fill` to be written in full.
    init(
        type: ColumnType, count: Int, pool: TextPool?, fill: (UnsafeMutableRawPointer) throws(FrameError) -> Void
    ) throws(FrameError) {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: max(count, 1) * type.stride, alignment: 16)
        do {
            try fill(memory)
        } catch {
            memory.deallocate()
            throw error
        }
        self.base = UnsafeRawPointer(memory)
        self.type = type
        self.count = count
        self.pool = pool
        self.whole = nil
    }

    /// The values of `whole` from `start` on, without a copy.
    init(partOf whole: ColumnStorage, from start: Int, count: Int) {
        precondition(start >= 0 && count >= 0 && start + count <= whole.count, "the part lies outside the column")
        self.base = whole.base + start * whole.type.stride
        self.type = whole.type
        self.count = count
        self.pool = whole.pool
        self.whole = whole
    }

    deinit {
        if whole == nil { base.deallocate() }
    }
}

extension ColumnStorage {
    /// The values of an int column.
    public var ints: UnsafeBufferPointer<Int64> { values(of: .int) }
    /// The values of a decimal column.
    public var decimals: UnsafeBufferPointer<FixedDecimal> { values(of: .decimal) }
    /// The codes of a text column.
    public var codes: UnsafeBufferPointer<Int32> { values(of: .text) }
    /// The day numbers of a day column.
    public var days: UnsafeBufferPointer<Int32> { values(of: .day) }
    /// The microseconds of an instant column.
    public var instants: UnsafeBufferPointer<Int64> { values(of: .instant) }
    /// The bytes of a bool column.
    public var bools: UnsafeBufferPointer<UInt8> { values(of: .bool) }

    private func values<T>(of expected: ColumnType) -> UnsafeBufferPointer<T> {
        precondition(type == expected, "the column is of type \(type.name), not \(expected.name)")
        return UnsafeBufferPointer(start: base.assumingMemoryBound(to: T.self), count: count)
    }

    /// The value in `row`; building it costs an allocation where it is text.
    public subscript(row: Int) -> FrameValue {
        precondition(row >= 0 && row < count, "row out of range")
        switch type {
        case .int:
            let value = ints[row]
            return value == Missing.int ? .none : .int(value)
        case .decimal:
            let value = decimals[row]
            return value == .absent ? .none : .decimal(value)
        case .text:
            let code = codes[row]
            return code < 0 ? .none : .text(pool!.text(code))
        case .day:
            let number = days[row]
            return number == Missing.day ? .none : .day(Day(number: number))
        case .instant:
            let microseconds = instants[row]
            return microseconds == Missing.instant ? .none : .instant(Instant(microseconds: microseconds))
        case .bool:
            let byte = bools[row]
            return byte == Missing.bool ? .none : .bool(byte == 1)
        }
    }

    /// Whether `row` has no value.
    public func isMissing(_ row: Int) -> Bool {
        switch type {
        case .int: ints[row] == Missing.int
        case .decimal: decimals[row] == .absent
        case .text: codes[row] < 0
        case .day: days[row] == Missing.day
        case .instant: instants[row] == Missing.instant
        case .bool: bools[row] == Missing.bool
        }
    }

    /// How many rows have no value. O(rows).
    public var missingCount: Int {
        var missing = 0
        switch type {
        case .int: for value in ints where value == Missing.int { missing += 1 }
        case .decimal: for value in decimals where value == .absent { missing += 1 }
        case .text: for code in codes where code < 0 { missing += 1 }
        case .day: for number in days where number == Missing.day { missing += 1 }
        case .instant: for moment in instants where moment == Missing.instant { missing += 1 }
        case .bool: for byte in bools where byte == Missing.bool { missing += 1 }
        }
        return missing
    }
}
