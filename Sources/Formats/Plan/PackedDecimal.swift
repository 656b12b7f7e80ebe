import Values

/// A decimal in nine bytes. Those of more than eighteen digits, which are rare, stand in a list beside.
struct PackedDecimal {
    var mantissa: Int64
    /// The number of fractional digits, or one of the marks below.
    var digits: UInt8

    static let absent = PackedDecimal(mantissa: 0, digits: absentMark)
    static let zero = PackedDecimal(mantissa: 0, digits: 0)
    private static let absentMark: UInt8 = 255
    private static let wideMark: UInt8 = 254

    init(mantissa: Int64, digits: UInt8) {
        self.mantissa = mantissa
        self.digits = digits
    }

    @inline(__always)
    init(_ number: CellNumber?, wide: inout [FixedDecimal]) {
        guard let number else {
            self = .absent
            return
        }
        if let mantissa = Int64(exactly: number.mantissa) {
            self.init(mantissa: mantissa, digits: UInt8(number.digits))
        } else {
            self.init(number.decimal, wide: &wide)
        }
    }

    init(_ value: FixedDecimal?, wide: inout [FixedDecimal]) {
        guard let value else {
            self = .absent
            return
        }
        // Money has four digits or fewer far more often than not; twelve more cover crypto.
        for digits in [4, 8, 12, 18] {
            let (quotient, remainder) = value.units.quotientAndRemainder(dividingBy: tenToThe(FixedDecimal.scale - digits))
            if remainder == 0 {
                guard let mantissa = Int64(exactly: quotient) else { break }
                self.init(mantissa: mantissa, digits: UInt8(digits))
                return
            }
        }
        self.init(mantissa: Int64(wide.count), digits: Self.wideMark)
        wide.append(value)
    }

    /// The decimal, nil where there is none.
    func value(wide: [FixedDecimal]) -> FixedDecimal? {
        switch digits {
        case Self.absentMark: nil
        case Self.wideMark: wide[Int(mantissa)]
        default: FixedDecimal(units: Int128(mantissa) &* tenToThe(FixedDecimal.scale - Int(digits)))
        }
    }
}

/// A column that few files fill: it takes no room until the first value.
struct SparseColumn<Value: Sendable>: Sendable {
    private let empty: Value
    private var values: [Value] = []

    /// Whether no row has a value.
    var isEmpty: Bool { values.isEmpty }

    init(empty: Value) { self.empty = empty }

    /// Sets the value of the row at the end, given how many rows there were before it.
    mutating func set(_ value: Value, row: Int) {
        while values.count < row { values.append(empty) }
        values.append(value)
    }

    /// Replaces the value of a row.
    mutating func replace(_ value: Value, row: Int) {
        if row < values.count { values[row] = value }
    }

    /// Removes the values of the rows from a number on.
    mutating func truncate(to count: Int) {
        if values.count > count { values.removeSubrange(count...) }
    }

    /// The value of a row.
    subscript(row: Int) -> Value { row < values.count ? values[row] : empty }
}
