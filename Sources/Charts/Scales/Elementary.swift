/// Logarithms and angles by arithmetic alone.
///
/// The mathematical libraries of two machines may differ in the last bit; sums and products do not. So the same facts give the same picture everywhere.
package enum Elementary {
    /// The natural logarithm of ten.
    private static let ten = 2.302585092994045684
    /// The natural logarithm of two.
    private static let two = 0.693147180559945309417

    /// The natural logarithm of a positive number, to some fifteen digits.
    package static func logarithm(_ value: Double) -> Double {
        precondition(value > 0 && value.isFinite, "only positive numbers have a logarithm")
        var significand = value.significand, exponent = Double(value.exponent)
        if significand > 1.4142135623730951 { (significand, exponent) = (significand / 2, exponent + 1) }
        // ln m = 2 · (t + t³/3 + t⁵/5 + …) with t = (m − 1)/(m + 1), which here is below 0.18.
        let ratio = (significand - 1) / (significand + 1), square = ratio * ratio
        var sum = 0.0, term = ratio
        for odd in stride(from: 1.0, through: 23, by: 2) {
            sum += term / odd
            term *= square
        }
        return exponent * two + 2 * sum
    }

    /// The logarithm to the base of ten of a positive number.
    package static func decimalLogarithm(_ value: Double) -> Double { logarithm(value) / ten }

    /// Ten to a whole power: -300 to 300.
    package static func powerOfTen(_ exponent: Int) -> Double {
        precondition((-300...300).contains(exponent), "the power is out of range")
        var result = 1.0, factor = 10.0, rest = exponent.magnitude
        while rest > 0 {
            if rest & 1 == 1 { result *= factor }
            factor *= factor
            rest >>= 1
        }
        return exponent < 0 ? 1 / result : result
    }

    /// The largest whole power of ten that is not above a positive number: 2 for 999, 3 for 1000.
    package static func magnitude(_ value: Double) -> Int {
        var exponent = Int(decimalLogarithm(value).rounded(.down))
        if powerOfTen(exponent + 1) <= value { exponent += 1 }
        if powerOfTen(exponent) > value { exponent -= 1 }
        return exponent
    }

    /// The sine and the cosine of a part of a full turn: 0.25 is a right angle.
    package static func direction(turn: Double) -> (sine: Double, cosine: Double) {
        let quarters = (turn * 4).rounded(), angle = (turn * 4 - quarters) * (Double.pi / 2)
        let square = angle * angle
        var sine = 0.0, cosine = 0.0, term = 1.0
        // Both series at once; the angle is at most an eighth of a turn, so that twenty terms leave nothing.
        for order in 0..<20 {
            switch order & 3 {
            case 0: cosine += term
            case 1: sine += term * angle
            case 2: cosine -= term
            default: sine -= term * angle
            }
            if order & 1 == 1 { term *= square }
            term /= Double(order + 1)
        }
        switch Int(quarters) & 3 {
        case 0: return (sine, cosine)
        case 1: return (cosine, -sine)
        case 2: return (-sine, -cosine)
        default: return (-cosine, sine)
        }
    }
}
