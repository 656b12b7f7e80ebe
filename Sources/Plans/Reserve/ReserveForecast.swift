public import Values

/// What accounts will have earned, compounding by the month.
public enum ReserveForecast {
    /// The longest forecast: a century.
    public static let mostMonths = 1200

    /// What a balance comes to at the end of each month, from now (the first) on.
    ///
    /// Each month adds a twelfth of the yield of a year, and takes it where that is below zero; where the balance is zero or below, nothing is added.
    public static func series(balance: FixedDecimal, apy: FixedDecimal, months: Int) throws(PlanError) -> [FixedDecimal] {
        guard (0...mostMonths).contains(months) else {
            throw PlanError(.badArgument, "a forecast cannot be over \(months) months", hint: "use 0 to \(mostMonths)")
        }
        guard balance > .zero, !apy.isZero else { return [FixedDecimal](repeating: balance, count: months + 1) }
        return try PlanItem.checked { () throws(DecimalError) in
            let month = try FixedDecimal.one + apy / 1200
            var factor = FixedDecimal.one, values = [balance]
            for _ in 0..<months {
                factor = try factor * month
                values.append(try balance * factor)
            }
            return values
        }
    }

    /// What a balance will have earned after some months; nothing where balance, yield or months are zero or below, as the desktop program has it.
    public static func growth(balance: FixedDecimal, apy: FixedDecimal, months: Int) throws(PlanError) -> FixedDecimal {
        guard months > 0, apy > .zero else { return .zero }
        let last = try series(balance: balance, apy: apy, months: months)[months]
        return try PlanItem.checked { () throws(DecimalError) in try last - balance }
    }
}
