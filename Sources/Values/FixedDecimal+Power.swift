extension FixedDecimal {
    /// The value to a whole power, by repeated squaring; each multiplication rounds half-even at the eighteenth fractional digit,
    /// so the result is exact wherever the exact one has no more digits than that.
    ///
    /// A negative exponent gives the reciprocal; `0 ^ 0` is 1, as in Lua.
    public func power(_ exponent: Int) throws(DecimalError) -> FixedDecimal {
        if exponent >= 0 {
            guard let result = raised(to: exponent.magnitude) else { throw .overflow(operation: "\(self) ^ \(exponent)") }
            return result
        }
        if isZero { throw .divisionByZero }
        // Inverting the smaller of the base and its reciprocal first would lose the digits that the power then magnifies.
        if magnitude >= .one {
            guard let denominator = raised(to: exponent.magnitude) else { return .zero }
            return try .one / denominator
        }
        guard let result = try (.one / self).raised(to: exponent.magnitude) else {
            throw .overflow(operation: "\(self) ^ \(exponent)")
        }
        return result
    }

    /// The power, or nil where it is out of range.
    private func raised(to exponent: UInt) -> FixedDecimal? {
        var (result, square, rest) = (FixedDecimal.one, self, exponent)
        while true {
            if rest & 1 == 1 {
                guard let product = try? result * square else { return nil }
                result = product
            }
            rest >>= 1
            if rest == 0 { return result }
            guard let next = try? square * square else { return nil }
            square = next
        }
    }
}
