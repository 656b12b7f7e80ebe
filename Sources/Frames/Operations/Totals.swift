import Values

extension Frame {
    /// All values of a number column added up, exactly; rows without value are left out (`missingCount` tells how many).
    ///
    /// No rows add up to zero; rows of which none has a value have no sum. Amounts in different currencies are an error, as is a sum
    /// too large to hold. A million decimals take a few milliseconds.
    public func sum(_ column: String) throws(FrameError) -> FrameValue { try figure(.sum, of: column).value }

    /// The mean of a number column, rounded half-even at the eighteenth digit; none where no row has a value.
    public func avg(_ column: String) throws(FrameError) -> FrameValue { try figure(.avg, of: column).value }

    /// The smallest value of a column; none where no row has a value.
    public func min(_ column: String) throws(FrameError) -> FrameValue { try figure(.min, of: column).value }

    /// The largest value of a column; none where no row has a value.
    public func max(_ column: String) throws(FrameError) -> FrameValue { try figure(.max, of: column).value }

    /// One figure of a whole column, and how many rows were left out as they have no value; see `sum(_:)` and its kin.
    public func figure(_ function: AggregateFunction, of column: String) throws(FrameError) -> (value: FrameValue, leftOut: Int) {
        let column = try self.column(column)
        if function == .sum, rowCount == 0 {
            guard column.type.isNumeric else { throw FrameError.notNumeric("add up", column: column.name, type: column.type) }
            return (column.type == .int ? .int(0) : .decimal(.zero), 0)
        }
        if function == .sum, column.type == .decimal, let sum = try column.plainSum() { return sum }
        let groups = RowGroups(whole: rowCount)
        let work = GroupAggregation(column: column, groupOf: groups.groupOf, groupCount: 1) { _ in "" }
        let result = try work.apply(function)
        return (try result.data.materialize()[0], result.leftOut)
    }

    /// The value of a column in the first row; none where there is no row.
    public func first(_ column: String) throws(FrameError) -> FrameValue {
        let column = try self.column(column)
        return rowCount == 0 ? .none : try column.materialize()[0]
    }

    /// The value of a column in the last row; none where there is no row.
    public func last(_ column: String) throws(FrameError) -> FrameValue {
        let column = try self.column(column)
        return rowCount == 0 ? .none : try column.materialize()[rowCount - 1]
    }

    /// How many rows have a value in a column.
    public func count(_ column: String) throws(FrameError) -> Int { rowCount - (try missingCount(column)) }

    /// How many rows have no value in a column.
    public func missingCount(_ column: String) throws(FrameError) -> Int {
        try self.column(column).materialize().missingCount
    }
}

extension Column {
    /// The sum of a decimal column in one currency, and how many rows have no value: the usual case, without a group per row, and added up once. Nil where
    /// it is not that simple.
    fileprivate func plainSum() throws(FrameError) -> (value: FrameValue, leftOut: Int)? {
        if let currencies, try !currencies.isUniform() { return nil }
        if let known = data.knownSum { return known }
        var sum = DecimalSum(), present = 0
        let values = try materialize().decimals
        for value in values {
            // No value adds zero: a choice costs less than a branch that nobody can foresee.
            let isPresent = value != .absent
            sum.add(isPresent ? value.units : 0)
            present += isPresent ? 1 : 0
        }
        let total = present > 0 ? sum.value.map { (FrameValue.decimal($0), values.count - present) } : (FrameValue.none, values.count)
        data.knownSum = total
        return total
    }
}

/// A sum of decimals that is exact whatever it passes through: only the final value has to fit, so order never matters.
struct DecimalSum {
    private var low: Int128 = 0
    /// How often the 128 bits were left, up or down.
    private var carries = 0

    /// Adds units of a decimal.
    @inline(__always)
    mutating func add(_ value: Int128) {
        let (sum, overflow) = low.addingReportingOverflow(value)
        low = sum
        if overflow { carries += value < 0 ? -1 : 1 }
    }

    /// The mean of so many values, of which there is at least one, rounded half-even. It lies among them, so that it is a decimal whatever
    /// the sum is.
    func mean(of count: Int) -> FixedDecimal {
        precondition(count > 0, "there is no mean of nothing")
        var high = Int128(carries) + (low < 0 ? -1 : 0), rest = UInt128(truncatingIfNeeded: low)
        let isNegative = high < 0
        if isNegative {
            rest = 0 &- rest
            high = -high - (rest == 0 ? 0 : 1)
        }
        let divisor = UInt128(count), (quotient, remainder) = divisor.dividingFullWidth((UInt128(high), rest))
        let twice = remainder.addingReportingOverflow(remainder)
        let isUp = twice.overflow || twice.partialValue > divisor || twice.partialValue == divisor && quotient & 1 == 1
        let size = Int128(quotient + (isUp ? 1 : 0))
        return FixedDecimal(units: isNegative ? -size : size)
    }

    /// The sum, if it is a decimal.
    var value: FixedDecimal? {
        carries == 0 && low != .min ? FixedDecimal(units: low) : nil
    }
}
