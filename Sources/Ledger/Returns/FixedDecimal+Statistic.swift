import Values

extension FixedDecimal {
    /// A statistical figure as a decimal: rounded half-even to twelve fractional digits, or to fifteen digits in all where it is large,
    /// as a binary float tells no more. Nil where it is not finite or out of range.
    init?(statistic value: Double) {
        guard value.magnitude < 1e20 else { return nil }
        let units = Double(Self.statisticDigits)
        if value.magnitude < 1000 {
            self.init(units: Int128((value * units).rounded(.toNearestOrEven)) * 1_000_000)
            return
        }
        var (power, rest) = (Self.statisticDigits, value.magnitude)
        while rest >= 1000 { (power, rest) = (power / 10, rest / 10) }
        if power >= 1 {
            self.init(units: Int128((value * Double(power)).rounded(.toNearestOrEven)) * (Self.unitsPerOne / Int128(power)))
        } else {
            self.init(units: Int128(value.rounded(.toNearestOrEven)) * Self.unitsPerOne)
        }
    }

    private static var statisticDigits: Int64 { 1_000_000_000_000 }
}
