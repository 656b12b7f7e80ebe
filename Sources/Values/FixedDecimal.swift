/// An exact decimal number: a 128-bit count of units of 10⁻¹⁸.
///
/// The range is ±170,141,183,460,469,231,731.687303715884105727; leaving it is an error, never a wrap and never a trap.
/// Addition and subtraction are exact; multiplication and division round once, at the eighteenth fractional digit.
///
///     let price = try FixedDecimal("182.30")
///     let amount = try price * 12 + FixedDecimal("4.95")   // 2192.55
public struct FixedDecimal: Hashable, Sendable {
    /// The value in units of 10⁻¹⁸.
    public var units: Int128

    /// Fractional digits kept.
    public static let scale = 18
    /// Units in one.
    @inlinable public static var unitsPerOne: Int128 { 1_000_000_000_000_000_000 }

    /// 0.
    @inlinable public static var zero: FixedDecimal { FixedDecimal(units: 0) }
    /// 1.
    @inlinable public static var one: FixedDecimal { FixedDecimal(units: unitsPerOne) }
    /// The largest decimal; its negative is the smallest.
    @inlinable public static var greatest: FixedDecimal { FixedDecimal(units: .max) }
    /// The smallest decimal above zero.
    @inlinable public static var smallestPositive: FixedDecimal { FixedDecimal(units: 1) }

    /// What a column stores for "no value". It is not a number: no arithmetic and no text gives it, and none may be given it.
    @inlinable public static var absent: FixedDecimal { FixedDecimal(units: .min) }
    /// Whether this is the mark of a missing value.
    @inlinable public var isAbsent: Bool { units == .min }

    /// A count of units as storage holds it, taken as it is.
    @inlinable
    public init(units: Int128) { self.units = units }

    /// A whole number; every `Int` fits.
    @inlinable
    public init(_ value: Int) { units = Int128(value) * Self.unitsPerOne }
}

extension FixedDecimal: Comparable {
    /// Compares by value.
    @inlinable
    public static func < (a: FixedDecimal, b: FixedDecimal) -> Bool { a.units < b.units }
}

extension FixedDecimal: ExpressibleByIntegerLiteral {
    /// A whole number in the source, such as the 12 of `price * 12`.
    @inlinable
    public init(integerLiteral value: Int) { self.init(value) }
}

extension FixedDecimal {
    /// Whether the value is 0.
    @inlinable public var isZero: Bool { units == 0 }
    /// Whether the value is below 0.
    @inlinable public var isNegative: Bool { units < 0 }

    /// -1, 0 or 1.
    @inlinable public func signum() -> Int { Int(units.signum()) }

    /// The value without its sign; the range is symmetric, so there always is one.
    @inlinable public var magnitude: FixedDecimal { units < 0 ? -self : self }

    /// Whether there is no fraction.
    public var isWhole: Bool { Wide.divideByUnitsPerOne(unitsMagnitude).remainder == 0 }

    /// The value as an `Int`, if it is whole and fits in one.
    public var exactInt: Int? {
        let (whole, fraction) = Wide.divideByUnitsPerOne(unitsMagnitude)
        return fraction == 0 ? Int(exactly: Self.units(magnitude: whole, negative: isNegative)) : nil
    }

    /// The value with its sign turned; the range is symmetric, so there always is one.
    @inlinable
    public static prefix func - (a: FixedDecimal) -> FixedDecimal { FixedDecimal(units: 0 &- a.units) }

    /// The units without their sign.
    @inline(__always)
    var unitsMagnitude: UInt128 { units.magnitude }

    /// The units of a sign and a magnitude of at most 2¹²⁷; where the magnitude is that, out of range, the mark of a missing value.
    @inline(__always)
    static func units(magnitude: UInt128, negative: Bool) -> Int128 {
        let positive = Int128(truncatingIfNeeded: magnitude)
        return negative ? 0 &- positive : positive
    }

    /// The decimal of a sign and a magnitude, or nil where it is out of range.
    @inline(__always)
    init?(magnitude: UInt128, negative: Bool) {
        if magnitude &>> 127 != 0 { return nil }
        units = Self.units(magnitude: magnitude, negative: negative)
    }
}

extension FixedDecimal {
    /// The decimal that a binary float stands for: its shortest round-trip digits, if those are fifteen or fewer.
    ///
    /// Every decimal of at most fifteen digits is the only such one near its float, so `182.30` typed as a float is exactly 182.3 here.
    /// A float that needs more digits, such as `0.1 + 0.2`, is `inexactFloat`.
    public init(shortest value: Double) throws(DecimalError) {
        if let units = Self.shortUnits(of: value) {
            self.init(units: units)
            return
        }
        guard value.isFinite else { throw .malformed(text: value.description, reason: "it is not finite") }
        let text = value.description
        if Self.significantDigits(of: text) > 15 { throw .inexactFloat(text: text) }
        try self.init(text)
    }

    /// A float of another program by its shortest digits; one that is finer than the last digit, as sums of floats leave them, is rounded to it.
    public init(rounding value: Double) throws(DecimalError) {
        if value.isFinite, value.magnitude < 1, (try? FixedDecimal(value.description)) == nil {
            self.init(units: Int128((value * 1e18).rounded(.toNearestOrEven)))
        } else {
            try self.init(value.description)
        }
    }

    /// The units of a float that stands for a short number, such as a price; nil for every other one.
    ///
    /// A float below 10¹⁵ · 10⁻ᵏ is looked for as a whole number over 10ᵏ: both are exact floats, so their quotient rounds correctly
    /// and equals the float just if it is the one nearest to that decimal.
    private static func shortUnits(of value: Double) -> Int128? {
        var scaled = value
        for digits in 0...6 {
            guard scaled.magnitude < 1e15 else { return nil }
            let whole = scaled.rounded()
            let power = PowersOfTen.word(digits)
            if whole / Double(power) == value {
                return Int128(Int64(whole)) * Int128(PowersOfTen.word(scale - digits))
            }
            scaled = value * Double(PowersOfTen.word(digits + 1))
        }
        return nil
    }

    /// Digits of a float's text between the first and the last that is not a zero.
    private static func significantDigits(of text: String) -> Int {
        var (count, zeros) = (0, 0)
        for byte in text.utf8 {
            if byte | 0x20 == UInt8(ascii: "e") { break }
            guard byte != UInt8(ascii: "."), byte != UInt8(ascii: "-") else { continue }
            if byte == UInt8(ascii: "0") {
                if count > 0 { zeros += 1 }
            } else {
                count += zeros + 1
                zeros = 0
            }
        }
        return count
    }

    /// The binary float nearest to the value (ties to even). For drawing and statistics; amounts never take this way.
    public var doubleValue: Double {
        let magnitude = unitsMagnitude
        if magnitude == 0 { return 0 }
        // Up to 2⁵³ both operands are exact, so the one division rounds correctly.
        if magnitude >> 53 == 0 {
            let quotient = Double(UInt64(magnitude)) / 1e18
            return isNegative ? -quotient : quotient
        }
        // With its highest bit set the quotient has 68 or 69 bits; all below the 64th fold into a last bit, which only breaks ties.
        let shift = magnitude.leadingZeroBitCount
        let (quotient, remainder) = Wide.divideByUnitsPerOne(magnitude &<< UInt128(shift))
        let sticky: UInt64 = remainder != 0 || quotient & 0x1F != 0 ? 1 : 0
        let leading = UInt64(truncatingIfNeeded: quotient &>> 5) | sticky
        return Double(sign: isNegative ? .minus : .plus, exponent: 5 - shift, significand: Double(leading))
    }
}

/// Why a decimal could not be computed or read.
public enum DecimalError: Error, Hashable, Sendable {
    /// The result of an operation, or the number in a text, lies beyond the largest decimal.
    case overflow(operation: String)
    /// The divisor is zero.
    case divisionByZero
    /// The text is not a number; the reason says which character is at fault.
    case malformed(text: String, reason: String)
    /// The text is a number with more than eighteen fractional digits, some of which would be lost.
    case tooPrecise(text: String)
    /// A binary float whose shortest form has more than fifteen digits: it is probably not what somebody typed.
    case inexactFloat(text: String)
}

extension DecimalError: CustomStringConvertible {
    /// The reason as a sentence for the user.
    public var description: String {
        switch self {
        case .overflow(let operation):
            "\(operation) is beyond the largest decimal, \(FixedDecimal.greatest)"
        case .divisionByZero:
            "division by zero"
        case .malformed(let text, let reason):
            "\(quoted(clipped(text))) is not a number: \(reason)"
        case .tooPrecise(let text):
            "\(quoted(clipped(text))) has more than \(FixedDecimal.scale) fractional digits, and they would be lost: round it first"
        case .inexactFloat(let text):
            "\(text) is a float of more than 15 digits, so its exact value is in doubt: write it as a decimal, D\"\(text)\", or round it first"
        }
    }
}

/// An error that can tell of a calculation with decimals that failed, so that all such errors are made in one way.
///
///     let sum = try PlanError.checked { () throws(DecimalError) in try a + b }
public protocol ArithmeticFailure: Error {
    /// The error for a calculation that failed.
    init(arithmetic error: DecimalError)
}

extension ArithmeticFailure {
    /// What a calculation gives; an overflow or a division by zero is thrown as this error.
    @inlinable @inline(__always)
    public static func checked<Result>(_ calculation: () throws(DecimalError) -> Result) throws(Self) -> Result {
        do throws(DecimalError) { return try calculation() } catch { throw Self(arithmetic: error) }
    }
}
