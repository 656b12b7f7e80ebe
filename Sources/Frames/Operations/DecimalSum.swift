import Values

/// A sum of decimals that is exact whatever it passes through: only the final value has to fit, so order never matters.
struct DecimalSum {
    private var low: Int128 = 0
    /// How often the 128 bits were left, up or down.
    private var carries = 0

    @inline(__always)
    mutating func add(_ value: Int128) {
        let (sum, overflow) = low.addingReportingOverflow(value)
        low = sum
        if overflow { carries += value < 0 ? -1 : 1 }
    }

    /// The sum, if it is a decimal.
    var value: FixedDecimal? {
        carries == 0 && low != .min ? FixedDecimal(units: low) : nil
    }
}
