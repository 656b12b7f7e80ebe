import Values

/// A number as a fraction of whole numbers: nothing is ever rounded.
struct Fraction {
    private let isNegative: Bool
    private let top: BigNatural
    private let bottom: BigNatural

    static let zero = Fraction(0), one = Fraction(1)

    private init(_ isNegative: Bool, _ top: BigNatural, _ bottom: BigNatural) {
        // Fractions are cancelled only where they have grown long, which is seldom.
        if top.isZero {
            (self.isNegative, self.top, self.bottom) = (false, top, .one)
        } else if top.limbs.count + bottom.limbs.count > 7 {
            let divisor = BigNatural.commonDivisor(top, bottom)
            (self.isNegative, self.top, self.bottom) = (isNegative, top.divided(by: divisor).quotient, bottom.divided(by: divisor).quotient)
        } else {
            (self.isNegative, self.top, self.bottom) = (isNegative, top, bottom)
        }
    }

    init(_ value: Int) {
        self.init(value < 0, BigNatural(UInt128(value.magnitude)), .one)
    }

    init(_ value: FixedDecimal) {
        var (top, bottom) = (value.units.magnitude, UInt128(1_000_000_000_000_000_000))
        while bottom > 1, top % 10 == 0 { (top, bottom) = (top / 10, bottom / 10) }
        self.init(value.units < 0, BigNatural(top), BigNatural(bottom))
    }

    static func + (a: Fraction, b: Fraction) -> Fraction {
        if a.isZero { return b }
        if b.isZero { return a }
        let isShared = a.bottom == b.bottom
        let first = isShared ? a.top : a.top * b.bottom, second = isShared ? b.top : b.top * a.bottom
        let bottom = isShared ? a.bottom : a.bottom * b.bottom
        if a.isNegative == b.isNegative { return Fraction(a.isNegative, first + second, bottom) }
        return first < second ? Fraction(b.isNegative, second - first, bottom) : Fraction(a.isNegative, first - second, bottom)
    }

    static func * (a: Fraction, b: Fraction) -> Fraction { Fraction(a.isNegative != b.isNegative, a.top * b.top, a.bottom * b.bottom) }

    static func / (a: Fraction, b: Fraction) -> Fraction {
        precondition(!b.isZero, "nothing divides by zero")
        return Fraction(a.isNegative != b.isNegative, a.top * b.bottom, a.bottom * b.top)
    }

    static prefix func - (a: Fraction) -> Fraction { Fraction(!a.isNegative, a.top, a.bottom) }
    static func - (a: Fraction, b: Fraction) -> Fraction { a + -b }
    static func += (a: inout Fraction, b: Fraction) { a = a + b }
    static func -= (a: inout Fraction, b: Fraction) { a = a - b }

    var isZero: Bool { top.isZero }
    var magnitude: Fraction { Fraction(false, top, bottom) }

    /// The greatest whole number that is not above it; for fractions from zero up.
    var floor: Fraction {
        precondition(!isNegative, "asked only of what is held")
        return Fraction(false, top.divided(by: bottom).quotient, .one)
    }

    /// The same as a decimal, cut off after the 18th digit, and whether nothing was cut off. Nil where it is too large for one.
    var decimal: (value: FixedDecimal, isExact: Bool)? {
        let (quotient, rest) = (top * BigNatural(1_000_000_000_000_000_000)).divided(by: bottom)
        guard let units = quotient.small, units < UInt128(Int128.max) else { return nil }
        return (FixedDecimal(units: isNegative ? -Int128(units) : Int128(units)), rest.isZero)
    }
}

extension Fraction: Comparable {
    static func == (a: Fraction, b: Fraction) -> Bool { (a - b).isZero }
    static func < (a: Fraction, b: Fraction) -> Bool { (a - b).isNegative }
}

extension Fraction: CustomStringConvertible {
    var description: String {
        guard let decimal else { return "beyond a decimal" }
        return decimal.isExact ? "\(decimal.value)" : "\(decimal.value)…"
    }
}
