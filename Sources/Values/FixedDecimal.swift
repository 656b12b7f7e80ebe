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
